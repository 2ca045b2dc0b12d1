"""Draws the imports between the program's parts as a Mermaid diagram, for docs/architecture.md."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from graphlib import TopologicalSorter
from pathlib import Path

from game.registry import PACKAGES

ROOT = Path(__file__).resolve().parents[1]
GAMES = " ".join(sorted({package.split(".")[-1] for package in PACKAGES}))
# These folders of scenes/ hold no page of the program.
NO_PAGES = {"commands", "house", "kit", "recovery", "table", *GAMES.split()}
PAGES = " ".join(
    sorted(path.parent.name for path in ROOT.glob("scenes/*/__init__.py") if path.parent.name not in NO_PAGES)
)
HEADLESS = "command_line engine_mode tournament supervision kiosk phones"
CONTRACTS = "core agents.agent agents.kernels agents.kernel_folder"
GROUND = "platforms paths version"


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the program: a node of the picture."""

    name: str
    label: str
    # These modules, and all modules below them.
    modules: frozenset[str]


def _part(name: str, label: str, package: str, modules: str) -> Part:
    return Part(name, label, frozenset(f"{package}.{module}" for module in modules.split()))


PARTS = (
    Part("main", "main.py", frozenset({"main"})),
    _part(
        "app",
        "scenes/app, routing, unattended, recovery<br>open the window, turn routes into scenes",
        "scenes",
        "app routing unattended recovery",
    ),
    _part(
        "commands",
        "scenes/commands<br>commands that draw without a window",
        "scenes",
        "commands",
    ),
    _part("pages", "scenes/menu, setup, match …<br>one folder for each page", "scenes", PAGES),
    _part("screens", "scenes/quoridor, star …<br>one folder for the screens of each game", "scenes", GAMES),
    _part("table", "scenes/table<br>what all boards and matches share", "scenes", "table"),
    Part("services", "scenes/services, house, routes<br>what every scene is given", frozenset({"scenes"})),
    _part("kit", "scenes/kit<br>loop, input, focus, widgets, drawing; knows no game", "scenes", "kit"),
    _part("headless", "game/engine_mode, tournament, kiosk, phones<br>what runs without a screen", "game", HEADLESS),
    _part("agents", "game/agents<br>AI players in a process of their own", "game", "agents"),
    Part("state", "game/session, people, storage, records<br>a game in play, and what is kept", frozenset({"game"})),
    _part("registry", "game/registry<br>finds games by id", "game", "registry"),
    _part("rules", "game/quoridor, star …<br>one folder for the rules and the search of each game", "game", GAMES),
    _part("puzzles", "game/puzzles", "game", "puzzles"),
    _part("core", "game/core, agents/agent<br>the contracts of all games and searches", "game", CONTRACTS),
    _part("ground", "game/platforms<br>operating systems, processes", "game", GROUND),
)


def modules() -> Iterator[tuple[str, Path]]:
    """Yield every module of the program: dotted name and path."""
    for path in [ROOT / "main.py", *sorted(ROOT.glob("game/**/*.py")), *sorted(ROOT.glob("scenes/**/*.py"))]:
        yield ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"), path


def imported(path: Path) -> Iterator[str]:
    """Yield the dotted names of all that a module imports, also inside functions."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def part_of(module: str) -> str | None:
    """Return the part that lists a module, or else the innermost package around it; None for a library."""
    while module:
        for part in PARTS:
            if module in part.modules:
                return part.name
        module = module.rpartition(".")[0]
    return None


def imports() -> dict[str, set[str]]:
    """Return the parts that each part imports from."""
    found: dict[str, set[str]] = {part.name: set() for part in PARTS}
    for module, path in modules():
        here = part_of(module)
        if here is not None:
            found[here] |= {there for name in imported(path) if (there := part_of(name)) not in (None, here)}
    return found


def fewest(arrows: dict[str, set[str]]) -> dict[str, set[str]]:
    """Drop arrows that a longer path implies. Raises CycleError if the arrows form a circle."""
    reached: dict[str, set[str]] = {}
    for part in TopologicalSorter(arrows).static_order():
        reached[part] = set().union(*({to, *reached[to]} for to in arrows[part]))
    return {
        part: {to for to in ends if not any(to in reached[other] for other in ends)} for part, ends in arrows.items()
    }


def mermaid() -> str:
    """Return the picture as a Mermaid diagram, which GitHub and most editors draw."""
    arrows = fewest(imports())
    lines = ["```mermaid", "flowchart TD"]
    lines += [f'    {part.name}["{part.label}"]' for part in PARTS]
    lines += [f"    {part.name} --> {to}" for part in PARTS for to in sorted(arrows[part.name])]
    return "\n".join([*lines, "```"])
