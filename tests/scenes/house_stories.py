"""Stories of the house around the games: its people, pages and devices. They are in `stories/house`, a file for each
subject."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

import pygame
import pytest

from game.people.roster import Roster
from game.registry import find
from scenes.archive.archive_scene import ArchiveScene
from scenes.cup.cup_scene import CupScene
from scenes.join.join_scene import JoinScene
from scenes.kiosk.countdowns import CleaningScene
from scenes.kiosk.input_test_scene import InputTestScene
from scenes.kiosk.output_tests import DisplayTestScene, SoundTestScene
from scenes.kit.scene import Nav, Scene, Switch
from scenes.menu.menu_scene import MenuScene
from scenes.routes import ToMatch
from scenes.settings.clash_scene import ClashScene
from scenes.settings.controls_scene import ControlsScene
from scenes.setup.setup_scene import SetupScene
from scenes.table.names import NameScene
from tests import make
from tests.scenes import posting
from tests.scenes.conftest import OpenHouse
from tests.scenes.hands import button, focus_of
from tests.scenes.playhouse import InstantAgent, Playhouse
from tests.stores import PATIENCE as WRITTEN
from tests.stories import Story, each_story
from tests.vocabulary.screen import FOLDER, ScreenVocabulary, opened


def of_each(items: Iterable[Any], *fields: str) -> list[str]:
    """Return these fields of each item."""
    return [" ".join(str(getattr(item, field)) for field in fields) for item in items]


class HouseVocabulary(ScreenVocabulary):
    """Tells of the house around a match: its people, pages and devices. A step without a hand's name is done by the
    hand of "for hand:", or else by the keyboard.

    `folder` and `patch` belong to the test. `opens` opens another playhouse on the same data.
    """

    folder: Path
    patch: pytest.MonkeyPatch
    opens: Callable[..., Playhouse]
    agent: type[InstantAgent] = InstantAgent
    facts: ClassVar = {
        "body": lambda s: s.house.top.body.replace("\n", " / "),  # text of the question on top; " / " for a line end
        # LABEL: whether this button can be pressed
        "enabled": lambda s, *label: button(s.house, " ".join(label)).enabled,
        "focus": lambda s: focus_of(s.house).current.value(),  # what the widget in focus says
        "labels": lambda s: [widget.value() for widget in focus_of(s.house).widgets],  # what each widget on top says
        "placed": lambda s, *fields: of_each(s.setup.table.seats, *fields),  # FIELDS of each seat of the setup
        "players": lambda s, *fields: of_each(s.match.session.seats, *fields),  # FIELDS of each seat of the match
        # what the bar offers
        "prompts": lambda s: [prompt.label for prompt in s.house.top.bar.prompts if prompt.enabled],
        "sat": lambda s, *fields: of_each(s.house.services.people.roster.chairs, *fields),  # FIELDS of each chair
        "spoken": lambda s: s.house.top.spoken.replace("\n", " / "),
        # the classes of all scenes, the lowest first
        "stack": lambda s: " ".join(type(scene).__name__ for scene in s.house.app.manager.scenes),
    }

    pages: ClassVar[Mapping[str, Callable[..., Scene]]] = {
        **ScreenVocabulary.pages,
        "cleaning": lambda s, seconds: CleaningScene(s.house.services, float(seconds)),  # SECONDS
        "controls": lambda s: ControlsScene(s.house.services),  # keys and buttons
        "cup": lambda s: CupScene(s.house.services),
        "display_test": lambda s: DisplayTestScene(s.house.services),
        "input_test": lambda s: InputTestScene(s.house.services),
        "keyboard_test": lambda s: ClashScene(s.house.services),
        "name": lambda s: NameScene(s.house.stage, ""),  # on which people put a name together
        "people": lambda s: JoinScene(s.house.services),  # on which people sit down
        "shelf": lambda s: ArchiveScene(s.house.services),
        "sound_test": lambda s: SoundTestScene(s.house.services),
    }

    def prepare(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        """Make ready what the story needs."""
        self.folder, self.patch = folder, patch

    @property
    def setup(self) -> SetupScene:
        """The setup on the stack, also if another scene lies on it."""
        return next(scene for scene in self.house.app.manager.scenes if isinstance(scene, SetupScene))

    @property
    def usual_hand(self) -> Any:
        """The hand of "for hand:", or else the keyboard."""
        return self.hand("hand" if self.device else "keys")

    def go(self, to: Nav) -> None:
        """Let the scene manager go somewhere, as a scene does."""
        self.house.app.manager.go(to)
        self.house.run(0.5)

    def do_type(self, rest: str = "") -> None:
        """TEXT: Enter TEXT, character by character, as the system reports typed text."""
        for char in rest:
            pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=char))
        self.house.react()

    def do_type_keys(self, rest: str = "") -> None:
        """TEXT: Press the key of each character, and let the system report the character."""
        for char in rest:
            self.house.react(partial(posting.tap_key, ord(char.lower())))
            self.do_type(char)

    def do_profile_gone(self, rest: str = "") -> None:
        """NAME: Delete a profile from the store. The people at the table follow the change."""
        self.store.profiles.delete(self.store.profiles.find(rest).id)
        self.people.follow_profiles()

    def do_block(self, rest: str = "") -> None:
        """NAME: Put a file in the place of the folder NAME."""
        (self.folder / rest).write_text("no folder")

    def do_begin(self, rest: str = "") -> None:
        """[GAME]: Begin a match of GAME, or of the game that was played last, with its last setup."""
        services = self.house.services
        self.house.show(MenuScene(services))
        self.go(Switch(ToMatch(services.offers.table(find(rest or services.offers.last_game)))))

    def do_people(self, rest: str = "") -> None:
        """NUMBER: Replace the people at the table by this many, at keys of the keyboard."""
        self.house.services.people.seat(make.roster(int(rest)))
        self.house.services.people.were_asked = True

    def do_stand_up(self, rest: str = "") -> None:
        """[NAME]: Let the person with this name or token stand up, or everybody."""
        people = self.house.services.people
        self.seated_before = people.roster
        gone = [chair for chair in people.roster.chairs if rest in ("", chair.identity, people.chair_name(chair))]
        people.seat(Roster(tuple(chair for chair in people.roster.chairs if chair not in gone)))
        self.house.run(0.1)

    def do_program(self, rest: str = "") -> None:
        """ends, is killed, or opens: End the program; kill it once all is on the disk, and open it again; or open it
        again on the same data, without a scene. The next step shows one."""
        if rest == "ends":
            self.house.close()
            return
        if rest == "is killed":
            assert self.house.services.store.wait(WRITTEN)
            self.house.crash()
        self.hands.clear()
        self.house = self.opens(agent=self.agent())


def stories(file: str, kind: type[HouseVocabulary] = HouseVocabulary) -> Callable[..., None]:
    """Return a test that tells the stories of a file."""

    @each_story(FOLDER / "house" / file, by_turns=True)
    def test(open_house: OpenHouse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, story: Story) -> None:
        teller = kind(story, opened(open_house, story, agent=kind.agent()))
        teller.opens = partial(opened, open_house, story)
        teller.prepare(tmp_path, monkeypatch)
        teller.tell(story)

    return test
