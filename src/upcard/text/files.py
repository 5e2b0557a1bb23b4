"""Writing files so that nothing is ever lost: the new text is there whole, or the old one still."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile

from upcard.errors import FileError


def write_atomic(path: str, text: str, private: bool = False) -> None:
    """Write a text file as a whole: beside it first, then in its place.

    `FileError` says why it cannot be written (a full disk, a folder that is not there); a file
    that was there before is then unchanged. private: only its owner may read it.
    """
    target = os.path.realpath(path)
    temporary = ""
    try:
        descriptor, temporary = tempfile.mkstemp(
            prefix=f".{os.path.basename(target)}.", suffix=".tmp", dir=os.path.dirname(target)
        )
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o600 if private else _mode(target))
        os.replace(temporary, target)
    except OSError as error:
        _remove(temporary)
        why = error.strerror or str(error)
        raise FileError("cannot_save", f"{path} cannot be saved: {why}", path) from None
    except BaseException:
        _remove(temporary)
        raise
    _sync_folder(os.path.dirname(target))


def _mode(path: str) -> int:
    """The rights of the file that is replaced, or those of a new one."""
    try:
        return stat.S_IMODE(os.stat(path).st_mode)
    except OSError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


def _remove(path: str) -> None:
    if path:
        with contextlib.suppress(OSError):
            os.unlink(path)


def _sync_folder(folder: str) -> None:
    """Make the new name last through a power cut, where the system can do that."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
