"""What the film of each game costs, in seconds of a processor and in bytes, as a table.

Run with: pytest tests/benchmarks/test_films_benchmark.py -m benchmark -n 0 -s.
"""

from __future__ import annotations

import time

import pytest

from game.records.films import MOST_BYTES, SIZES, FilmOrder
from scenes.commands.film_worker import make_film
from tests.make import AOI, REN
from tools.catalogue.review import reviewed

pytestmark = [pytest.mark.benchmark, pytest.mark.timeout(600)]
MOST_SECONDS = 15.0
GAMES = ("quoridor", "star", "coffee", "robots")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("ending", [".webp", ".gif"])
@pytest.mark.parametrize("game", GAMES)
def test_a_film_is_made_soon_and_small(game: str, ending: str, size: tuple[int, int]) -> None:
    record, review = reviewed(game, (AOI, REN))
    began = time.process_time()
    data = make_film(FilmOrder(record.to_json(), review, "en", ending, size), lambda share: None)
    spent = time.process_time() - began
    print(f"{game:9} {ending} {size[0]}x{size[1]:<5} {spent:6.1f} s {len(data) / 1e6:6.2f} MB")
    assert len(data) <= MOST_BYTES
    assert game != "quoridor" or spent <= MOST_SECONDS
