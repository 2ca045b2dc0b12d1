"""The roster: the chairs of people and AIs at the table. It lasts from game to game, and gives each game its seats."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from game.core.decode import DecodeError, decode
from game.core.device_id import ANY, TABLE, DeviceId
from game.core.options import resolve
from game.core.record import SeatConfig, SeatKind
from game.core.rules import LEVELS, GameError
from game.match_setup import (
    DEFAULT_LEVEL,
    IDENTITIES,
    NAMES,
    OF_AIS,
    MatchSetup,
    clean_name,
    fitting_names,
    with_fitting_names,
)
from game.storage.profiles import LAST_ID, name_key

if TYPE_CHECKING:
    from game.core.spec import GameSpec


_AT_THE_TABLE = ("keyboard", "mouse", "touch")  # shared devices
_LAST_KEY = 2**31 - 1
PLACES = range(len(IDENTITIES))  # the places at the table
ANYWHERE = -1  # stands for the first free place


@dataclass(frozen=True, slots=True)
class Chair:
    """A person or AI at the table, with one of IDENTITIES. Raises GameError for invalid fields.

    `kind` is "human" or "ai", and `level` is 0 or 1..5, as in a seat. A person's `name` is one of NAMES or a clean name
    (`clean_name`). An AI's name may be one of OF_AIS. A chair without a name yet has "". `profile` is the id of the
    person's profile, 0 for none. A person's `device` is a pad ("pad3"), "keyboard", "mouse" or "touch", "" for none
    yet. `key` is the code of the person's own key on the keyboard, 0 for none. `place` is the place at the table, 0..7,
    or ANYWHERE.
    """

    identity: str
    kind: SeatKind = "human"
    level: int = 0
    name: str = ""
    profile: int = 0
    device: DeviceId = ANY
    key: int = 0
    place: int = ANYWHERE

    def __post_init__(self) -> None:
        checks = {
            "identity": self.identity in IDENTITIES,
            "kind": self.kind in ("human", "ai"),
            "level": self.level in LEVELS if self.is_ai else self.level == 0,
            "name": self.name in (OF_AIS.union(NAMES) if self.is_ai else NAMES) or clean_name(self.name) == self.name,
            "profile": 0 <= self.profile <= (0 if self.is_ai else LAST_ID),
            "device": self.device.kind in (("",) if self.is_ai else ("", *_AT_THE_TABLE, "pad", "phone")),
            "key": 0 <= self.key <= (_LAST_KEY if self.device == "keyboard" else 0),
            "place": self.place == ANYWHERE or self.place in PLACES,
        }
        for name, is_right in checks.items():
            if not is_right:
                raise GameError(f"a chair cannot have the {name} {getattr(self, name)!r}")

    @property
    def is_ai(self) -> bool:
        return self.kind == "ai"

    def seat(self) -> SeatConfig:
        """The chair as a seat of a game. Keyboard, mouse and touch become "table"."""
        device = TABLE if self.device.kind in _AT_THE_TABLE else self.device
        return SeatConfig(self.kind, self.level, self.name, self.identity, device)


@dataclass(frozen=True, slots=True)
class Roster:
    """The chairs in use, at most eight, in the order of sitting down.

    Raises GameError if two chairs share an identity, key or place, or if two people share a name. A default name
    ("@aoi") counts as equal to the name that the screen shows ("Aoi"). Each AI gets a name of its level's family (see
    `match_setup.fitting_names`), even if its chair has another name. An AI and a person may have the same name.
    """

    chairs: tuple[Chair, ...] = ()

    def __post_init__(self) -> None:
        _refuse_twice("identity", [chair.identity for chair in self.chairs])
        _refuse_twice("key", [chair.key for chair in self.chairs if chair.key])
        _refuse_twice("name", [_key(chair.name) for chair in self.people if chair.name])
        taken = [chair.place for chair in self.chairs if chair.place != ANYWHERE]
        _refuse_twice("place", taken)
        free = (place for place in PLACES if place not in taken)
        names = fitting_names((chair.level, chair.name) for chair in self.chairs)
        named = [replace(chair, name=name) for chair, name in zip(self.chairs, names, strict=True)]
        chairs = (replace(chair, place=next(free)) if chair.place == ANYWHERE else chair for chair in named)
        object.__setattr__(self, "chairs", tuple(chairs))

    @property
    def people(self) -> tuple[Chair, ...]:
        """The chairs of people."""
        return tuple(chair for chair in self.chairs if not chair.is_ai)

    @property
    def on_phones(self) -> tuple[Chair, ...]:
        """The chairs of people who play by phone."""
        return tuple(chair for chair in self.chairs if chair.device.is_phone)

    @property
    def ai(self) -> tuple[Chair, ...]:
        """The chairs of AIs."""
        return tuple(chair for chair in self.chairs if chair.is_ai)

    def chair_at(self, place: int) -> Chair | None:
        """Return the chair at this place; None if it is empty."""
        return next((chair for chair in self.chairs if chair.place == place), None)

    def chair(self, identity: str) -> Chair | None:
        """Return the chair of this identity; None if there is none."""
        return next((chair for chair in self.chairs if chair.identity == identity), None)

    def sit(self, device: DeviceId, key: int = 0, place: int = ANYWHERE) -> Roster:
        """Return the roster with one more person, the last in the order, who sits at `place`.

        The person gets the next free identity and a default name. Raises GameError if all chairs are taken, or if
        another chair has `key` or `place`.
        """
        chair = Chair(self._free_identity(), name=self._free_name(), device=device, key=key, place=place)
        return Roster((*self.chairs, chair))

    def leave(self, identity: str) -> Roster:
        """Return the roster without the chair of this identity."""
        return Roster(tuple(chair for chair in self.chairs if chair.identity != identity))

    def with_chair(self, chair: Chair) -> Roster:
        """Return the roster with `chair`, in place of the chair with the same identity, or at the end.

        If another person has the name of `chair`, that person gets the replaced chair's name and profile, or a default
        name. Raises GameError if another chair has the key or the place of `chair`.
        """
        old = self.chair(chair.identity)
        chairs = list(self.chairs)
        for i, other in enumerate(chairs):
            if other is old:
                chairs[i] = chair
            elif other.name and not (other.is_ai or chair.is_ai) and _key(other.name) == _key(chair.name):
                if old and old.name:
                    chairs[i] = replace(other, name=old.name, profile=old.profile)
                else:
                    chairs[i] = replace(other, name=free_name(one.name for one in chairs), profile=0)
        return Roster(tuple(chairs) if old else (*chairs, chair))

    def fill(self, count: int, level: int) -> Roster:
        """Return the roster filled up to `count` chairs with AIs of this level. Raises GameError beyond eight."""
        roster = self
        while len(roster.chairs) < count:
            chair = Chair(roster._free_identity(), "ai", level)
            roster = Roster((*roster.chairs, chair))
        return roster

    def after_game(self, played: Iterable[str], winners: Iterable[str]) -> Roster:
        """If people wait, reorder people for the next game: winners stay, waiting people follow, the others go last.

        `played` and `winners` are identities. Unless one person alone won, the last of the players in the roster's
        order stays. In a game of two, this is the person who had waited before.
        """
        names = set(played)
        present = [chair for chair in self.people if chair.identity in names]
        waited = [chair for chair in self.people if chair.identity not in names]
        if not present or not waited:
            return self
        won = set(winners)
        stay = [chair for chair in present if chair.identity in won]
        if len(stay) != 1:
            stay = present[-1:]
        gone = [chair for chair in present if chair not in stay]
        return Roster((*stay, *waited, *gone, *self.ai))

    def to_json(self) -> dict[str, Any]:
        """Return the roster as JSON values, for the store."""
        return {"chairs": [asdict(chair) for chair in self.chairs]}

    def _free_identity(self) -> str:
        taken = {chair.identity for chair in self.chairs}
        free = next((identity for identity in IDENTITIES if identity not in taken), None)
        if free is None:
            raise GameError(f"all {len(IDENTITIES)} chairs are taken")
        return free

    def _free_name(self) -> str:
        return free_name(chair.name for chair in self.chairs)


def roster_from_json(data: object) -> Roster:
    """Read a roster from `to_json`. Raises GameError, which names the error."""
    entries = data.get("chairs") if isinstance(data, dict) else None
    if not isinstance(entries, list):
        raise GameError("a stored roster is not an object with a list of chairs")
    # older stores have no places
    entries = [{"place": ANYWHERE, **entry} if isinstance(entry, dict) else entry for entry in entries]
    try:
        return Roster(decode(tuple[Chair, ...], entries, fields="exact"))
    except DecodeError as error:
        index, *name = error.path
        what = f"its {name[0]} is {error.mismatch}" if name else error.reason
        if error.wanted and not name:
            what = f"it is not {error.wanted}"
        raise GameError(f"a stored roster, chair {index}: {what}") from None
    except GameError as error:
        raise GameError(f"a stored roster: {error}") from None


# At a game


class RosterFit(NamedTuple):
    """The numbers of people who play a game, of people who wait, and of AIs that join."""

    playing: int = 0
    waiting: int = 0
    ai: int = 0


def roster_fit(spec: GameSpec, roster: Roster) -> RosterFit:
    """Return how a roster fits a game, for `seats_from_roster`.

    If the game can have a seat for each chair, the roster's AIs join. Otherwise, if it can have a seat for each person,
    people play without AIs. If it cannot, AIs fill the seats up to the next possible number. A single person plays
    against as many AIs as in the game's initial setup.
    """
    people = len(roster.people)
    playing = min(people, max(spec.seats))
    if not playing:
        return RosterFit()
    count = playing
    if _is_alone(roster):
        count = spec.seat_count(resolve(spec.options, {}))
    elif len(roster.chairs) in spec.seats:
        count = len(roster.chairs)
    elif playing not in spec.seats:
        count = min(number for number in spec.seats if number > playing)
    return RosterFit(playing, people - playing, count - playing)


def followed_roster(table: MatchSetup, spec: GameSpec, before: Roster, after: Roster) -> MatchSetup:
    """Return the setup after a change of the roster.

    If people came, went or moved, the setup gets seats from the roster. Otherwise only names and devices are updated.
    """
    if [chair.identity for chair in before.chairs] != [chair.identity for chair in after.chairs]:
        return seats_from_roster(table, spec, after)
    changed = {chair.identity: chair.seat() for chair in after.people if before.chair(chair.identity) != chair}
    seats = [seat if seat.is_ai else changed.get(seat.identity, seat) for seat in table.seats]
    return table.with_seats(spec, with_unique_names(seats))


def without_gone_phones(seats: Iterable[SeatConfig], roster: Roster) -> tuple[SeatConfig, ...]:
    """Return the seats. The seat of a phone without a chair becomes free for any device, because the phone never
    returns.
    """
    there = {chair.device for chair in roster.people}
    return tuple(
        replace(seat, device=ANY) if seat.device.is_phone and seat.device not in there else seat for seat in seats
    )


def seats_from_roster(table: MatchSetup, spec: GameSpec, roster: Roster) -> MatchSetup:
    """Return the setup with seats from the roster: people in the roster's order, then AIs (see `roster_fit`).

    If one person is alone in the roster, only that person's seat changes, and AIs take the seats of people who have
    left. If nobody is at the table, only the seats of phones that are gone change.
    """
    if not roster.people:
        return replace(table, seats=without_gone_phones(table.seats, roster))
    if _is_alone(roster):
        own = next((i for i, seat in enumerate(table.seats) if not seat.is_ai), 0)
        seats = [seat if seat.is_ai else SeatConfig("ai", DEFAULT_LEVEL) for seat in table.seats]
        seats[own] = roster.people[0].seat()
        return table.with_seats(spec, with_unique_names(seats))
    fit = roster_fit(spec, roster)
    count = fit.playing + fit.ai
    if len(table.seats) != count:
        table = table.with_options(spec, {"players": count})
    people, ai = roster.people[: fit.playing], roster.ai[: fit.ai]
    seats = [*(chair.seat() for chair in (*people, *ai)), *[SeatConfig("ai", DEFAULT_LEVEL)] * (fit.ai - len(ai))]
    waits = [chair.seat() for chair in roster.people[fit.playing :]]
    return table.with_seats(spec, with_unique_names(seats, waits))


def stands_in(roster: Roster, seat: SeatConfig) -> bool:
    """Return whether the owner of a seat's pad or phone is another person, with another identity and another name."""
    owner = next((chair for chair in roster.people if seat.device.slot and chair.device == seat.device), None)
    return owner is not None and seat.identity != owner.identity and seat.name != owner.name


def _is_alone(roster: Roster) -> bool:
    return len(roster.chairs) == len(roster.people) == 1


def with_unique_names(seats: Sequence[SeatConfig], absent: Sequence[SeatConfig] = ()) -> tuple[SeatConfig, ...]:
    """Return the seats, with free identities and names where these are missing or used twice.

    If a person and an AI share an identity, the person keeps it. AIs get names of their levels' families. The
    identities and names of `absent` people, such as waiting ones, are given only if no others are free.
    """
    done = list(seats)
    settled: list[SeatConfig] = []
    for i in sorted(range(len(seats)), key=lambda i: seats[i].is_ai):
        seat = seats[i]
        taken = {other.identity for other in settled}
        if not seat.identity or seat.identity in taken:
            taken |= {other.identity for other in seats}
            elsewhere = {other.identity for other in absent}
            free = [identity for identity in IDENTITIES if identity not in taken]
            seat = replace(seat, identity=next((each for each in free if each not in elsewhere), free[0]))
        if not seat.is_ai and (not seat.name or _key(seat.name) in {_key(other.name) for other in settled}):
            names = [other.name for other in (*settled, *seats)]
            seat = replace(seat, name=free_name(names, [other.name for other in absent]))
        settled.append(seat)
        done[i] = seat
    return with_fitting_names(done)


def _key(name: str) -> str:
    """Return the `name_key` of a name. A default name has the key of its displayed form."""
    return name_key(name).lstrip("@")


def free_name(names: Iterable[str], avoided: Iterable[str] = ()) -> str:
    """Return a default name that is not in `names`, and if possible not in `avoided`; "" if `names` has them all."""
    taken, elsewhere = {_key(name) for name in names}, {_key(name) for name in avoided}
    free = [name for name in NAMES if _key(name) not in taken]
    return next((name for name in free if _key(name) not in elsewhere), free[0] if free else "")


def _refuse_twice(what: str, values: Sequence[object]) -> None:
    for value in values:
        if values.count(value) > 1:
            raise GameError(f"two chairs have the {what} {value!r}")
