"""A film is saved and watched from the screen, on every device; what may go wrong meanwhile is said."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from game.core.incremental import run_to_end
from game.records.films import Filming, FilmOrder, Films
from game.registry import GAMES
from scenes.archive.replay_scene import ReplayScene
from scenes.kit.input.intents import Kind
from scenes.kit.widgets.dialog import Dialog
from scenes.table.film.reel import reel_in_steps
from scenes.table.film.watch_scene import FilmingScene, WatchScene
from scenes.table.sharing.reading import ReadingScene
from scenes.table.sharing.take_home import TakeHome
from tests.scenes.conftest import OpenHouse
from tests.scenes.hands import HANDS, button
from tests.scenes.match.test_take_home import DATED, at_home, long_game, press
from tests.scenes.playhouse import PERSON, RIVAL, SIZES, Playhouse
from tests.scenes.speaking import listen
from tools.catalogue.review import reviewed


class OneFilm(Filming):
    """Is made when the test says so; has no process."""

    def __init__(self, order: FilmOrder) -> None:
        self.order = order
        self.share, self.data, self.error = 0.5, None, ""
        self.is_gone = False

    @property
    def is_over(self) -> bool:
        return self.data is not None or bool(self.error)

    def look(self, seconds: float = 0.0) -> bool:
        return self.is_over

    def cancel(self) -> None:
        self.is_gone = True


class Maker(Films):
    """Keeps what was ordered."""

    def __init__(self) -> None:
        super().__init__()
        self.begun: list[OneFilm] = []

    def begin(self, order: FilmOrder) -> Filming:
        self.begun.append(OneFilm(order))
        return self.begun[-1]


class NoProcess(Films):
    """The system has none left."""

    def begin(self, order: FilmOrder) -> Filming:
        raise OSError("no more processes")


@pytest.fixture
def films(house: Playhouse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Maker:
    """What was ordered of the house; films are saved to the test's own folder."""
    monkeypatch.setenv("KISSATEN_EXPORT", str(tmp_path))
    house.services.films = maker = Maker()
    return maker


def save(house: Playhouse) -> None:
    """Have the film made, as a WebP."""
    for label in ("Save film", "WebP"):
        press(house, label)


class TestSaving:
    @pytest.mark.parametrize("kind", ["GIF", "WebP"])
    @pytest.mark.parametrize("hand", HANDS)
    def test_it_is_saved_by_any_device(
        self, house: Playhouse, films: Maker, tmp_path: Path, hand: str, kind: str
    ) -> None:
        at_home(house)
        for label in ("Save film", kind):
            HANDS[hand](house).press(button(house, label))
            house.run(0.5)
        assert house.on_top(FilmingScene).title == "Making the film" and house.on_top(FilmingScene).is_animated
        (film,) = films.begun
        assert film.order == FilmOrder(DATED.to_json(), "", "en", f".{kind.lower()}")
        film.data = b"a film"
        house.run(0.5)
        dialog = house.on_top(Dialog)
        assert dialog.title == "The film was saved"
        name = f"quoridor 2026-11-26 Aoi, Ren.{kind.lower()}"
        assert dialog.body == f"{name}\nin {tmp_path}"
        assert (tmp_path / name).read_bytes() == b"a film"

    def test_another_one_overwrites_nothing(self, house: Playhouse, films: Maker, tmp_path: Path) -> None:
        at_home(house)
        for number in range(2):
            save(house)
            films.begun[-1].data = b"%d" % number
            house.run(1.0)
            press(house, "OK")
        names = [path.name for path in sorted(tmp_path.iterdir())]
        assert names == ["quoridor 2026-11-26 Aoi, Ren (2).webp", "quoridor 2026-11-26 Aoi, Ren.webp"]

    @pytest.mark.parametrize("key", [Kind.BACK, Kind.CONFIRM])
    def test_it_is_given_up_at_once(self, house: Playhouse, films: Maker, tmp_path: Path, key: Kind) -> None:
        at_home(house)
        save(house)
        HANDS["keyboard"](house).order(key)
        house.run(0.5)
        house.on_top(TakeHome)
        assert films.begun[0].is_gone and not list(tmp_path.iterdir())

    def test_what_its_process_says_is_told(self, house: Playhouse, films: Maker) -> None:
        at_home(house)
        save(house)
        films.begun[0].error = "Pillow is not installed"
        house.run(0.5)
        dialog = house.on_top(Dialog)
        assert (dialog.title, dialog.body) == ("The film could not be made", "Pillow is not installed")

    def test_without_a_process_that_is_told(self, house: Playhouse) -> None:
        house.services.films = NoProcess()
        at_home(house)
        save(house)
        assert house.on_top(Dialog).body == "no more processes"

    def test_a_folder_that_takes_nothing_is_told(
        self, house: Playhouse, films: Maker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "taken").write_text("")
        monkeypatch.setenv("KISSATEN_EXPORT", str(tmp_path / "taken"))
        at_home(house)
        save(house)
        films.begun[0].data = b"a film"
        house.run(0.5)
        assert house.on_top(Dialog).title == "The file could not be written"

    def test_the_review_that_is_kept_goes_with_it(self, house: Playhouse, films: Maker) -> None:
        record, review = reviewed("quoridor", (PERSON, RIVAL))
        house.services.store.finish(record)
        house.services.store.keep_review(record, review)
        at_home(house, record)
        save(house)
        assert films.begun[0].order.review == review


class TestWatching:
    @pytest.mark.parametrize("hand", HANDS)
    def test_it_runs_to_its_end_and_again(self, house: Playhouse, hand: str) -> None:
        at_home(house)
        HANDS[hand](house).press(button(house, "Watch film"))
        house.run(0.5)
        scene = house.on_top(WatchScene)
        assert 0 < scene.time < 3 and scene.is_animated
        house.run(scene.reel.seconds)
        assert scene.is_over and not scene.running
        assert [prompt.label for prompt in scene.prompts()] == ["Again", "Back"]
        HANDS[hand](house).order(Kind.CONFIRM)
        assert scene.running and scene.time < 3
        HANDS[hand](house).order(Kind.BACK)
        house.run(0.4)
        house.on_top(TakeHome)

    def test_it_is_stopped_and_goes_on(self, house: Playhouse) -> None:
        at_home(house)
        press(house, "Watch film")
        scene, keyboard = house.on_top(WatchScene), HANDS["keyboard"](house)
        keyboard.order(Kind.CONFIRM)
        before = scene.time
        house.run(1.0)
        assert scene.time == before and not scene.running
        keyboard.order(Kind.CONFIRM)
        house.run(1.0)
        assert scene.time > before + 0.5

    def test_what_happens_is_read_aloud(self, house: Playhouse) -> None:
        voice = listen(house)
        record, review = reviewed("quoridor", (PERSON, RIVAL))
        house.show(WatchScene(house.services, run_to_end(reel_in_steps(house.services, record, review))))
        house.run(25)
        said = voice.texts
        assert any("Ren gives the lead away" in text and "Move 10" in text for text in said)
        assert (said[-1].startswith("Quoridor") and len(said) == len(set(said))) or "Aoi wins" in said[-1]

    @pytest.mark.parametrize("size", SIZES)
    def test_words_lie_in_the_window_and_off_the_board(self, open_house: OpenHouse, size: tuple[int, int]) -> None:
        house = open_house(size)
        record, review = reviewed("robots", (PERSON, RIVAL))
        scene = WatchScene(house.services, run_to_end(reel_in_steps(house.services, record, review)))
        house.show(scene)
        places = scene.film.places
        leaves = [place for _, place in places.leaves]
        assert not [pair for pair in combinations(leaves, 2) if pair[0].colliderect(pair[1])]

    def test_a_window_that_changes_goes_on_where_it_was(self, house: Playhouse) -> None:
        at_home(house)
        press(house, "Watch film")
        house.run(4.0)
        scene = house.on_top(WatchScene)
        before = scene.time
        house.stage.resize((1080, 1920))
        scene.resized()
        assert before == scene.time and scene.film.table.box.width == 1080

    def test_a_long_game_is_read_first(self, house: Playhouse) -> None:
        at_home(house, long_game())
        press(house, "Watch film")
        house.on_top(ReadingScene)
        house.is_watched = True
        house.until(lambda: isinstance(house.top, WatchScene), "the film")


def test_from_a_replay_of_any_game(house: Playhouse) -> None:
    for game in ("star", "coffee", "robots"):
        record, _ = reviewed(game, (PERSON, RIVAL))
        house.show(ReplayScene(house.services, GAMES[game], replace(record, played=DATED.played), 0))
        HANDS["keyboard"](house).order(Kind.RULES)
        house.run(0.5)
        press(house, "Watch film")
        assert house.on_top(WatchScene).reel.spec.id == game
