"""Run as a program: the real table, which writes to a file what it shows: its process, the scene on top, and the number
of actions in the game there. KISSATEN_TOLD names the file. A waiting game resumes sooner than usual."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import main

if __name__ == "__main__":  # the AI's process imports this file again
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from scenes.kiosk import kiosk_guard
    from scenes.kit.window.app import App

    kiosk_guard.AGAIN_SECONDS = float(os.environ.get("KISSATEN_AGAIN", "0.3"))
    told: list[tuple[str, int]] = [("", 0)]
    frame = App.frame

    def telling_frame(self: App, now: float) -> None:
        frame(self, now)
        top = self.manager.top
        record = getattr(top, "record", None) or (top.session.record() if hasattr(top, "session") else None)
        plies = 0 if record is None else len(record.actions)
        shown = (type(top).__name__, plies)
        if shown != told[0]:
            told[0] = shown
            with Path(os.environ["KISSATEN_TOLD"]).open("a") as file:
                file.write(f"{os.getpid()} {shown[0]} {shown[1]}\n")

    App.frame = telling_frame  # type: ignore[method-assign]
    sys.exit(main.main(sys.argv[1:]))
