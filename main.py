"""The command line.

Each command imports what it needs when it runs, because worker processes import this file again.
"""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse
    from pathlib import Path

    from game.command_line.parser import Parser
    from game.command_line.startup import KioskStart, StartRequest
    from game.core.record import Record


NO_ROUTE = 1
# The most routes in an answer of engine mode.
MOST_ROUTES = 1_000
KEEPING = ("picture", "film", "tournament", "operator", "settings")
"""The commands that a request to end interrupts as Ctrl+C does, so that they can tidy up.

All others may be deep in a search, so the request ends them at once.
"""
PICTURES = (".png", ".jpg", ".jpeg", ".bmp", ".tga")

# The most characters of a file's name (or of the code in its place) that an error message repeats.
LONGEST_NAME = 80


def main(arguments: list[str] | None = None) -> int:
    """Run the command. Returns the process's exit status."""
    from game.command_line.parser import INTERRUPTED, build_parser
    from game.command_line.shell import interrupted_by_signals
    from game.platforms import wall_clock

    wall_clock.bound()
    parser = build_parser()
    given = parser.parse_args(arguments)
    if given.kiosk and given.command is not None:
        parser.error(f"--kiosk goes without a command, not with {given.command}")
    if given.config is not None and not given.kiosk:
        parser.error("--config is for --kiosk")
    if given.kiosk and (given.phones or given.phones_bind):
        parser.error("--phones is not for --kiosk")
    if given.table is not None and not given.kiosk:
        parser.error("--table is for --kiosk")
    try:
        with interrupted_by_signals(where=given.command in KEEPING):
            return COMMANDS[given.command](given, parser)
    except KeyboardInterrupt:
        return INTERRUPTED


def _start(given: argparse.Namespace, parser: Parser) -> StartRequest:
    from game.command_line.startup import start_request
    from game.core.rules import GameError
    from game.registry import find

    try:
        return start_request(find(given.game), given.seats, given.option, given.seed, given.engine, given.protocol)
    except GameError as error:
        parser.error(str(error))


def run_menu(given: argparse.Namespace, parser: Parser) -> int:
    """Open the app at its menu. With the options of a kiosk, supervise the table, or run as the supervised table."""
    if not given.kiosk:
        return _open_app(given, None)
    if given.table is None:
        from game.supervision.command import supervise

        return supervise(table_command(given))
    from pathlib import Path

    from game.command_line.startup import KioskStart, TableCommands

    commands = TableCommands(given.restarted, given.because, given.rested, given.safe)
    config = None if given.config is None else Path(given.config)
    return _open_app(given, None, KioskStart(config, given.table, commands))


def table_command(given: argparse.Namespace) -> list[str]:
    """Return the command line with which the supervisor starts a table, including the options given here."""
    from game.platforms.program import own_command

    command = own_command("--kiosk")
    if given.config is not None:
        command.append(f"--config={given.config}")
    if given.size is not None:
        command.append("--size={}x{}".format(*given.size))
    if given.lang is not None:
        command.append(f"--lang={given.lang}")
    return command + ["--windowed"] * given.windowed + ["--scan"] * given.scan


def run_play(given: argparse.Namespace, parser: Parser) -> int:
    """Open the app in a game."""
    return _open_app(given, _start(given, parser))


def run_replay(given: argparse.Namespace, parser: Parser) -> int:
    """Open the app in the replay of a file or a code."""
    return _open_app(given, _record(given.file, parser, given.rows))


def _record(text: str, parser: Parser, rows: str = "") -> Record:
    """Return the game in a file or a code."""
    from pathlib import Path

    from game.platforms.program import place
    from game.records.files import RecordFileError, read
    from game.records.game_code import unpack

    try:
        return unpack(text, rows=rows) if _is_code(text) else read(Path(place(text)), rows)
    except RecordFileError as error:
        parser.error(str(error))


def _is_code(text: str) -> bool:
    """Return whether an argument has a code or a list of moves, and is no file's name, such as "e2 e8 trick.json"."""
    from game.platforms.program import place
    from game.records.game_code import has_code

    return has_code(text) and not os.path.isfile(place(text))  # noqa: PTH113 - which takes names of any length


def run_picture(given: argparse.Namespace, parser: Parser) -> int:
    """Draw a position of a game, and print the picture's path."""
    from pathlib import Path

    from game.core.plain_text import printable

    record = _record(given.file, parser)
    last = len(record.actions)
    ply = last if given.ply is None else given.ply
    if ply > last:
        parser.error(f"--ply {ply}: the game has {last} actions")
    if given.out is not None and Path(given.out).suffix.lower() != ".png":
        parser.error(printable(f"{given.out}: a picture ends in .png"))
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from scenes.commands.picture import save

    try:
        path = save(record, ply, given.size, None if given.out is None else Path(given.out), given.lang)
    except (OSError, ValueError) as error:
        parser.error(printable(f"{given.out or 'picture'}: {error}"))
    print(printable(str(path)))
    return 0


def run_film(given: argparse.Namespace, parser: Parser) -> int:
    """Make the film of a game, and print its path."""
    from pathlib import Path

    from game.core.plain_text import printable
    from game.records.films import ENDINGS

    record = _record(given.file, parser)
    ending = ENDINGS[0] if given.out is None else Path(given.out).suffix.lower()
    if ending not in ENDINGS:
        parser.error(printable(f"{given.out}: a film ends in {', '.join(ENDINGS)}"))
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from scenes.commands.film import save

    try:
        path = save(record, None if given.out is None else Path(given.out), ending, given.size, given.lang)
    except (OSError, ValueError) as error:
        parser.error(printable(f"{given.out or 'film'}: {error}"))
    print(printable(str(path)))
    return 0


def run_open(given: argparse.Namespace, parser: Parser) -> int:
    """Open the app in the replay of a code, or in a game that begins on another program's board."""
    from game.command_line.startup import StartRequest

    record = _record(given.code, parser, given.rows)
    if record.is_bare:
        return _open_app(given, StartRequest(record.game, record.options, record.seats, record.seed))
    return _open_app(given, record)


def _open_app(given: argparse.Namespace, start: StartRequest | Record | None, kiosk: KioskStart | None = None) -> int:
    begun = time.monotonic()
    # This must be set before pygame is imported.
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from game.paths import read_ahead_path
    from game.platforms import read_ahead

    read_ahead.begin(read_ahead_path())
    from scenes.app import run

    screen = {"windowed": given.windowed, "size": given.size, "language": given.lang, "scan": given.scan}
    phones = given.phones_bind or ("" if given.phones else None)
    return run(start=start, kiosk=kiosk, phones=phones, begun=begun, **screen)


def run_tournament(given: argparse.Namespace, parser: Parser) -> int:
    """Play a tournament and print its table."""
    from game.core.rules import GameError
    from game.tournament.command import command

    try:
        return command(given)
    except GameError as error:
        parser.error(str(error))


def run_engine(given: argparse.Namespace, parser: Parser) -> int:
    """Answer requests until `quit` or the end of the input."""
    import io

    from game.core.rules import GameError
    from game.engine_mode import engine

    requests = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8", errors="surrogateescape", newline="\n")
    if given.protocol == engine.OWN:
        return engine.main(requests, sys.stdout)
    try:
        return engine.serve(given.protocol, given.game, given.level, given.seconds, requests, sys.stdout)
    except GameError as error:
        parser.error(str(error))


def run_solve(given: argparse.Namespace, parser: Parser) -> int:
    """Print the shortest route for the puzzle in a file. With `--png`, also draw it."""
    import json
    from pathlib import Path

    from game.agents.compiling import prepared_solver
    from game.core.plain_text import printable
    from game.core.rules import RecordError
    from game.engine_mode.engine import Engine
    from game.registry import named, solver_game

    game = solver_game()
    if game is None:
        parser.error("no game has a solver")
    name = given.file if len(given.file) <= LONGEST_NAME else f"{given.file[:LONGEST_NAME]}…"
    try:
        puzzle = _puzzle(given.file)
    except (RecordError, ValueError) as error:
        parser.error(printable(f"{name}: {error}"))
    if given.png:
        _check_picture(Path(given.png), parser)
    limits = {
        "one_move_rule": given.rule,
        "max_moves": given.max_moves,
        "seconds": given.seconds,
        "threads": given.threads,
    }
    if given.all:
        limits["all"] = MOST_ROUTES
    answer = Engine().handle(json.dumps({"cmd": "solve", "puzzle": puzzle, **limits}))
    if not answer["ok"]:
        parser.error(printable(f"{name}: {answer['message']}"))
    if answer["moves"] is None:
        bound = f", at least {answer['at_least']} moves" if "at_least" in answer else ""
        print(f"no route: {answer['reason']}{bound} ({answer['nodes']} nodes, {answer['seconds']:.3f} s)")
        return NO_ROUTE
    print(f"{answer['moves']} moves ({answer['nodes']} nodes, {answer['seconds']:.3f} s)")
    routes = answer.get("routes", [answer["solution"]])
    if given.all:
        counted = "1 shortest route" if answer["count"] == 1 else f"{answer['count']} shortest routes"
        print(counted if answer["complete"] else f"{counted}, perhaps more")
    for number, route in enumerate(routes, 1):
        print("\n".join([*([f"route {number}"] if given.all else []), *prepared_solver(game).tell(puzzle, route)]))
    if given.png:
        if not game.study.route_picture:
            parser.error(f"puzzles of {game.id} cannot be drawn")
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
        save = named(game.study.route_picture)
        try:
            save(puzzle, answer["solution"], Path(given.png))
        # pygame's own error is a RuntimeError.
        except (OSError, RuntimeError) as error:
            parser.error(printable(f"{given.png}: {error}"))
    return 0


def _puzzle(text: str) -> object:
    """Return what the solver gets: the JSON value in a file, or the code of a board.

    `text` is the file's name, or the code. The file may also contain the code.
    """
    from pathlib import Path

    from game.core.decode import read_json
    from game.platforms.program import place
    from game.records.files import read_bytes
    from game.records.game_code import has_code

    content = text if _is_code(text) else read_bytes(Path(place(text))).decode("utf-8-sig")
    return content if has_code(content) else read_json(content)


def run_puzzle(given: argparse.Namespace, parser: Parser) -> int:
    """Print the puzzles of a day, or of a pack."""
    import json

    from game.core.plain_text import printable
    from game.engine_mode.engine import Engine
    from game.engine_mode.puzzle_requests import answer_lines
    from game.registry import GAMES, find

    if given.pack is not None and not given.game:
        parser.error("--pack wants --game, as the games have packs of their own")
    games = [given.game] if given.game else [game for game in GAMES if find(game).study.puzzles is not None]
    engine = Engine()
    for game in games:
        index, count = 0, 1
        while index < count:
            request = {"cmd": "puzzle", "game": game, "date": given.date, "pack": given.pack, "index": index}
            answer = engine.handle(json.dumps({**request, "solution": given.solution}))
            if not answer["ok"]:
                parser.error(printable(f"{game}: {answer['message']}"))
            print(json.dumps(answer) if given.json else "\n".join([*answer_lines(answer), ""]))
            index, count = index + 1, answer.get("of", 1)
    return 0


def _check_picture(path: Path, parser: Parser) -> None:
    """If no picture can be written to `path`, exit with a one-line error before the search begins."""
    from game.core.plain_text import printable
    from game.platforms.files import check_place

    if path.suffix.lower() not in PICTURES:
        parser.error(printable(f"{path}: a picture ends in {', '.join(PICTURES)}"))
    try:
        check_place(path)
    except (OSError, ValueError) as error:
        parser.error(printable(f"{path}: {error}"))


def run_operator(given: argparse.Namespace, parser: Parser) -> int:
    """Do one of the operator's tasks."""
    from game.command_line.parser import WRONG_USE
    from game.core.plain_text import printable
    from game.kiosk.command import OperatorError, command

    try:
        done = command(given.set_pin, given.reset_pin, given.check_config, given.export, given.audits, _lacking)
    except OperatorError as error:
        parser.error(printable(str(error)))
    if done is None:
        given.print_help(sys.stderr)
    return WRONG_USE if done is None else done


def _lacking(text: str) -> str:
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from game.registry import named

    signs: str = named("scenes.kit.drawing.fonts:lacking")(text)
    return signs


def run_games(given: argparse.Namespace, parser: Parser) -> int:
    """Write the saved games to a file, or import the games in a file."""
    from game.command_line.games import GamesError, command
    from game.core.plain_text import printable

    try:
        return command(given)
    except GamesError as error:
        parser.error(printable(str(error)))


def run_doctor(given: argparse.Namespace, parser: Parser) -> int:
    """Examine the machine."""
    from scenes.commands import doctor

    return doctor.command()


def run_settings(given: argparse.Namespace, parser: Parser) -> int:
    """List the settings, or show or change one."""
    from game.command_line.parser import WRONG_USE
    from game.core.plain_text import printable

    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from scenes.commands.settings import SettingsError, command

    try:
        done = command(given.list, given.get, given.set, given.kiosk_config)
    except SettingsError as error:
        parser.error(printable(str(error)))
    if done is None:
        given.print_help(sys.stderr)
    return WRONG_USE if done is None else done


COMMANDS = {
    None: run_menu,
    "play": run_play,
    "replay": run_replay,
    "open": run_open,
    "picture": run_picture,
    "film": run_film,
    "tournament": run_tournament,
    "engine": run_engine,
    "solve": run_solve,
    "puzzle": run_puzzle,
    "operator": run_operator,
    "games": run_games,
    "doctor": run_doctor,
    "settings": run_settings,
}


def as_bundle(arguments: list[str]) -> int | None:
    """If `arguments` start one of a bundle's own processes, do its work.

    Such a process is a worker, or the reaper of an outside engine, or it compiles the kernels for the build of a
    bundle. Returns the exit status, or None if `arguments` are for `main`. A worker ends its process without returning.
    """
    import multiprocessing

    from game.platforms.program import COMPILE, REAP, restore_environment

    restore_environment()
    multiprocessing.freeze_support()
    if arguments[:1] == [REAP]:
        from game.platforms import reaper

        return reaper.main(int(arguments[1]), arguments[2:])
    if arguments[:1] == [COMPILE]:
        from pathlib import Path

        from game.agents.compiling import compile_into

        compile_into(Path(arguments[1]))
        return 0
    return None


if __name__ == "__main__":
    status = as_bundle(sys.argv[1:]) if getattr(sys, "frozen", False) else None
    if status is None:
        from game.command_line.shell import run

        status = run(main)
    sys.exit(status)
