"""What every game must do, over the registry and the fifth game x seat counts x options. A game joins by being
registered."""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from game.core.options import Option, resolve
from game.core.record import Record, ReplayError, action_text, record_from_json, replay
from game.core.rules import GameError, IllegalActionError, NotationError, OptionError, Timer
from game.core.spec import GameSpec
from game.registry import GAMES, UnknownGameError, find
from tests.fifth_game import EVERY_GAME
from tests.tables import rows

MAX_PLIES = 2_000
OPENING = 250  # plies of a random game under other options than the usual ones, where not in the long run
FEW = 24  # combinations of option values that are all played
NOT_ACTIONS = ("", " ", "?", "no such action", "e2 e4", "\n", "あ", "0" * 50)


def values(option: Option, others: dict[str, Any]) -> list[Any]:
    """Values that stand for all of an option: its choices, both truths, or the ends of its range with the others; and
    those that it allows besides."""
    allowed = option.values(others)
    return [*([allowed[0], allowed[-1]] if isinstance(allowed, range) else allowed), *option.also]


def combinations(spec: GameSpec) -> Iterator[dict[str, Any]]:
    """Every combination of values where there are few; else every value of every option, and some seat counts, the
    other options at their defaults."""
    usual = resolve(spec.options, {})
    varied = {option.name: values(option, usual) for option in spec.options if values(option, usual)}
    if math.prod(map(len, varied.values())) <= FEW:
        for chosen in itertools.product(*varied.values()):
            yield resolve(spec.options, dict(zip(varied, chosen, strict=True)))
        return
    if "players" in varied:
        varied["players"] = sorted({*spec.seats[:3], spec.seats[-1]})
    seen = []
    for name, allowed in varied.items():
        for value in allowed:
            options = resolve(spec.options, {name: value})
            if options not in seen:
                seen.append(options)
                yield options


CASES = [
    (spec, options, f"{spec.id}-" + "-".join(f"{k}={v}" for k, v in options.items()))
    for spec in EVERY_GAME
    for options in combinations(spec)
]
every_case = pytest.mark.parametrize(("spec", "options"), [pytest.param(*case[:2], id=case[2]) for case in CASES])
every_random_game = pytest.mark.parametrize(
    ("spec", "options", "plies"),
    [
        pytest.param(spec, options, plies, id=f"{name}-{plies}", marks=marks)
        for spec, options, name in CASES
        for plies, marks in (
            [(MAX_PLIES, [])]
            if options == resolve(spec.options, {})
            else [(OPENING, []), (MAX_PLIES, [pytest.mark.long])]
        )
    ],
)


def random_game(spec: GameSpec, options: dict[str, Any], plies: int, seed: int) -> Iterator[tuple[Any, int, Any, Any]]:
    """(state, seat, action, next state) for each ply of a random game, at most `plies`."""
    random = Random(seed)
    rules = spec.rules
    state = rules.start(options, seed)
    for _ in range(plies):
        seats = rules.actors(state)
        if not seats:
            return
        seat = random.choice(seats)
        action = random.choice(rules.legal(state, seat))
        after, _ = rules.apply(state, seat, action)
        yield state, seat, action, after
        state = after


@every_random_game
@pytest.mark.one_in(2)
def test_random_play_keeps_the_contract(spec: GameSpec, options: dict[str, Any], plies: int) -> None:
    rules = spec.rules
    seats = range(spec.seat_count(options))
    for state, _, _, after in random_game(spec, options, plies, seed=1):
        hash(rules.decision(state))
        assert rules.timer(state) is None or isinstance(rules.timer(state), Timer)
        assert rules.outcome(state) is None
        for position in (state, after):
            actors = rules.actors(position)
            assert list(actors) == sorted(set(actors) & set(seats))
            assert (actors == ()) == (rules.outcome(position) is not None)
            for seat in seats:
                assert bool(rules.legal(position, seat)) == (seat in actors)
        winners = () if rules.outcome(after) is None else rules.outcome(after).winners
        assert set(winners) <= set(seats)


@every_random_game
@pytest.mark.one_in(3)
def test_texts_round_trip(spec: GameSpec, options: dict[str, Any], plies: int) -> None:
    rules = spec.rules
    for state, seat, _, _ in random_game(spec, options, plies, seed=2):
        actions = rules.legal(state, seat)
        texts = [rules.text(action) for action in actions]
        assert len(set(texts)) == len(texts)
        assert [rules.parse(text) for text in texts] == list(actions)


@every_random_game
def test_a_record_reproduces_the_game(spec: GameSpec, options: dict[str, Any], plies: int) -> None:
    game = list(random_game(spec, options, plies, seed=4))
    for state, seat, action, after in game:
        assert spec.rules.legal(state, seat) == spec.rules.legal(state, seat), "in a fixed order"
        assert spec.rules.apply(state, seat, action)[0] == after
    texts = tuple(action_text(spec, seat, action) for _, seat, action, _ in game)
    record = record_from_json(Record(spec.id, options, seed=4, actions=texts).to_json())
    again = replay(spec, resolve(spec.options, record.options), record.seed, record.actions)
    assert again.state == game[-1][3]
    assert [step.before for step in again.steps] == [state for state, _, _, _ in game]
    assert [step.ply for step in again.steps] == list(range(len(game)))


@every_random_game
@pytest.mark.one_in(3)
def test_illegal_actions_raise_and_change_nothing(spec: GameSpec, options: dict[str, Any], plies: int) -> None:
    """Actions that were legal at some time are tried wherever they no longer are."""
    rules = spec.rules
    random = Random(5)
    known: dict[str, Any] = {}
    refused = 0
    for state, seat, _, after in random_game(spec, options, plies, seed=5):
        known.update((rules.text(action), action) for action in rules.legal(state, seat))
        before = repr(after)
        for other in range(spec.seat_count(options)):
            allowed = set(rules.legal(after, other))
            for text in random.sample(sorted(known), 3):
                if known[text] not in allowed:
                    refused += 1
                    with pytest.raises(IllegalActionError) as raised:
                        rules.apply(after, other, known[text])
                    assert str(raised.value)
        assert repr(after) == before
    assert refused


@every_case
def test_other_texts_raise_a_notation_error(spec: GameSpec, options: dict[str, Any]) -> None:
    state = spec.rules.start(options, 0)
    for text in NOT_ACTIONS:
        with pytest.raises(NotationError):
            spec.rules.parse(text)
        with pytest.raises(ReplayError) as raised:
            replay(spec, options, 0, [text])
        assert raised.value.ply == 0
        assert isinstance(raised.value.cause, NotationError)
    assert state == spec.rules.start(options, 0)


@pytest.mark.parametrize(("game", "said", "texts"), rows("no_actions", 3))
def test_what_is_no_action_is_refused(game: str, said: str, texts: str) -> None:
    for text in json.loads(texts):
        with pytest.raises(NotationError, match=said):
            GAMES[game].rules.parse(text)


@every_case
def test_positions_are_shown_as_text_and_as_json(spec: GameSpec, options: dict[str, Any]) -> None:
    for state, _, _, _ in random_game(spec, options, 100, seed=6):
        assert spec.rules.picture(state).strip()
        details = spec.rules.details(state)
        assert json.loads(json.dumps(details)) == details


@pytest.mark.usefixtures("fifth_game")
@pytest.mark.parametrize("spec", EVERY_GAME, ids=lambda spec: spec.id)
def test_a_spec_describes_its_game(spec: GameSpec) -> None:
    assert find(spec.id) is spec is GAMES[spec.id]
    has_counts = any(option.name == "players" for option in spec.options)
    for count in spec.seats if has_counts else spec.seats[:1]:
        options = resolve(spec.options, {"players": count} if has_counts else {})
        assert spec.seat_count(options) == count
    for option in spec.options:
        assert json.loads(json.dumps(option.describe()))["name"] == option.name
    with pytest.raises(OptionError, match="unknown option 'colour'"):
        resolve(spec.options, {"colour": 1})


def test_an_unknown_game_is_named_with_the_known_ones() -> None:
    with pytest.raises(UnknownGameError, match=r"'chess'.*quoridor") as raised:
        find("chess")
    assert isinstance(raised.value, GameError)
