"""The party: tonight's people with their devices, and the evening's results, as one value.

The results have the winners of each game. From the usual length of matches at this table, screens estimate how long a
cup still takes.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from game.core.decode import DecodeError, decode
from game.core.options import resolve
from game.core.record import Record, SeatConfig, replay
from game.core.rules import GameError
from game.match_setup import NAMES
from game.people.roster import Chair, Roster, roster_fit, roster_from_json
from game.storage.profiles import Profile, name_key
from game.storage.store import Store

if TYPE_CHECKING:
    from game.core.spec import GameSpec
    from game.people.cup import Cup, Entrant


MOST = 500  # the most games of an evening; the earliest are dropped first
LATEST = 9  # the most matches of a game from which its usual length is estimated
FEWEST = 3  # with fewer matches here, the length comes from the game's SPEC
STEP = 5  # minutes: longer times are rounded up to multiples of this
_KEY = "party"  # the party's key in the store
_FORMER = {"roster": "roster", "evening": "evening", "cup": "cup", "pads": "roster.pads"}
"""The keys under which older stores have the party's parts."""
_PAD_NUMBER = re.compile("[1-9][0-9]?")
_Part = TypeVar("_Part")
PadMark = tuple[str, str, str]  # a pad's model, serial number, and place
NameOf = Callable[[SeatConfig], str]  # a seat's displayed name


@dataclass(frozen=True, slots=True)
class EveningGame:
    """One finished game: its id (see `game_id`), and the names of its people and its winners.

    Raises GameError for a winner who did not play.
    """

    id: str
    game: str
    people: tuple[str, ...]
    winners: tuple[str, ...]

    def __post_init__(self) -> None:
        if not set(self.winners) <= set(self.people):
            raise GameError("somebody won who did not play")


@dataclass(frozen=True, slots=True)
class Evening:
    """The games of an evening in order."""

    played: tuple[EveningGame, ...] = ()

    def with_game(self, played: EveningGame) -> Evening:
        """Return the evening with one more game. If a game was continued, its new result replaces the earlier one."""
        others = tuple(game for game in self.played if game.id != played.id)
        return Evening((*others, played)[-MOST:])

    def score(self, people: Iterable[str]) -> dict[str, int]:
        """Return the wins of each of `people` in games that exactly these people played; empty without such games."""
        together = [game for game in self.played if set(game.people) == set(people)]
        return {name: sum(name in game.winners for game in together) for name in people} if together else {}

    def to_json(self) -> list[dict[str, Any]]:
        """Return the evening as JSON values, for the store."""
        return [asdict(game) for game in self.played]


def evening_from_json(data: object) -> Evening:
    """Read an evening from `to_json`. Raises GameError, which names the error."""
    try:
        return Evening(decode(tuple[EveningGame, ...], data)[-MOST:])
    except DecodeError as error:
        raise GameError(f"a stored evening: {error}") from None


def game_id(record: Record) -> str:
    """Return a game's id, made of title, options, seed and seats, but not of its actions."""
    head = json.dumps(
        [record.game, record.options, record.seed, [seat.identity for seat in record.seats]], sort_keys=True
    )
    return hashlib.sha256(head.encode()).hexdigest()[:16]


def usual_seconds(spec: GameSpec, records: Iterable[Record], length: str = "") -> float:
    """Return the median length of the latest matches between people in `records` (newest first), or the game's own
    length.

    A match counts only if the options that shorten matches (`Play.shorter`) are set as in a cup of this `length`.
    """
    from statistics import median  # imported only here, because it imports `fractions` and `decimal`

    shorter = spec.play.shorter.get(length)
    options, minutes = ({}, spec.play.minutes) if shorter is None else (shorter.options, shorter.minutes)
    keys = {key for each in spec.play.shorter.values() for key in each.options}
    wanted = resolve(spec.options, dict(options))
    found = [
        sum(record.times) / 1000
        for record in records
        if record.game == spec.id
        and _is_match(record)
        and all(record.options.get(key, wanted[key]) == wanted[key] for key in keys)
    ]
    return median(found[:LATEST]) if len(found) >= FEWEST else 60.0 * minutes


def rounded_minutes(seconds: float) -> int:
    """Return minutes rounded for people: whole minutes up to five, then steps of five."""
    minutes = max(1, math.ceil(seconds / 60))
    return minutes if minutes <= STEP else STEP * math.ceil(minutes / STEP)


def _is_match(record: Record) -> bool:
    people = sum(not seat.is_ai for seat in record.owners)
    return people > 1 and record.result is not None and bool(record.times)


class EndedGame(NamedTuple):
    """The results of a finished game for the people at the table.

    `score` has the evening's wins by name. `coming` are the people who join for the next game. `of_cup` says whether it
    was a cup match.
    """

    score: Mapping[str, int]
    coming: tuple[SeatConfig, ...] = ()
    of_cup: bool = False


@dataclass(frozen=True, slots=True)
class Party:
    """The people at the table, in playing order.

    The party has the evening's games, the cup in play or just finished, and the people's pads by number. `before` has
    the id of the last finished game, and the roster that played this game; `before` is not stored.
    """

    roster: Roster = field(default_factory=Roster)
    evening: Evening = field(default_factory=Evening)
    cup: Cup | None = None
    pads: Mapping[int, PadMark] = field(default_factory=dict)
    before: tuple[str, Roster] = field(default_factory=lambda: ("", Roster()))

    def seated(self, roster: Roster) -> Party:
        """Return the party with another roster. If nobody is left, the evening and the cup end."""
        if not roster.people:
            return Party(roster)
        here = {chair.identity for chair in roster.people}
        left = [one.identity for one in self.roster.people if one.identity not in here and self.plays_cup(one.identity)]
        cup = self.cup.stood_up(left) if self.cup is not None and left else self.cup
        return replace(self, roster=roster, cup=cup)

    # The cup

    def is_cup_match(self, record: Record) -> bool:
        """Whether this game is a cup match."""
        return self.cup is not None and self.cup.playing == game_id(record)

    @property
    def entrants(self) -> tuple[Entrant, ...]:
        """The people and AIs in the cup; () without a cup."""
        return () if self.cup is None else self.cup.entrants

    def plays_cup(self, identity: str) -> bool:
        """Whether `identity` takes part in an unfinished cup."""
        cup = self.cup
        return cup is not None and cup.next is not None and any(entry.identity == identity for entry in cup.entrants)

    def taken_over(self, identity: str, by: str) -> Party:
        """Return the party with the person of the colour `by` in a cup entrant's place, in the entrant's colour."""
        chair = self.roster.chair(by)
        if self.cup is None or chair is None:
            return self
        others = [each for each in self.roster.chairs if each.identity not in (identity, by)]
        cup = self.cup.taken_over(identity, chair.name, is_ai=False)
        return replace(self, roster=Roster((*others, replace(chair, identity=identity))), cup=cup)

    def handed_on(self, identity: str, by: SeatConfig) -> Party:
        """Return the party after `by` has taken over a cup entrant's seat in a match.

        `by` is an AI, a person who waits at the table and is not in the cup (found by the name), or a new person with
        the entrant's device.
        """
        chair, cup = self.roster.chair(identity), self.cup
        if cup is None:
            return self
        if not by.is_ai:
            known = {entrant.identity for entrant in cup.entrants}
            others = (each for each in self.roster.people if each.identity not in known)
            if (waits := next((each for each in others if each.name == by.name), None)) is not None:
                return self.taken_over(identity, waits.identity)
        party = replace(self, cup=cup.taken_over(identity, by.name, by.is_ai))
        if by.is_ai:
            return party.seated(self.roster.leave(identity))
        return party if chair is None else party.seated(self.roster.with_chair(replace(chair, name=by.name, profile=0)))

    # Games that end

    def ended(
        self, record: Record, places: Sequence[int], name: NameOf, games: Mapping[str, GameSpec]
    ) -> tuple[Party, EndedGame]:
        """Count a finished game: for the cup if it is a cup match, and for the evening if it is between people.

        After a game between people that is no cup match, waiting people take places of people who played.

        `places` has the place of each seat. People who resigned count as players. If an AI wins for one of them, nobody
        has won.
        """
        assert record.result is not None
        party, id, winners = self, game_id(record), record.result.winners
        of_cup = self.cup is not None and self.cup.owns(id)
        if self.cup is not None and of_cup:
            from game.people import cup, tips

            by_identity = dict(zip((seat.identity for seat in record.seats), places, strict=True))
            if any(record.seats[seat].resigned for seat in winners):
                by_identity[cup.NOBODY] = 1
            spec, known = games[record.game], self.cup
            if known.tips.moves:
                known = tips.told(known, spec, replay(spec, record.options, record.seed, record.actions).steps)
            party = replace(party, cup=known.ended(id, by_identity))
        of_people = [index for index, seat in enumerate(record.owners) if not seat.is_ai]
        people = [record.owners[index] for index in of_people]
        if len(people) < 2:
            return party, EndedGame({}, of_cup=of_cup)
        won = [seat for index, seat in enumerate(record.seats) if index in winners and not seat.is_ai]
        names = tuple(map(name, people))
        played = EveningGame(id, record.game, names, tuple(map(name, won)))
        party = replace(party, evening=party.evening.with_game(played))
        score, coming = party.evening.score(names), tuple[SeatConfig, ...]()
        if not of_cup:
            first = min(places[index] for index in of_people)
            best = [record.seats[index].identity for index in of_people if places[index] == first]
            party, coming = party._next_in(id, record, best, name, games[record.game])
        return party, EndedGame(score, coming, of_cup)

    def _next_in(
        self, id: str, record: Record, best: Sequence[str], name: NameOf, spec: GameSpec
    ) -> tuple[Party, tuple[SeatConfig, ...]]:
        """Give the places of all but the `best` to waiting people. Returns the people who join for the next game."""
        people = [seat for seat in record.owners if not seat.is_ai]
        # The same id means that an earlier game was continued.
        party = self if self.before[0] == id else replace(self, before=(id, self.roster))
        identities, before = [seat.identity for seat in people], party.before[1]
        known = {(chair.identity, name(chair.seat())) for chair in before.people}
        all_sat = set(zip(identities, map(name, people), strict=True)) <= known
        if not all_sat or roster_fit(spec, before).playing != len(people) or len(people) < len(record.seats):
            return party, ()
        after = before.after_game(identities, best)
        if after == before:
            return party, ()
        coming = (chair.seat() for chair in after.people[: len(people)] if chair.identity not in identities)
        return party.seated(after), tuple(coming)

    # Profiles

    def following(self, profile_of: Callable[[int], Profile | None], shown: Callable[[str], str]) -> Party:
        """Return the party with the present names of its people's profiles.

        People without a profile keep their names. `shown` returns a name as it is displayed.
        """
        chairs: list[Chair] = []
        for chair in self.roster.chairs:
            profile = profile_of(chair.profile) if chair.profile else None
            if profile is not None and all(profile.id != other.profile for other in chairs):
                chair = replace(chair, name=profile.name, profile=profile.id)
            chairs.append(chair if profile is not None else replace(chair, profile=0))
        for index, chair in enumerate(chairs):
            others = {name_key(shown(other.name)) for other in chairs if other is not chair and not other.is_ai}
            if not chair.is_ai and not chair.profile and name_key(shown(chair.name)) in others:
                free = next(name for name in NAMES if name_key(shown(name)) not in others)
                chairs[index] = replace(chair, name=free)
        try:
            return self.seated(Roster(tuple(chairs)))
        except GameError:  # two profiles were merged, and both people are at the table
            return self

    # The store

    def to_json(self) -> dict[str, Any]:
        """Return the stored parts as JSON values."""
        return {
            "roster": self.roster.to_json(),
            "evening": self.evening.to_json(),
            "cup": None if self.cup is None else self.cup.to_json(),
            "pads": {str(number): list(mark) for number, mark in self.pads.items()},
        }


def keep(store: Store, party: Party) -> None:
    """Save a party in the store."""
    store.set(_KEY, party.to_json())
    for key in _FORMER.values():
        if store.get(key) is not None:
            store.set(key, None)


def kept_party(store: Store, games: Mapping[str, GameSpec]) -> Party:
    """Load the party from the store. Parts that cannot be used are set aside, and are empty."""
    former: dict[str, object] = {part: store.get(key) for part, key in _FORMER.items()}
    stored: dict[str, object] = store.read(_KEY, lambda data: decode(dict[str, object], data), former)
    for name in stored.keys() - _FORMER.keys():  # of a later version
        store.refuse(f"{_KEY}.{name}", stored[name], "there is no such part")

    def part(name: str, read: Callable[[object], _Part], empty: _Part) -> _Part:
        data = stored.get(name)
        try:
            return empty if data is None else read(data)
        except GameError as error:
            # The error may contain a person's name, which the log must not have.
            store.refuse(f"{_KEY}.{name}", data, "" if name == "roster" else str(error))
            return empty

    return Party(
        part("roster", roster_from_json, Roster()),
        part("evening", evening_from_json, Evening()),
        part("cup", lambda data: _cup_from_json(data, games), None),
        part("pads", _pads_from_json, {}),
    )


def _cup_from_json(data: object, games: Mapping[str, GameSpec]) -> Cup:
    """Read a cup as `cup_from_json` does. An evening without a cup does not import the cup's module."""
    from game.people.cup import cup_from_json

    return cup_from_json(data, games)


def _pads_from_json(data: object) -> dict[int, PadMark]:
    """Read the pads' marks. Raises GameError, which names the error."""
    marks = decode(dict[str, PadMark], data)
    if wrong := [number for number in marks if not _PAD_NUMBER.fullmatch(number)]:
        raise GameError(f"{wrong[0][:20]!r} is no number of a pad")
    return {int(number): mark for number, mark in marks.items()}
