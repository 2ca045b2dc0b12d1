"""Runs the real app for a few seconds and prints what it cost, as one JSON line.

    python tests/benchmarks/app_probe.py SCENE WIDTHxHEIGHT SECONDS

SCENE: "menu" (idle), "first" (ends at the first menu frame), a game (AI against AI, animations and all), "waiting" (a
match in which a person is to move; "waiting-coffee", "waiting-star"), "clock" (a person and an AI at the robots, whose
clock runs; "clock-four" people), "show" (between two guests of a kiosk), "hidden" (the clock in a window that nobody
can see) or "pressed" (AI against AI, with a press of Esc every PRESS_EVERY seconds).
The environment's SDL_VIDEODRIVER decides where: a real (virtual) X display gives the honest figures.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import time
from pathlib import Path
from typing import Any

STARTED = {
    **{game: (game, "ai:5,ai:4") for game in ("quoridor", "coffee", "star", "robots")},
    "pressed": ("quoridor", "ai:5,ai:4"),
    "waiting": ("quoridor", "human,ai:3"),
    "waiting-coffee": ("coffee", "human,ai:3"),
    "waiting-star": ("star", "human,ai:3"),
    "clock": ("robots", "human,ai:5"),
    "clock-four": ("robots", "human,human,ai:5,ai:4"),
    "hidden": ("robots", "human,ai:5"),
}
SEEN = 120  # frames before the window is hidden
WARM = 180
PRESS_EVERY = 1.5  # seconds between presses of Esc, which opens the pause menu or closes it
BEGIN = float(os.environ.get("PROBE_BEGIN", time.time()))
marks = [("interpreter", time.time())]
"""What has been done by when, on the way to the first frame."""
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))


def parts() -> dict[str, int]:
    """The milliseconds that each part of the way to the first frame took."""
    ends = [BEGIN, *(at for _, at in marks)]
    return {name: round(1000 * (at - before)) for (name, at), before in zip(marks, ends, strict=False)}


def show(house: Any) -> Any:
    """What a kiosk shows between two guests."""
    from datetime import datetime

    from scenes import unattended
    from scenes.kiosk.attract_scene import AttractScene
    from scenes.kiosk.programme import Programme, read_excerpts

    kiosk = unattended.open_kiosk(house.store, None)
    programme = Programme(read_excerpts(house.stage.assets), lambda: house.stage.time)
    return AttractScene(house, unattended.show_of(kiosk, datetime.now, lambda: None), programme=programme)


class Presses:
    """Presses Esc now and then, and times how long it takes until a frame shows another scene."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.answers: list[float] = []  # seconds
        self._at: float | None = None  # when Esc was pressed
        self._next = time.perf_counter() + 3 * PRESS_EVERY
        self._top, self._shown = app.manager.top, 0

    def look(self) -> None:
        """Call it after each turn of the loop."""
        import pygame

        now, app = time.perf_counter(), self.app
        if self._at is not None:
            if app.manager.top is not self._top and app.frames_shown > self._shown:
                self.answers.append(now - self._at)
                self._at, self._next = None, now + PRESS_EVERY
        elif now >= self._next and type(app.manager.top).__name__ in ("MatchScene", "PauseScene"):
            self._at, self._top, self._shown = now, app.manager.top, app.frames_shown
            for kind in (pygame.KEYDOWN, pygame.KEYUP):
                key = {"key": pygame.K_ESCAPE, "mod": 0, "unicode": "", "scancode": 41}
                pygame.event.post(pygame.event.Event(kind, key))


def main() -> int:
    """Run one probe."""
    scene, size, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3])
    width, _, height = size.partition("x")
    from game.paths import read_ahead_path
    from game.platforms import read_ahead

    read_ahead.begin(read_ahead_path())
    import pygame

    marks.append(("pygame", time.time()))
    from scenes.app import open_app
    from scenes.kit.window.window import Window
    from scenes.routing import first_scene

    marks.append(("own modules", time.time()))
    pygame.font.init()
    window = Window((int(width), int(height)), False, "probe")
    marks.append(("window", time.time()))
    app, house = open_app(window, "en")
    house.offered_resume = True
    house.store.discard()  # a match left by the last probe would open the menu, which asks whether to play on
    marks.append(("store, strings, devices", time.time()))
    start = None
    if scene in STARTED:
        from game.command_line.startup import start_request
        from game.registry import find

        game, seats = STARTED[scene]
        start = start_request(find(game), seats, ["board=hex5", "n=5"] if scene == "coffee" else [], 1)
    frames = 0
    first: list[float] = []
    cpu: list[float] = []
    pictures: list[float] = []
    spent: list[float] = []  # milliseconds of the turns that showed a frame
    turned, shown = time.thread_time(), 0
    presses = Presses(app) if scene == "pressed" else None
    boot_frames = 0

    def on_frame(work: float) -> None:
        nonlocal boot_frames, frames, turned, shown
        top = app.manager.top
        if not pictures and app.frames_shown:
            pictures.append(time.time() - BEGIN)
        if presses is not None:
            presses.look()
        before, turned = turned, time.thread_time()
        if app.frames_shown > shown and frames > WARM // 3:
            spent.append(1000 * (turned - before))
        shown = app.frames_shown
        if type(top).__name__ == "BootScene":
            boot_frames += 1
            return
        if not pictures:  # the first pictures are still being made
            return
        if not first:
            first.append(time.time() - BEGIN)
            marks.append(("scene and pictures", time.time()))
        frames += 1
        if frames == (SEEN + 10 if scene == "hidden" else WARM):
            # the first seconds warm the caches up, and import what the menu did not need
            cpu.append(time.process_time())
            cpu.append(time.perf_counter())
            cpu.append(time.thread_time())
        if scene == "first" or time.time() - BEGIN - first[0] > seconds:
            app.manager.quitting = True

    app.on_frame = on_frame
    if scene == "hidden":
        type(window).is_seen = property(lambda _: frames < SEEN)  # type: ignore[assignment]
    app.run(show(house) if scene == "show" else first_scene(house, start))
    if scene == "first":
        read_ahead.keep(read_ahead_path(), tuple(app.stage.assets.fetched))
    share = of_thread = 0.0
    if cpu:
        of_thread = (time.thread_time() - cpu[2]) / max(1e-9, time.perf_counter() - cpu[1])
        share = (time.process_time() - cpu[0]) / max(1e-9, time.perf_counter() - cpu[1])
    house.close()
    passed = time.time() - BEGIN - first[0]
    turns = sorted(spent) or [0.0]
    print(
        json.dumps(
            {
                "first_frame_s": round(first[0], 3),
                "first_picture_s": round(pictures[0], 3),
                "boot_frames": boot_frames,
                "frames_shown_a_second": round(app.frames_shown / max(passed, 1e-9), 1),
                "spent_median_ms": round(turns[len(turns) // 2], 2),
                "spent_mean_ms": round(sum(turns) / len(turns), 2),
                "spent_p95_ms": round(turns[int(len(turns) * 0.95)], 2),
                "answers_ms": [round(1000 * each) for each in presses.answers] if presses else [],
                "parts": parts(),
                "cpu_share": round(share, 4),
                "thread_share": round(of_thread, 4),
                "peak_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
                "heavy": sorted(name for name in ("numpy", "numba") if name in sys.modules),
            }
        )
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
