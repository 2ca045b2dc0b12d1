"""The house's rules about who may import whom, read from the source."""

import ast
import re
from collections import Counter
from itertools import pairwise

import pytest

from game.registry import PACKAGES
from scenes.kit.drawing import theme
from tests.processes import ROOT, said
from tests.tables import rows

EVENT_LOOP = "scenes/kit/input/devices.py"
FRAME_LOOP = "scenes/kit/window/app.py"
SOURCES = [ROOT / "main.py", *sorted(ROOT.glob("game/**/*.py")), *sorted(ROOT.glob("scenes/**/*.py"))]
GAMES = {path.parent.name for path in ROOT.glob("game/*/rules.py")} - {"core"}
CIRCLE_FREE = ("main.py", "game", "scenes", "tools")  # no module in them leads back to itself
STAND_ALONE = {f"game.agents.{part}" for part in ("agent", "kernels", "kernel_folder")}  # below the games
OUTSIDE_LAB = ("game", "scenes", "tools", "tests")
HOUSE = {path.parent.name for path in ROOT.glob("game/*/__init__.py")} - GAMES  # what is of no game
GENERAL = {f"game.{part}" for part in (*HOUSE, *(path.stem for path in ROOT.glob("game/*.py")))}
ALL_STAND_ON = {
    "scenes.kit",
    "scenes.house.preferences",
    "scenes.services",
    "scenes.routes",
    "scenes.house.offers",
}  # routes are data
ALL = "what all stand on"
WALLS = {  # what each part of scenes/ may import of scenes/ besides itself
    part: set(filter(None, names.replace(ALL, ", ".join(ALL_STAND_ON)).split(", "))) for part, names in rows("walls")
}
MEANT_OTHERWISE = {  # the mark of a player; what earlier stores hold
    ("game/storage/migration.py", "robots"),
    ("game/records/game_code.py", "star"),
    ("game/match_setup.py", "star"),
    ("game/phones/snapshot.py", "star"),
    ("scenes/kit/drawing/player_marks.py", "star"),
}
BY_SHAPE = {
    "scenes/kit/widgets/page.py": "the margins and the bar of every page",
    "scenes/kiosk/closed_scene.py": "another part of the board lies off each window",
    "scenes/setup/house_rules.py": "the board stays in view beside the rows",
}
"""Who may have a table keyed by the window's shape, at most eight, and why: all else is said as rows and columns."""
FLOORS = {
    "scenes.kit": "system input text layout drawing sound stage scene widgets window",
    "scenes.table": "art contract cells board column loading pictures tile words chances names sayings exercises film"
    " sharing",
}
"""The folders and loose modules of both from the ground up: each imports what lies below it."""
FULLEST = 40  # modules of a folder: one that holds more has folders of its own
LONGEST = 60  # lines of a function
LARGEST = 600  # lines of a module: one about one thing has fewer
MOST_ANYS = {("game",): 200, ("game", "scenes"): 380}
"""How often `Any` may stand in these folders together, imports included: where what comes in has no type of its own, as
from JSON, SQLite or numba. What is only handed on is an `object`, or of a type variable.
"""
WHY_ANY = {module: why for why, modules in rows("any_in_scenes") for module in modules.split()}
"""The modules of the screens that say `Any`, and why."""
SAME_IDEA = {  # the only names of several classes
    "Analysis": "the search of a position's actions one by one, by a game's own search",
    "Board": "what lies still on a game's board",
    "Choosing": "a selection of a game in which nothing is picked up",
    "Geometry": "where a game's cells lie on the screen",
    "Level": "how a level of a game's AI plays",
    "SearchResult": "what a game's search by deepening has found",
    "Sprites": "the pictures of a game's pieces",
    "State": "a position of a game",
    "Trying": "a selection of a game in which something is tried that the rules forbid",
}
NAMED_SIZES = ("CLOCK", "WORDMARK", "HEADING", "TITLE", "NAME", "LIST", "HELPER", "GLYPH", "CAPTION")
DRAWN_SIZES = {  # letters that fill a drawing, and grow with it
    ("scenes/kiosk/countdowns.py", 168),
    ("scenes/kit/drawing/glyphs.py", 27),
}
WATCHED = ("game", "scenes", "main", "pygame", "numpy", "numba")


def parse(text):
    """A source as all nodes of its syntax tree, walked once."""
    return list(ast.walk(ast.parse(text)))


def calls(nodes):
    """What a source calls, as it is written there."""
    return {ast.unparse(node.func) for node in nodes if isinstance(node, ast.Call)}


def name(path):
    return path.relative_to(ROOT).as_posix()


@pytest.fixture(scope="module")
def house():
    """The nodes of every source of the house by its place: parsed once, for the one test that reads them."""
    return {name(path): parse(path.read_text()) for path in SOURCES}


def imports(nodes):
    """Everything that the source imports anywhere in it, as dotted names."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def within(module, packages):
    return any(module == package or module.startswith(f"{package}.") for package in packages)


def allowed(place):
    """What the file at `place` may import of the packages in WATCHED."""
    if place == "main.py":
        return {*GENERAL, "scenes.app", "scenes.commands"}
    folder = place.split("/")[1]
    if place.startswith("scenes/"):
        return {"pygame", f"scenes.{folder.removesuffix('.py')}"} | beyond(folder)
    if folder == "core":
        return {"game.core"}
    if folder in GAMES:
        agents = {f"game.agents.{part}" for part in ("agent", "kernels")}
        stands_on = {"game.core", "game.paths", "game.puzzles", *agents}
        return stands_on | {f"game.{folder}", "numpy"}
    if place == "game/agents/agent.py":
        return {"game.core"}
    if folder == "puzzles":
        return {"game.core", "game.puzzles"}
    if place == "game/registry.py":
        return {"game.core", "game.puzzles", "game.agents.agent"} | {f"game.{game}" for game in GAMES}
    if place == "game/agents/kernels.py":
        return {"game.agents.kernel_folder", "game.platforms", "numpy", "numba"}
    if place == "game/agents/kernel_folder.py":
        return {"game.paths", "game.platforms"}
    if folder == "agents":
        return {"game.core", "game.registry", "game.agents", "game.platforms"}
    return GENERAL


def beyond(part):
    """What a part of scenes/ may import of other parts and of game/."""
    if part == "kit":
        return WALLS[part]
    if part in GAMES:
        return GENERAL | {f"game.{part}", "scenes.table"} | ALL_STAND_ON
    return GENERAL | WALLS[part]


def strangers(place, nodes):
    return [m for m in imports(nodes) if within(m, WATCHED) and not within(m, allowed(place))]


@pytest.mark.parametrize(("place", "line"), rows("forbidden_imports"))
def test_the_check_finds_what_is_forbidden(place, line):
    assert len(strangers(place, parse(line.replace("\\n", "\n")))) == 1


def games_named(nodes):
    """The games that the source imports, and those that its texts stand for: "star", "textures/star-board.jpg"."""
    texts = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    words = {*(text for text in texts if " " not in text), *imports(nodes)}
    return {part for word in words for part in re.split(r"[^a-z]+", word) if part in GAMES}


def is_of_a_game(place):
    return bool(GAMES & set(place.split("/")[1:2]))


def graph(sources):
    """Which of the modules in `sources` (dotted name to nodes) imports which others of them, anywhere in it."""
    return {
        module: {target for imported in imports(nodes) if (target := home(imported, sources))} - {module}
        for module, nodes in sources.items()
    }


def home(imported, modules):
    """The one of `modules` that a dotted name leads into: itself, or the module that holds what is named."""
    parts = imported.split(".")
    names = (".".join(parts[:count]) for count in range(len(parts), 0, -1))
    return next((name for name in names if name in modules), None)


def shortest_circle(imported):
    """Modules of which each imports the next, and the last the first; [] where there is no circle."""
    found: list[str] = []
    for start in imported:
        reached, ways = {start}, [[start]]
        for way in ways:
            if start in imported[way[-1]] and (not found or len(way) < len(found)):
                found = way
            ahead = imported[way[-1]] - reached
            reached |= ahead
            ways += [[*way, module] for module in sorted(ahead)]
    return found


@pytest.mark.parametrize(
    ("sources", "circle"),
    [
        ({"game.a": "import game.b", "game.b": "import os"}, []),
        ({"game.a": "import game.b", "game.b": "def f():\n    from game import a"}, ["game.a", "game.b"]),
        (
            {
                "game.a": "from game.b import C",
                "game.b": "if TYPE_CHECKING:\n    from game.c import D",
                "game.c": "from game.d.e import F",
                "game.d.e": "import game.c.x, game.b",
            },
            ["game.c", "game.d.e"],
        ),
        (
            {"game": "", "game.a": "from game import b", "game.b": "from game.c import d", "game.c": "import game.a"},
            ["game.a", "game.b", "game.c"],
        ),
    ],
)
def test_the_check_finds_a_circle(sources, circle):
    assert shortest_circle(graph({module: parse(text) for module, text in sources.items()})) == circle


def by_folder(imported):
    """Which folders of `game/` import which others of them, by the modules that each module imports."""
    found: dict[str, set[str]] = {}
    for module, targets in imported.items():
        if within(module, ("game",)):
            found.setdefault(folder_of(module), set()).update(folder_of(t) for t in targets if within(t, ("game",)))
    return {folder: targets - {folder} for folder, targets in found.items()}


def folder_of(module):
    """The folder of `game/` that a module lies in; one of STAND_ALONE is by itself."""
    return module if module in STAND_ALONE else ".".join(module.split(".")[:2])


def test_the_check_finds_a_circle_of_folders():
    imported = {"game.a.one": {"game.b.one"}, "game.b.one": set(), "game.b.two": {"game.a.two"}, "game.a.two": set()}
    assert shortest_circle(imported) == [] and shortest_circle(by_folder(imported)) == ["game.a", "game.b"]


def test_at_most_eight_modules_lie_loose_in_game():
    assert len([path for path in ROOT.glob("game/*.py") if path.name != "__init__.py"]) <= 8


@pytest.mark.parametrize(("imported", "heavy"), rows("light_imports"))
def test_what_is_imported_is_light(imported, heavy):
    code = f"import sys, {imported}; print([m for m in sys.modules if m.endswith({tuple(heavy.split())})])"
    assert said(code) == "[]\n"


def test_a_game_is_imported_when_it_is_asked_for():
    code = (
        "import sys; from game.registry import GAMES; found = 'star' in GAMES, len(GAMES), GAMES['quoridor'].id;"
        "print(found, [m for m in sys.modules if m in ('game.star', 'game.coffee', 'game.robots')])"
    )
    assert said(code) == f"(True, {len(PACKAGES)}, 'quoridor') []\n"


def test_the_command_line_imports_nothing_of_the_house_at_its_top():
    tree = ast.parse((ROOT / "main.py").read_text())
    known = {"__future__.annotations", "typing.TYPE_CHECKING", "typing.NoReturn"}
    assert set(imports(tree.body)) <= known | {"__future__", "argparse", "contextlib", "os", "sys", "time", "typing"}


RUNS_DATA = ("pickle", "cPickle", "marshal", "shelve", "dill", "joblib", "yaml", "code", "runpy")
RUNNERS = {"eval", "exec", "compile", "__import__"}


def runs_data(nodes):
    """What in a source may run what it reads."""
    called = [node.func.id for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    return [m for m in imports(nodes) if within(m, RUNS_DATA)] + [call for call in called if call in RUNNERS]


FIRST_FRAME = """
import os, sys, tempfile
os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy", KISSATEN_DATA=tempfile.mkdtemp())
import pygame
from game import registry
registry.PACKAGES = {game: registry.PACKAGES[game] for game in ("quoridor", "robots", "coffee", "star")}
from scenes.app import open_app
from scenes.kit.window.window import Window
from scenes.routes import ToMenu
from scenes.routing import open_route
pygame.font.init()
app, services = open_app(Window((1280, 720), False, "first"), "en")
app.on_frame = lambda _: setattr(app.manager, "quitting", True)
app.run(open_route(services, ToMenu()))
games = ("coffee", "robots", "star")
late = [f"game.{game}.rules" for game in games] + [f"scenes.{game}" for game in games]
late += ["scenes.table.contract.board", "game.phones.snapshot", "game.agents.worker"]
print([module for module in late if module in sys.modules])
print(*sorted(module for module in sys.modules if module.partition(".")[0] in ("game", "scenes")))
services.close()
"""
MOST_AT_FIRST = 109
"""Modules of `game` and `scenes`; before the first frame each takes some two milliseconds."""


def test_the_first_frame_waits_for_no_game_but_the_one_that_was_played_last_and_for_few_modules():
    late, modules = said(FIRST_FRAME).splitlines()[-2:]
    assert late == "[]"
    assert modules.count(" ") < MOST_AT_FIRST, "import some of these later:\n" + modules.replace(" ", "\n")


def keyed_by_shape(nodes):
    """Whether a source has a table with a value for each of the window's shapes."""
    keys = [key for node in nodes if isinstance(node, ast.Dict) for key in node.keys if key is not None]
    return any(ast.unparse(key).startswith("Shape.") for key in keys)


def floor(package, module):
    """On which of its floors a module of `package` lies, or what is named within one."""
    part = module.removeprefix(f"{package}.").partition(".")[0]
    return FLOORS[package].split().index(part)


def arrows_up(sources):
    """(module, imported) where a module of one of FLOORS imports what lies above it."""
    return {
        (module, imported)
        for package in FLOORS
        for module, nodes in sources.items()
        if module.startswith(f"{package}.")
        for imported in imports(nodes)
        if imported.startswith(f"{package}.") and floor(package, imported) > floor(package, module)
    }


def full_folders(places):
    """The folders that hold more than FULLEST modules."""
    counts = Counter(place.rpartition("/")[0] for place in places)
    return {folder: count for folder, count in counts.items() if count > FULLEST}


DRAINS = ("event.get", "event.poll", "event.wait")
SLEEPERS = {"time.sleep", "sleep", "pygame.time.wait", "pygame.time.delay"}
# files.py waits on Windows alone, half a second for a file that is held; locks.py where the caller asks for it.
WAIT = {FRAME_LOOP, "game/platforms/files.py", "game/platforms/locks.py"}
SYSTEMS = re.compile(r"sys\.platform|os\.name\b|hasattr\((?:os|signal),|getuid|msvcrt|fcntl|winreg")


def long_functions(nodes):
    """The functions of a source that take more than LONGEST lines."""
    found = [node for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return [node.name for node in found if node.end_lineno - node.lineno >= LONGEST]


def large_modules(texts):
    """The places of sources that have more than LARGEST lines."""
    return {place for place, text in texts.items() if len(text.splitlines()) > LARGEST}


def anys(nodes):
    """How often a source writes `Any`."""
    return sum("Any" in (getattr(node, "id", ""), getattr(node, "name", "")) for node in nodes)


def aliases_of_any(nodes):
    """The other names that a source gives it."""
    found = [node for node in nodes if isinstance(node, ast.Assign | ast.AnnAssign) and anys([node.value])]
    found += [node for node in nodes if isinstance(node, ast.alias) and node.name == "Any" and node.asname]
    return [ast.unparse(node) for node in found]


def sizes(nodes):
    """The sizes of type that somebody has chosen, as numbers of a style or of one that differs from it in its size.

    What a text is made to fit, or how it follows the text scale, is worked out when it is drawn.
    """
    for node in (node for node in nodes if isinstance(node, ast.Call)):
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        chosen = [*node.args[:1]] if called == "Style" else []
        if called in ("Style", "_replace"):
            chosen += [keyword.value for keyword in node.keywords if keyword.arg == "size"]
        for value in chosen:
            for part in [value.body, value.orelse] if isinstance(value, ast.IfExp) else [value]:
                factor = part.left if isinstance(part, ast.BinOp) else part
                if isinstance(factor, ast.Constant) and isinstance(factor.value, (int, float)) and factor.value >= 1:
                    yield factor.value


def stray_sizes(nodes):
    """The sizes of type that are no steps of the scale."""
    return {size for size in sizes(nodes) if size not in theme.SCALE}


def test_steps_of_type_are_told_apart():
    """Two steps that hardly differ would be one size that somebody could not decide on."""
    assert {getattr(theme, name) for name in NAMED_SIZES} <= {*theme.SCALE}
    assert all(above - below >= 2 for below, above in pairwise(theme.SCALE))


def shared_names(sources):
    """The names that several modules give to a class at their top."""
    names = Counter(node.name for nodes in sources.values() for node in nodes[0].body if isinstance(node, ast.ClassDef))
    return {name for name, count in names.items() if count > 1}


@pytest.mark.parametrize(
    ("other", "found"),
    [("class Row(Base): ...", {"Row"}), ("class SettingRow: ...", set()), ("class Table:\n    class Row: ...", set())],
)
def test_the_check_finds_names_of_two_classes(other, found):
    assert shared_names({"a": parse("class Row: ..."), "b": parse(other)}) == found


IMPORTS_LAB = re.compile(r"^\s*(?:from|import) lab\b", re.MULTILINE)


CHECKS = {
    "a game": games_named,
    "data that is run": runs_data,
    "by shape": lambda nodes: ["yes"] * keyed_by_shape(nodes),
    "Any": lambda nodes: [str(anys(nodes)), *aliases_of_any(nodes)],
    "a size": lambda nodes: map(str, stray_sizes(nodes)),
    "the laboratory": lambda nodes: ["yes"] * bool(IMPORTS_LAB.search(ast.unparse(nodes[0]))),
}


@pytest.mark.parametrize(("check", "source", "found"), rows("found_in_sources", 3))
def test_the_checks_find_what_they_look_for(check, source, found):
    assert " ".join(CHECKS[check](parse(source.replace("\\n", "\n")))) == found


@pytest.mark.parametrize(("module", "line", "is_found"), rows("arrows_up", 3))
def test_the_check_finds_an_arrow_up(module, line, is_found):
    assert bool(arrows_up({module: parse(line)})) == (is_found == "found")


def test_the_largest_are_counted():
    assert full_folders([f"a/{number}.py" for number in range(FULLEST)] + ["a/b/c.py"]) == {}
    assert full_folders([f"a/{number}.py" for number in range(FULLEST + 1)]) == {"a": 41}
    assert large_modules({"a": "0\n" * 600, "b": "0\n" * 601}) == {"b"}
    for lines, found in ((58, []), (59, ["f"])):
        assert long_functions(parse("def f():\n" + "    0\n" * (lines + 1))) == found


def test_nothing_needs_the_laboratory():
    """Nor its folder: all else runs without it."""
    others = [ROOT / "main.py", *(path for folder in OUTSIDE_LAB for path in ROOT.glob(f"{folder}/**/*.py"))]
    assert [name(path) for path in others if IMPORTS_LAB.search(path.read_text(encoding="utf-8"))] == []


def test_the_house_keeps_its_rules(house):
    """All in one test, so that one process alone parses the house."""

    def where(find):
        return {place for place, nodes in house.items() if find(nodes)}

    assert {place: found for place, nodes in house.items() if (found := strangers(place, nodes))} == {}
    nameless = {place: nodes for place, nodes in house.items() if not is_of_a_game(place)}
    named = {(place, game) for place, nodes in nameless.items() for game in games_named(nodes)}
    assert {one for one in named if one[0] != "game/registry.py"} <= MEANT_OTHERWISE
    modules = {
        place.removesuffix(".py").replace("/", ".").removesuffix(".__init__"): nodes
        for place, nodes in house.items()
        if place.split("/")[0] in CIRCLE_FREE
    }
    assert {"main", "game.core.rules"} <= modules.keys()
    assert shortest_circle(imported := graph(modules)) == []
    assert shortest_circle(by_folder(imported)) == []
    assert arrows_up(modules) == set()
    assert {(place, name) for place, nodes in house.items() for name in long_functions(nodes)} == set()
    assert large_modules({name(path): path.read_text() for path in SOURCES}) == set()
    for folders, most in MOST_ANYS.items():
        assert sum(anys(nodes) for place, nodes in house.items() if place.split("/")[0] in folders) <= most
    assert where(aliases_of_any) == set()
    says_any = where(lambda nodes: any(getattr(node, "id", "") == "Any" for node in nodes))
    assert {place.removeprefix("scenes/") for place in says_any if place.startswith("scenes/")} == WHY_ANY.keys()
    strays = {(place, size) for place, nodes in house.items() for size in stray_sizes(nodes)}
    assert {stray for stray in strays if stray[0].startswith("scenes/")} == DRAWN_SIZES
    assert shared_names(house) == SAME_IDEA.keys() and len(SAME_IDEA) <= 10
    assert full_folders(house) == {}
    besides = [name(path) for folder in ("tests", "tools", "lab") for path in ROOT.glob(f"{folder}/**/*.py")]
    assert full_folders(besides) == {}
    assert where(keyed_by_shape) <= BY_SHAPE.keys() and len(BY_SHAPE) <= 8
    assert where(lambda nodes: any(call.endswith(DRAINS) for call in calls(nodes))) == {EVENT_LOOP}
    assert where(lambda nodes: calls(nodes) & SLEEPERS) <= WAIT
    assert where(runs_data) == set(), "no file is unpickled; the AI's processes pickle what they send each other"
    settings = {"game/kiosk/config_file.py", "game/toml_file.py"}
    assert where(lambda nodes: any(within(module, ("tomlkit",)) for module in imports(nodes))) == settings
    assert {name(path).rpartition("/")[0] for path in SOURCES if SYSTEMS.search(path.read_text())} == {"game/platforms"}
