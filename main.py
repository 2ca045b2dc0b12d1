"""The command line. Each command imports what it needs only when it runs: worker processes re-import this file."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from pathlib import Path

    from game.core.record import Record
    from game.startup import KioskStart, StartRequest

WRONG_USE = 2
INTERRUPTED = 130
NO_ROUTE = 1
PICTURES = (".png", ".jpg", ".jpeg", ".bmp", ".tga")
MOST_OPENING, MOST_ELO = 100, 2000
LEAST_SIZE, MOST_SIZE = (320, 240), (7680, 4320)  # of a window, in pixels


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(WRONG_USE, f"{self.prog}: {message}\n")


if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[Parser]


def main(arguments: list[str] | None = None) -> int:
    """Run the command; gives the status to end the process with."""
    parser = build_parser()
    given = parser.parse_args(arguments)
    if given.kiosk and given.command is not None:
        parser.error(f"--kiosk goes without a command, not with {given.command}")
    if given.config is not None and not given.kiosk:
        parser.error("--config is for --kiosk")
    if given.table is not None and not given.kiosk:
        parser.error("--table is for --kiosk")
    try:
        return COMMANDS[given.command](given, parser)
    except KeyboardInterrupt:
        return INTERRUPTED


def build_parser() -> Parser:
    """The whole command line."""
    parser = Parser(prog="main.py", description="Kissaten: board games at one screen. Without a command: the menu.")
    _add_screen_options(parser, absent=None)
    kiosk = parser.add_argument_group("unattended table (see docs/kiosk.md)")
    kiosk.add_argument("--kiosk", action="store_true", help="fill the screen, for strangers who come and go")
    kiosk.add_argument("--config", metavar="FILE", help="its settings (kiosk.toml in the data folder)")
    _add_supervised_options(kiosk)
    parser.set_defaults(command=None)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=Parser)

    for add in (
        _add_play,
        _add_replay,
        _add_tournament,
        _add_engine,
        _add_solve,
        _add_soak,
        _add_operator,
        _add_doctor,
    ):
        add(commands)
    return parser


def _add_play(commands: Commands) -> None:
    play = commands.add_parser("play", help="go straight into a game", description="Go straight into a game.")
    play.set_defaults(command="play")
    _add_game_options(play, "human,ai:3")
    _add_screen_options(play, absent=argparse.SUPPRESS)


def _add_replay(commands: Commands) -> None:
    replay = commands.add_parser(
        "replay", help="show a game from a file", description="Show a game from a file, move by move."
    )
    replay.set_defaults(command="replay")
    replay.add_argument("file", metavar="FILE", help="a game saved from the archive")
    _add_screen_options(replay, absent=argparse.SUPPRESS)


def _add_tournament(commands: Commands) -> None:
    tournament = commands.add_parser(
        "tournament",
        help="let AI levels and engines play each other, without a screen",
        description="Let AI levels and engines play each other, without a screen; seats rotate from game to game.",
    )
    tournament.set_defaults(command="tournament")
    _add_game_options(tournament, "ai:3,ai:1")
    tournament.add_argument(
        "--engine",
        action="append",
        default=[],
        metavar="NAME=COMMAND",
        help="a program for the seats 'ext:NAME' (see docs/engines.md); may be repeated",
    )
    tournament.add_argument(
        "--seconds", type=_seconds, metavar="S", help="for each move (an AI level's own time; an engine has 1)"
    )
    tournament.add_argument(
        "--opening",
        type=_count,
        metavar="N",
        help="begin with N actions by chance, the same for each seating (4 with an engine or --sprt, else 0)",
    )
    tournament.add_argument(
        "--sprt", type=_elos, metavar="ELO0,ELO1", help="end as soon as one of two differences is proven"
    )
    tournament.add_argument("--games", type=_positive, default=20, metavar="N", help="games to play (20)")
    tournament.add_argument("--jobs", type=_positive, metavar="N", help="games at the same time (one for each core)")
    tournament.add_argument("--json", metavar="FILE", help="also write the results to FILE")
    logs = tournament.add_mutually_exclusive_group()
    logs.add_argument("--jsonl", metavar="FILE", help="also write each game to the new FILE as it ends")
    logs.add_argument("--resume", metavar="FILE", help="go on with the tournament of such a FILE, or begin one")


def _add_engine(commands: Commands) -> None:
    engine = commands.add_parser(
        "engine",
        help="answer JSON requests on standard input",
        description="Answer JSON requests on standard input, one a line, on standard output.",
    )
    engine.set_defaults(command="engine")


def _add_solve(commands: Commands) -> None:
    solve = commands.add_parser(
        "solve",
        help="find the shortest route for a puzzle",
        description="Find the shortest route for a puzzle, print it, and draw it where that is wanted.",
    )
    solve.set_defaults(command="solve")
    solve.add_argument("file", metavar="FILE", help="a puzzle as JSON (the engine mode's format)")
    solve.add_argument("--png", metavar="OUT", help="also draw the route on the board, as the picture file OUT")
    solve.add_argument("--rule", choices=("own", "any", "turn"), default="own", help="on one-move arrivals (own)")
    solve.add_argument("--max-moves", type=_positive, default=30, metavar="N", help="of the route (30)")
    solve.add_argument("--seconds", type=_seconds, default=30.0, metavar="S", help="to look for it at most (30)")


def _add_soak(commands: Commands) -> None:
    soak = commands.add_parser(
        "soak",
        help="drive the whole app by chance and say what breaks",
        description="Drive the whole app by chance on a clock of its own, without a screen, and say what breaks.",
    )
    soak.set_defaults(command="soak")
    soak.add_argument("--minutes", type=float, default=1.0, metavar="N", help="of real time (1)")
    soak.add_argument("--frames", type=_positive, metavar="N", help="go on for N frames instead")
    soak.add_argument("--seed", type=int, default=0, metavar="S", help="of the random input (0)")
    soak.add_argument("--size", type=_size, default=argparse.SUPPRESS, metavar="WxH", help="of the window (1920x1080)")
    soak.add_argument("--memory", type=float, metavar="MB", help="fail where more than MB are in memory")
    soak.add_argument(
        "--kiosk", dest="unattended", action="store_true", help="soak the unattended table and its visitors"
    )
    soak.add_argument(
        "--speed", type=_above_zero, default=24.0, metavar="N", help="its clock goes N times as fast, if it can (24)"
    )
    soak.add_argument(
        "--faults", type=_positive, metavar="N", help="go on until all that can break around it was broken N times"
    )
    soak.add_argument("--days", type=_above_zero, metavar="N", help="go on for N days of its clock instead")
    soak.add_argument("--logs", default=".", metavar="FOLDER", help="where the log of a crash is left (here)")


def _add_operator(commands: Commands) -> None:
    operator = commands.add_parser(
        "operator",
        help="look after a kiosk from outside, also while it runs",
        description="Look after a kiosk from outside, also while it runs: one of these at a time.",
    )
    operator.set_defaults(command="operator", print_help=operator.print_help)
    tasks = operator.add_mutually_exclusive_group()
    tasks.add_argument(
        "--reset-pin", action="store_true", help="forget the operator's PIN; the table asks for a new one"
    )
    tasks.add_argument("--check-config", metavar="FILE", help="say what is wrong with a configuration, if anything")
    tasks.add_argument("--export", metavar="FOLDER", help="write what was counted as CSV and JSON into FOLDER")
    tasks.add_argument("--audits", action="store_true", help="print what was counted, and what happened, lately")


def _add_doctor(commands: Commands) -> None:
    doctor = commands.add_parser(
        "doctor",
        help="say what this machine has of what the game needs",
        description="Say what this machine has of what the game needs, and what to do where something is missing.",
    )
    doctor.set_defaults(command="doctor")


def _add_screen_options(parser: Parser, absent: str | None) -> None:
    """`absent` is the default: a command's own must not overwrite what stands before the command."""
    screen = parser.add_argument_group("screen")
    windowed_absent = absent if absent is argparse.SUPPRESS else False
    screen.add_argument("--windowed", action="store_true", default=windowed_absent, help="in a window, not fullscreen")
    screen.add_argument("--size", type=_size, default=absent, metavar="WxH", help="such as 1280x720")
    screen.add_argument("--scan", action="store_true", default=windowed_absent, help="one-button play, for this time")
    screen.add_argument("--lang", choices=("en", "ja"), default=absent, help="the language of the texts")


def _add_supervised_options(kiosk: argparse._ArgumentGroup) -> None:
    """What the supervisor tells the table that it starts (game/supervision/orders.py)."""
    hidden = argparse.SUPPRESS
    kiosk.add_argument("--table", type=_positive, metavar="PID", help=hidden)
    kiosk.add_argument("--restarted", choices=("crash", "hang", "restart"), help=hidden)
    kiosk.add_argument("--because", default="", help=hidden)
    kiosk.add_argument("--rested", action="store_true", help=hidden)
    kiosk.add_argument("--safe", action="store_true", help=hidden)


def _add_game_options(parser: Parser, seats: str) -> None:
    parser.add_argument("game", metavar="GAME", help="such as quoridor")
    parser.add_argument(
        "--seats", default=seats, metavar="LIST", help=f"in turn order, 'human' or 'ai:1' to 'ai:5' ({seats})"
    )
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game; may be repeated"
    )
    parser.add_argument("--seed", type=int, metavar="N", help="makes chance repeatable")


def _positive(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{value} is not a number from 1 up")
    return value


_positive.__name__ = "number"  # argparse names it when the text is none


def _count(text: str) -> int:
    value = int(text)
    if not 0 <= value <= MOST_OPENING:
        raise argparse.ArgumentTypeError(f"{value} is not a number from 0 to {MOST_OPENING}")
    return value


_count.__name__ = "number"


def _elos(text: str) -> tuple[float, float]:
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        low = high = 0.0
    if not -MOST_ELO <= low < high <= MOST_ELO:
        raise argparse.ArgumentTypeError(f"{text!r} is not two differences in Elo, the lesser first, such as 0,20")
    return low, high


def _seconds(text: str) -> float:
    value = float(text)
    if not 0 <= value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds")
    return value


_seconds.__name__ = "number"


def _above_zero(text: str) -> float:
    value = float(text)
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number above 0")
    return value


_above_zero.__name__ = "number"


def _size(text: str) -> tuple[int, int]:
    width, cross, height = text.lower().partition("x")
    if not cross or not width.isdecimal() or not height.isdecimal() or not int(width) or not int(height):
        raise argparse.ArgumentTypeError(f"{text!r} is not like 1280x720")
    size = int(width), int(height)
    if not (LEAST_SIZE[0] <= size[0] <= MOST_SIZE[0] and LEAST_SIZE[1] <= size[1] <= MOST_SIZE[1]):
        least, most = (f"{width}x{height}" for width, height in (LEAST_SIZE, MOST_SIZE))
        raise argparse.ArgumentTypeError(f"{text!r} is not between {least} and {most}")
    return size


def _start(given: argparse.Namespace, parser: Parser) -> StartRequest:
    from game.core.rules import GameError
    from game.registry import find
    from game.startup import start_request

    try:
        engines = getattr(given, "engine", ())
        return start_request(find(given.game), given.seats, given.option, given.seed, engines)
    except GameError as error:
        parser.error(str(error))


def run_menu(given: argparse.Namespace, parser: Parser) -> int:
    """Open the app at its menu, keep an unattended table up, or be that table."""
    if not given.kiosk:
        return _open_app(given, None)
    if given.table is None:
        from game.supervision.command import supervise

        return supervise(_table_command(given))
    from pathlib import Path

    from game.startup import KioskStart
    from game.supervision.orders import Orders

    orders = Orders(given.restarted, given.because, given.rested, given.safe)
    config = None if given.config is None else Path(given.config)
    return _open_app(given, None, KioskStart(config, given.table, orders))


def _table_command(given: argparse.Namespace) -> list[str]:
    """The command line that starts a table for the supervisor, with what this one was given."""
    command = [sys.executable, os.path.abspath(__file__), "--kiosk"]  # noqa: PTH100 - pathlib waits for its command
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
    """Open the app in the replay of a file."""
    from pathlib import Path

    from game.files import RecordFileError, read

    try:
        record = read(Path(given.file))
    except RecordFileError as error:
        parser.error(str(error))
    return _open_app(given, record)


def _open_app(given: argparse.Namespace, start: StartRequest | Record | None, kiosk: KioskStart | None = None) -> int:
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # before the first import of pygame
    from scenes.app import run

    screen = {"windowed": given.windowed, "size": given.size, "language": given.lang, "scan": given.scan}
    return run(start=start, kiosk=kiosk, **screen)


def run_tournament(given: argparse.Namespace, parser: Parser) -> int:
    """Play a tournament and print its table."""
    start = _start(given, parser)
    if not all(seat.is_ai for seat in start.seats):
        parser.error("a tournament has no human seats: give each an AI level, such as --seats ai:3,ai:1")
    if given.sprt and len(start.seats) != 2:
        parser.error("--sprt compares two players: give it two seats")
    if given.sprt and given.opening == 0:
        parser.error("--sprt needs an opening, for without one nothing is played in pairs")
    from game.elo import Sprt
    from game.tournament import command

    paired = given.sprt or any(seat.name for seat in start.seats)
    opening = (4 if paired else 0) if given.opening is None else given.opening
    sprt = Sprt(*given.sprt) if given.sprt else None
    log_file, resume = given.resume or given.jsonl, given.resume is not None
    limits = {"seconds": given.seconds, "opening": opening, "sprt": sprt}
    return command(start, given.games, given.jobs, given.json, **limits, log_file=log_file, resume=resume)


def run_engine(given: argparse.Namespace, parser: Parser) -> int:
    """Answer requests until `quit` or the end of input."""
    import io

    from game import engine

    requests = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8", errors="surrogateescape", newline="\n")
    try:
        return engine.main(requests, sys.stdout)
    except BrokenPipeError:  # nobody reads the answers any more
        sys.stdout = None  # or the interpreter would flush it once more and complain
        return 0


def run_solve(given: argparse.Namespace, parser: Parser) -> int:
    """Print the shortest route for a puzzle in a file, and draw it where a picture is wanted."""
    import json
    from pathlib import Path

    from game.agents.compiling import prepared_puzzles
    from game.core.rules import RecordError
    from game.core.safe_json import read_json
    from game.engine import Engine
    from game.files import printable, read_bytes
    from game.registry import named, puzzle_game

    game = puzzle_game()
    if game is None:
        parser.error("no game has puzzles")
    try:
        puzzle = read_json(read_bytes(Path(given.file)).decode("utf-8"))
    except (RecordError, ValueError) as error:
        parser.error(printable(f"{given.file}: {error}"))
    if given.png:
        _check_picture(Path(given.png), parser)
    limits = {"one_move_rule": given.rule, "max_moves": given.max_moves, "seconds": given.seconds}
    answer = Engine().handle(json.dumps({"cmd": "solve", "puzzle": puzzle, **limits}))
    if not answer["ok"]:
        parser.error(printable(f"{given.file}: {answer['message']}"))
    if answer["moves"] is None:
        print(f"no route: {answer['reason']} ({answer['nodes']} nodes, {answer['seconds']:.3f} s)")
        return NO_ROUTE
    print(f"{answer['moves']} moves ({answer['nodes']} nodes, {answer['seconds']:.3f} s)")
    print("\n".join(prepared_puzzles(game).tell(puzzle, answer["solution"])))
    if given.png:
        if not game.puzzle_picture:
            parser.error(f"puzzles of {game.id} cannot be drawn")
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
        save = named(game.puzzle_picture)
        try:
            save(puzzle, answer["solution"], Path(given.png))
        except (OSError, RuntimeError) as error:  # pygame's own error is one of the latter
            parser.error(printable(f"{given.png}: {error}"))
    return 0


def _check_picture(path: Path, parser: Parser) -> None:
    """End in one line where no picture can be written to `path`, before anybody waits for a route."""
    from game.files import printable

    if path.suffix.lower() not in PICTURES:
        parser.error(printable(f"{path}: a picture ends in {', '.join(PICTURES)}"))
    is_new = not path.exists()
    try:
        path.open("ab").close()
        if is_new:
            path.unlink()
    except (OSError, ValueError) as error:
        parser.error(printable(f"{path}: {error}"))


def run_soak(given: argparse.Namespace, parser: Parser) -> int:
    """Soak the app."""
    from pathlib import Path

    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    for name in ("days", "faults"):
        if getattr(given, name) is not None and not given.unattended:
            parser.error(f"--{name} is for --kiosk")
    from scenes.soak.command import command
    from scenes.soak.kiosk_soak import Length

    kiosk = Length(given.speed, given.minutes, given.frames, given.days) if given.unattended else None
    return command(
        given.minutes, given.seed, given.size, given.frames, given.memory, Path(given.logs), kiosk, given.faults
    )


def run_operator(given: argparse.Namespace, parser: Parser) -> int:
    """Do one of the operator's tasks."""
    from game.files import printable
    from game.kiosk.command import OperatorError, command

    try:
        done = command(given.reset_pin, given.check_config, given.export, given.audits)
    except OperatorError as error:
        parser.error(printable(str(error)))
    if done is None:
        given.print_help(sys.stderr)
    return WRONG_USE if done is None else done


def run_doctor(given: argparse.Namespace, parser: Parser) -> int:
    """Examine the machine."""
    from scenes import doctor

    return doctor.command()


COMMANDS = {
    None: run_menu,
    "play": run_play,
    "replay": run_replay,
    "tournament": run_tournament,
    "engine": run_engine,
    "solve": run_solve,
    "soak": run_soak,
    "operator": run_operator,
    "doctor": run_doctor,
}

if __name__ == "__main__":
    sys.exit(main())
