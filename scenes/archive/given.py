"""A game that was given to the window, dropped on it as a file or as text: read, and shown."""

from __future__ import annotations

from pathlib import Path

from game.core.incremental import Incremental, IncrementalRun
from game.core.record import Record
from game.records import files, game_code
from game.records.files import RecordFileError
from scenes.kit.input.intents import Signal, SignalKind
from scenes.kit.scene import Nav, Push, Scene
from scenes.kit.stage import Stage
from scenes.kit.widgets.dialog import tell
from scenes.routes import ToReplay
from scenes.services import Services
from scenes.table.exercises import puzzle_days
from scenes.table.sharing.reading import ReadingScene

Read = Record | RecordFileError
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


def shown_given(services: Services, signal: Signal, top: Scene | None) -> Nav | None:
    """Return where a game that was dropped on the window is shown, over `top`; None for strangers or during a text.

    The code of a day leads to its puzzles.
    """
    if services.is_unattended or top is None or top.takes_text:
        return None

    if signal.kind is SignalKind.DROPPED_TEXT and (nav := puzzle_days.opened_by(services, signal.text)) is not None:
        return nav

    def show(found: Read) -> Nav:
        return told_wrong(services.stage, found) if isinstance(found, RecordFileError) else Push(ToReplay(found))

    work = IncrementalRun(reading_given(services.stage, signal))
    return Push(lambda: ReadingScene(services.stage, work, show))
