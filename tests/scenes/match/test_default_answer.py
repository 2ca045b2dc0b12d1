"""Questions have their default answer, brass and with the focus, in one place: last of a row."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from scenes.kit.drawing.canvas import Drawable
from scenes.kit.input.intents import KEYBOARD, Intent, Kind
from scenes.kit.scene import Nav, Push, Scene
from scenes.kit.stage import Stage
from scenes.kit.text.line_breaking import count_torn
from scenes.kit.widgets.dialog import Dialog
from scenes.match.match_scene import MatchScene
from scenes.match.questions import CloseDialog, Questions
from scenes.menu.menu_scene import QuitDialog
from scenes.settings.settings_scene import SettingsScene
from tests.scenes.playhouse import PERSON, RIVAL, Playhouse


def questions(match: MatchScene) -> Questions:
    return Questions(match.services, match.session, match.board)


def asked(push: Nav) -> Scene:
    assert isinstance(push, Push)
    made = push.to
    assert callable(made)
    return made()


ASK: dict[str, Callable[[MatchScene], Scene]] = {
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
    assert isinstance(dialog, Dialog)
    house.show(dialog)
    assert [answer.primary for answer in dialog.answers] == [False] * (len(dialog.answers) - 1) + [True]
    focused = dialog.focus.current
    assert focused is dialog.focus.widgets[-1]
    assert focused.rect.right == max(widget.rect.right for widget in dialog.focus.widgets)
    if question in LOSES:
        assert dialog.answers[-1].label == house.stage.t(LOSES[question]), "nothing is lost by Enter"


@pytest.mark.one_in(4)
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("size", [(1920, 1080), (1024, 768), (1440, 1080)])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_draw_offer_stays_in_the_safe_area_and_wears_the_token_of_who_is_asked(
    seat: int, size: tuple[int, int], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = PERSON, RIVAL
    house = Playhouse(size, language)
    match = house.match(*seats, game="star")
    dialog = asked(questions(match).answer(seat))
    assert isinstance(dialog, Dialog)
    written: list[list[str]] = []
    paragraph = Stage.paragraph

    def noted(stage: Stage, canvas: Drawable, lines: list[str], *rest: Any, **more: Any) -> int:
        written.append(lines)
        return paragraph(stage, canvas, lines, *rest, **more)

    monkeypatch.setattr(Stage, "paragraph", noted)
    house.show(dialog)
    side = 0.05 * size[0] - 1
    assert side <= dialog.rect.left and dialog.rect.right <= size[0] - side
    token = dialog.places["token"]
    assert dialog.identity == seats[seat].identity
    assert dialog.rect.contains(token) and not token.colliderect(dialog.places["title"])
    between = " " if language == "en" else ""
    titles = [lines for lines in written if between.join(lines) == dialog.title]
    assert titles and not any(count_torn(dialog.title, lines) for lines in titles)
    assert [answer.primary for answer in dialog.answers] == [False, True], "refusing is brass, and changes nothing"


def test_enter_gives_the_default_answer(house: Playhouse) -> None:
    house.boot()
    house.app.manager.intent(Intent(Kind.BACK, KEYBOARD))
    house.run(0.5)
    dialog = house.on_top(QuitDialog)
    house.app.manager.intent(Intent(Kind.CONFIRM, KEYBOARD))
    house.run(0.5)
    assert house.top is not dialog and not house.app.manager.quitting
