"""Stories of the house around the games: its people, pages and devices. They are in `stories/house`, a file for each
subject."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

import pygame
import pytest

from game.core.device_id import DeviceId
from scenes.kit.scene import Nav
from tests import make
from tests.scenes import posting
from tests.scenes.conftest import OpenHouse
from tests.scenes.hands import PointerHand, button, focus_of
from tests.scenes.playhouse import InstantAgent, Playhouse
from tests.stores import PATIENCE as WRITTEN
from tests.stories import COMPARED, Story, each_story
from tests.vocabulary.screen import FOLDER, PATIENCE, ScreenVocabulary, opened
from tests.vocabulary.screen_facts import FACTS


class HouseVocabulary(ScreenVocabulary):
    """Tells of the house around a match: its people, pages and devices. A step without a hand's name is done by the
    hand of "for hand:", or else by the keyboard. X and Y are pixels.

    `folder` and `patch` belong to the test. `opens` opens another playhouse on the same data.
    """

    folder: Path
    patch: pytest.MonkeyPatch
    opens: Callable[..., Playhouse]
    agent: type[InstantAgent] = InstantAgent
    facts: ClassVar[Mapping[str, Callable[..., Any]]] = {
        **FACTS,
        "body": lambda s: s.house.top.body.replace("\n", " / "),  # text of the question on top; " / " for a line end
        # LABEL: whether this button can be pressed
        "enabled": lambda s, *label: button(s.house, " ".join(label)).enabled,
        "kept": lambda s: len(s.house.services.store.archive()),  # how many games are on the shelf
        "chairs": lambda s: len(s.house.services.people.roster.chairs),  # how many are taken
        "focus": lambda s: focus_of(s.house).current.value(),  # what the widget in focus says
        "labels": lambda s: [widget.value() for widget in focus_of(s.house).widgets],  # what each widget on top says
        "language": lambda s: s.house.stage.strings.language,
        # names of the people at the table
        "names": lambda s: [chair.name for chair in s.house.services.people.roster.chairs],
        "fullscreen": lambda s: s.house.window.fullscreen,
        "preference": lambda s, name: getattr(s.house.services.settings.preferences, name),  # NAME
        # what the bar offers
        "prompts": lambda s: [prompt.label for prompt in s.house.top.bar.prompts if prompt.enabled],
        "quitting": lambda s: s.house.app.manager.quitting,  # whether the program ends
        # FACT: whether it is as it was noted
        "same": lambda s, *fact: s.noted[" ".join(fact)] == s.fact(" ".join(fact)),
        "scene": lambda s: s.house.top,  # for "note" and "same"
        "spoken": lambda s: s.house.top.spoken.replace("\n", " / "),
        # the classes of all scenes, the lowest first
        "stack": lambda s: " ".join(type(scene).__name__ for scene in s.house.app.manager.scenes),
        "stored": lambda s, key: s.house.services.store.get(key),  # KEY: a setting
        "stored_party": lambda s, part: s.house.services.store.get("party")[part],  # PART of the stored evening
        "unfinished": lambda s, game="quoridor": s.house.services.store.unfinished(game),  # [GAME]: the unfinished game
    }

    def prepare(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        """Make ready what the story needs."""
        self.folder, self.patch = folder, patch
        self.noted: dict[str, Any] = {}

    @property
    def usual_hand(self) -> Any:
        """The hand of "for hand:", or else the keyboard."""
        return self.hand("hand" if self.device else "keys")

    def go(self, to: Nav) -> None:
        """Let the scene manager go somewhere, as a scene does."""
        self.house.app.manager.go(to)
        self.house.run(0.5)

    def do_note(self, rest: str = "") -> None:
        """FACT: Note the value of FACT. "> same FACT = yes" later checks that it is the same."""
        self.noted[rest] = self.fact(rest)

    def do_key(self, rest: str = "") -> None:
        """NAMES: Press keys, one after the other, with time to react. Modifiers stand in front: "LALT+RETURN"."""
        for name in rest.split():
            self.house.react(lambda name=name: posting.tap_key(*posting.key_of(name)))

    def do_hold_key(self, rest: str = "") -> None:
        """NAME: Press a key and hold it down."""
        posting.key_down(posting.key_of(rest)[0])

    def do_let_key_go(self, rest: str = "") -> None:
        """NAME: Release a key."""
        posting.key_up(posting.key_of(rest)[0])

    def do_type(self, rest: str = "") -> None:
        """TEXT: Enter TEXT, character by character, as the system reports typed text."""
        for char in rest:
            pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=char))
        self.house.react()

    def do_idle(self, rest: str = "") -> None:
        """SECONDS: Let this time pass without a press. Few frames are drawn, so hours pass quickly."""
        self.house.idle(float(rest))

    def do_aside(self) -> None:
        """Press something without an effect: the window's corner, or SECONDARY."""
        hand = self.hand("hand")
        if isinstance(hand, PointerHand):
            hand.point((5, 5))
        else:
            self.press(hand, "SECONDARY")

    def do_mouse_down(self, rest: str = "") -> None:
        """X Y: Press the left mouse button there."""
        x, y = map(int, rest.split())
        posting.mouse_down((x, y))

    def do_mouse_up(self, rest: str = "") -> None:
        """X Y: Release the left mouse button there."""
        x, y = map(int, rest.split())
        posting.mouse_up((x, y))

    def do_widget(self, rest: str = "") -> None:
        """NUMBER: Press this widget of the scene on top. Numbers count from 0, or from the end with -1."""
        self.usual_hand.press(focus_of(self.house).widgets[int(rest)])

    def do_sit(self, rest: str = "") -> None:
        """KEYS: Let a person sit down at each of these keys of the keyboard: "f g"."""
        roster = self.house.services.people.roster
        for name in rest.split():
            roster = roster.sit(DeviceId("keyboard"), posting.key_of(name)[0])
        self.house.services.people.seat(roster)

    def do_people(self, rest: str = "") -> None:
        """NUMBER: Replace the people at the table by this many, at keys of the keyboard."""
        self.house.services.people.seat(make.roster(int(rest)))
        self.house.services.people.were_asked = True

    def do_close(self) -> None:
        """End the program."""
        self.house.close()

    def do_crash(self, rest: str = "") -> None:
        """Wait until all is on the disk, kill the program, and open it again as "open" does."""
        assert self.house.services.store.wait(WRITTEN)
        self.house.crash()
        self.do_open()

    def do_open(self) -> None:
        """Open the program again on the same data, without a scene. The next step shows one."""
        self.hands.clear()
        self.house = self.opens(agent=self.agent())

    def do_later(self, rest: str = "") -> None:
        """FACT = VALUE: Wait until this is so. The scene on top may change before."""

        def reached() -> bool:
            with suppress(AssertionError, AttributeError):  # another scene may be on top
                value, how, wanted = self.compared(rest)
                return COMPARED[how](value, wanted)
            return False

        self.house.until(reached, rest, seconds=PATIENCE)
        self.house.be_heard()


def stories(file: str, kind: type[HouseVocabulary] = HouseVocabulary) -> Callable[..., None]:
    """Return a test that tells the stories of a file."""

    @each_story(FOLDER / "house" / file, by_turns=True)
    def test(open_house: OpenHouse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, story: Story) -> None:
        teller = kind(story, opened(open_house, story, agent=kind.agent()))
        teller.opens = partial(opened, open_house, story)
        teller.prepare(tmp_path, monkeypatch)
        teller.tell(story)

    return test
