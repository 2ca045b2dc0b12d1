"""Which texts the sources ask for, the house's and each game's, and which there are."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, get_args

from game.core.options import Option, resolve
from game.core.spec import LEVELS
from game.phones.page import PREFIX
from game.registry import book_of
from scenes.kit.text.strings import load
from scenes.table.sayings import Occasion
from tests import fifth_game
from tests.fifth_game import EVERY_GAME

ROOT = Path(__file__).resolve().parents[1]
TEXTS = ROOT / "assets" / "strings"
GUEST = Path(fifth_game.__file__).parent
SOURCES = [
    ROOT / "main.py",
    *(path for top in ("scenes", "game", GUEST) for path in sorted((ROOT / top).rglob("*.py"))),
]
SPECS = {spec.id: spec for spec in EVERY_GAME}
HOUSE = ""  # where a game's id stands for what belongs to that game
OWNERS = (HOUSE, *SPECS)
TELLING = (ast.AnnAssign, ast.Assign, ast.Call, ast.Constant, ast.JoinedStr, ast.keyword)
RESIGNED = "resign"  # a reason that the house has words for


def texts(owner: str, language: str = "en") -> Mapping[str, str]:
    """The texts in the file of one owner."""
    return load(language, ((GUEST / "assets" / "strings" if owner == fifth_game.SPEC.id else TEXTS) / owner,))


def base(key: str) -> str:
    """The key that code asks for: without the form for a number."""
    return re.sub(r"\.(one|other)$", "", key)


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@cache
def known(owner: str) -> frozenset[str]:
    return frozenset(base(key) for key in texts(owner))


def owner_of(path: Path) -> str:
    """Whose source it is: that of the game whose folder it lies in, of `scenes` or of `game`."""
    if path.is_relative_to(GUEST):
        return fifth_game.SPEC.id
    folder = path.relative_to(ROOT).parts[1:2]
    return folder[0] if folder and folder[0] in SPECS else HOUSE


@cache
def sources(owner: str) -> list[tuple[Path, list[ast.AST]]]:
    """The sources of an owner, each with its parts that can have to do with texts."""
    return [(path, parts_of(path.read_text(encoding="utf-8"))) for path in SOURCES if owner_of(path) == owner]


def parts_of(source: str) -> list[ast.AST]:
    """The parts of a source that can have to do with texts: walked once for all who ask, and the rest forgotten."""
    return [node for node in ast.walk(ast.parse(source)) if isinstance(node, TELLING)]


def of_the_phones_page() -> set[str]:
    """The texts that travel with the phones' page, whose script asks for them; `tests/phones/test_page.py` follows."""
    return {key for key in known(HOUSE) if key.startswith(PREFIX)}


@cache
def constants(owner: str) -> set[str]:
    """Every string in the sources of an owner."""
    nodes = (node for _, parts in sources(owner) for node in parts)
    found = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return found | of_the_phones_page() if owner == HOUSE else found


def asked(parts: Iterable[ast.AST]) -> list[tuple[ast.Call, ast.expr]]:
    """Every call `t(key, ...)` or `x.t(key, ...)` with each expression that its key may be."""
    found = []
    for node in parts:
        if isinstance(node, ast.Call) and node.args:
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name == "t":
                choices = [node.args[0]]
                while choices:
                    key = choices.pop()
                    if isinstance(key, ast.IfExp):
                        choices += [key.body, key.orelse]
                    else:
                        found.append((node, key))
    return found


def possible(key: ast.expr, among: Collection[str]) -> set[str] | None:
    """Which keys `among` those given an expression can stand for; None where only running it can tell."""
    if isinstance(key, ast.Constant):
        return {str(key.value)} & set(among)
    if isinstance(key, ast.JoinedStr):
        fixed = [str(part.value) if isinstance(part, ast.Constant) else None for part in key.values]
        shape = re.compile("".join(r"[A-Za-z0-9_.-]+" if part is None else re.escape(part) for part in fixed))
        return {name for name in among if shape.fullmatch(name)}
    return None


def missing(owner: str, path: Path, parts: Iterable[ast.AST]) -> list[str]:
    """What the source asks for that is neither its owner's nor the house's.

    The house asks for texts of games by their ids; which those are `owed` says.
    """
    owners = OWNERS if owner == HOUSE else (HOUSE, owner)
    found = []
    for call, key in asked(parts):
        among = known(owner) | known(HOUSE) if isinstance(key, ast.Constant) else frozenset().union(*map(known, owners))
        if possible(key, among) == set():
            found.append(f"{path.name}:{call.lineno} {ast.unparse(key)}")
    return found


@cache
def built(owner: str) -> set[str]:
    """Keys that an f-string in an owner's sources stands for; one that begins with a placeholder says too little."""
    keys = [node for _, parts in sources(owner) for node in parts if isinstance(node, ast.JoinedStr)]
    begun = [key for key in keys if key.values and isinstance(key.values[0], ast.Constant)]
    return {name for key in begun for name in possible(key, known(owner)) or ()}


def computed() -> dict[str, set[str]]:
    """The shapes of keys that are put together when the program runs, `*` for what is filled in, with their sources."""
    found: dict[str, set[str]] = {}
    for path, node in ((path, node) for owner in OWNERS for path, parts in sources(owner) for node in parts):
        if isinstance(node, ast.JoinedStr) and isinstance(node.values[0] if node.values else None, ast.Constant):
            shape = "".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in node.values)
            if "." in shape.partition("*")[0] and any(possible(node, known(owner)) for owner in OWNERS):
                found.setdefault(shape, set()).add(path.relative_to(ROOT).as_posix())
    return found


def reasons(game: str) -> set[str]:
    """How a game's rules say that it ended: what they give as the reason of an outcome."""
    named: dict[str, ast.expr] = {}
    given: list[ast.expr] = []
    for path, parts in sources(game):
        if path.relative_to(ROOT).parts[0] != "scenes":
            for node in parts:
                if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value:
                    named[node.target.id] = node.value
                if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                    named[node.targets[0].id] = node.value
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Outcome":
                    given.append(node.args[1])
                if isinstance(node, ast.keyword) and node.arg == "reason":
                    given.append(node.value)
    found: set[str] = set()
    for node in given:
        value = named.get(node.id, node) if isinstance(node, ast.Name) else node
        choices = (value.body, value.orelse) if isinstance(value, ast.IfExp) else (value,)
        found |= {str(choice.value) for choice in choices if isinstance(choice, ast.Constant) and choice.value}
    return found


def shown_options(game: str) -> Iterator[tuple[Option, Sequence[Any]]]:
    """The options that have a row in the setup, with their values."""
    spec = SPECS[game]
    usual = resolve(spec.options, {})
    for option in spec.options:
        if option.name != "players" and (values := option.values(usual)):
            yield option, values


def owed(game: str) -> set[str]:
    """The texts that the house asks a game for by its id and by what its SPEC and its rules name."""
    return {
        f"game.{game}",
        f"menu.players.{game}",
        *(f"preset.{game}.{preset.id}" for preset in SPECS[game].presets),
        *(f"result.{game}.{reason}" for reason in reasons(game) - {RESIGNED}),
        *(f"option.{option.name}.name" for option, _ in shown_options(game)),
        *(f"option.{name}.{what}" for name in per_seat(game) for what in ("name", "detail")),
        *(f"settings.{setting.key}{end}" for setting in SPECS[game].preferences for end in ("", ".note")),
        *of_its_puzzles(game),
        *([f"{game}.home.text"] if SPECS[game].texts else []),
        *([f"{game}.tip.{kind}" for kind in guess.kinds] if (guess := SPECS[game].play.guess) else []),
    }


def of_its_puzzles(game: str) -> set[str]:
    """What a game's sides are called in its puzzles, what their themes advise, and what its packs are called.

    A route has neither sides nor advice.
    """
    book = book_of(SPECS[game])
    if book is None:
        return set()
    packs = {f"{game}.pack.{theme}" for each in book.practice() for theme in each.themes}
    puzzles = [each for each in (*book.calendar(), *book.practice()) if each.line]
    themes = {f"{game}.theme.{each.themes[0]}" for each in puzzles}
    return packs | themes | ({f"{game}.side.{seat}" for seat in range(2)} if puzzles else set())


def per_seat(game: str) -> list[str]:
    """The handicaps that have a row for each seat in the setup."""
    return [option.name for option in SPECS[game].options if option.per_seat]


def welcome(game: str) -> set[str]:
    """Texts that the house shows where a game has them: of options and values, of lessons, of facts and reasons."""
    mine, words = constants(game), constants(game) | constants(HOUSE)
    found = {f"option.{name}.number" for name in per_seat(game)} | {f"game.{game}.short"}
    found |= {f"{game}.{what}.{kind}" for what in ("fact", "reason") for kind in mine}
    of_puzzles = (f"{game}.theme.", f"{game}.pack.")
    found |= {key for key in known(game) if key.startswith(of_puzzles)}  # of puzzles that may still be found
    found |= {f"{game}.says.{level}.{occasion}" for level in LEVELS for occasion in get_args(Occasion)}
    guess = SPECS[game].play.guess
    found |= {f"fits.close.{game}", *(f"{game}.tip.{kind}" for kind in (guess.kinds if guess else ()))}
    for option, values in shown_options(game):
        found.add(f"option.{option.name}.detail")
        found |= {f"option.{option.name}.{value}{end}" for value in values for end in ("", ".detail")}
    for setting in SPECS[game].preferences:
        values = setting.kind.values
        found |= {f"settings.{setting.key}.{f'{value:g}' if isinstance(value, float) else value}" for value in values}
    for key in known(game):
        stem, _, last = key.rpartition(".")
        if stem in mine and (last in words or f".{last}" in words):
            found.add(key)
    return found
