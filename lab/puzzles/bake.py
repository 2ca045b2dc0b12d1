"""Find, prove and grade puzzles, and fill their calendar (docs/puzzles.md says how, and what it costs).

    python -m lab.puzzles.bake quoridor --work /tmp/bake --pieces 100

bakes 100 more pieces for each named game (for every game if none is named) and writes `assets/puzzles/GAME.json`. A
piece is the work on one game that levels play; in Star, all positions are one piece. You can stop a bake at any time:
each piece is saved in the work folder at once, and the next run goes on after the last saved piece. With `--share 1/2`
and `--share 2/2` two processes bake half of the pieces each, in work folders of their own. `--write` bakes nothing; it
writes what the work folder has.

    python -m lab.puzzles.bake quoridor --work /tmp/bake --again

proves and grades each puzzle in the file again, after a change of the search. A puzzle that fails is dropped; the
others keep their numbers. Only Quoridor needs this: its evidence depends on a search that is not exhaustive.
"""

from __future__ import annotations

import argparse
import itertools
import json
import tempfile
import time
from pathlib import Path
from types import ModuleType
from typing import Any

from game.agents.compiling import prepared_brain
from game.core.options import resolve
from game.core.record import replay
from game.puzzles.stored import DAYS_OF_A_WEEK, FOLDER
from game.registry import find
from lab.puzzles import coffee, grading, pages, quoridor, robots, star

BAKES = {"quoridor": quoridor, "coffee": coffee, "star": star}
WEEKS = 52
OF_DAYS = 0.6
"""The least share of the puzzles that the calendar gets while there are too few to fill all its weeks."""


def bake(
    game: str, made: ModuleType, work: Path, count: int, share: tuple[int, int] = (1, 1), folder: Path = FOLDER
) -> None:
    """Bake `count` more pieces into the game's work file; skip the pieces that the game's file in `folder` has."""
    path = work / f"{game}.jsonl"
    done = [entry["piece"] for entry in _entries(path)]
    part, parts = share
    first = max(done, default=pages.read(game, folder)["pieces"] - 1) + 1
    mine = (piece for piece in itertools.count(first) if piece % parts == part - 1)
    prepared_brain(find(game))
    for piece in itertools.islice(mine, count):
        if made.PIECES is not None and piece >= made.PIECES:
            return
        begun = time.process_time()
        found = [row for row in (graded(game, row) for row in made.puzzles(piece)) if is_hard(row)]
        seconds = round(time.process_time() - begun, 2)
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"piece": piece, "seconds": seconds, "puzzles": found}) + "\n")
        print(f"{game}: piece {piece}, {seconds} s, {len(found)} found", flush=True)


def bake_again(game: str, made: ModuleType, work: Path, share: tuple[int, int] = (1, 1), folder: Path = FOLDER) -> None:
    """Test and grade the puzzles of the game's file again, into the work folder; skip those already there."""
    path = work / f"{game}-again.jsonl"
    done = {entry["id"] for entry in _entries(path)}
    part, parts = share
    prepared_brain(find(game))
    for row in pages.read(game, folder)["puzzles"]:
        if row["id"] in done or row["id"] % parts != part - 1:
            continue
        found = made.again(_state(game, row), row)
        fresh = graded(game, found) if found else None
        kept = fresh if fresh and is_hard(fresh) else None
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"id": row["id"], "puzzle": kept}) + "\n")
        print(f"{game}: puzzle {row['id']}, {'kept' if kept else 'fails'}", flush=True)


def write(game: str, made: ModuleType, work: Path, folder: Path = FOLDER) -> None:
    """Number the new puzzles in the work folder, fill the calendar again, and write the game's file.

    A puzzle that was tested again replaces its old row, or is dropped if it failed.
    """
    page = pages.read(game, folder)
    anew = {entry["id"]: entry["puzzle"] for entry in _entries(work / f"{game}-again.jsonl")}
    rows: pages.Rows = [{**row, **anew.get(row["id"], {})} for row in page["puzzles"] if anew.get(row["id"], row)]
    known = {made.same(_state(game, row)) for row in rows}
    number = max((row["id"] for row in page["puzzles"]), default=0)
    done = page["pieces"]
    for entry in _entries(work / f"{game}.jsonl"):
        done = max(done, entry["piece"] + 1)
        for found in entry["puzzles"]:
            row = {**pages.DEFAULTS, **found}
            state = _state(game, row)
            if made.same(state) in known:
                continue
            known.add(made.same(state))
            number += 1
            rows.append({"id": number, "grade": 0, **row})
    weeks = min(WEEKS, max(int(len(rows) * OF_DAYS), len(rows) - made.PRACTICE) // DAYS_OF_A_WEEK)
    days, kept = pages.laid_out(rows, weeks, made.PRACTICE)
    print(f"{pages.write(game, made.BY, done, days, kept, folder)}: {weeks} weeks, {len(kept) - len(days)} to practise")


def graded(game: str, row: dict[str, Any]) -> dict[str, Any]:
    """Return the row with `right` added: how often each level chooses the right move."""
    row = {**pages.DEFAULTS, **row}
    right = grading.right_choices(find(game), _state(game, row), row["line"].split()[0])
    return {**row, "right": right}


def is_hard(row: dict[str, Any]) -> bool:
    """Return whether the puzzle is hard enough: at least one level sometimes misses the right move."""
    return sum(row["right"]) < grading.SEEDS * len(grading.LEVELS)


def _state(game: str, row: dict[str, Any]) -> Any:
    spec = find(game)
    return replay(spec, resolve(spec.options, row["options"]), 0, row["actions"].split()).state


def _entries(path: Path) -> list[dict[str, Any]]:
    """Return the entries of a work file; skip a last line that was cut off."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [json.loads(line) for line in lines if line.endswith("}")]


def _share(text: str) -> tuple[int, int]:
    part, _, parts = text.partition("/")
    return int(part), int(parts)


def main() -> None:
    """Bake and write."""
    parser = argparse.ArgumentParser(description="Find puzzles, prove them and grade them.")
    parser.add_argument("games", nargs="*", default=[*BAKES, "robots"], metavar="GAME")
    parser.add_argument("--work", type=Path, default=Path(tempfile.gettempdir()) / "kissaten-puzzles")
    parser.add_argument("--pieces", type=int, default=60)
    parser.add_argument("--share", type=_share, default=(1, 1), metavar="K/N")
    parser.add_argument("--again", action="store_true", help="test the puzzles of the file anew (quoridor)")
    parser.add_argument("--write", action="store_true", help="bake nothing more")
    given = parser.parse_args()
    if given.again and given.games != ["quoridor"]:
        parser.error("--again is for quoridor: the evidence of the other games is exact, whatever their levels search")
    given.work.mkdir(parents=True, exist_ok=True)
    for game in given.games:
        if game == "robots":
            robots.write()
            continue
        if given.again and not given.write:
            bake_again(game, BAKES[game], given.work, given.share)
        elif not given.write:
            bake(game, BAKES[game], given.work, given.pieces, given.share)
        write(game, BAKES[game], given.work)


if __name__ == "__main__":
    main()
