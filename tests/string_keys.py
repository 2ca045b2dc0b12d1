"""Which texts the sources of the house and of each game ask for, and which texts there are."""

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
HOUSE = ""  # the house's place among the ids of games
OWNERS = (HOUSE, *SPECS)
TELLING = (ast.AnnAssign, ast.Assign, ast.Call, ast.Constant, ast.JoinedStr, ast.keyword)
RESIGNED = "resign"  # a reason that the house has words for


def texts(owner: str, language: str = "en") -> Mapping[str, str]:
    """Return the texts in the file of one owner."""
    return load(language, ((GUEST / "assets" / "strings" if owner == fifth_game.SPEC.id else TEXTS) / owner,))


def base(key: str) -> str:
    """Return the key that code asks for, without the form for a number."""
    return re.sub(r"\.(one|other)$", "", key)


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@cache
def known(owner: str) -> frozenset[str]:
    return frozenset(base(key) for key in texts(owner))


def owner_of(path: Path) -> str:
    """Return the owner of a source: the game in whose folder it is, otherwise the house."""
    if path.is_relative_to(GUEST):
        return fifth_game.SPEC.id
    folder = path.relative_to(ROOT).parts[1:2]
    return folder[0] if folder and folder[0] in SPECS else HOUSE


@cache
def sources(owner: str) -> list[tuple[Path, list[ast.AST]]]:
    """Return the sources of an owner, each with the parts that can concern texts."""
    return [(path, parts_of(path.read_text(encoding="utf-8"))) for path in SOURCES if owner_of(path) == owner]


def parts_of(source: str) -> list[ast.AST]:
    """Return the parts of a source that can concern texts. They are found once for all callers, and the rest is
    dropped."""
    return [node for node in ast.walk(ast.parse(source)) if isinstance(node, TELLING)]


def of_the_phones_page() -> set[str]:
    """Return the texts that the script of the phones' page asks for. `tests/phones/test_page.py` checks them."""
    return {key for key in known(HOUSE) if key.startswith(PREFIX)}


@cache
def constants(owner: str) -> set[str]:
    """Return every string in the sources of an owner."""
    nodes = (node for _, parts in sources(owner) for node in parts)
    found = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return found | of_the_phones_page() if owner == HOUSE else found


def asked(parts: Iterable[ast.AST]) -> list[tuple[ast.Call, ast.expr]]:
    """Return every call `t(key, ...)` or `x.t(key, ...)`, with each expression that its key may be."""
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
    """Return the keys in `among` that an expression can stand for; None if only running it can tell."""
    if isinstance(key, ast.Constant):
        return {str(key.value)} & set(among)
    if isinstance(key, ast.JoinedStr):
        fixed = [str(part.value) if isinstance(part, ast.Constant) else None for part in key.values]
        shape = re.compile("".join(r"[A-Za-z0-9_.-]+" if part is None else re.escape(part) for part in fixed))
        return {name for name in among if shape.fullmatch(name)}
    return None


def missing(owner: str, path: Path, parts: Iterable[ast.AST]) -> list[str]:
    """Return what a source asks for that neither its owner nor the house has.

    The house asks for texts of games by their ids. `owed` says which.
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
    """Return the keys that f-strings in an owner's sources stand for. One that begins with a placeholder says too
    little."""
    keys = [node for _, parts in sources(owner) for node in parts if isinstance(node, ast.JoinedStr)]
    begun = [key for key in keys if key.values and isinstance(key.values[0], ast.Constant)]
    return {name for key in begun for name in possible(key, known(owner)) or ()}


def computed() -> dict[str, set[str]]:
    """Return the sources that put keys together at run time, and their shapes, with `*` for each placeholder."""
    found: dict[str, set[str]] = {}
    for path, node in ((path, node) for owner in OWNERS for path, parts in sources(owner) for node in parts):
        if isinstance(node, ast.JoinedStr) and isinstance(node.values[0] if node.values else None, ast.Constant):
            shape = "".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in node.values)
            if "." in shape.partition("*")[0] and any(possible(node, known(owner)) for owner in OWNERS):
                found.setdefault(path.relative_to(ROOT).as_posix(), set()).add(shape)
    return found


def reasons(game: str) -> set[str]:
    """Return the reasons that a game's rules give for an outcome."""
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
    """Yield the options that have a row in the setup, with their values."""
    spec = SPECS[game]
    usual = resolve(spec.options, {})
    for option in spec.options:
        if option.name != "players" and (values := option.values(usual)):
            yield option, values


def owed(game: str) -> set[str]:
    """Return the texts that the house asks of a game, by its id and by what its SPEC and its rules name."""
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
    """Return the texts of a game's puzzles: names of sides, advice on themes, names of packs.

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
    """Return the handicaps that have a row for each seat in the setup."""
    return [option.name for option in SPECS[game].options if option.per_seat]


def welcome(game: str) -> set[str]:
    """Return texts that the house shows if a game has them: of options and values, lessons, facts and reasons."""
    mine, words = constants(game), constants(game) | constants(HOUSE)
    found = {f"option.{name}.number" for name in per_seat(game)} | {f"game.{game}.short"}
    found |= {f"{game}.{what}.{kind}" for what in ("fact", "reason") for kind in mine}
    of_puzzles = (f"{game}.theme.", f"{game}.pack.")
    found |= {key for key in known(game) if key.startswith(of_puzzles)}  # for puzzles that do not exist yet
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
