"""A game that was given to the window, dropped on it as a file or as text: read, and shown."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from game import files, game_code
from game.core.incremental import Incremental, IncrementalRun, run_to_end
from game.core.record import Record
from game.validation import RecordFileError, TwoReadingsError, from_file
from scenes.kit.input.signals import Signal, SignalKind
from scenes.kit.scene import Nav, Pop, Push, Scene, Switch
from scenes.kit.stage import Stage
from scenes.kit.widgets.dialog import Dialog, DialogAnswer, tell
from scenes.routes import ToGame, ToMenu, ToReplay
from scenes.services import Services
from scenes.table.exercises import puzzle_days
from scenes.table.sharing.reading import ReadingScene

Read = Record | RecordFileError
NEAR, FAR = "near", "far"
GIVEN = (SignalKind.DROPPED_FILE, SignalKind.DROPPED_TEXT, SignalKind.PASTED)


def reading_given(stage: Stage, signal: Signal) -> Incremental[Read]:
    """Read the game that `signal` brings, one of GIVEN. The work's result is the game, or its error."""
    try:
        if signal.kind is SignalKind.DROPPED_FILE:
            return (yield from files.read_in_steps(Path(signal.text)))
        return (yield from game_code.unpack_in_steps(signal.text, stage.t("import.code")))
    except RecordFileError as error:
        return error


def told_wrong(stage: Stage, error: RecordFileError) -> Nav:
    """Say why there is no game in it."""
    t = stage.t
    text = t(f"file.{error.kind}", file=error.file, place=error.place, detail=error.detail)
    detail = t(f"file.detail.{error.kind}", place=error.place, detail=error.detail) if error.has_detail else ""
    return tell(stage, t("import.failed"), text, detail)


def taken(stage: Stage, found: Read, take: Callable[[Record], Nav]) -> Nav:
    """Return where `take` leads with a game; where nothing was read, or two games, that is said or asked first."""
    if isinstance(found, TwoReadingsError):
        return Push(lambda: RowsScene(stage, found, take))
    return told_wrong(stage, found) if isinstance(found, RecordFileError) else take(found)


class RowsScene(Dialog):
    """Asks whose side row 1 is at, in a list of moves that is legal in either reading."""

    def __init__(self, stage: Stage, found: TwoReadingsError, take: Callable[[Record], Nav]) -> None:
        t = stage.t
        answers = [DialogAnswer(t(f"import.rows.{rows}"), rows, rows == NEAR) for rows in (NEAR, FAR)]
        super().__init__(stage, t("import.rows"), t("import.rows_body"), answers, stacked=True)
        self.found = found
        self.take = take

    def answered(self, result: object) -> Nav | None:
        if result not in self.found.readings:
            return Pop()
        record = run_to_end(from_file(self.found.readings[str(result)], self.found.file))
        return self.take(record)

    def resume(self, result: object) -> Nav | None:
        return Pop(result)


def shown(services: Services, record: Record) -> Nav:
    """Return where a game from elsewhere is shown; one that has not begun begins, at the latest by way of the menu."""
    if not record.is_bare:
        return Push(ToReplay(record))
    game = ToGame(record.game, record.options, record.seats, record.seed)
    return Switch(ToMenu(wanted=game) if services.store.length(record.game) else game)


def shown_given(services: Services, signal: Signal, top: Scene | None) -> Nav | None:
    """Return where a game that was dropped on the window is shown, over `top`; None for strangers or during a text.

    The code of a day leads to its puzzles.
    """
    if services.is_unattended or top is None or top.takes_text:
        return None

    if signal.kind is SignalKind.DROPPED_TEXT and (nav := puzzle_days.opened_by(services, signal.text)) is not None:
        return nav

    def show(found: Read) -> Nav:
        return taken(services.stage, found, partial(shown, services))

    work = IncrementalRun(reading_given(services.stage, signal))
    return Push(lambda: ReadingScene(services.stage, work, show))
