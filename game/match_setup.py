"""The setup of a match, as the setup screen edits and remembers it: options, seats and who begins."""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from game.core.handicaps import carry_handicaps
from game.core.options import amend, resolve
from game.core.record import ENGINE, Record, SeatConfig, read_seats, seat_to_json
from game.core.rules import GameError, Seat

if TYPE_CHECKING:
    from game.core.spec import GameSpec


Begins = Literal["first", "random", "loser", "alternate"]
BEGINS: tuple[Begins, ...] = ("first", "random", "loser", "alternate")
IDENTITIES = ("circle", "square", "triangle", "diamond", "cross", "star", "hexagon", "moon")
NAMES = ("@aoi", "@ren", "@mio", "@haru", "@sora", "@kai", "@yui", "@nagi")
"""Default names. The leading @ marks a name to be translated."""
AI_NAMES: Mapping[int, tuple[str, ...]] = {
    1: ("@mame", "@peaberry", "@sprout", "@crumb", "@biscuit", "@wafer", "@sugar", "@scoop"),
    2: ("@milk", "@latte", "@cream", "@vanilla", "@macchiato", "@aulait", "@cortado", "@breve"),
    3: ("@mocha", "@caramel", "@hazelnut", "@praline", "@toffee", "@nougat", "@ganache", "@nutmeg"),
    4: ("@kuro", "@espresso", "@ristretto", "@lungo", "@doppio", "@americano", "@robusta", "@noir"),
    5: ("@master", "@barista", "@roaster", "@siphon", "@filter", "@cezve", "@kettle", "@grinder"),
}
"""The names of AIs, to be translated. A level has a family of names; the first ("@milk") is the level's character."""
OF_AIS = frozenset(name for family in AI_NAMES.values() for name in family)
DEFAULT_LEVEL = 2
LONGEST_NAME = 20  # the most characters of a name


@dataclass(frozen=True, slots=True)
class MatchSetup:
    """One setup. `seats` are in the order of the cards on screen; the options say how many there are.

    `seed` is the seed of the next game only, None for a random one. It is not stored. Each AI gets a name of its
    level's family (see `fitting_names`), even if `seats` give it another name.
    """

    game: str
    options: dict[str, object]
    seats: tuple[SeatConfig, ...]
    begins: Begins = "first"
    seed: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "seats", with_fitting_names(self.seats))

    def to_json(self) -> dict[str, object]:
        """Return the setup as JSON values for the store, without its seed."""
        return {
            "options": self.options,
            "seats": [seat_to_json(seat) for seat in self.seats],
            "begins": self.begins,
        }

    def seating(self, seed: int, last: Record | None = None, began: Seat = 0) -> tuple[SeatConfig, ...]:
        """Return the seats in playing order: the player who begins takes seat 0, and the others follow in turn.

        `last` is the latest finished game; its seat `began` had the first turn. `begins` says who begins now: the first
        card, a random one, the loser of `last`, or the card after the player who began `last` ("alternate"). If
        that loser or player is missing, the first card begins.
        """
        count = len(self.seats)
        beginner = 0
        if self.begins == "random":
            beginner = random.Random(seed).randrange(count)
        elif self.begins == "loser" and last is not None and last.result is not None:
            lost = {
                seat.identity
                for index, seat in enumerate(last.seats)
                if last.result.winners and (seat.resigned or index not in last.result.winners)
            }
            beginner = next((i for i, seat in enumerate(self.seats) if seat.identity in lost), 0)
        elif self.begins == "alternate" and last is not None and last.seats:
            began = next((i for i, seat in enumerate(self.seats) if seat.identity == last.seats[began].identity), -1)
            beginner = (began + 1) % count
        return self.seats[beginner:] + self.seats[:beginner]

    def with_seat(self, index: int, seat: SeatConfig) -> MatchSetup:
        """Return the setup with one seat changed. Another seat with the new identity or name gets the old one."""
        seats = list(self.seats)
        old = seats[index]
        for i, other in enumerate(seats):
            if i == index:
                continue
            identity = old.identity if other.identity == seat.identity else other.identity
            seats[i] = replace(other, identity=identity, name=old.name if other.name == seat.name else other.name)
        seats[index] = seat
        return replace(self, seats=tuple(seats))

    def with_options(self, spec: GameSpec, changes: Mapping[str, object]) -> MatchSetup:
        """Return the setup with options changed (see `core.options.amend`) and as many seats as they need.

        Handicaps that are not in `changes` stay with their players.
        """
        options = amend(spec.options, self.options, changes)
        seats = _fill(self.seats, spec.seat_count(options))
        options = carry_handicaps(spec.options, (self.options, self.seats), (options, seats)) | dict(changes)
        return replace(self, options=options, seats=seats)

    def with_seats(self, spec: GameSpec, seats: tuple[SeatConfig, ...]) -> MatchSetup:
        """Return the setup with other `seats`, as many as before. Handicaps stay with the players who remain."""
        return replace(self, options=self.options_for(spec, seats), seats=seats)

    def options_for(self, spec: GameSpec, seats: Sequence[SeatConfig]) -> dict[str, object]:
        """Return the options for `seats`, such as those from `seating`. Handicaps stay with their players."""
        return carry_handicaps(spec.options, (self.options, self.seats), (self.options, seats))


def default_table(spec: GameSpec) -> MatchSetup:
    """Return the initial setup: one person against AIs."""
    options = resolve(spec.options, {})
    person = SeatConfig("human", name=NAMES[0], identity=IDENTITIES[0])
    return MatchSetup(spec.id, options, _fill((person,), spec.seat_count(options)))


def table_from_json(spec: GameSpec, data: object) -> MatchSetup:
    """Read a setup that `to_json` wrote. Raises GameError if the stored values are no longer valid."""
    if not isinstance(data, dict) or not isinstance(data.get("options"), dict):
        raise GameError("a stored setup is not an object with options")
    options = resolve(spec.options, data["options"])
    begins = data.get("begins", "first")
    if begins not in BEGINS:
        raise GameError(f"a stored setup lets {begins!r} begin")
    seats = read_seats(data.get("seats", []), "stored setup")
    for index, seat in enumerate(seats):
        if seat.identity not in IDENTITIES:
            raise GameError(f"a stored setup gives seat {index} the identity {seat.identity!r}")
    if len(seats) != spec.seat_count(options):
        raise GameError(f"a stored setup has {len(seats)} seats, not {spec.seat_count(options)}")
    return MatchSetup(spec.id, options, seats, begins)


def with_default_names(seats: Sequence[SeatConfig]) -> tuple[SeatConfig, ...]:
    """Return the seats, with default names and identities where these are missing.

    An AI's default name is of its level's family. The name "ext:..." of an engine's seat counts as missing.
    """
    done: list[SeatConfig] = []
    seats = [replace(seat, name="") if seat.name.startswith(ENGINE) else seat for seat in seats]
    for seat in seats:
        taken = {other.identity for other in (*done, *seats)}
        named = {other.name for other in (*done, *seats)}
        identity = seat.identity or next(i for i in IDENTITIES if i not in taken)
        offered = AI_NAMES.get(_family(seat), NAMES)
        done.append(replace(seat, identity=identity, name=seat.name or next(n for n in offered if n not in named)))
    return tuple(done)


def fitting_names(players: Iterable[tuple[int, str]]) -> list[str]:
    """Return names for players, each given by its level (0 for a person) and its present name.

    An AI keeps a name of its level's family if no other AI has it. Otherwise it gets the family's first free name, or
    the family's first name if none is free (only in tournaments). A person with an AI's name gets a free name of NAMES.
    Other people keep their names.
    """
    given = list(players)
    found: list[str | None] = []
    for level, name in given:
        fits = name in AI_NAMES[level] and name not in found if level else name not in OF_AIS
        found.append(name if fits else None)
    for i, (level, _) in enumerate(given):
        if found[i] is None:
            family = AI_NAMES.get(level, NAMES)
            found[i] = next((name for name in family if name not in found), family[0])
    return [name or "" for name in found]


def with_fitting_names(seats: Sequence[SeatConfig]) -> tuple[SeatConfig, ...]:
    """Return the seats with `fitting_names`. Engines and people who have resigned keep their names."""
    names = fitting_names((_family(seat), seat.name) for seat in seats)
    return tuple(
        seat if seat.resigned or seat.name == name else replace(seat, name=name)
        for seat, name in zip(seats, names, strict=True)
    )


def family_place(seat: SeatConfig) -> int:
    """Return the place of an AI's name in its level's family: 0 for the level's character and for other names."""
    family = AI_NAMES.get(seat.level, ())
    name = seat.plays_as if seat.resigned else seat.name
    return family.index(name) if name in family else 0


def level_of_name(name: str) -> int:
    """Return the level whose family has this name; 0 for other names."""
    return next((level for level, family in AI_NAMES.items() if name in family), 0)


def free_ai_name(seats: Iterable[SeatConfig], level: int, others: Iterable[str] = ()) -> str:
    """Return the first name of a level's family that is free in `seats` and, if possible, is not one of `others`."""
    taken = {name for seat in seats for name in (seat.name, seat.plays_as)}
    free = [name for name in AI_NAMES[level] if name not in taken]
    elsewhere = {*others}
    return next((name for name in free if name not in elsewhere), free[0])


def without_missing_engines(seats: Sequence[SeatConfig], engines: Collection[str]) -> tuple[SeatConfig, ...]:
    """Return the seats. A seat of an engine that is not in `engines` becomes a person's."""
    unknown = {seat.engine for seat in seats} - {"", *engines}
    if not unknown:
        return tuple(seats)
    return with_default_names(
        [
            replace(seat, kind="human", level=0, engine="", strength=0.0) if seat.engine in unknown else seat
            for seat in seats
        ]
    )


def has_own_name(name: str) -> bool:
    """Whether a person chose this name: it is neither empty nor a default name, which begins with @."""
    return bool(name) and not name.startswith("@")


def _family(seat: SeatConfig) -> int:
    """Return the level whose family names the seat's AI; 0 for people, engines, and AIs that play on for somebody."""
    return seat.level if seat.is_ai and not seat.is_engine and not seat.resigned else 0


def clean_name(text: str) -> str:
    """Return `text` as a name: no control characters, single spaces, at most LONGEST_NAME characters, no leading @."""
    shown = "".join(char if char.isprintable() else " " for char in unicodedata.normalize("NFC", text))
    return " ".join(shown.split()).lstrip("@ ")[:LONGEST_NAME].rstrip()


def _fill(seats: tuple[SeatConfig, ...], count: int) -> tuple[SeatConfig, ...]:
    """Return `count` seats: the present ones first, then AIs without a name, with free identities."""
    chosen = list(seats[:count])
    while len(chosen) < count:
        identity = next(i for i in IDENTITIES if all(seat.identity != i for seat in chosen))
        chosen.append(SeatConfig("ai", DEFAULT_LEVEL, identity=identity))
    return tuple(chosen)
