"""The settings on the screen: every device reaches them, each change takes effect at once and is kept."""

from __future__ import annotations

import pygame
import pytest

from scenes import preferences
from scenes.kit.dialog import Dialog
from scenes.kit.intents import KEYBOARD, Intent, Kind
from scenes.kit.keyboard import PROFILE
from scenes.kit.slider import Slider
from scenes.kit.vision import MATRICES, seen_with
from scenes.kit.widgets import Choice
from scenes.match.match_scene import MatchScene
from scenes.match.pause_scene import PauseScene
from scenes.menu.menu_scene import MenuScene
from scenes.preferences import Preferences
from scenes.settings.colour_vision import ColourVisionScene
from scenes.settings.controls_scene import ControlsScene
from scenes.settings.rows import SECTIONS
from scenes.settings.settings_scene import SettingsScene
from tests.scenes import posting
from tests.scenes.hands import KeyHand, MouseHand, PadHand, TouchHand, button
from tests.scenes.playhouse import PERSON, RIVAL, Playhouse


def show(house: Playhouse, section: str = "general") -> SettingsScene:
    """The settings, open at a section."""
    scene = SettingsScene(house.services)
    house.show(scene)
    for _ in range(SECTIONS.index(section)):
        key(house, pygame.K_e)
    return scene


def key(house: Playhouse, *keys: int) -> None:
    for each in keys:
        house.react(lambda each=each: posting.tap_key(each))


def choose(house: Playhouse, scene: SettingsScene, row: int, value: int) -> None:
    """Click on segment `value` of a row's choice."""
    widget = scene._controls[row]
    assert isinstance(widget, Choice)
    house.react(lambda: posting.click(widget.segments()[value].center))


@pytest.mark.one_in(3)
@pytest.mark.parametrize("hand", [MouseHand, KeyHand, PadHand, TouchHand])
def test_every_device_gets_there_from_the_menu_and_back(house: Playhouse, hand: type) -> None:
    playing = hand(house)
    house.show(MenuScene(house.services))
    if hand is TouchHand:  # the bar shows what it has for the device in the hand
        house.react(lambda: posting.touch((2, 2), house.window.size))
    elif hand is MouseHand:
        house.react(lambda: posting.move_mouse((2, 2)), lambda: posting.move_mouse((20, 20)))
    playing.order(Kind.PAUSE)
    house.on_top(SettingsScene)
    playing.order(Kind.BACK)
    house.on_top(MenuScene)


def test_the_pause_menu_leads_there_and_the_game_stays_paused(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL)
    key(house, pygame.K_p)
    house.react(lambda: posting.click(button(house, "Settings").rect.center))
    scene = house.on_top(SettingsScene)
    choose(house, scene, 0, 1)
    key(house, pygame.K_ESCAPE)
    pause = house.on_top(PauseScene)
    assert pause.title == house.stage.strings.t("pause.title") == "ポーズ"
    key(house, pygame.K_ESCAPE)
    assert house.on_top(MatchScene) is match


def test_the_language_and_the_text_size_change_at_once(house: Playhouse) -> None:
    scene = show(house)
    choose(house, scene, 0, 1)
    assert scene.rows[0].label == "言語"
    before = house.stage.fonts
    choose(house, scene, 1, 5)
    assert (house.stage.metrics.text_scale, house.stage.fonts is before) == (1.5, False)
    stored = preferences.load(house.services.store)
    assert (stored.language, stored.text_scale) == ("ja", 1.5)


def test_reduced_motion_changes_at_once(house: Playhouse) -> None:
    choose(house, show(house), 2, 1)
    assert house.stage.look.reduced_motion and house.services.store.get("reduced_motion") is True


def test_full_screen_and_back(house: Playhouse) -> None:
    scene = show(house, "picture")
    choose(house, scene, 0, 1)
    assert house.window.fullscreen
    assert house.services.store.get("fullscreen") is True
    key(house, pygame.K_F11)
    assert not house.window.fullscreen
    assert house.services.store.get("fullscreen") is True  # the key is for now only
    house.services.change(music=0.1)
    assert house.services.store.get("fullscreen") is True
    widget = scene._controls[0]
    assert isinstance(widget, Choice) and widget.index == 0


def test_a_volume_is_dragged(house: Playhouse) -> None:
    scene = show(house, "sound")
    slider = scene._controls[0]
    assert isinstance(slider, Slider)
    middle = slider.rect.centery
    for post in (posting.mouse_down, posting.move_mouse, posting.mouse_up):
        house.react(lambda post=post: post((slider._left if post is not posting.mouse_down else slider._right, middle)))
    assert house.stage.audio.effects_volume == 0.0
    assert house.services.store.get("volume.effects") == 0.0


def test_a_volume_is_stepped(house: Playhouse) -> None:
    show(house, "sound")
    key(house, pygame.K_DOWN, pygame.K_RIGHT)
    assert house.stage.audio.music_volume == pytest.approx(0.4)
    assert preferences.load(house.services.store).music == pytest.approx(0.4)


def test_defaults_are_asked_for_and_keep_the_language(house: Playhouse) -> None:
    house.services.change(language="ja", text_scale=1.2, effects=0.1)
    show(house)
    key(house, pygame.K_x, pygame.K_RETURN)  # the answer in focus keeps everything
    assert house.services.preferences.text_scale == 1.2
    key(house, pygame.K_x, pygame.K_LEFT, pygame.K_RETURN)
    present = house.services.preferences
    assert present == Preferences(language="ja")
    assert preferences.load(house.services.store) == present
    assert house.stage.metrics.text_scale == 1.0


def test_the_colour_vision_check_opens_and_closes(house: Playhouse) -> None:
    show(house, "picture")
    key(house, pygame.K_DOWN, pygame.K_DOWN, pygame.K_DOWN, pygame.K_RETURN)
    house.on_top(ColourVisionScene)
    key(house, pygame.K_ESCAPE)
    house.on_top(SettingsScene)


@pytest.mark.parametrize("deficiency", MATRICES)
def test_greys_look_the_same_to_everybody(deficiency: str) -> None:
    for grey in ("#000000", "#808080", "#FFFFFF"):
        seen = seen_with(deficiency, grey)
        assert all(abs(a - b) <= 1 for a, b in zip(bytes.fromhex(seen[1:]), bytes.fromhex(grey[1:]), strict=True))


def test_red_darkens_for_eyes_without_long_wave_cones() -> None:
    """By hand: .152286 and .114503 of full linear light are 109 and 95 in sRGB; the blue part is below nothing."""
    assert seen_with("protanopia", "#FF0000") == "#6D5F00"


class TestControls:
    @pytest.fixture
    def scene(self, house: Playhouse) -> ControlsScene:
        scene = ControlsScene(house.services)
        house.stage.devices.current = KEYBOARD
        house.show(scene)
        return scene

    def rebind(self, house: Playhouse, scene: ControlsScene, action: Kind, new: int) -> None:
        row = scene.rows[PROFILE.actions.index(action)]
        house.react(lambda: posting.click(row.rect.center))
        assert scene.waiting is action
        key(house, new)

    def faces(self, scene: ControlsScene, action: Kind) -> list[str]:
        return scene.rows[PROFILE.actions.index(action)].faces

    def test_a_free_key_is_bound_at_once_and_kept(self, house: Playhouse, scene: ControlsScene) -> None:
        self.rebind(house, scene, Kind.HINT, pygame.K_k)
        assert self.faces(scene, Kind.HINT) == ["K"]
        assert preferences.load(house.services.store).bindings.codes(PROFILE, Kind.HINT) == (pygame.K_k,)

    def test_escape_keeps_what_was_bound(self, house: Playhouse, scene: ControlsScene) -> None:
        self.rebind(house, scene, Kind.HINT, pygame.K_ESCAPE)
        assert (scene.waiting, self.faces(scene, Kind.HINT)) == (None, ["H"])
        assert house.top is scene

    def test_a_fixed_key_is_refused_with_a_word(self, house: Playhouse, scene: ControlsScene) -> None:
        self.rebind(house, scene, Kind.HINT, pygame.K_3)
        assert self.faces(scene, Kind.HINT) == ["H"] and scene.note

    @pytest.mark.parametrize(("answer", "hint", "undo"), [("Swap", ["U"], ["H", "Bksp"]), ("Take", ["U"], ["Bksp"])])
    def test_a_conflict_is_asked_about(
        self, house: Playhouse, scene: ControlsScene, answer: str, hint: list[str], undo: list[str]
    ) -> None:
        self.rebind(house, scene, Kind.HINT, pygame.K_u)
        assert "“Undo”" in house.on_top(Dialog).body
        house.react(lambda: posting.click(button(house, answer).rect.center))
        assert (self.faces(scene, Kind.HINT), self.faces(scene, Kind.UNDO)) == (hint, undo)

    def test_a_conflict_may_be_left_as_it_was(self, house: Playhouse, scene: ControlsScene) -> None:
        self.rebind(house, scene, Kind.HINT, pygame.K_u)
        key(house, pygame.K_ESCAPE)
        assert (self.faces(scene, Kind.HINT), self.faces(scene, Kind.UNDO)) == (["H"], ["U", "Bksp"])

    def test_an_essential_action_is_not_robbed(self, house: Playhouse, scene: ControlsScene) -> None:
        self.rebind(house, scene, Kind.HINT, pygame.K_LEFT)
        labels = [answer.label for answer in house.on_top(Dialog).answers]
        assert labels == ["Keep", "Swap"]

    def test_defaults_come_back(self, house: Playhouse, scene: ControlsScene) -> None:
        self.rebind(house, scene, Kind.HINT, pygame.K_k)
        key(house, pygame.K_x, pygame.K_LEFT, pygame.K_RETURN)
        assert self.faces(scene, Kind.HINT) == ["H"]
        assert house.services.store.get("bindings") == {}

    def test_a_pad_binds_its_own_buttons(self, house: Playhouse, scene: ControlsScene) -> None:
        pad = PadHand(house).pad
        house.run(0.1)
        assert len(scene.tabs) == 2
        key(house, pygame.K_e)
        (device,) = house.stage.devices.pads()
        actions = scene.profile.actions
        house.react(lambda: posting.click(scene.rows[actions.index(Kind.UNDO)].rect.center))
        free = 15  # the button that some pads have for sharing
        house.react(lambda: pad.tap(free))
        assert scene.rows[actions.index(Kind.UNDO)].faces == [str(free + 1)]
        pad.tap(free)
        assert Intent(Kind.UNDO, device) in house.stage.devices.drain(house.now)

    def test_a_pad_that_goes_takes_its_page_along(self, house: Playhouse, scene: ControlsScene) -> None:
        pad = PadHand(house).pad
        house.run(0.1)
        key(house, pygame.K_e)
        assert scene.device.is_pad
        pad.detach()
        house.run(0.1)
        assert (scene.device, len(scene.tabs)) == (KEYBOARD, 1)
