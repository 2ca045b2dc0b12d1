"""Finds the slow frames of the real program: which scene, which step of the frame, which picture.

    python -m tools.profile_frames SCENE [--size 1920x1080] [--seconds 60] [--language en] [--relayout]
                                   [--text-scale 1.5] [--worst 12] [--lines] [--json FILE]

SCENE is "menu", "tour" (menu, setup, rules, archive, records and settings, one after the other) or a game, which AIs
play against each other again and again. `--relayout` lays everything out again every two seconds, as after a change of
the window's size. A frame's time is the processor time of its thread, so that other processes do not count; with
DISPLAY set the window is real. The tool prints the share of frames within the limits, the time by scene and step, the
most expensive pictures by the line that asked for them, and the slowest frames with their steps. `--lines` also prints
which lines of the program ran in slow frames; it samples a thousand times a second, which makes all frames a little
slower.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from scenes.kit.window.app import App
    from scenes.services import Services

T = TypeVar("T")

LIMITS = (16.7, 33.0, 50.0)
"""Milliseconds: one, two and three frames at 60 Hz."""

GAMES = {"quoridor": ["ai:4,ai:3"], "coffee": ["ai:4,ai:3", "board=hex5", "n=5"], "star": ["ai:4,ai:3"]}
GAMES["robots"] = ["ai:4,ai:3"]
"""The games that can be profiled, with their seats and options."""

# Seconds between two samples of the line that the thread executes.
LOOK_SECONDS = 0.001
# How many lines of a slow frame are printed.
LINES = 4
# Seconds from the end of a game to the start of the next one.
AGAIN_SECONDS = 4.0
# Seconds in each place of the tour.
STAY_SECONDS = 5.0
RELAYOUT_SECONDS = 2.0
# Modules that make pictures for other modules.
_KIT = (
    "frame_budget",
    "paint",
    "assets",
    "fonts",
    "surfaces",
    "profile_frames",
    "stage",
)


@dataclass(slots=True)
class Picture:
    """A picture that was made: the line that asked for it, and the milliseconds that it took."""

    place: str
    spent: float


@dataclass(slots=True)
class Frame:
    """One frame: its milliseconds in all and by step, and the pictures made in it."""

    at: float
    scene: str
    spent: float = 0.0
    steps: dict[str, float] = field(default_factory=dict)
    pictures: list[Picture] = field(default_factory=list)
    lines: dict[str, int] = field(default_factory=dict)


class Looker(threading.Thread):
    """Samples the line that the window's thread is in, for the current frame."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(daemon=True)
        self._recorder = recorder
        self._watched = threading.get_ident()

    def run(self) -> None:
        house = str(Path(__file__).parents[1])
        while True:
            time.sleep(LOOK_SECONDS)
            frame = sys._current_frames().get(self._watched)
            while frame is not None and not frame.f_code.co_filename.startswith((f"{house}/scenes", f"{house}/game")):
                frame = frame.f_back
            present = self._recorder.present
            if frame is not None and present is not None:
                code = frame.f_code
                line = f"{Path(code.co_filename).relative_to(house)}:{frame.f_lineno} {code.co_name}"
                present.lines[line] = present.lines.get(line, 0) + 1


class Recorder:
    """Measures an app's frames from outside, by wrapping the steps of a frame."""

    def __init__(self, app: App) -> None:
        from scenes.kit import system

        self.app = app
        # The frames so far, as texts: objects would slow down the program's garbage collection.
        self._told: list[str] = []
        self.present: Frame | None = None
        # Time spent on other pictures that were made while the current picture was made.
        self._inner = 0.0
        app.frame = self._framed(app.frame)  # type: ignore[assignment,method-assign]
        devices = app.stage.devices
        devices.drain = self._timed("input", devices.drain)  # type: ignore[method-assign]
        app.take = self._timed("presses", app.take)  # type: ignore[method-assign]
        app.step = self._timed("ticks", app.step)  # type: ignore[method-assign]
        system.collect_memory = self._timed("memory", system.collect_memory)
        app.manager.draw = self._timed("scene", app.manager.draw)  # type: ignore[method-assign]
        app.window.present = self._timed("present", app.window.present)  # type: ignore[method-assign]
        app.stage.budget.make = self._counted(app.stage.budget.make)  # type: ignore[assignment,method-assign]
        self._measure_canvas()

    def _measure_canvas(self) -> None:
        self.app.canvas.end = self._timed("canvas", self.app.canvas.end)  # type: ignore[method-assign]

    @property
    def frames(self) -> list[Frame]:
        """Return all frames so far."""
        return [_read(text) for text in self._told]

    def relayout(self) -> None:
        """Lay everything out again, as a frame of its own."""
        self.present = Frame(time.perf_counter(), f"{type(self.app.manager.top).__name__} laid out")
        begun = time.thread_time()
        self.app.relayout()
        self.present.spent = 1000 * (time.thread_time() - begun)
        self._told.append(json.dumps(asdict(self.present)))
        self._measure_canvas()

    def _framed(self, frame: Callable[[float], None]) -> Callable[[float], None]:
        def framed(now: float) -> None:
            scene = type(self.app.manager.top).__name__
            self.present = Frame(now, scene)
            begun = time.thread_time()
            frame(now)
            self.present.spent = 1000 * (time.thread_time() - begun)
            after = type(self.app.manager.top).__name__
            if after != scene:
                self.present.scene = f"{scene} > {after}"
            self._told.append(json.dumps(asdict(self.present)))

        return framed

    def _timed(self, step: str, call: Callable[..., T]) -> Callable[..., T]:
        def timed(*given: Any) -> T:
            begun = time.thread_time()
            try:
                return call(*given)
            finally:
                if self.present is not None:
                    spent = 1000 * (time.thread_time() - begun)
                    self.present.steps[step] = self.present.steps.get(step, 0.0) + spent

        return timed

    def _counted(self, make: Callable[[Callable[[], T]], T]) -> Callable[[Callable[[], T]], T]:
        def counted(what: Callable[[], T]) -> T:
            outer, self._inner = self._inner, 0.0
            begun = time.thread_time()
            try:
                return make(what)
            finally:
                spent = 1000 * (time.thread_time() - begun)
                if self.present is not None:
                    self.present.pictures.append(Picture(_asker(sys._getframe(1)), spent - self._inner))
                self._inner = outer + spent

        return counted


def _read(text: str) -> Frame:
    stored = json.loads(text)
    return Frame(**{**stored, "pictures": [Picture(**picture) for picture in stored["pictures"]]})


def _asker(frame: FrameType | None) -> str:
    """Return the line that asked for a picture; skip the modules that make pictures for others."""
    found = "?"
    while frame is not None:
        name = Path(frame.f_code.co_filename).stem
        found = f"{Path(frame.f_code.co_filename).parent.name}/{name}.py:{frame.f_lineno} {frame.f_code.co_name}"
        if name not in _KIT and not frame.f_code.co_name.startswith("<"):
            break
        frame = frame.f_back
    return found


class Guest:
    """Keeps the program busy: starts a new game after each game, or opens the next page of the tour."""

    def __init__(self, recorder: Recorder, scene: str, seconds: float, relayout: bool) -> None:
        self._recorder = recorder
        self._app = recorder.app
        self._relayouts = time.monotonic() + RELAYOUT_SECONDS if relayout else math.inf
        self._tour = list(self._places()) if scene == "tour" else []
        self._end = time.monotonic() + seconds
        self._since = time.monotonic()
        self._scene = ""

    def _places(self) -> Iterator[Any]:
        from scenes import routes

        yield from (routes.ToSetup(game) for game in GAMES)
        yield from (routes.ToRules(game) for game in GAMES)
        yield from (routes.ToArchive(), routes.ToRecords(), routes.ToSettings(), routes.ToMenu())

    def frame(self, _: float) -> None:
        """Press what is due after a frame."""
        import pygame

        from scenes.kit.scene import Switch

        now = time.monotonic()
        if now > self._end:
            self._app.manager.quitting = True
        if now > self._relayouts:
            self._relayouts = now + RELAYOUT_SECONDS
            self._recorder.relayout()
        scene = type(self._app.manager.top).__name__
        if scene != self._scene:
            self._scene, self._since = scene, now
        elif self._tour and now - self._since > STAY_SECONDS:
            self._since = now
            self._app.manager.go(Switch(self._tour.pop(0)))
        elif scene == "ResultScene" and now - self._since > AGAIN_SECONDS:
            self._since = now
            pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, unicode="\r", mod=0, scancode=0))


@contextmanager
def opened(size: tuple[int, int], language: str, text_scale: float = 1.0) -> Iterator[tuple[App, Services]]:
    """Open the program in a window of `size`, with a store of its own and its text scaled by `text_scale`."""
    import tempfile

    import pygame

    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(KISSATEN_DATA=folder)
        from game.platforms.machine import return_large_blocks
        from scenes.app import open_app
        from scenes.kit import system
        from scenes.kit.window.window import Window
        from scenes.routing import import_places

        pygame.font.init()
        app, services = open_app(Window(size, False, "profile"), language)
        services.offered_resume = True
        services.settings.change(text_scale=text_scale)
        # In the program, a thread does this one second after the start.
        import_places()
        system.freeze_memory()
        return_large_blocks()
        try:
            yield app, services
        finally:
            services.close()
            pygame.quit()


def record(
    scene: str,
    size: tuple[int, int],
    seconds: float,
    language: str,
    relayout: bool = False,
    lines: bool = False,
    text_scale: float = 1.0,
) -> list[Frame]:
    """Run the program and return its frames."""
    with opened(size, language, text_scale) as (app, services):
        from game.command_line.startup import start_request
        from game.registry import find
        from scenes.routing import first_scene

        start = None
        if scene in GAMES:
            seats, *options = GAMES[scene]
            start = start_request(find(scene), seats, options, 1)
        recorder = Recorder(app)
        if lines:
            Looker(recorder).start()
        app.on_frame = Guest(recorder, scene, seconds, relayout).frame
        app.run(first_scene(services, start))
        return recorder.frames


def main() -> None:
    """Run and print the report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scene", choices=["menu", "tour", *GAMES])
    parser.add_argument("--size", default="1920x1080")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--language", default="en")
    parser.add_argument("--relayout", action="store_true")
    parser.add_argument("--text-scale", type=float, default=1.0)
    parser.add_argument("--worst", type=int, default=12, help="how many slow frames are told")
    parser.add_argument("--lines", action="store_true", help="tell the lines of slow frames")
    parser.add_argument("--json", type=Path, help="where to write all frames, one a line")
    asked = parser.parse_args()
    width, _, height = asked.size.partition("x")
    size, how = (int(width), int(height)), (asked.relayout, asked.lines, asked.text_scale)
    frames = record(asked.scene, size, asked.seconds, asked.language, *how)
    if asked.json:
        asked.json.write_text("".join(json.dumps(asdict(frame)) + "\n" for frame in frames))
    print("\n".join(tell(frames, asked.worst)))


def tell(frames: list[Frame], worst: int) -> Iterator[str]:
    """Yield the report of a run, line by line."""
    spent = sorted(frame.spent for frame in frames)
    within = ", ".join(f"{100 * sum(each < limit for each in spent) / len(spent):.2f} % < {limit}" for limit in LIMITS)
    yield f"{len(spent)} frames: {within} ms; median {spent[len(spent) // 2]:.2f}, max {spent[-1]:.1f} ms"
    yield from _by_scene(frames)
    yield from _by_picture(frames)
    yield "slowest frames:"
    for frame in sorted(frames, key=lambda frame: -frame.spent)[:worst]:
        steps = ", ".join(f"{step} {spent:.1f}" for step, spent in sorted(frame.steps.items(), key=lambda one: -one[1]))
        yield f"  {frame.spent:6.1f} ms  {frame.scene} at {frame.at - frames[0].at:.1f} s: {steps}"
        for picture in sorted(frame.pictures, key=lambda picture: -picture.spent)[:3]:
            yield f"            {picture.spent:6.1f} ms  {picture.place}"
        for line, count in sorted(frame.lines.items(), key=lambda one: -one[1])[:LINES]:
            yield f"            {count:4} times in {line}"


def _by_scene(frames: list[Frame]) -> Iterator[str]:
    steps: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    counts: dict[str, int] = defaultdict(int)
    for frame in frames:
        counts[frame.scene] += 1
        for step, spent in {"all": frame.spent, **frame.steps}.items():
            steps[frame.scene][step] += spent
    yield "milliseconds a frame in the mean, by scene:"
    for scene, by_step in sorted(steps.items(), key=lambda one: -one[1]["all"]):
        told = ", ".join(f"{step} {spent / counts[scene]:.2f}" for step, spent in by_step.items())
        yield f"  {scene} ({counts[scene]} frames): {told}"


def _by_picture(frames: list[Frame]) -> Iterator[str]:
    places: dict[str, list[float]] = defaultdict(list)
    for frame in frames:
        for picture in frame.pictures:
            places[picture.place].append(picture.spent)
    yield "dearest pictures:"
    for place, spent in sorted(places.items(), key=lambda one: -max(one[1]))[:20]:
        yield f"  {max(spent):6.1f} ms at most, {sum(spent):7.1f} ms in {len(spent)}: {place}"


if __name__ == "__main__":
    main()
