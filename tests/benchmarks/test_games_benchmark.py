"""What the games cost: counting, searching, thinking, compiling. `pytest tests/benchmarks -m benchmark -n 0 -s`.

How many games five scripted players win against the opponent that fits: a child that has just heard the rules and the
levels 1 to 4 play as if they were people. After ten games the rating is known; of the next forty about half are won. In
Hyper Robots a game is a chip.
"""

from __future__ import annotations

import io
import os
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from statistics import mean, median
from typing import Any

import pytest

from game.agents.compiling import prepared_brain
from game.coffee.analysis import Analysis as AnalysisOfCoffee
from game.core.incremental import SLICE, IncrementalRun
from game.core.options import resolve
from game.core.record import MAX_PLIES, Record, SeatConfig, with_strength
from game.core.rules import Outcome
from game.core.spec import LEVELS
from game.outside.uci import UciServer
from game.people.ratings import fitting_strength, rate_match, skill
from game.puzzles.results import Visit
from game.quoridor import rules as quoridor
from game.quoridor.analysis import Analysis, deepen
from game.quoridor.paths import distances
from game.quoridor.state import State, WallPlacement
from game.records.playback import Playback
from game.registry import GAMES, facts_of, find
from game.star.solver import pack, solve, unpack
from game.star.state import FoulReading
from tests import make
from tests.agents.beginners import CHILD, game_in_turn, robots_game
from tests.facts.telling import random_game
from tests.processes import run

pytestmark = pytest.mark.benchmark

COFFEES: list[dict[str, Any]] = [{"board": board, "n": n} for board, n in (("sq5", 4), ("hex5", 5), ("sq7", 5))]
QUORIDOR = [
    "",
    "e2 e8 e3 e7 e4 e6 e3h",
    "e2 e8 e3 c2h e4 e7 e5 e6 e7 d7h",
    "g2v e8 e7h d8 d6v d7 b7v h2h c6h c7 e2 c8",
]
THOUGHT_OF: list[tuple[str, dict[str, Any], list[str]]] = [  # games, with positions or those that level 3 comes to
    *(("coffee", options, ["c3h"]) for options in COFFEES),
    ("quoridor", {}, QUORIDOR),
    ("quoridor", {}, []),
    ("quoridor", {"players": 4}, []),
]
THINKING_S = 3.0
LEGAL_MS = 5.0
STOP_S = 0.05
FACTS_MS = 5.0
FACTS_OF: dict[str, dict[str, Any]] = {
    "quoridor": {"players": 4},
    "coffee": COFFEES[1],
    "robots": {"players": 1},
    "star": {},
}
READING_S = 2.0
SHUFFLE = ("e2", "e8", "e1", "e9")
LOADED = """
from game.agents.compiling import prepared_brain
from game.registry import find
brain = prepared_brain(find({!r}))
"""


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Seconds of processor time, and what came of it."""
    begun = time.process_time()
    found = work()
    return time.process_time() - begun, found


@pytest.mark.parametrize(
    ("game", "depth", "least"), [("coffee", 6, 5_000_000), ("quoridor", 4, 30_000_000)], ids=["coffee", "quoridor"]
)
def test_counting_compiled(game: str, depth: int, least: int) -> None:
    brain: Any = prepared_brain(find(game))
    seconds, leaves = timed(lambda: brain.perft(make.state(game), depth))
    print(f"\n{game}: perft({depth}): {leaves} leaves in {seconds:.2f} s, {leaves / seconds / 1e6:.1f} M leaves/s")
    assert leaves / seconds >= least


@pytest.mark.parametrize("options", COFFEES, ids=str)
@pytest.mark.parametrize("judging", [True, False], ids=["play", "proof"])
def test_searching_coffee(options: dict[str, Any], judging: bool) -> None:
    prepared_brain(find("coffee"))
    state = make.state("coffee", "c3h", **options)
    analysis = AnalysisOfCoffee(state, 2_000_000, lambda: False, judging=judging, size_bits=20)

    def search(depth: int = 1) -> None:
        while all(analysis.search(branch, depth) for branch in analysis.branches) and depth < 30:
            depth += 1

    seconds, _ = timed(search)
    print(f"\n{options}: {analysis.nodes} nodes, {analysis.nodes / seconds / 1e6:.2f} M nodes/s")
    assert analysis.nodes > 100_000


@pytest.mark.parametrize("moves", QUORIDOR)
def test_searching_quoridor(moves: str) -> None:
    prepared_brain(find("quoridor"))
    analysis = Analysis(make.state("quoridor", moves), 1_000_000, lambda: False, size_bits=20)
    seconds, found = timed(lambda: deepen(analysis, analysis.branches[0]))
    print(f"\n{moves or 'start'}: depth {found.depth}, {analysis.nodes / seconds / 1e6:.2f} M nodes/s")
    assert found.depth > 6


def come_to(game: str, start: Any, plies: int, every: int) -> list[Any]:
    """Every so many of the positions of a game of level 3 against itself."""
    spec, state, positions = find(game), start, list[Any]()
    brain = prepared_brain(spec)
    while spec.rules.actors(state) and len(positions) < plies:
        positions.append(state)
        seat = spec.rules.actors(state)[0]
        state = make.go_on(game, state, [brain.choose(state, seat, 3, 1, None, lambda: False).action])
    return positions[::every]


@pytest.mark.parametrize(("game", "options", "positions"), THOUGHT_OF, ids=str)
@pytest.mark.parametrize("level", LEVELS)
def test_thinking(game: str, options: dict[str, Any], positions: list[str], level: int) -> None:
    spec = find(game)
    brain = prepared_brain(spec)
    states = [make.state(game, actions, **options) for actions in positions]
    if game == "coffee":
        states = come_to(game, states[0], 4, 1)
    elif not states:
        states = come_to(game, make.state(game, **options), 300, 3)
    times, nodes = [], 0
    for state in states:
        asked = (state, spec.rules.actors(state)[0], level, 0, None, lambda: False)
        seconds, thought = timed(lambda asked=asked: brain.choose(*asked))
        times.append(seconds)
        nodes += thought.nodes or 0
    figures = f"median {median(times):.3f} s, max {max(times):.3f} s, {nodes / sum(times):,.0f} nodes/s"
    print(f"\nlevel {level}, {game} {options}: {len(times)} positions, {figures}")
    assert max(times) < (0.5 if positions == QUORIDOR and level < 4 else THINKING_S)


def mazes(players: int) -> list[State]:
    """Positions of games whose movers place, of a few walls, the one that makes the ways longest."""
    random, positions = Random(players), []
    for _ in range(40):
        state = make.state("quoridor", players=players)
        while any(state.walls_left):
            walls = [a for a in quoridor.legal(state, state.mover) if isinstance(a, WallPlacement)]
            tried = [quoridor.apply(state, state.mover, a)[0] for a in random.sample(walls, min(25, len(walls)))]
            state = max(tried, key=lambda after: sum(distances(after)))
            positions.append(state)
    # One wall in hand again, so that legal() has to look at the walls in the fullest maze too.
    full = [state for state in positions if not any(state.walls_left)]
    return positions + [replace(state, walls_left=(1,) * players) for state in full]


def by_chance(players: int) -> list[State]:
    """Every position of random games, in which most actions are walls."""
    spec = find("quoridor")
    return [step.before for seed in range(40) for step in random_game(spec, seed, 90, players=players)]


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("kind", [by_chance, mazes])
def test_legal_is_quick_in_any_position_of_quoridor(kind: Callable[[int], list[State]], players: int) -> None:
    """The best of three times each: the work itself, without what else the machine does."""
    times = []
    for state in kind(players):
        legal = partial(quoridor.legal, state, state.mover)
        times.append(1000 * min(timed(legal)[0] for _ in range(3)))
    figures = f"median {median(times):.3f} ms, max {max(times):.3f} ms (limit {LEGAL_MS} ms)"
    print(f"\nlegal(), {players} players, {kind.__name__}: {len(times)} positions, {figures}")
    assert max(times) <= LEGAL_MS


def test_stop_of_uci_is_answered_soon() -> None:
    spec, waits = find("quoridor"), []
    prepared_brain(spec)
    for level in LEVELS:
        for moves in QUORIDOR:
            for seconds in (0.0, 0.05, 0.3, 1.0, 2.0):
                out = io.StringIO()
                server = UciServer(spec, partial(prepared_brain, spec), level, None, out)
                server.take(f"position startpos{' moves ' * bool(moves)}{moves}")
                server.take("go infinite")
                time.sleep(seconds)
                begun = time.perf_counter()
                server.take("stop")
                waits.append(time.perf_counter() - begun)
                assert out.getvalue().splitlines()[-1].startswith("bestmove ")
    print(f"\nstop: median {1000 * median(waits):.1f} ms, at most {1000 * max(waits):.1f} ms of {len(waits)}")
    assert max(waits) < STOP_S, sorted(waits)[-12:]


@pytest.mark.parametrize("game", ["coffee", "quoridor"])
def test_compiling_and_loading(game: str, tmp_path: Path) -> None:
    """Processor time of processes, Python's start included; what importing numba alone takes is printed beside it."""
    figures = []
    for code in (LOADED.format(game), LOADED.format(game), "import numba"):
        before = sum(os.times()[2:4])
        assert run("-c", code, KISSATEN_KERNELS=tmp_path).returncode == 0
        figures.append(sum(os.times()[2:4]) - before)
    compiling, loading, numba = figures
    size = sum(path.stat().st_size for path in tmp_path.rglob("*") if path.is_file())
    print(f"\ncompiling {compiling:.1f} s, loading {loading:.1f}, numba alone {numba:.1f}; {size / 1024:.0f} kB kept")
    assert loading < compiling


@pytest.mark.parametrize("fouls", ["takeback", "literal", "none"])
def test_solving_star(fouls: FoulReading) -> None:
    seconds, table = timed(lambda: solve(fouls))
    blob = pack(table, fouls)
    unpack(blob, fouls)
    print(f"\n{fouls}: solved in {seconds:.2f} s, {len(blob)} bytes")
    assert seconds < 1.5


@pytest.mark.parametrize("game", GAMES)
def test_telling_what_a_step_means(game: str) -> None:
    spec = GAMES[game]
    steps = [step for seed in range(12) for step in random_game(spec, seed, 80, **FACTS_OF[game])]
    facts_of(spec, steps[0])  # what is loaded once in a process
    times = [1000 * timed(lambda step=step: facts_of(spec, step))[0] for step in steps]
    print(f"\n{game}: {len(steps)} steps, mean {mean(times):.2f} ms, max {max(times):.2f} ms (limit {FACTS_MS} ms)")
    assert mean(times) < FACTS_MS


def test_reading_the_longest_record() -> None:
    record = Record("quoridor", {"players": 2, "jump_pairs": False}, 0, SHUFFLE * (MAX_PLIES // len(SHUFFLE)))
    whole, _ = timed(lambda: Playback(find("quoridor"), record))
    work, slices, done = IncrementalRun(Playback.reading(find("quoridor"), record)), [], False
    while not done:
        seconds, done = timed(lambda: work.go(time.perf_counter, SLICE))
        slices.append(seconds)
    print(f"\n{MAX_PLIES} plies at once {whole:.3f} s; {len(slices)} slices, the longest {1000 * max(slices):.1f} ms")
    assert whole < READING_S and len(slices) > 1


REPEATS = int(os.environ.get("KISSATEN_REPEATS", "20"))
KNOWN, LATER = 10, 40  # games
PERSON = SeatConfig(name="Mia", identity="circle")


def share_won(game: str, player: int) -> float:
    """The share of the later games that a player wins, over all repeats; a draw counts half."""
    spec, won = find(game), 0.0
    play = partial(robots_game, chips_to_win=1) if game == "robots" else partial(game_in_turn, game)
    for repeat in range(REPEATS):
        kept = Visit()
        for number in range(KNOWN + LATER):
            known = skill(kept, "Mia", spec)
            strength = fitting_strength(spec, [known] if known else [])
            points = play(strength, 1_000 * repeat + number, player)
            outcome = Outcome(() if points == 0.5 else (int(points < 0.5),), "")
            seats = PERSON, with_strength(SeatConfig("ai"), strength)
            record = Record(game, resolve(spec.options, {}), number, (), seats, result=outcome)
            rate_match(spec, record, (), {0: (kept, "Mia")})
            if number >= KNOWN:
                won += points
    return won / (REPEATS * LATER)


@pytest.mark.timeout(36_000)
@pytest.mark.parametrize("player", [CHILD, 1, 2, 3, 4])
@pytest.mark.parametrize("game", ["star", "coffee", "robots", "quoridor"])
def test_about_half_of_the_games_are_won(game: str, player: int) -> None:
    won = share_won(game, player)
    print(f"\n{game}: {'a child' if player == CHILD else f'level {player}'} wins {won:.1%}", flush=True)
    assert 0.45 <= won <= 0.55
