"""Requests from the command line to the app and the tournament."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from game.core.options import resolve
from game.core.record import ENGINE, SeatConfig, is_strength, with_strength
from game.core.rules import OptionError, Options
from game.core.spec import LEVELS, GameSpec
from game.paths import engines_path

if TYPE_CHECKING:
    from game.outside.engine import EngineCommand


RestartKind = Literal["crash", "hang", "restart"]
"""Why a table is restarted: it crashed, it hung, or its supervisor ended (by a power cut, for example)."""


@dataclass(frozen=True, slots=True)
class StartRequest:
    """A game to start at once: its id, complete options, seed (None: any) and seats.

    `engines` are the outside engines. The name of an engine's seat is the engine's `seat_name`.
    """

    game: str
    options: Options
    seats: tuple[SeatConfig, ...]
    seed: int | None = None
    engines: tuple[EngineCommand, ...] = ()


@dataclass(frozen=True, slots=True)
class TableCommands:
    """The supervisor's options for a table.

    `restarted` is the reason of a restart, None at a first start. `detail` is a printable line about it. `rested` says
    whether there were no visitors before the restart. With `safe`, the table has no sound and the simplest drawing.
    """

    restarted: RestartKind | None = None
    detail: str = ""
    rested: bool = False
    safe: bool = False

    def arguments(self) -> list[str]:
        """Return the fields as hidden options of the command line."""
        found = []
        if self.restarted is not None:
            found += [f"--restarted={self.restarted}", f"--because={self.detail}"]
        return found + ["--rested"] * self.rested + ["--safe"] * self.safe


@dataclass(frozen=True, slots=True)
class KioskStart:
    """The start of an unattended table. The file `config` has its settings (None: the default file).

    `supervisor` is the id of the process that started the table, and `commands` are its options for the table.
    """

    config: Path | None = None
    supervisor: int = 0
    commands: TableCommands = field(default_factory=TableCommands)


def start_request(
    spec: GameSpec,
    seats: str,
    options: Sequence[str],
    seed: int | None,
    engines: Sequence[str] = (),
    protocols: Sequence[str] = (),
    *,
    engine_seats: str = "",
) -> StartRequest:
    """Make the request for `seats` like "human,ai:3" and `options` like ["jump_pairs=true"]. Raises OptionError.

    With `engines` like ["bot=python3 bot.py"], or an engine `bot` in the owner's file, a seat may be "ext:bot".
    `protocols` are the protocols of `engines`, like "uci" for all or "bot=uci" for one. If `engine_seats` is given, the
    request has the engines of these seats instead of those of `seats`. If the game has the option `players`, and
    `options` does not set it, `players` becomes the number of seats.
    """
    commands = _commands(engines, protocols, engine_seats or seats, spec.id)
    names = [command.seat_name for command in commands]
    if len(set(names)) < len(names):
        raise OptionError("two engines have the same name")
    places = parse_seats(seats, names)
    if any(place.strength for place in places) and not spec.strengths:
        raise OptionError(f"{spec.id} has AI levels, and no strengths between them")
    together = spec.simultaneous
    if together and not together.outside and any(place.is_engine for place in places):
        raise OptionError(f"{spec.id} has no seats for engines: several act at once in it")
    given = _parse_options(spec, options)
    if "players" not in given and any(option.name == "players" for option in spec.options):
        given["players"] = len(places)
    complete = resolve(spec.options, given)
    if len(places) != spec.seat_count(complete):
        raise OptionError(f"{spec.id} with these options needs {spec.seat_count(complete)} seats, not {len(places)}")
    return StartRequest(spec.id, complete, places, seed, commands)


def parse_seats(text: str, engines: Collection[str] = ()) -> tuple[SeatConfig, ...]:
    """Read seats in turn order from "human,ai:3". `engines` has the `seat_name` of each engine. Raises OptionError."""
    return tuple(_parse_seat(part.strip(), engines) for part in text.split(","))


def _parse_seat(text: str, engines: Collection[str]) -> SeatConfig:
    if text in engines:
        return SeatConfig("ai", LEVELS[-1], name=text, engine=text.removeprefix(ENGINE))
    if _is_engine(text):
        name = text.removeprefix(ENGINE)
        raise OptionError(f"seat {text!r} is no engine: give its command, such as --engine {name}=COMMAND")
    if text == "human":
        return SeatConfig()
    kind, _, level = text.partition(":")
    if kind == "ai" and level in map(str, LEVELS):
        return SeatConfig("ai", int(level))
    if kind == "ai" and re.fullmatch(r"\d\.\d{1,2}", level) and is_strength(float(level)):
        return with_strength(SeatConfig("ai"), float(level))
    raise OptionError(
        f"seat {text!r} is neither 'human' nor 'ai:{LEVELS[0]}' to 'ai:{LEVELS[-1]}' nor a strength like 'ai:2.4'"
    )


def _commands(texts: Sequence[str], protocols: Sequence[str], seats: str, game: str) -> tuple[EngineCommand, ...]:
    """Return the engines of the command line, and those in the owner's file that `seats` name for this game."""
    if not texts and ENGINE not in seats:
        return ()  # without engines, the app starts without the import below
    from game.outside.engine import engine_command
    from game.outside.engines_file import load

    spoken = {name: protocol for name, equals, protocol in (text.rpartition("=") for text in protocols)}
    given = tuple(engine_command(text, spoken.pop(text.partition("=")[0], spoken.get("", ""))) for text in texts)
    if others := spoken.keys() - {""}:
        raise OptionError(f"--protocol {min(others)}=...: there is no such --engine")
    missing = {part.strip() for part in seats.split(",")} - {command.seat_name for command in given}
    entries = load(engines_path()).entries if any(map(_is_engine, missing)) else ()
    return given + tuple(entry.command for entry in entries if entry.plays(game) and entry.command.seat_name in missing)


def _is_engine(seat: str) -> bool:
    return seat.startswith(ENGINE)


def _parse_options(spec: GameSpec, texts: Sequence[str]) -> dict[str, object]:
    known = {option.name: option for option in spec.options}
    values = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise OptionError(f"option {text!r} is not like NAME=VALUE")
        if name not in known:
            raise OptionError(f"unknown option {name!r} (known: {', '.join(sorted(known))})")
        values[name] = known[name].from_text(value)
    return values
