"""Tips of those who wait: who may tip and when, the stars for it, and what the store gives back."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

from game.core.record import SeatConfig
from game.core.rules import GameError
from game.people import tips
from game.people.cup import Cup, cup_from_json
from game.people.party import Party, game_id, keep, kept_party
from game.registry import GAMES, find
from game.session.session import Session
from game.storage.store import Store
from tests.evening.test_cup import cup_of, play
from tests.stores import PATIENCE

pytestmark = pytest.mark.usefixtures("four_games")
PEOPLE = "circle", "square", "triangle", "star"


class AtCoffee(NamedTuple):
    """A match of Coffee that begins: two play, and the two who wait can tip."""

    cup: Cup
    session: Session
    waits: tuple[str, ...]
    plays: tuple[str, ...]


def at_coffee() -> AtCoffee:
    """The beginning of the first match of Coffee."""
    cup = play(cup_of(4, PEOPLE))
    assert cup.next is not None
    seats = [SeatConfig("human", identity=person) for person in cup.next.people]
    session = Session(find("coffee"), {"board": "sq5", "n": 4, "pie": False}, 1, seats)
    return AtCoffee(cup.begun(game_id(session.record())), session, tips.waiting(cup), cup.next.people)


def one(session: Session) -> None:
    """The player in turn lays the first bean that can be laid."""
    seat = session.actors()[0]
    session.submit(seat, session.legal(seat)[0])


def test_only_those_who_wait_tip_and_only_those_who_play_are_tipped() -> None:
    cup, _, waits, plays = at_coffee()
    assert set(waits) | set(plays) == set(PEOPLE) and len(waits) == 2
    with pytest.raises(GameError):
        tips.tip_winner(cup, plays[0], plays[0], half=False)
    with pytest.raises(GameError):
        tips.tip_winner(cup, waits[0], waits[1], half=False)
    with pytest.raises(GameError):
        tips.tip_move(cup, plays[0], "h", 0)
    assert tips.tipped(tips.tip_winner(cup, waits[0], plays[1], half=False), half=False) == {waits[0]: plays[1]}


def test_a_tip_is_changed_as_long_as_it_is_open() -> None:
    cup, _, (who, _), plays = at_coffee()
    cup = tips.tip_winner(tips.tip_winner(cup, who, plays[0], half=False), who, plays[1], half=False)
    cup = tips.tip_winner(cup, who, plays[0], half=True)
    assert tips.tipped(cup, half=False) == {who: plays[1]} and tips.tipped(cup, half=True) == {who: plays[0]}


@pytest.mark.parametrize(
    ("game", "seats", "open_at"),
    [
        ("coffee", 2, [0, 7, 8]),
        ("star", 2, [0, 8, 9]),
        ("quoridor", 2, [0, 30, 31]),
        ("quoridor", 4, [0, 60, 61, 62, 63]),
        ("robots", 4, []),
    ],
)
def test_winners_are_tipped_before_the_first_move_and_for_a_round_at_half_time(
    game: str, seats: int, open_at: list[int]
) -> None:
    assert [ply for ply in range(200) if tips.may_tip_winner(find(game), ply, seats)] == open_at


def test_the_better_tip_has_more_stars_and_the_points_stay() -> None:
    cup, _, (early, late), (winner, loser) = at_coffee()
    tipped = tips.tip_winner(tips.tip_winner(cup, early, winner, half=False), late, loser, half=False)
    tipped = tips.tip_winner(tipped, late, winner, half=True)
    assert not any(tips.stars(tipped).values()) and tips.best_eyes(tipped) == ()
    after = play(tipped, 1, 2)
    assert (tips.stars(after)[early], tips.stars(after)[late]) == (tips.FIRST_STARS, tips.HALF_STARS)
    assert tips.best_eyes(after) == (early,) and after.totals == play(cup, 1, 2).totals
    assert not any(tips.stars(play(tipped, 2, 1)).values()) or tips.best_eyes(play(tipped, 2, 1)) == (late,)


def test_a_match_that_is_continued_after_its_end_gives_the_stars_of_its_last_result() -> None:
    cup, _, (who, _), (one, other) = at_coffee()
    cup = tips.tip_winner(cup, who, one, half=False)
    ended = cup.ended(cup.playing, {one: 1, other: 2})
    assert tips.stars(ended)[who] and not tips.stars(ended.ended(cup.playing, {one: 2, other: 1}))[who]


def test_a_move_is_tipped_until_it_is_played_and_told_afterwards() -> None:
    cup, session, (one_of_them, other), _ = at_coffee()
    spec = session.spec
    assert tips.kinds_of_moves(spec, session.state, 0) == ("h", "d", "u", "v")
    cup = tips.tip_move(tips.tip_move(cup, one_of_them, "v", 0), other, "d", 0)
    assert tips.told(cup, spec, session.steps) is cup, "nothing is told before the move"
    one(session)  # the stick lies across
    cup = tips.told(tips.tip_move(cup, one_of_them, "h", 0), spec, session.steps)
    assert tips.stars(cup) == {person: int(person == one_of_them) for person in PEOPLE} and not cup.tips.moves
    with pytest.raises(GameError):
        tips.tip_move(cup, other, "h", 0)  # it was seen
    assert tips.told(cup, spec, session.steps[:0]) is cup, "nor again after it was taken back"
    with pytest.raises(GameError):
        tips.tip_move(cup, other, "h", 0)


def test_kinds_of_moves_in_quoridor() -> None:
    spec = find("quoridor")
    state = spec.rules.start({"players": 2, "jump_pairs": False, "walls": None}, 1)
    kinds = {text: spec.play.guess.of(state, 0, spec.rules.parse(text)) for text in ("e2", "d1", "e4h", "e4v")}
    assert kinds == {"e2": "on", "d1": "aside", "e4h": "h", "e4v": "v"}
    assert tips.kinds_of_moves(find("star"), None, 0) == ()


def test_an_ai_tips_the_same_at_each_call() -> None:
    cup, session, (who, _), seats = at_coffee()
    tip = tips.of_ai(session.spec, session.state, cup, who, seats, half=False)
    assert tip in seats and tip == tips.of_ai(session.spec, session.state, cup, who, seats, half=False)


def test_a_cup_without_tips_goes_on_and_tips_are_stored_with_it() -> None:
    cup, _, (who, _), plays = at_coffee()
    old = {key: value for key, value in cup.to_json().items() if key != "tips"}
    assert cup_from_json(old, GAMES) == cup
    cup = tips.tip_winner(tips.tip_move(cup, who, "h", 0), who, plays[0], half=False)
    assert cup_from_json(json.loads(json.dumps(cup.to_json())), GAMES) == cup


@pytest.mark.parametrize(
    "wrong",
    [
        {"moves": {"moon": "h"}},
        {"stars": {"moon": 1}},
        {"quiet": ["moon"]},
        {"winners": [{"match": 0, "identity": "circle", "choice": "moon", "half": False}]},
        {"winners": [{"match": 0, "identity": "circle", "choice": "star", "half": False}] * 2},
    ],
)
def test_damaged_tips(wrong: dict[str, object]) -> None:
    data = at_coffee().cup.to_json()
    with pytest.raises(GameError):
        cup_from_json(data | {"tips": data["tips"] | wrong}, GAMES)


def test_a_tip_for_the_last_move_counts_even_if_the_program_was_killed_after_it(tmp_path: Path) -> None:
    cup, session, (who, _), _ = at_coffee()
    last = None
    while session.outcome is None:
        last, before = session.ply, session.state
        one(session)
    assert last is not None
    kind = session.spec.play.guess.of(before, session.steps[last].seat, session.steps[last].action)
    cup = replace(cup, tips=replace(cup.tips, moves={who: kind}, ply=last))
    store = Store.open(tmp_path / "store.db")
    keep(store, Party(cup=cup))
    assert store.wait(PATIENCE)
    party, _ = kept_party(store, GAMES).ended(session.record(), (1, 2), lambda seat: seat.identity, GAMES)
    assert party.cup is not None and tips.stars(party.cup)[who] == tips.MOVE_STARS
    assert store.close()
