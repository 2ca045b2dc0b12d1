"""The commands and options of the command line. main.py carries them out, because only it may import everything."""

from __future__ import annotations

import argparse
import ipaddress
from typing import TYPE_CHECKING, NoReturn

from game.platforms.program import place, program_name
from game.version import FULL_NAME

MOST_OPENING, MOST_ELO = 100, 2000
MOST_SECONDS = 1_000_000  # as in a request of engine mode; the system's clocks and locks refuse far greater numbers
MOST_NODES = 10**12  # the most nodes for a search, as in a request of engine mode
LEAST_SIDE, MOST_SIDE = 200, 4000  # the limits of a picture's side, in pixels
LEAST_SIZE, MOST_SIZE = (320, 240), (7680, 4320)  # the limits of a window's size, in pixels
WRONG_USE = 2  # exit status of a wrong command line
INTERRUPTED = 130  # exit status after Ctrl+C


def positive(text: str) -> int:
    """Read a whole number from 1 up. Raises ArgumentTypeError or ValueError."""
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{value} is not a number from 1 up")
    return value


positive.__name__ = "number"  # argparse shows this name in errors


def count(text: str) -> int:
    """Read a whole number from 0 to MOST_OPENING. Raises ArgumentTypeError or ValueError."""
    value = int(text)
    if not 0 <= value <= MOST_OPENING:
        raise argparse.ArgumentTypeError(f"{value} is not a number from 0 to {MOST_OPENING}")
    return value


count.__name__ = "number"


def elos(text: str) -> tuple[float, float]:
    """Read two differences in Elo, the smaller first, from "0,20". Raises ArgumentTypeError or ValueError."""
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        low = high = 0.0
    if not -MOST_ELO <= low < high <= MOST_ELO:
        raise argparse.ArgumentTypeError(f"{text!r} is not two differences in Elo, the lesser first, such as 0,20")
    return low, high


def nodes(text: str) -> int:
    """Read a whole number from 1 to MOST_NODES. Raises ArgumentTypeError or ValueError."""
    value = positive(text)
    if value > MOST_NODES:
        raise argparse.ArgumentTypeError(f"{value} is more than {MOST_NODES}")
    return value


nodes.__name__ = "number"


def seconds(text: str) -> float:
    """Read a time in seconds, from 0 to MOST_SECONDS. Raises ArgumentTypeError or ValueError."""
    value = float(text)
    if not 0 <= value <= MOST_SECONDS:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds from 0 to {MOST_SECONDS}")
    return value


seconds.__name__ = "number"


def above_zero(text: str) -> float:
    """Read a number above 0. Raises ArgumentTypeError or ValueError."""
    value = float(text)
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number above 0")
    return value


above_zero.__name__ = "number"


def size(text: str) -> tuple[int, int]:
    """Read the size of a window in pixels, from "1280x720". Raises ArgumentTypeError or ValueError."""
    width, cross, height = text.lower().partition("x")
    if not cross or not width.isdecimal() or not height.isdecimal() or not int(width) or not int(height):
        raise argparse.ArgumentTypeError(f"{text!r} is not like 1280x720")
    size = int(width), int(height)
    if not (LEAST_SIZE[0] <= size[0] <= MOST_SIZE[0] and LEAST_SIZE[1] <= size[1] <= MOST_SIZE[1]):
        least, most = (f"{width}x{height}" for width, height in (LEAST_SIZE, MOST_SIZE))
        raise argparse.ArgumentTypeError(f"{text!r} is not between {least} and {most}")
    return size


def film_size(text: str) -> tuple[int, int]:
    """Read the size of a film's pictures in pixels. Raises ArgumentTypeError."""
    known = {"720x720": (720, 720), "1080x1350": (1080, 1350)}
    if text.lower() not in known:
        raise argparse.ArgumentTypeError(f"{text!r} is none of {', '.join(known)}")
    return known[text.lower()]


def plies(text: str) -> int:
    """Read a whole number from 0 up. Raises ArgumentTypeError or ValueError."""
    value = int(text)
    if value < 0:
        raise argparse.ArgumentTypeError(f"{value} is not a number from 0 up")
    return value


plies.__name__ = "number"


def side(text: str) -> int:
    """Read the side of a picture in pixels, from LEAST_SIDE to MOST_SIDE. Raises ArgumentTypeError or ValueError."""
    value = int(text)
    if not LEAST_SIDE <= value <= MOST_SIDE:
        raise argparse.ArgumentTypeError(f"{value} is not a number of pixels from {LEAST_SIDE} to {MOST_SIDE}")
    return value


side.__name__ = "number"


def address(text: str) -> str:
    """Read a network address, from "192.168.1.20". Raises ArgumentTypeError."""
    try:
        return str(ipaddress.ip_address(text))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no address like 192.168.1.20") from None


class Parser(argparse.ArgumentParser):
    """A parser with one-line errors."""

    def error(self, message: str) -> NoReturn:
        self.exit(WRONG_USE, f"{self.prog}: {message}\n")


if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[Parser]


def build_parser() -> Parser:
    """Return the parser of the whole command line."""
    parser = Parser(
        prog=program_name(), description="Kissaten: board games for one screen. Without a command it opens the menu."
    )
    parser.add_argument("--version", action="version", version=FULL_NAME)
    _add_screen_options(parser, absent=None)
    kiosk = parser.add_argument_group("unattended table (see docs/kiosk.md)")
    kiosk.add_argument("--kiosk", action="store_true", help="run as a kiosk: full screen, for visitors who come and go")
    kiosk.add_argument("--config", type=place, metavar="FILE", help="its settings (kiosk.toml in the data folder)")
    _add_supervised_options(kiosk)
    parser.set_defaults(command=None)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=Parser)

    for add in (
        _add_play,
        _add_replay,
        _add_open,
        _add_picture,
        _add_film,
        _add_tournament,
        _add_engine,
        _add_solve,
        _add_puzzle,
        _add_operator,
        _add_games,
        _add_doctor,
        _add_settings,
    ):
        add(commands)
    return parser


def _add_play(commands: Commands) -> None:
    play = commands.add_parser("play", help="go straight into a game", description="Go straight into a game.")
    play.set_defaults(command="play")
    _add_game_options(play, "human,ai:3")
    _add_engines(play)
    _add_screen_options(play, absent=argparse.SUPPRESS)


def _add_replay(commands: Commands) -> None:
    replay = commands.add_parser(
        "replay",
        help="show a game from a file or a code",
        description="Show a game from a file or a code, move by move.",
    )
    replay.set_defaults(command="replay")
    replay.add_argument("file", metavar="FILE|CODE", help="a game saved as a file, or its code")
    _add_rows(replay)
    _add_screen_options(replay, absent=argparse.SUPPRESS)


def _add_open(commands: Commands) -> None:
    opening = commands.add_parser(
        "open",
        help="show a game from its code, or play on a board from its code",
        description="Show a game from its code, move by move; or play on the board of a DriftingDroids code.",
    )
    opening.set_defaults(command="open")
    opening.add_argument(
        "code", metavar="CODE", help="the text that begins with KISSATEN1:, or a text of another program, or its file"
    )
    _add_rows(opening)
    _add_screen_options(opening, absent=argparse.SUPPRESS)


def _add_rows(parser: Parser) -> None:
    parser.add_argument(
        "--rows",
        choices=("near", "far"),
        default="",
        help="where row 1 of a list of Quoridor moves is, seen from the first player, if both readings are legal",
    )


def _add_picture(commands: Commands) -> None:
    picture = commands.add_parser(
        "picture",
        help="draw a position of a game from a file or a code",
        description="Draw a position of a game from a file or a code, as a PNG file; its name is printed.",
    )
    picture.set_defaults(command="picture")
    picture.add_argument("file", metavar="FILE|CODE", help="a game saved as a file, or its code")
    picture.add_argument("--ply", type=plies, metavar="N", help="position after N actions (after the last one)")
    picture.add_argument("--size", type=side, default=1600, metavar="N", help="side length in pixels (1600)")
    picture.add_argument(
        "--out", type=place, metavar="OUT", help="the new file (a name of its own in the Kissaten folder)"
    )
    picture.add_argument("--lang", choices=("en", "ja"), help="language of the file's name")


def _add_film(commands: Commands) -> None:
    film = commands.add_parser(
        "film",
        help="make the film of a game from a file or a code",
        description="Make the film of a game from a file or a code: the moments that decided it, on its board. The "
        "name of the new file is printed.",
    )
    film.set_defaults(command="film")
    film.add_argument("file", metavar="FILE|CODE", help="a game saved as a file, or its code")
    film.add_argument(
        "--out",
        type=place,
        metavar="OUT",
        help="the new file: a moving picture as .webp or .gif, or a strip of five pictures as .png (a WebP with a name "
        "of its own in the Kissaten folder)",
    )
    film.add_argument(
        "--size", type=film_size, default=(720, 720), metavar="WxH", help="720x720 (as it is) or 1080x1350"
    )
    film.add_argument("--lang", choices=("en", "ja"), help="language of the captions")


def _add_tournament(commands: Commands) -> None:
    tournament = commands.add_parser(
        "tournament",
        help="let AI levels and engines play each other, without a screen",
        description="Let AI levels and engines play each other, without a screen; seats rotate from game to game.",
    )
    tournament.set_defaults(command="tournament")
    _add_game_options(tournament, "ai:3,ai:1")
    _add_engines(tournament)
    tournament.add_argument(
        "--seconds", type=seconds, metavar="S", help="time for each move (AI levels have their own, engines 1 second)"
    )
    tournament.add_argument(
        "--nodes", type=nodes, metavar="N", help="nodes to search for each move, instead of the time of an AI level"
    )
    tournament.add_argument("--round-robin", action="store_true", help="let every two of the --seats play each other")
    tournament.add_argument(
        "--opening",
        type=count,
        metavar="N",
        help="start each game with N random actions, the same for each seating (4 where games are played "
        "in pairs, else 0)",
    )
    tournament.add_argument(
        "--sprt", type=elos, metavar="ELO0,ELO1", help="stop as soon as one of the two Elo differences is shown to hold"
    )
    tournament.add_argument(
        "--games",
        type=positive,
        default=20,
        metavar="N",
        help="number of games, for each pairing with --round-robin (20)",
    )
    where = tournament.add_mutually_exclusive_group()
    where.add_argument("--jobs", type=positive, metavar="N", help="games played at the same time (one for each core)")
    where.add_argument("--executor", metavar="dask://HOST:PORT", help="play the games on a cluster of machines")
    tournament.add_argument("--json", type=place, metavar="FILE", help="also write the results to FILE")
    logs = tournament.add_mutually_exclusive_group()
    logs.add_argument("--jsonl", type=place, metavar="FILE", help="also write each game to the new FILE as it ends")
    logs.add_argument(
        "--resume", type=place, metavar="FILE", help="continue the tournament in such a FILE, or start one"
    )


def _add_engine(commands: Commands) -> None:
    engine = commands.add_parser(
        "engine",
        help="answer requests of other programs on standard input",
        description="Answer requests on standard input, one a line, on standard output: JSON, or UCI or QTP.",
    )
    engine.set_defaults(command="engine")
    engine.add_argument(
        "--protocol", choices=("own", "uci", "qtp"), default="own", help="own, which is JSON, uci or qtp"
    )
    engine.add_argument("--game", default="", metavar="GAME", help="the game of uci or qtp (the first that has it)")
    engine.add_argument(
        "--level", type=int, choices=range(1, 6), default=5, help="the AI level of uci or qtp at first (5)"
    )
    engine.add_argument(
        "--seconds", type=seconds, metavar="S", help="longest time for a move of uci or qtp (the level's own)"
    )


def _add_solve(commands: Commands) -> None:
    solve = commands.add_parser(
        "solve",
        help="find the shortest route of a Hyper Robots puzzle",
        description="Find the shortest route of a Hyper Robots puzzle, print it, and draw it with --png.",
    )
    solve.set_defaults(command="solve")
    solve.add_argument(
        "file", metavar="FILE|CODE", help="a puzzle as JSON (the engine mode's format), or a DriftingDroids code"
    )
    solve.add_argument(
        "--png", type=place, metavar="OUT", help="also draw the route on the board, as the picture file OUT"
    )
    solve.add_argument(
        "--rule", choices=("own", "any", "turn"), default="own", help="rule for arrivals in one move (own)"
    )
    solve.add_argument("--max-moves", type=positive, default=30, metavar="N", help="longest route to look for (30)")
    solve.add_argument(
        "--all",
        action="store_true",
        help="print every shortest route; routes that differ only in the order of independent moves count as one",
    )
    solve.add_argument("--threads", type=int, choices=(1, 2), default=2, help="threads for long searches (2)")
    solve.add_argument("--seconds", type=seconds, default=30.0, metavar="S", help="longest time to search (30)")


def _add_puzzle(commands: Commands) -> None:
    puzzle = commands.add_parser(
        "puzzle",
        help="print the puzzles of a day, or of a pack",
        description="Print the puzzles of a day, or of a pack: the task and the position.",
    )
    puzzle.set_defaults(command="puzzle")
    which = puzzle.add_mutually_exclusive_group()
    which.add_argument("--today", action="store_true", help="the puzzles of today (the default)")
    which.add_argument("--date", metavar="DAY", help="the puzzles of a day, such as 2026-11-26")
    which.add_argument(
        "--pack", metavar="NAME", help="the puzzles of a practice pack: grade-1 to grade-5, or theme-NAME"
    )
    puzzle.add_argument("--game", metavar="GAME", help="only the puzzles of this game")
    puzzle.add_argument("--solution", action="store_true", help="print the solutions too")
    puzzle.add_argument(
        "--json", action="store_true", help="print JSON, one puzzle a line, in the format of engine mode"
    )


def _add_operator(commands: Commands) -> None:
    operator = commands.add_parser(
        "operator",
        help="manage a kiosk from a terminal, also while it runs",
        description="Manage a kiosk from a terminal, also while it runs: one task at a time.",
    )
    operator.set_defaults(command="operator", print_help=operator.print_help)
    tasks = operator.add_mutually_exclusive_group()
    tasks.add_argument(
        "--set-pin", action="store_true", help="set the operator's PIN: asks for it, or reads it from standard input"
    )
    tasks.add_argument(
        "--reset-pin",
        action="store_true",
        help="delete the operator's PIN; the kiosk stays closed until a new PIN is set with the code that is printed",
    )
    tasks.add_argument(
        "--check-config", type=place, metavar="FILE", help="check a configuration file and list its mistakes"
    )
    tasks.add_argument(
        "--export", type=place, metavar="FOLDER", help="write the statistics as CSV and JSON into FOLDER"
    )
    tasks.add_argument("--audits", action="store_true", help="print the latest statistics and incidents")


def _add_games(commands: Commands) -> None:
    games = commands.add_parser(
        "games",
        help="export the saved games to one file, or import games from one",
        description="Export the saved games to one file, or import games from one: JSON Lines, or a table (CSV).",
    )
    games.set_defaults(command="games")
    games.add_argument("what", choices=("export", "import"), help="export writes a file, import reads one")
    games.add_argument("file", nargs="?", type=place, metavar="FILE", help="the file to import, .jsonl or .csv")
    games.add_argument("--out", type=place, metavar="FILE", help="the file to export, .jsonl or .csv")
    games.add_argument("--game", default="", metavar="GAME", help="games of this kind only")
    games.add_argument("--person", default="", metavar="NAME", help="games of this person only")
    games.add_argument("--since", metavar="DAY", help="games of this day and later ones only, such as 2026-11-26")
    games.add_argument("--until", metavar="DAY", help="games of this day and earlier ones only")


def _add_doctor(commands: Commands) -> None:
    doctor = commands.add_parser(
        "doctor",
        help="check this machine for what the game needs",
        description="Check this machine for what the game needs, and say what to do where something is missing.",
    )
    doctor.set_defaults(command="doctor")


def _add_settings(commands: Commands) -> None:
    settings = commands.add_parser(
        "settings",
        help="list, print or change settings without a screen",
        description="List the settings, print one, or change one: those of the program, of its games and of a kiosk.",
    )
    settings.set_defaults(command="settings", print_help=settings.print_help)
    tasks = settings.add_mutually_exclusive_group()
    tasks.add_argument("--list", action="store_true", help="print each with its value, what is allowed and its default")
    tasks.add_argument("--get", metavar="KEY", help="print the value of one")
    tasks.add_argument(
        "--set",
        nargs=2,
        action="append",
        metavar=("KEY", "VALUE"),
        help="change one; repeat it for several. While the program runs, only a kiosk's can be changed",
    )
    settings.add_argument(
        "--config",
        dest="kiosk_config",
        type=place,
        metavar="FILE",
        help="the kiosk's settings (kiosk.toml in the data folder)",
    )


def _add_screen_options(parser: Parser, absent: str | None) -> None:
    """Add the screen's options with `absent` as their default.

    If `absent` is SUPPRESS, an option given before the command keeps its value, unless the option is given again
    after the command.
    """
    screen = parser.add_argument_group("screen")
    windowed_absent = absent if absent is argparse.SUPPRESS else False
    screen.add_argument(
        "--windowed", action="store_true", default=windowed_absent, help="start in a window instead of full screen"
    )
    screen.add_argument("--size", type=size, default=absent, metavar="WxH", help="size of the window, such as 1280x720")
    screen.add_argument("--scan", action="store_true", default=windowed_absent, help="one-button play, this time only")
    screen.add_argument(
        "--phones",
        action="store_true",
        default=windowed_absent,
        help="let phones join from the start (see docs/phones.md)",
    )
    screen.add_argument(
        "--phones-bind",
        type=address,
        metavar="ADDRESS",
        default=absent,
        help="the same, reachable at this address of the machine only",
    )
    screen.add_argument("--lang", choices=("en", "ja"), default=absent, help="language of the screens")


def _add_supervised_options(kiosk: argparse._ArgumentGroup) -> None:
    """Add the options that the supervisor passes to its tables (game/command_line/startup.py)."""
    hidden = argparse.SUPPRESS
    kiosk.add_argument("--table", type=positive, metavar="PID", help=hidden)
    kiosk.add_argument("--restarted", choices=("crash", "hang", "restart"), help=hidden)
    kiosk.add_argument("--because", default="", help=hidden)
    kiosk.add_argument("--rested", action="store_true", help=hidden)
    kiosk.add_argument("--safe", action="store_true", help=hidden)


def _add_engines(parser: Parser) -> None:
    parser.add_argument(
        "--engine",
        action="append",
        default=[],
        metavar="NAME=COMMAND",
        help="a program for the seats 'ext:NAME' (see docs/engines.md); can be given several times",
    )
    parser.add_argument(
        "--protocol",
        action="append",
        default=[],
        metavar="[NAME=]PROTOCOL",
        help="what this engine, or every engine, speaks: own, uci or qtp; without it the program finds out",
    )


def _add_game_options(parser: Parser, seats: str) -> None:
    parser.add_argument("game", metavar="GAME", help="name of the game, such as quoridor")
    parser.add_argument(
        "--seats",
        default=seats,
        metavar="LIST",
        help=f"in turn order, 'human', 'ai:1' to 'ai:5', a strength like 'ai:2.4', or 'ext:NAME' ({seats})",
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game; can be given several times",
    )
    parser.add_argument(
        "--seed", type=int, metavar="N", help="seed of the random numbers: the same seed repeats the same choices"
    )
