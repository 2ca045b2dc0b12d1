"""Checks that a record can be shown and continued: records from files, and rows of the store."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

from game.core.device_id import ANY
from game.core.incremental import Incremental, run_to_end
from game.core.options import resolve
from game.core.plain_text import printable
from game.core.record import MAX_PLIES, MAX_TIME_MS, VERSION, Record, Replay, ReplayError, SeatConfig, replay_in_steps
from game.core.rules import GameError, Outcome, RecordError
from game.core.spec import GameSpec
from game.match_setup import AI_NAMES, IDENTITIES, NAMES, OF_AIS, with_default_names
from game.registry import GAMES

NAME_LENGTH = 24
RESIGNED = "resign"

ProblemKind = Literal[
    "unreadable",
    "too_large",
    "too_long",
    "not_text",
    "not_json",
    "foreign",
    "version",
    "code_version",
    "letter",
    "mistyped",
    "field",
    "game",
    "action",
    "text",
    "rows",
]
_SENTENCES: dict[ProblemKind, str] = {
    "unreadable": "{file} cannot be read ({detail}).",
    "too_large": "{file} is too large for a game ({place} bytes).",
    "too_long": "{file} lists more than {place} actions.",
    "not_text": "{file} is not a text: byte {place} is not UTF-8.",
    "not_json": "{file} is damaged: it is incomplete, or was changed by hand ({place}: {detail}).",
    "foreign": "{file} is not a Kissaten game.",
    "version": "{file} has the format's version {detail}; this program reads version " + str(VERSION) + ".",
    "code_version": "{file} has version {place}, which this program does not know.",
    "letter": "{file} has a typing mistake: letter {place} cannot be “{detail}”.",
    "mistyped": "{file} has a typing mistake, or a part is missing.",
    "field": "{file} is damaged: something in it is missing or wrong ({detail}).",
    "game": "{file} belongs to a game that is not installed here: {detail}.",
    "action": "{file} is damaged: action {place} is not possible ({detail}).",
    "text": "{file} cannot be played here: {detail}.",
    "rows": "{file} is legal with row 1 at either side: add --rows near or --rows far.",
}
_WHOLE = frozenset[ProblemKind](
    ("too_large", "too_long", "foreign", "version", "code_version", "letter", "mistyped", "rows")
)  # kinds of errors that need no detail


class RecordFileError(RecordError):
    """A file that cannot be read as a game.

    `file` is its name, `place` the place in it ("line 3, column 7", the index of an action, ...) and `detail` the error
    there in English. All are printable and short. `str` joins them into one English sentence. `has_detail` says whether
    `detail` adds to the translated sentence.
    """

    def __init__(self, kind: ProblemKind, file: str, place: str = "", detail: str = "") -> None:
        self.kind = kind
        self.file = printable(file)
        self.place = printable(place)
        self.detail = printable(detail)
        self.has_detail = kind not in _WHOLE
        super().__init__(_SENTENCES[kind].format(file=self.file, place=self.place, detail=self.detail))


class TwoReadingsError(RecordFileError):
    """A text that can be read as two games.

    `readings` has both records, unchecked. Its keys say whether row 1 is at the first player's side or at the far side.
    """

    def __init__(self, file: str, readings: Mapping[str, Record]) -> None:
        super().__init__("rows", file)
        self.readings = readings


def from_file(record: Record, file: str) -> Incremental[Record]:
    """Complete a record from a file: fill in optional fields, and drop what belongs to the table where it was played.

    Its actions are checked one at a time. Raises RecordFileError, which names `file`.
    """
    if len(record.actions) > MAX_PLIES:
        raise RecordFileError("too_long", file, str(MAX_PLIES))
    spec, record = _fitting(record, GAMES, file)
    count = spec.seat_count(record.options)
    for ply, time_ms in enumerate(record.times):
        if time_ms > MAX_TIME_MS:
            raise RecordFileError("field", file, detail=f"'times'[{ply}] is not in 0..{MAX_TIME_MS}")
    seats = presentable(record.seats or (SeatConfig(),) * count)
    return (yield from _playing(replace(record, seats=seats), spec, file))[0]


def fitting(record: Record, games: Mapping[str, GameSpec], source: str) -> Record:
    """Check that a record's game, options, seats, times and winners fit each other. Its actions are not checked.

    Raises RecordFileError, which names `source`.
    """
    _, record = _fitting(record, games, source)
    if not record.seats:
        raise RecordFileError("field", source, detail="'seats' is empty")
    for index, seat in enumerate(record.seats):
        if seat.identity and seat.identity not in IDENTITIES:
            raise RecordFileError("field", source, detail=f"'seats'[{index}].identity is {seat.identity!a}")
        if seat.name.startswith("@") and not _is_given(seat):
            raise RecordFileError("field", source, detail=f"'seats'[{index}].name is {seat.name!a}")
    return replace(record, seats=tuple(map(_with_known_stand_in, record.seats)))


def _is_given(seat: SeatConfig) -> bool:
    """Return whether a seat's name is one that the program translates."""
    return seat.name in NAMES or (seat.is_ai and not seat.resigned and seat.name in OF_AIS)


def _with_known_stand_in(seat: SeatConfig) -> SeatConfig:
    """Return the seat. If an AI plays on there under an unknown name, that name is dropped."""
    return seat if seat.plays_as in ("", *AI_NAMES.get(seat.level, ())) else replace(seat, plays_as="")


def playable(record: Record, games: Mapping[str, GameSpec], source: str) -> Record:
    """Check a record by playing all its actions, and check its result. Raises RecordFileError, which names `source`."""
    return run_to_end(play_in_steps(record, games, source))


def play_in_steps(record: Record, games: Mapping[str, GameSpec], source: str) -> Incremental[Record]:
    """Check as `playable` does, one action at a time."""
    record = fitting(record, games, source)
    return (yield from _playing(record, games[record.game], source))[0]


def play_through(record: Record, games: Mapping[str, GameSpec], source: str) -> tuple[Record, Replay]:
    """Check a record as `playable` does. Return its replay, too."""
    record = fitting(record, games, source)
    return run_to_end(_playing(record, games[record.game], source))


def _fitting(record: Record, games: Mapping[str, GameSpec], file: str) -> tuple[GameSpec, Record]:
    spec = games.get(record.game)
    if spec is None:
        raise RecordFileError("game", file, detail=repr(record.game))
    try:
        options = resolve(spec.options, record.options)
    except (GameError, TypeError) as error:
        raise RecordFileError("field", file, detail=f"'options': {error}") from error
    count = spec.seat_count(options)
    if record.seats and len(record.seats) != count:
        raise RecordFileError("field", file, detail=f"'seats' has {len(record.seats)} entries, not {count}")
    for ply, time_ms in enumerate(record.times):
        if time_ms < 0:
            raise RecordFileError("field", file, detail=f"'times'[{ply}] is not in 0..{MAX_TIME_MS}")
    winners = record.result.winners if record.result else ()
    if len(set(winners)) != len(winners) or not set(winners) <= set(range(count)):
        raise RecordFileError("field", file, detail="'result'.winners are not seats of this game")
    return spec, replace(record, options=options, times=record.times[: len(record.actions)])


def _playing(record: Record, spec: GameSpec, file: str) -> Incremental[tuple[Record, Replay]]:
    """Check that the actions are legal. Returns `record` with its result by the rules, and its replay."""
    try:
        replay = yield from replay_in_steps(spec, record.options, record.seed, record.actions)
    except ReplayError as error:
        raise RecordFileError("action", file, str(error.ply), str(error.cause)) from error
    return replace(record, result=_result(spec, replay.state, record, file)), replay


def presentable(seats: tuple[SeatConfig, ...]) -> tuple[SeatConfig, ...]:
    """Make seats fit to show: with printable names, known and distinct identities, and no other table's devices."""
    taken: set[str] = set()
    shown = []
    for seat in seats:
        identity = seat.identity if seat.identity in IDENTITIES and seat.identity not in taken else ""
        taken.add(identity)
        name = seat.name if _is_given(seat) else printable(seat.name).lstrip("@").strip()[:NAME_LENGTH]
        shown.append(replace(_with_known_stand_in(seat), name=name, identity=identity, device=ANY))
    return with_default_names(shown)


def _result(spec: GameSpec, end: object, record: Record, file: str) -> Outcome | None:
    """Return the result by the rules. If they leave the game unfinished, only a resignation may end it."""
    outcome, claimed = spec.rules.outcome(end), record.result
    if outcome is not None:
        if claimed is not None and claimed.winners != outcome.winners:
            raise RecordFileError("field", file, detail=f"'result' is not that of action {len(record.actions) - 1}")
        return outcome
    if claimed is None:
        return None
    if claimed.reason != RESIGNED:
        raise RecordFileError("field", file, detail="'result' is given, but the game is not over")
    if len(claimed.winners) == spec.seat_count(record.options):
        raise RecordFileError("field", file, detail="'result'.winners are all seats, but somebody resigned")
    return claimed
