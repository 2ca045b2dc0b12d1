"""Questions and the pause menu: the default answer is brass and last, what ends the game lies apart."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from scenes.kit.scene import Nav, Push
from scenes.kit.text.line_breaking import count_torn
from scenes.kit.widgets.dialog import Dialog
from scenes.kit.widgets.widget import Button
from scenes.match.match_scene import MatchScene
from scenes.match.pause_scene import ENDING, OF_TABLE, PauseChoice, PauseScene, _in_rows
from scenes.match.questions import CloseDialog, Questions
from scenes.menu.menu_scene import QuitDialog
from scenes.settings.settings_scene import SettingsScene
from tests.scenes.conftest import OpenHouse, Written
from tests.scenes.noting import brightness, drawn
from tests.scenes.playhouse import PERSON, RIVAL, SIZES, Playhouse


def questions(match: MatchScene) -> Questions:
    return Questions(match.services, match.session, match.board)


def asked(push: Nav | None) -> Dialog:
    """The question to which something leads."""
    assert isinstance(push, Push) and callable(push.to)
    dialog = push.to()
    assert isinstance(dialog, Dialog)
    return dialog


ASK: dict[str, Callable[[MatchScene], Dialog]] = {
    "quit": lambda match: QuitDialog(match.stage, saved=True),
    "close": lambda match: CloseDialog(match.stage),
    "undo": lambda match: asked(questions(match).undo()),
    "resign": lambda match: asked(questions(match).resign(0)),
    "restart": lambda match: asked(questions(match).restart()),
    "demonstration": lambda match: asked(questions(match).demonstration()),
    "theory": lambda match: asked(questions(match).theory(0, True)),
    "settings": lambda match: asked(SettingsScene(match.services).ask_defaults()),
}
LOSES = {"quit": "quit.stay", "close": "close.stay", "resign": "resign.cancel", "restart": "restart.cancel"}
LOSES |= {"settings": "settings.keep", "undo": "undo.keep", "theory": "theory.keep"}


@pytest.mark.one_in(4)
@pytest.mark.parametrize("question", ASK)
def test_the_default_is_brass_has_the_focus_and_stands_last(house: Playhouse, question: str) -> None:
    match = house.match(PERSON, RIVAL, actions=("e2", "e8"))
    dialog = ASK[question](match)
    house.show(dialog)
    assert [answer.primary for answer in dialog.answers] == [False] * (len(dialog.answers) - 1) + [True]
    focused = dialog.focus.current
    assert focused is dialog.focus.widgets[-1]
    assert focused.rect.right == max(widget.rect.right for widget in dialog.focus.widgets)
    if question in LOSES:
        assert dialog.answers[-1].label == house.stage.t(LOSES[question]), "nothing is lost by Enter"


@pytest.mark.one_in(3)
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (1024, 768), (1440, 1080), (720, 1280), (1080, 1920)])
def test_a_draw_offer_lies_at_the_seat_of_who_is_asked_and_wears_its_token(
    house: Playhouse, size: tuple[int, int], language: str, written: Written
) -> None:
    """In the safe area, and over neither the board nor, in a wide window, a card."""
    seats, between = (PERSON, RIVAL), " " if language == "en" else ""
    side = 0.05 * size[0] - 1
    match = house.match(*seats, game="star", actions=["@b3", "@a1"])
    is_wide, cards, places = size[0] / size[1] > 1.5, match.side_panel.cards.values(), []
    for seat in (0, 1):
        dialog = asked(questions(match).answer(seat))
        house.show(dialog)
        written.clear()
        drawn(dialog)
        places.append(dialog.rect)
        assert side <= dialog.rect.left and dialog.rect.right <= size[0] - side
        assert house.window.surface.get_rect().contains(dialog.rect)
        assert not dialog.rect.colliderect(match.table.frame)
        assert not (is_wide and any(dialog.rect.colliderect(card) for card in cards))
        token = dialog.places["token"]
        assert dialog.identity == seats[seat].identity
        assert dialog.rect.contains(token) and not token.colliderect(dialog.places["title"])
        lines = [text for text, place in written if place.colliderect(dialog.places["title"])]
        assert between.join(lines) == dialog.title and not count_torn(dialog.title, lines)
        assert [answer.primary for answer in dialog.answers] == [False, True], "refusing is brass, and changes nothing"
    if is_wide:
        assert places[0].right < size[0] // 2 < places[1].left
    else:
        assert places[1].centery < size[1] // 2 < places[0].centery


@pytest.mark.parametrize(("count", "rows"), [(3, [3]), (4, [4]), (5, [3, 2]), (9, [3, 3, 3])])
def test_rows_are_even(count: int, rows: list[int]) -> None:
    assert _in_rows(count, 4) == rows


@pytest.mark.one_in(2)
@pytest.mark.parametrize("size", SIZES)
def test_what_ends_the_game_lies_apart_and_is_quiet(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL, actions=("e2", "e8"))
    scene = PauseScene(house.services, match.session, 0, False)
    house.show(scene)
    buttons = {answer.result: button for answer, button in zip(scene.answers, scene.focus.widgets, strict=True)}
    resume, line = buttons[PauseChoice.RESUME], scene.places["apart"]
    assert scene.focus.current is resume and resume.rect.width == scene.places["title"].width
    assert all(resume.rect.bottom < other.rect.top for other in buttons.values() if other is not resume)
    for result, button in buttons.items():
        assert isinstance(button, Button) and button.rect.height >= house.stage.metrics.px(67)
        assert (button.rect.top >= line.bottom) == (result in ENDING)
        assert button.rect.height <= resume.rect.height and (button.size < 40) == (result in ENDING)
    lowest = max(button.rect.bottom for result, button in buttons.items() if result not in (*OF_TABLE, *ENDING))
    assert all(buttons[result].rect.top > lowest for result in OF_TABLE if result in buttons)


@pytest.mark.parametrize("reduced", [False, True])
def test_the_lamp_goes_down_quietly_and_its_pool_is_still_seen(open_house: OpenHouse, reduced: bool) -> None:
    house = open_house((1920, 1080))
    house.stage.look.reduced_motion = reduced
    match = house.match(PERSON, RIVAL)
    corner, pool = (pygame.Rect(x - 20, y - 20, 40, 40) for x, y in ((96, 540), (422, 302)))
    before = [brightness(house, at) for at in (corner, pool)]
    scene = PauseScene(house.services, match.session, 0, False)
    house.app.manager.go(Push(lambda: scene))
    found = []
    for age in (0.2, 1.0):
        house.until(lambda age=age: scene.age >= age, "the pause")
        found.append(brightness(house, corner))
    assert (found[0] > found[1] + 2) != reduced, "it goes on to go down after the card has come"
    left = [brightness(house, at) / was for at, was in zip((corner, pool), before, strict=True)]
    assert left[0] < 0.6 and left[1] > left[0] + 0.05
    assert not scene.is_animated
