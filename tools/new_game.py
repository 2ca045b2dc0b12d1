"""Write a small complete game to begin with: `python -m tools.new_game NAME`.

It copies the race of two pawns in `tests/fifth_game` under a new name: to `game/NAME`, `scenes/NAME`,
`assets/strings/NAME` and `tests/games/NAME.py`, with one line in `game/registry.py`. The copy can be played at once,
with every device, and passes the suites that all games share. Replace it piece by piece with your own game.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from game.core.rules import GameError
from game.registry import PACKAGES

ROOT = Path(__file__).parents[1]
MODEL = "tests/fifth_game"
# The id of the game that is copied.
NAME = "race"
FOLDERS = {
    "spec.py": "game/{name}/__init__.py",
    "rules.py": "game/{name}/rules.py",
    "search.py": "game/{name}/search.py",
    "alphabeta.py": "game/{name}/alphabeta.py",
    "scenes.py": "scenes/{name}/scenes.py",
    "board.py": "scenes/{name}/board.py",
    "lessons.py": "scenes/{name}/lessons.py",
    "assets/strings/race/en.json": "assets/strings/{name}/en.json",
    "assets/strings/race/ja.json": "assets/strings/{name}/ja.json",
}
"""Where each file of the model goes."""
WHOLE_GAME = f"tests/games/{NAME}.py"
REGISTRY = "game/registry.py"


class NameTakenError(GameError):
    """A new game cannot have this name."""


def check_name(name: str, root: Path = ROOT) -> None:
    """Check that a game may have this name. Raises NameTakenError with the reason."""
    if not re.fullmatch(r"[a-z][a-z0-9]{1,15}", name):
        raise NameTakenError(f"{name!r} is no name: two to sixteen small letters and digits, a letter first")
    taken = [place for place in (f"game/{name}", f"game/{name}.py", f"scenes/{name}") if (root / place).exists()]
    if name in PACKAGES or taken:
        raise NameTakenError(f"{name!r} is taken: {', '.join(taken) or REGISTRY}")


def renamed(text: str, name: str) -> str:
    """Return the text of one of the model's files, with the new game's name."""
    for module, place in FOLDERS.items():
        if module.endswith(".py"):
            package = place.format(name=name).removesuffix(".py").removesuffix("/__init__").replace("/", ".")
            text = text.replace(f"{MODEL.replace('/', '.')}.{module.removesuffix('.py')}", package)
    text = text.replace(f"from {MODEL.replace('/', '.')} import", f"from game.{name} import")
    return re.sub(rf"\b{NAME}(?=[\W_])", name, re.sub(rf"\b{NAME.capitalize()}", name.capitalize(), text))


def registered(text: str, name: str) -> str:
    """Return the registry's source with the new game as the last line of PACKAGES."""
    head, rest = text.split("PACKAGES = {\n", 1)
    games, rest = rest.split("}\n", 1)
    return f'{head}PACKAGES = {{\n{games}    "{name}": "game.{name}",\n}}\n{rest}'


def files(name: str, root: Path = ROOT) -> Iterator[tuple[str, str]]:
    """Return the path and text of each file to write, the registry last."""
    places = {f"{MODEL}/{source}": place.format(name=name) for source, place in FOLDERS.items()}
    for source, place in {**places, WHOLE_GAME: f"tests/games/{name}.py"}.items():
        yield place, renamed((root / source).read_text(encoding="utf-8"), name)
    yield f"scenes/{name}/__init__.py", f'"""{name.capitalize()} on the screen."""\n'
    yield REGISTRY, registered((root / REGISTRY).read_text(encoding="utf-8"), name)


def write(name: str, root: Path = ROOT) -> list[str]:
    """Write the game; return the paths of its files. Raises NameTakenError before anything is written."""
    check_name(name, root)
    written = dict(files(name, root))
    for place, text in written.items():
        (root / place).parent.mkdir(parents=True, exist_ok=True)
        (root / place).write_text(text, encoding="utf-8")
    sources = [place for place in written if place.endswith(".py")]
    for command in (
        # The new names may change the order of the imports.
        ["check", "--fix", "--select", "I", "--quiet"],
        ["format", "--quiet"],
    ):
        subprocess.run([sys.executable, "-m", "ruff", *command, *sources], cwd=root, check=True)
    subprocess.run([sys.executable, "-m", "tools.write_docs"], cwd=root, check=True)
    return list(written)


def main(argv: Sequence[str] | None = None) -> int:
    """Write a game and print where it is."""
    parser = argparse.ArgumentParser(prog="tools.new_game", description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("name", help="the game's id: small letters and digits")
    name = parser.parse_args(argv).name
    try:
        places = write(name)
    except NameTakenError as error:
        print(error, file=sys.stderr)
        return 2
    print("\n".join(places))
    return 0


if __name__ == "__main__":
    sys.exit(main())
