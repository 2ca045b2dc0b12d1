"""Replay a crash log: python -m tools.reproduce LOG. Exits with 0 if the same exception comes."""

from __future__ import annotations

import json
import math
import os
import re
import sys
import tempfile
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from game.core.record import Record
from game.outside import table_agent
from game.outside.engine import EngineCommand
from game.storage.database import in_memory
from game.storage.store import Store
from scenes.app import open_app
from scenes.kit.input.flight import HIDDEN, Entry
from scenes.kit.input.intents import Device, Intent, Kind, Signal, SignalKind
from scenes.kit.scene import Switch
from scenes.kit.window.app import App
from scenes.kit.window.window import Window
from scenes.recovery.noting_agent import RetoldAgent
from scenes.routes import ToMenu, from_json
from scenes.services import Services

# Matches the engine of a seat. In the log a seat may be JSON within a text, with its quotes escaped.
_ENGINE = re.compile(r'\\*"engine\\*": \\*"(\w+)')
# How many ticks run after the last one in the log.
AFTERWARDS = 4
# A frame is drawn once in this many ticks.
DRAWN_EVERY = 2


def reproduce(report: dict[str, Any]) -> Exception | None:
    """Repeat the log's presses in an app with its own agent and store; return the exception that comes, or None."""
    if not report["legs"]:
        raise ValueError("the log tells of no presses")
    pygame.font.init()
    window = Window(tuple(report["size"]), False, "Kissaten")
    app, services = open_app(window, report["language"], _store(report))
    # Every picture is finished here, because one of them may have caused the failure.
    services.stage.budget.seconds = math.inf
    entries = [entry for leg in report["legs"] for entry in leg["entries"]]
    services.agent = RetoldAgent(entries, lambda: app.flight.ticks)
    names = _ENGINE.findall(json.dumps(report, ensure_ascii=False))
    entered = [table_agent.EngineEntry(EngineCommand(name, ())) for name in names]
    # The engines are only named and never started, since the log has their answers.
    services.offers.engines = table_agent.Engines(entered)
    seeds = [entry["seed"] for entry in entries if "seed" in entry]
    draw_seed = services.fresh_seed
    services.fresh_seed = lambda: seeds.pop(0) if seeds else draw_seed()  # type: ignore[method-assign]
    try:
        _play(app, services, report, entries)
    except Exception as error:
        return error
    finally:
        app.manager.abandon()
        services.close()
        services.stage.devices.close()
        services.stage.audio.close()
    return None


def _store(report: dict[str, Any]) -> Store:
    store = Store(in_memory(), Path(os.devnull))
    for key, value in report["settings"].items():
        store.set(key, value)
    for game, table in report["setups"].items():
        store.set(f"setup.{game}", table["table"])
    for unfinished in map(from_json, report["unfinished"] or ()):
        if isinstance(unfinished, Record):
            store.begin(unfinished)
    return store


def _play(app: App, services: Services, report: dict[str, Any], entries: Sequence[Entry]) -> None:
    first = report["legs"][0]
    place = from_json(first["place"]) or ToMenu()
    services.offered_resume = not (isinstance(place, ToMenu) and first["tick"] < 2)
    app.flight.ticks = first["tick"]
    app.manager.go(Switch(place))
    waiting = [entry for entry in entries if "intent" in entry or "signal" in entry]
    while app.flight.ticks < report["tick"] + AFTERWARDS:
        while waiting and waiting[0]["tick"] <= app.flight.ticks:
            _take(app, services, waiting.pop(0))
        app.step()
        if app.flight.ticks % DRAWN_EVERY == 0:
            app.draw()
    app.draw()


def _take(app: App, services: Services, entry: Entry) -> None:
    device = Device(entry["device"][0], entry["device"][1], number=entry["device"][2]) if "device" in entry else None
    if "signal" in entry:
        size = tuple(entry["size"]) if entry["size"] else None
        if size is not None:
            pygame.display.set_mode(size, pygame.RESIZABLE)
        app.take(Signal(SignalKind[entry["signal"]], size, device, _number(entry["code"])))
        return
    assert device is not None
    services.stage.devices.current = device
    point = tuple(entry["point"]) if entry["point"] else None
    key = _number(entry["key"]) or 0
    value = _number(entry["value"]) or 0
    app.take(Intent(Kind[entry["intent"]], device, point, value, entry["repeat"], key))


def _number(value: Any) -> int | None:
    """Return the logged number `value`. If the log hides it, return the key code of the digit 1 instead."""
    return ord("1") if value == HIDDEN else value


def main(arguments: Sequence[str]) -> int:
    """Reproduce the named log, print the result and return the exit status."""
    if len(arguments) != 1:
        print("usage: python -m tools.reproduce LOG", file=sys.stderr)
        return 2
    report = json.loads(Path(arguments[0]).read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        os.environ["KISSATEN_DATA"] = folder
        error = reproduce(report)
    if error is None:
        print(f"Nothing came; the log tells of {report['error']}: {report['message']}")
        return 1
    traceback.print_exception(error)
    return int((type(error).__name__, str(error)) != (report["error"], report["message"]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
