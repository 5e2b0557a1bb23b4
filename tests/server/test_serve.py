"""The commands ``serve`` and ``verify``, the page and the messages' schema."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import msgspec
import pytest
from starlette.requests import Request

from upcard import new_match, record_of, write_record
from upcard.cli import run as upcard
from upcard.server import wire
from upcard.server.page import page_of


def get(path: str, folder: Path, **headers: str) -> tuple[int, dict[str, str]]:
    packed = [(name.encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "method": "GET", "path": path, "headers": packed,
             "query_string": b"", "server": ("test", 80), "scheme": "http"}  # fmt: skip
    answer = page_of(Request(scope), folder)
    return answer.status_code, dict(answer.headers)


def test_verify_says_whether_a_record_is_true(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = new_match("gin", seed=4)
    while not match.is_over:
        match.apply(next(iter(match.legal_actions())))
    path = tmp_path / "match.json"
    write_record(record_of(match), str(path))
    assert upcard(["verify", str(path)]) == 0
    assert "1 deck computed again" in capsys.readouterr().out
    record = json.loads(path.read_text())
    deck = record["deals"][0]["deck"]
    deck[-1], deck[-2] = deck[-2], deck[-1]
    path.write_text(json.dumps(record))
    assert upcard(["verify", str(path)]) == 1
    assert "deck" in capsys.readouterr().err
    assert upcard(["verify", str(tmp_path / "none.json")]) == 2


def test_serve_says_what_it_cannot_use(capsys: pytest.CaptureFixture[str]) -> None:
    assert upcard(["serve", "--port", "0", "--database", "mysql://x"]) == 2
    assert "sqlite:///FILE" in capsys.readouterr().err
    assert upcard(["serve", "--host", "203.0.113.1", "--port", "0"]) == 2
    assert "203.0.113.1" in capsys.readouterr().err


def test_the_page_and_nothing_beside_it(tmp_path: Path) -> None:
    status, headers = get("/", tmp_path)
    assert status == 200
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    page = tmp_path / "static"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text("page")
    (page / "assets" / "app.js").write_text("script")
    (page / "assets" / "app.js.gz").write_bytes(gzip.compress(b"script"))
    (tmp_path / "secret.txt").write_text("secret")
    assert get("/t/ABCD-EFGH", page)[0] == 200
    assert get("/", page)[1]["cache-control"] == "no-cache"
    status, headers = get("/assets/app.js", page, **{"accept-encoding": "gzip"})
    assert "immutable" in headers["cache-control"]
    assert headers["content-encoding"] == "gzip"
    assert "javascript" in headers["content-type"]
    assert "content-encoding" not in get("/assets/app.js", page)[1]
    for path in ("/../secret.txt", "/assets/../../secret.txt", "//etc/passwd.txt", "/none.js"):
        assert get(path, page)[0] == 404, path


def test_the_schema_names_every_message() -> None:
    schema = wire.schema()
    assert schema == wire.schema()
    tags = {
        definition["properties"]["t"]["enum"][0]
        for definition in schema["$defs"].values() if "t" in definition["properties"]
    }  # fmt: skip
    assert {"hello", "act", "ask", "snapshot", "update", "rejected"} <= tags
    said = wire.encode(wire.Ack("1", 2, 3))
    assert msgspec.json.decode(said) == {"t": "ack", "id": "1", "seq": 2, "rev": 3,
                                         "waiting": False}  # fmt: skip
