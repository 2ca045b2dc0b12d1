"""Questions have their default answer, brass and with the focus, in one place: last of a row."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from scenes.kit.input.intents import KEYBOARD, Intent, Kind
from scenes.kit.scene import Nav, Push
from scenes.kit.text.line_breaking import count_torn
from scenes.kit.widgets.dialog import Dialog
from scenes.match.match_scene import MatchScene
from scenes.match.questions import CloseDialog, Questions
from scenes.menu.menu_scene import QuitDialog
from scenes.settings.settings_scene import SettingsScene
from tests.scenes.conftest import OpenHouse, Written
from tests.scenes.noting import drawn
from tests.scenes.playhouse import PERSON, RIVAL, Playhouse


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
    open_house: OpenHouse, size: tuple[int, int], language: str, written: Written
) -> None:
    """In the safe area, and over neither the board nor, in a wide window, a card."""
    seats, between = (PERSON, RIVAL), " " if language == "en" else ""
    house, side = open_house(size, language), 0.05 * size[0] - 1
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


def test_enter_gives_the_default_answer(house: Playhouse) -> None:
    house.boot()
    house.app.manager.intent(Intent(Kind.BACK, KEYBOARD))
    house.run(0.5)
    dialog = house.on_top(QuitDialog)
    house.app.manager.intent(Intent(Kind.CONFIRM, KEYBOARD))
    house.run(0.5)
    assert house.top is not dialog and not house.app.manager.quitting
