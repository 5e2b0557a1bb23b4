"""Numbers as people and files write them."""

from __future__ import annotations


def is_number(text: str) -> bool:
    """Whether a text is a whole number of plain digits that fits a machine word.

    `str.isdigit` also says yes to digits that `int` refuses, and to those of other scripts.

    >>> is_number("12"), is_number("²"), is_number("-1"), is_number(""), is_number("9" * 5000)
    (True, False, False, False, False)
    """
    return text.isascii() and text.isdigit() and len(text) < 19
