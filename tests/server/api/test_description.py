"""The OpenAPI document says what everything means, and says it right."""

from __future__ import annotations

import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from farmstead import shelf
from farmstead.engine.dealer import KeyedDealer
from farmstead.engine.table import Table
from farmstead.server.app import handlers
from farmstead.server.http.openapi import PREFIX, STREAM, comments_of, complete
from farmstead.server.http.page_cache import schema_of
from farmstead.server.play.refusal_words import Problem
from tests.server.asking import ME, OPEN, opened
from tests.server.stores import awaited

GAMES = {"walnut-grove": "WalnutGroveView", "sunflower-valley": "SunflowerValleyView"}


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    found = SimpleNamespace(app=handlers(""))
    return schema_of(found)  # type: ignore[arg-type]


def operations(document: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return [
        (f"{method} {path}", operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]


def test_every_field_and_parameter_is_described(document: dict[str, Any]) -> None:
    bare = [
        f"{name}.{field}"
        for name, schema in document["components"]["schemas"].items()
        for field, value in schema.get("properties", {}).items()
        if not value.get("description", "").strip()
    ]
    assert bare == [], "say it behind the field in its struct, or in server/http/fields.toml"
    for operation, about in operations(document):
        for parameter in about.get("parameters", []):
            assert parameter.get("description", "").strip(), (operation, parameter["name"])
        assert about["summary"] and about["operationId"]


def test_every_reference_leads_somewhere(document: dict[str, Any]) -> None:
    text = json.dumps(document)
    names = set(re.findall(rf'"{PREFIX}([^"]+)"', text))
    assert names <= document["components"]["schemas"].keys() and len(names) > 80
    assert "#/$defs/" not in text


def test_refusals_are_described_as_they_are(document: dict[str, Any]) -> None:
    for operation, about in operations(document):
        assert not [status for status in about["responses"] if status in ("400", "404")], operation
        content = about["responses"]["default"]["content"]["application/json"]
        assert content["schema"] == {"$ref": PREFIX + "Problem"}
    shape = document["components"]["schemas"]["Problem"]
    assert shape["properties"].keys() == set(Problem.__struct_fields__)


def test_old_words_are_marked_as_such_and_not_asked_for(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    old = {
        f"{name}.{field}"
        for name, schema in schemas.items()
        for field, value in schema.get("properties", {}).items()
        if value.get("deprecated")
    }
    assert old == {
        *("GameOut.switches", "TableIn.switches", "TableOut.switches", "StudyOut.switches"),
        *("SeatIn.how", "SeatOut.how", "SeatNow.how"),
    }
    assert schemas["SeatIn"]["required"] == ["who"] and "enum" in schemas["SeatIn"]["properties"]["who"]


def test_it_says_who_asks_and_what_the_stream_brings(document: dict[str, Any]) -> None:
    schemes = document["components"]["securitySchemes"]
    assert {scheme["type"] for scheme in schemes.values()} == {"apiKey", "http"}
    assert [list(each) for each in document["security"]] == [[], ["visitor"], ["token"]]
    stream = document["paths"][STREAM]["get"]
    (header,) = [each for each in stream["parameters"] if each["in"] == "header"]
    assert header["name"] == "Last-Event-ID"
    told = stream["responses"]["200"]["description"]
    assert all(f"`{event}`" in told for event in ("news", "position", "chat", "table", "end"))
    events = stream["responses"]["200"]["content"]["text/event-stream"]["x-events"]
    assert events["news"] == {"$ref": PREFIX + "Heard"} and events["position"] == {"$ref": PREFIX + "Look"}


def test_made_complete_again_it_stays_the_same(document: dict[str, Any]) -> None:
    before = json.loads(json.dumps(document))
    complete(document)
    assert json.loads(json.dumps(document)) == before


@pytest.mark.parametrize(("name", "schema"), GAMES.items())
def test_views_are_what_their_schemas_say(name: str, schema: str, document: dict[str, Any]) -> None:
    kinds = document["components"]["schemas"]["Position"]["properties"]["view"]["oneOf"]
    assert {"$ref": PREFIX + schema} in kinds and {"type": "null"} in kinds
    whole = {**document["components"]["schemas"][schema], "components": document["components"]}
    validator = Draft202012Validator(whole)
    table = Table(shelf.game(name), shelf.game(name).setup(2))
    table.settle(KeyedDealer(b"described"))
    for seat in (None, 0, 1):
        validator.validate(table.state.view(seat))
    assert not validator.is_valid({**table.state.view(0), "seats": "two"})


@awaited
async def test_what_is_answered_is_what_is_described(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada, ben = await door.people("Ada", "Ben")
        document = (await ada.http.get("/api/openapi.json")).json()
        table = await ada.make("sunflower-valley", ME, OPEN)
        await ben.post(f"/tables/{table['code']}/seats/1")
        look = await ada.get(f"/tables/{table['code']}/position", seat=0)
        refused = (await ada.http.get("/api/tables/nope/position")).json()
        for answer, schema in ((look, "Look"), (refused, "Problem"), (table, "TableOut")):
            whole = {**document["components"]["schemas"][schema], "components": document["components"]}
            Draft202012Validator(whole).validate(answer)


def test_comments_behind_fields_are_read() -> None:
    assert comments_of(Problem)["rule"] == "the paragraph, such as `WG 5.6`, or `undo` or `table`"
