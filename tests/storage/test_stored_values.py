"""Values as the store and files have them: they are read, and written as they were."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from game.core.record import Record, record_from_json
from game.match_setup import MatchSetup, table_from_json
from game.people.cup import Cup, cup_from_json
from game.people.party import Evening, evening_from_json
from game.people.roster import Roster, roster_from_json
from game.phones.process import KeptServer
from game.registry import GAMES
from game.review.turning_points import review_from_json, review_to_json
from scenes.kit.input.bindings import Bindings, bindings_from_json
from tests.tables import rows

Again = Callable[[Any], Any]
AGAIN: dict[str, Again] = {
    "roster": lambda value: Roster.to_json(roster_from_json(value)),
    "evening": lambda value: Evening.to_json(evening_from_json(value)),
    "cup": lambda value: Cup.to_json(cup_from_json(value, GAMES)),
    "setup of quoridor": lambda value: MatchSetup.to_json(table_from_json(GAMES["quoridor"], value)),
    "setup of robots": lambda value: MatchSetup.to_json(table_from_json(GAMES["robots"], value)),
    "bindings": lambda value: Bindings.to_json(bindings_from_json(value)),
    "record": lambda value: json.loads(Record.to_json(record_from_json(json.dumps(value)))),
    "review": lambda value: json.loads(review_to_json(review_from_json(json.dumps(value), 3, 2))),
    "phones": lambda value: json.loads(KeptServer.to_text(KeptServer.from_text(json.dumps(value)))),
}
"""What reads a value of each kind and writes it again."""


@pytest.mark.parametrize(("kind", "text"), rows("stored_values"))
def test_what_was_stored_once_is_read_and_written_as_it_was(kind: str, text: str) -> None:
    value = json.loads(text)
    again = json.loads(json.dumps(AGAIN[kind](value)))
    for rows_of_people in (value, again):
        forget_ai_names(rows_of_people)
    assert again == value or (kind == "cup" and covers(again, value))


def forget_ai_names(value: Any) -> None:
    """Take the names of AIs out of a stored value: one under a person's name gets a name of its level's family."""
    if isinstance(value, dict) and value.get("kind") == "ai":
        value.pop("name", None)
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        forget_ai_names(part)


def covers(again: Any, before: Any) -> bool:
    """Whether a value has all that it had before; cups have got further parts since."""
    if isinstance(before, dict):
        return all(key in again and covers(again[key], part) for key, part in before.items())
    if isinstance(before, list):
        return len(again) == len(before) and all(map(covers, again, before))
    return bool(again == before)


def test_there_is_one_of_each_kind() -> None:
    assert {kind for kind, _ in rows("stored_values")} == AGAIN.keys()
