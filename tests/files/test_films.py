"""Films of games: which moments they show, how long they are, their files, and the process that makes them."""

from __future__ import annotations

import gc
import hashlib
import itertools
import os
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pygame
import pytest
from PIL import Image

from game import paths
from game.core.incremental import run_to_end
from game.core.record import Record
from game.core.rules import Outcome
from game.records import films
from game.records.films import BEGUN, FilmError, Filming, FilmOrder
from game.records.game_code import pack
from game.storage.store import Store
from scenes.commands import film_worker
from scenes.commands.film import save
from scenes.commands.film_worker import make_film, pictures
from scenes.commands.picture import windowless
from scenes.services import Services
from scenes.table.film.picture import FilmPicture
from scenes.table.film.reel import Reel, reel_in_steps
from tests import fifth_game
from tests.files.test_files import RECORD
from tests.files.test_game_code import GAMES_OF_TESTS
from tests.make import AOI, REN
from tests.processes import awaited, run
from tools.catalogue.review import reviewed

DATED = replace(RECORD, played="2026-11-24T12:00:00+00:00")
SMALL = (240, 240)
PEOPLE = (AOI, REN)
SEVERAL = [*GAMES_OF_TESTS, "empty"]
WITH_CTRL_C = """
import os, signal, sys
import main
from game.records.films import Filming

def interrupted(*_):
    os.kill(os.getpid(), signal.SIGINT)

Filming.look = interrupted
signal.signal(signal.SIGINT, signal.default_int_handler)  # in the background it is ignored
sys.exit(main.main(sys.argv[1:]))
"""
"""The program, where somebody presses Ctrl+C as soon as it waits for its film."""
ON_A_FULL_DISK = """
import resource, sys
from pathlib import Path
from game.records.game_code import unpack
from scenes.commands.film import save
resource.setrlimit(resource.RLIMIT_FSIZE, (9_000, 9_000))
save(unpack(sys.argv[1]), Path(sys.argv[2]), ".webp", (240, 240), "en", make=lambda order: bytes(9_001))
"""


@pytest.fixture
def services(pictures: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Services]:
    """What a small film is drawn with."""
    monkeypatch.setenv("KISSATEN_CACHE", str(pictures))
    with windowless(SMALL, "en") as found:
        yield found


def cut(services: Services, record: Record, review: str = "") -> Reel:
    """The film of a game, ready to be shown."""
    reel = run_to_end(reel_in_steps(services, record, review))
    FilmPicture(services, reel, pygame.Rect((0, 0), SMALL))
    return reel


def texts(reel: Reel) -> list[tuple[str, str, str]]:
    """What is written in the film's pictures of its moments."""
    return [shot.caption[:3] for shot in reel.shots if shot.is_key]


class TestMoments:
    def test_without_a_review_the_walls_that_cost_most_and_the_end(self, services: Services) -> None:
        record, _ = reviewed("quoridor", PEOPLE)
        found = texts(cut(services, record))
        assert ("Move 13", "A wall that costs Aoi 5 steps", "") in found
        assert ("Move 15", "A wall that costs Aoi 4 steps", "") in found
        assert all("wall that costs" in text for _, text, _ in found[:-1]) and len(found) == 5
        assert found[-1] == ("Move 36", "Aoi arrives and wins", "")

    def test_with_a_review_its_turning_points_come_first(self, services: Services) -> None:
        found = texts(cut(services, *reviewed("quoridor", PEOPLE)))
        assert ("Move 10", "Ren gives the lead away", "After this wall, a wall can cost Ren 4 steps") in found
        assert (
            "Move 22",
            "Aoi lets the lead shrink",
            "After this wall and a move in reply, Aoi needs 10 steps and Ren only 7",
        ) in found
        assert len(found) == 5 and found[-1] == ("Move 36", "Aoi arrives and wins", "")

    def test_of_a_game_in_rounds_the_routes_that_were_shown(self, services: Services) -> None:
        reel = cut(services, *reviewed("robots", PEOPLE))
        found = texts(reel)
        assert ("Round 5", "6 moves were enough: Aoi won with 7", "Shortest route: 6 moves") in found
        assert found[-1] == ("Round 6", "3 chips: Aoi wins the game", "")
        ways = [[reel.spec.rules.text(step.action) for step in shot.shown_way] for shot in reel.shots if shot.is_key]
        assert len(ways[-1]) > 2 and all(" " in move for way in ways for move in way), "moves of robots, and no bids"

    def test_a_review_of_another_game_is_none(self, services: Services) -> None:
        record, _ = reviewed("quoridor", PEOPLE)
        other = reviewed("star", PEOPLE)[1]
        assert texts(cut(services, record, other)) == texts(cut(services, record))

    def test_who_gives_up_is_the_end(self, services: Services) -> None:
        record = replace(DATED, actions=DATED.actions[:6], result=Outcome((1,), "resign"))
        assert cut(services, record).shots[-1].caption[:3] == ("Quoridor", "Zoë wins", "by resignation")

    @pytest.mark.usefixtures("fifth_game")
    def test_a_game_that_nobody_has_told_about_films(self, services: Services) -> None:
        spec = fifth_game.SPEC
        seats = PEOPLE[: spec.seats[0]]
        state, actions = spec.rules.start({option.name: option.default for option in spec.options}, 0), list[str]()
        while (actors := spec.rules.actors(state)) and len(actions) < 9:
            action = spec.rules.legal(state, actors[0])[0]
            actions.append(spec.rules.text(action))
            state, _ = spec.rules.apply(state, actors[0], action)
        reel = cut(services, Record(spec.id, {}, 0, tuple(actions), seats))
        assert 12 <= reel.seconds <= 25


class TestReel:
    @pytest.mark.parametrize("name", SEVERAL)
    def test_it_is_of_a_length_that_one_watches(self, services: Services, name: str) -> None:
        record = replace(DATED, actions=(), times=(), result=None) if name == "empty" else GAMES_OF_TESTS[name]
        reel = cut(services, record)
        assert 12 <= reel.seconds <= 25
        frames = list(reel.frames(20))
        assert 12_000 <= sum(frame.milliseconds for frame in frames) <= 26_000
        assert all(frame.milliseconds % 10 == 0 < frame.milliseconds for frame in frames), "as a GIF can say it"
        assert len(reel.keys(5)) == 5 and reel.keys(5) == sorted(reel.keys(5))

    def test_what_is_seen_at_a_time(self, services: Services) -> None:
        reel = cut(services, DATED)
        assert reel.at(0.0) == (0, 0.0) and reel.at(99.0)[0] == len(reel.shots) - 1
        shot, time = reel.at(reel.begins(4) + 0.1)
        assert shot == 4 and time == pytest.approx(0.1)

    def test_the_same_pictures_each_time(self, services: Services) -> None:
        def digests() -> list[str]:
            reel = run_to_end(reel_in_steps(services, GAMES_OF_TESTS["robots-seed-26"]))
            film = FilmPicture(services, reel, pygame.Rect((0, 0), SMALL))
            frames = list(reel.frames(20))[::9]
            return [hashlib.sha256(pygame.image.tobytes(each, "RGB")).hexdigest() for each in pictures(film, frames)]

        first = digests()
        assert first == digests() and len(set(first)) > len(first) // 2


def opened(order: FilmOrder) -> Any:
    shares: list[float] = []
    image = Image.open(BytesIO(make_film(order, shares.append)))
    assert shares == sorted(shares) and shares[0] >= 0 and shares[-1] <= 1
    return image


class TestFiles:
    @pytest.mark.parametrize("ending", [".webp", ".gif"])
    @pytest.mark.parametrize("size", [(240, 240), (240, 300)])
    def test_a_moving_picture(self, ending: str, size: tuple[int, int]) -> None:
        image = opened(FilmOrder(DATED.to_json(), "", "en", ending, size))
        assert image.format == ending[1:].upper() and image.size == size
        seconds = 0.0
        for index in range(image.n_frames):
            image.seek(index)
            image.load()
            seconds += image.info["duration"] / 1000
        assert image.n_frames > 20 and 12 <= seconds <= 25 and image.info["loop"] == 0

    @pytest.mark.parametrize("ending", [".webp", ".gif"])
    def test_each_picture_is_packed_as_it_is_drawn(self, ending: str) -> None:
        """So that the share that is told is that of the whole work, and few pictures are held at a time."""
        shares: list[float] = []
        held: list[int] = []

        def look(share: float) -> None:
            shares.append(share)
            if len(shares) % 10 == 1:
                images = [each for each in gc.get_objects() if issubclass(type(each), Image.Image)]
                held.append(sum(image.mode == "RGB" for image in images))

        make_film(FilmOrder(DATED.to_json(), "", "en", ending, SMALL), look)
        assert len(shares) > 20 and max(held) < held[0] + 10
        assert shares[0] == film_worker.READY and max(b - a for a, b in itertools.pairwise(shares)) < 0.1

    def test_a_strip_of_five_pictures(self) -> None:
        image = opened(FilmOrder(DATED.to_json(), "", "en", ".png", SMALL))
        assert (image.format, image.size) == ("PNG", (5 * 240, 240))
        parts = [image.crop((240 * index, 0, 240 * index + 240, 240)).tobytes() for index in range(5)]
        assert len(set(parts)) == 5

    def test_it_is_written_in_the_language_that_was_asked_for(self) -> None:
        strips = {
            make_film(FilmOrder(DATED.to_json(), "", lang, ".png", SMALL), lambda share: None) for lang in ("en", "ja")
        }
        assert len(strips) == 2

    @pytest.mark.parametrize("ending", [".webp", ".gif"])
    def test_it_becomes_as_small_as_it_has_to(self, ending: str) -> None:
        order = FilmOrder(DATED.to_json(), "", "en", ending, SMALL)
        best = len(make_film(order, lambda share: None))
        small = make_film(replace(order, most=best - 1), lambda share: None)
        assert len(small) < best
        with pytest.raises(ValueError, match="bytes, more than 1000"):
            make_film(replace(order, most=1000), lambda share: None)

    def test_what_is_no_game_is_said(self) -> None:
        with pytest.raises(ValueError, match="record"):
            make_film(FilmOrder("{}", "", "en"), lambda share: None)


class TestProcess:
    def test_it_makes_a_film_and_says_how_far_it_is(self) -> None:
        filming = Filming(FilmOrder(DATED.to_json(), "", "en", ".png", SMALL))
        awaited(lambda: filming.look() or filming.share)
        assert filming.share == BEGUN or filming.share >= film_worker.READY, "before anything is drawn"
        awaited(filming.look)
        assert filming.share == 1 and filming.result() == make_film(filming.order, lambda share: None)
        assert filming.look() and filming.is_over

    def test_one_that_is_cancelled_is_no_more(self) -> None:
        filming = Filming(FilmOrder(DATED.to_json(), "", "en"))
        child = filming.child
        assert child is not None and not filming.look()
        filming.cancel()
        with pytest.raises(FilmError, match="cancelled"):
            filming.result()
        awaited(lambda: not child.is_alive)

    def test_one_that_is_killed_is_told(self) -> None:
        filming = Filming(FilmOrder(DATED.to_json(), "", "en"))
        assert filming.child is not None
        filming.child.kill()
        awaited(filming.look)
        with pytest.raises(FilmError, match="has ended"):
            filming.result()

    def test_what_goes_wrong_there_is_told(self) -> None:
        filming = Filming(FilmOrder("{}", "", "en"))
        awaited(filming.look)
        with pytest.raises(FilmError, match="record"):
            filming.result()


class TestCommand:
    def test_from_the_shell(self, tmp_path: Path) -> None:
        out = tmp_path / "film.png"
        done = run("main.py", "film", pack(DATED), "--lang", "ja", "--size", "1080x1350", "--out", str(out))
        assert (done.returncode, done.stdout, done.stderr) == (0, f"{out}\n", "")
        order = FilmOrder(DATED.to_json(), "", "ja", ".png", (1080, 1350))
        assert out.read_bytes() == make_film(order, lambda share: None)

    def test_a_mistyped_folder_is_not_made_and_said_at_once(self, tmp_path: Path) -> None:
        out = tmp_path / "mistyped" / "film.gif"
        with pytest.raises(NotADirectoryError):
            save(DATED, out, ".gif", SMALL, make=lambda order: pytest.fail("a film is made for nothing"))
        assert list(tmp_path.iterdir()) == []

    def test_it_has_a_name_of_its_own_and_overwrites_nothing(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("KISSATEN_EXPORT", str(tmp_path))
        written = [save(DATED, None, ".webp", SMALL, "en", lambda order: b"film") for _ in range(2)]
        names = ["quoridor 2026-11-24 Aoi, Zoë.webp", "quoridor 2026-11-24 Aoi, Zoë (2).webp"]
        assert written == [tmp_path / name for name in names]

    def test_the_review_that_is_kept_here_is_used(self, tmp_path: Path) -> None:
        record, review = reviewed("quoridor", PEOPLE)
        store = Store.open(paths.store_path())
        store.finish(record)
        store.keep_review(record, review)
        store.close()
        path = save(record, tmp_path / "a.gif", ".gif", SMALL, make=lambda order: order.review.encode())
        assert path.read_text(encoding="utf-8") == review

    @pytest.mark.skipif(os.name == "nt", reason="there files have no such limit")
    def test_a_disk_that_takes_nothing_is_told_and_no_half_film_stays(self, tmp_path: Path) -> None:
        done = run("-c", ON_A_FULL_DISK, pack(DATED), tmp_path / "film.webp")
        assert done.stderr.endswith("OSError: [Errno 27] File too large\n") and list(tmp_path.iterdir()) == []

    @pytest.mark.skipif(os.name == "nt", reason="Ctrl+C is no signal that one sends there")
    def test_ctrl_c_ends_it_at_once_and_leaves_no_file(self, tmp_path: Path) -> None:
        ended = run("-c", WITH_CTRL_C, "film", pack(DATED), "--out", tmp_path / "film.webp")
        assert ended.returncode == 130 and list(tmp_path.iterdir()) == []


def test_the_endings_and_sizes_are_those_of_the_command_line() -> None:
    from game.command_line.parser import film_size

    assert [film_size("{}x{}".format(*size)) for size in films.SIZES] == list(films.SIZES)
    assert set(film_worker.RATES) < set(films.ENDINGS)
