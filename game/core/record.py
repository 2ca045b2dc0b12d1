"""A game as text. Options, seed and actions give the whole game (format `kissaten-record`, version 1)."""

from __future__ import annotations

import itertools
import json
import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import timezone
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

from game.core.decode import DecodeError, Range, decode, read_json
from game.core.device_id import ANY, DeviceId
from game.core.incremental import Incremental, run_to_end
from game.core.rules import (
    AnyStep,
    GameError,
    IllegalActionError,
    NotationError,
    Options,
    Outcome,
    RecordError,
    Seat,
    Step,
)
from game.core.times import read_moment

if TYPE_CHECKING:
    from game.core.spec import GameSpec


T = TypeVar("T")
SeatKind = Literal["human", "ai"]

FORMAT = "kissaten-record"
VERSION = 1
ENGINE = "ext:"  # prefix of an engine's name in lists of seats or players
LONGEST_ENGINE = 24  # the most characters of an engine's name
LONGEST_MOMENT = 40  # the most characters of a malformed moment that an error message shows
MAX_PLIES = 5_000  # the most actions of a game from elsewhere; the longest game seen has 600
MAX_CHANGES = 100  # the most changes of players in one game
MAX_TIME_MS = 86_400_000  # the most milliseconds for one action: a day
CLOCK = "clock"
_SEAT_NUMBER = "0|[1-9][0-9]{0,8}"  # Python refuses to read a number of thousands of digits
CLOCK_SEAT: Seat = -1  # stands for a seat in a clock's action "expire"; no actor has this number


@dataclass(frozen=True, slots=True)
class SeatConfig:
    """One seat and its player. `level` is 1..5 for an AI and 0 for a person.

    `strength` is an AI's strength between two levels, and `level` is then the nearest level. A `strength` of 0 means
    the level's own strength. `identity` is a colour and shape ("circle", "square", ...). `device` names the input
    device of a person ("" for any). `engine` names the outside program that plays for an AI seat ("" for the built-in
    AI). `resigned` is true if the person with this name and identity has given up; an AI then plays on under the name
    `plays_as`.
    """

    kind: SeatKind = "human"
    level: int = 0
    name: str = ""
    identity: str = ""
    device: DeviceId = ANY
    engine: str = ""
    resigned: bool = False
    strength: float = 0.0
    plays_as: str = ""

    @property
    def plays_at(self) -> float:
        """The strength that an AI plays at: a level, or a number between two."""
        return self.strength or self.level

    @property
    def full_level(self) -> int:
        """The AI's strength, rounded down to a level. A win over the AI counts as a win over this level."""
        return math.floor(self.plays_at)

    @property
    def is_ai(self) -> bool:
        """Whether no person plays here: the built-in AI does, or an outside engine."""
        return self.kind == "ai"

    @property
    def is_engine(self) -> bool:
        """Whether an outside engine plays here."""
        return self.is_ai and bool(self.engine)


@dataclass(frozen=True, slots=True)
class SeatChange:
    """The player `before` left `seat` after `ply` actions. The record's list of seats has the new player."""

    ply: Annotated[int, Range(0, MAX_PLIES)]
    seat: Seat
    before: SeatConfig


@dataclass(frozen=True, slots=True)
class Record:
    """A game. `times` are milliseconds for each action, for replay only. `result` is None while the game goes on.

    `played` is the date and time, ISO 8601 in UTC, "" if unknown. Records that differ only in `played` are equal.
    `changes` has the players who left in mid-game, in order.
    """

    game: str
    options: Options
    seed: int = 0
    actions: tuple[str, ...] = ()
    seats: tuple[SeatConfig, ...] = ()
    times: tuple[int, ...] = ()
    result: Outcome | None = None
    played: str = field(default="", compare=False)
    changes: tuple[SeatChange, ...] = ()

    @property
    def is_bare(self) -> bool:
        """Whether the game has neither an action nor a result."""
        return not self.actions and self.result is None

    @property
    def resigned(self) -> dict[Seat, int]:
        """The seats in which an AI plays on for a player who has given up, in the order of giving up.

        Each value is the number of actions that were played before the player gave up.
        """
        left: dict[Seat, int] = {}
        for change in self.changes:
            if self.seats[change.seat].resigned:
                left.pop(change.seat, None)  # puts the seat at the end: its last change also decides the order
                left[change.seat] = change.ply
        return left | {seat: 0 for seat, config in enumerate(self.seats) if config.resigned and seat not in left}

    @property
    def owners(self) -> tuple[SeatConfig, ...]:
        """All seats. Players who have given up are in place of the AIs that play on for them."""
        return self.seats_at(-1)

    def continues(self, earlier: Record) -> bool:
        """Whether this is a later state of `earlier`, or another end of it.

        Both have the same set-up, and this game begins with at least half of the other's actions and times.
        """
        if (earlier.game, earlier.options, earlier.seed) != (self.game, self.options, self.seed):
            return False
        pairs = zip(earlier._timed(), self._timed(), strict=False)
        common = sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], pairs))
        return 2 * common >= len(earlier.actions) and (common > 0 or not self.actions)

    def retakes(self, earlier: Record) -> bool:
        """Whether the same players have taken back the end of `earlier`, and this game is what became of it.

        False if `earlier` has actions without times, because other games may begin with the same actions.
        """
        players, before = ([(seat.kind, seat.name) for seat in record.owners] for record in (self, earlier))
        if players != before or not (any(earlier.times) or not earlier.actions):
            return False
        start = replace(self, actions=self.actions[: len(earlier.actions)], times=self.times[: len(earlier.actions)])
        return start.continues(earlier)

    def _timed(self) -> Iterator[tuple[str, int]]:
        """Return the actions with their times, 0 if unknown."""
        return zip(self.actions, itertools.chain(self.times, itertools.repeat(0)), strict=False)

    def seats_at(self, ply: int) -> tuple[SeatConfig, ...]:
        """Return all seats. Players who gave up after more than `ply` actions are in place of the AIs that play on for
        them.
        """
        devices = {change.seat: change.before.device for change in self.changes}
        back = {
            seat: replace(
                self.seats[seat],
                kind="human",
                level=0,
                strength=0.0,
                resigned=False,
                plays_as="",
                device=devices.get(seat, ANY),
            )
            for seat, left in self.resigned.items()
            if ply < left
        }
        return tuple(back.get(seat, config) for seat, config in enumerate(self.seats))

    def to_json(self, program: str = "") -> str:
        """Return the record as a JSON object, the file format. `program` names the writing program, "" for none."""
        table = {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game,
            "options": self.options,
            "seed": self.seed,
            "seats": [seat_to_json(seat) for seat in self.seats],
            "actions": list(self.actions),
            "times": list(self.times),
            "result": _result_to_json(self.result),
        }
        if program:
            table["program"] = program
        if self.played:
            table["played"] = self.played
        if self.changes:
            table["seat_changes"] = [
                {"ply": change.ply, "seat": change.seat, "before": seat_to_json(change.before)}
                for change in self.changes
            ]
        return json.dumps(table, ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class _StoredRecord:
    """The fields of a record's file, without format and version."""

    game: str
    options: dict[str, object] = field(default_factory=dict)
    seed: int = 0
    seats: tuple[SeatConfig, ...] = ()
    actions: tuple[str, ...] = ()
    times: tuple[int, ...] = ()
    result: Outcome | None = None
    played: str = ""
    seat_changes: tuple[SeatChange, ...] = ()


def record_from_json(text: str, source: str = "record") -> Record:
    """Read a record from `text`. Raises RecordError, which names `source` and the place of the error."""
    try:
        data = read_json(text)
    except json.JSONDecodeError as error:
        raise RecordError(f"{source}: not JSON: {error.msg} at line {error.lineno}, column {error.colno}") from None
    except ValueError as error:
        raise RecordError(f"{source}: {error}") from None
    table = _decoded(dict[str, object], data, source)
    if table.get("format") != FORMAT:
        raise RecordError(f"{source}: 'format' is {table.get('format')!r}, not {FORMAT!r}")
    if table.get("version") != VERSION:
        raise RecordError(f"{source}: version {table.get('version')!r} is unknown (this program reads {VERSION})")
    stored = _decoded(_StoredRecord, table, source)
    return Record(
        game=stored.game,
        options=stored.options,
        seed=stored.seed,
        actions=stored.actions,
        seats=_seats(stored.seats, source),
        times=stored.times,
        result=stored.result,
        played=_moment(stored.played, source),
        changes=_changes(stored, source),
    )


def read_seats(entries: object, source: str) -> tuple[SeatConfig, ...]:
    """Read seats from a list of JSON objects. Raises RecordError, which names `source` and the place."""
    return _seats(_decoded(dict[str, tuple[SeatConfig, ...]], {"seats": entries}, source)["seats"], source)


def _decoded(kind: type[T], value: object, source: str) -> T:
    """Decode as `decode` does. Raises RecordError."""
    try:
        return decode(kind, value, fields="any")
    except DecodeError as error:
        place = re.sub(r"^\w+", r"'\g<0>'", error.place) or "the top level"
        raise RecordError(f"{source}: {place} is {error.mismatch}") from None


def _seats(seats: Iterable[SeatConfig], source: str) -> tuple[SeatConfig, ...]:
    return tuple(_seat(seat, f"{source}: 'seats'[{i}]") for i, seat in enumerate(seats))


def _seat(seat: SeatConfig, place: str) -> SeatConfig:
    """Check a seat that was read. Tournament records have the engine in the name: move it from there to `engine`."""
    if seat.level not in (range(1, 6) if seat.is_ai else range(6)):
        raise RecordError(f"{place}.level is {seat.level}, not 1..5")
    if not seat.is_ai:
        return replace(seat, engine="", resigned=False, strength=0.0, plays_as="")
    if seat.strength and not is_strength(seat.strength):
        raise RecordError(f"{place}.strength is {seat.strength}, not 1..5")
    if not seat.engine and seat.name.startswith(ENGINE) and is_engine_name(seat.name.removeprefix(ENGINE)):
        return replace(seat, engine=seat.name.removeprefix(ENGINE))
    if seat.engine and not is_engine_name(seat.engine):
        raise RecordError(f"{place}.engine is {seat.engine[:LONGEST_ENGINE]!r}, not an engine's name")
    return seat


def _changes(stored: _StoredRecord, source: str) -> tuple[SeatChange, ...]:
    """Return the players who left in mid-game. Raises RecordError."""
    changes, last = stored.seat_changes, len(stored.seats) - 1
    if len(changes) > MAX_CHANGES:
        raise RecordError(f"{source}: 'seat_changes' has {len(changes)} entries, not {MAX_CHANGES} at most")
    found = []
    for i, change in enumerate(changes):
        place = f"{source}: 'seat_changes'[{i}]"
        if not 0 <= change.seat <= last:
            raise RecordError(f"{place}.seat is {change.seat}, not 0..{last}")
        found.append(replace(change, before=_seat(change.before, f"{place}.before")))
    return tuple(found)


def _moment(text: str, source: str) -> str:
    """Return `text` as `utc` does, or "" if it is empty. Raises RecordError."""
    try:
        return utc(text) if text else ""
    except ValueError as error:
        raise RecordError(f"{source}: 'played' is {text[:LONGEST_MOMENT]!r}, {error}") from None


def utc(text: str) -> str:
    """Convert a moment in ISO 8601 to UTC, to the second.

    Raises ValueError for other texts, and for moments without a time zone.
    """
    try:
        moment = read_moment(text)
        if moment.tzinfo is not None:
            return moment.astimezone(timezone.utc).isoformat(timespec="seconds")
    except (ValueError, OverflowError):
        raise ValueError("not a moment in ISO 8601") from None
    raise ValueError("a moment without its time zone")


def with_strength(seat: SeatConfig, strength: float) -> SeatConfig:
    """Return an AI's seat with this strength and the level nearest to it."""
    return replace(seat, level=math.floor(strength + 0.5), strength=strength)


def is_strength(value: float) -> bool:
    """Whether a number is a strength of the AI: between the weakest and the strongest level."""
    return 1 <= value <= 5


def is_engine_name(text: str) -> bool:
    """Whether `text` can name an engine: at most LONGEST_ENGINE ASCII letters, digits and _; the first is no digit."""
    return text.isascii() and text.isidentifier() and len(text) <= LONGEST_ENGINE


def seat_to_json(seat: SeatConfig) -> dict[str, object]:
    """Return a seat as JSON values, without its empty fields."""
    entry: dict[str, object] = {"kind": seat.kind}
    for name in ("level", "name", "identity", "device", "engine", "resigned", "strength", "plays_as"):
        if getattr(seat, name):
            entry[name] = getattr(seat, name)
    return entry


def _result_to_json(result: Outcome | None) -> dict[str, object] | None:
    return None if result is None else {"winners": list(result.winners), "reason": result.reason}


class ReplayError(GameError):
    """An illegal action in a record. `ply` is its index, `cause` the error of the rules."""

    def __init__(self, ply: int, cause: GameError) -> None:
        super().__init__(f"action {ply}: {cause}")
        self.ply = ply
        self.cause = cause


@dataclass(slots=True)
class Replay:
    """A position and the steps that led to it."""

    state: Any
    steps: list[AnyStep] = field(default_factory=list)


def action_text(spec: GameSpec, seat: Seat, action: object) -> str:
    """Return the action as in a record, with its seat in games where several seats act at once."""
    text = spec.rules.text(action)
    return f"{CLOCK if seat == CLOCK_SEAT else seat}:{text}" if spec.simultaneous else text


def parse_action(spec: GameSpec, state: object, text: str) -> tuple[Seat, Any]:
    """Read seat and action from a record's `text`, in `state`. Raises NotationError or IllegalActionError."""
    if not spec.simultaneous:
        action = spec.rules.parse(text)
        actors = spec.rules.actors(state)
        if not actors:
            raise IllegalActionError(f"{text!r}: the game is over")
        return actors[0], action
    head, colon, tail = text.partition(":")
    if not colon or not (head == CLOCK or re.fullmatch(_SEAT_NUMBER, head)):
        raise NotationError(f"{text!r}: an action of {spec.id} is written SEAT:ACTION or {CLOCK}:expire")
    return (CLOCK_SEAT if head == CLOCK else int(head)), spec.rules.parse(tail)


def replay(spec: GameSpec, options: Options, seed: int, actions: Sequence[str]) -> Replay:
    """Return the position after `actions`, from the start. `options` are complete. Raises ReplayError."""
    return run_to_end(replay_in_steps(spec, options, seed, actions))


def replay_in_steps(spec: GameSpec, options: Options, seed: int, actions: Sequence[str]) -> Incremental[Replay]:
    """Replay as `replay` does, one action at a time. Yields the share that is done, 0..1. Raises ReplayError."""
    rules = spec.rules
    result = Replay(rules.start(options, seed))
    for ply, text in enumerate(actions):
        try:
            seat, action = parse_action(spec, result.state, text)
            after, events = rules.apply(result.state, seat, action)
        except GameError as error:
            raise ReplayError(ply, error) from error
        result.steps.append(Step(ply, result.state, seat, action, after, events))
        result.state = after
        yield (ply + 1) / len(actions)
    return result
