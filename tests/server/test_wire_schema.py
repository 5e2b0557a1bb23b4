"""The page's wire types are made from the schema the server has now."""

from __future__ import annotations

import json
from pathlib import Path

from upcard.server.wire import schema

COMMITTED = Path(__file__).parents[2] / "web" / "wire.schema.json"


def test_the_committed_schema_is_the_servers() -> None:
    assert json.loads(COMMITTED.read_text(encoding="utf-8")) == json.loads(json.dumps(schema())), (
        "write it anew: python -c 'import json; from upcard.server.wire import schema; "
        "print(json.dumps(schema(), indent=1))' > web/wire.schema.json, then npm run wire in web/"
    )
