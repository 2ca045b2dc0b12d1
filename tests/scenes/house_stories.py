"""Stories of the house around the games: its people, pages and devices. They lie in `stories/house`, a file a group."""

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
    """Tells of what lies around a match. `folder` and `patch` are the test's own, `opens` opens another playhouse."""

    folder: Path
    patch: pytest.MonkeyPatch
    opens: Callable[..., Playhouse]
    agent: type[InstantAgent] = InstantAgent
    facts: ClassVar[Mapping[str, Callable[..., Any]]] = {
        **FACTS,
        "body": lambda s: s.house.top.body.replace("\n", " / "),
        "enabled": lambda s, *label: button(s.house, " ".join(label)).enabled,
        "kept": lambda s: len(s.house.services.store.archive()),
        "chairs": lambda s: len(s.house.services.people.roster.chairs),
        "focus": lambda s: focus_of(s.house).current.value(),
        "labels": lambda s: [widget.value() for widget in focus_of(s.house).widgets],
        "language": lambda s: s.house.stage.strings.language,
        "names": lambda s: [chair.name for chair in s.house.services.people.roster.chairs],
        "fullscreen": lambda s: s.house.window.fullscreen,
        "preference": lambda s, name: getattr(s.house.services.settings.preferences, name),
        "prompts": lambda s: [prompt.label for prompt in s.house.top.bar.prompts if prompt.enabled],
        "quitting": lambda s: s.house.app.manager.quitting,
        "same": lambda s, *fact: s.noted[" ".join(fact)] == s.fact(" ".join(fact)),
        "scene": lambda s: s.house.top,
        "spoken": lambda s: s.house.top.spoken.replace("\n", " / "),
        "stack": lambda s: " ".join(type(scene).__name__ for scene in s.house.app.manager.scenes),
        "stored": lambda s, key: s.house.services.store.get(key),
        "stored_party": lambda s, part: s.house.services.store.get("party")[part],
        "unfinished": lambda s, game="quoridor": s.house.services.store.unfinished(game),
    }

    def prepare(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        """What is there before a story begins."""
        self.folder, self.patch = folder, patch
        self.noted: dict[str, Any] = {}

    @property
    def usual_hand(self) -> Any:
        """The hand that the story is told with, or else the keyboard."""
        return self.hand("hand" if self.device else "keys")

    def go(self, to: Nav) -> None:
        """Let the manager go somewhere, as a scene asks it to."""
        self.house.app.manager.go(to)
        self.house.run(0.5)

    def do_note(self, rest: str = "") -> None:
        """note FACT: for `> same FACT = yes`."""
        self.noted[rest] = self.fact(rest)

    def do_key(self, rest: str = "") -> None:
        """key NAMES: push keys one by one, each with the time to react."""
        for name in rest.split():
            self.house.react(lambda name=name: posting.tap_key(*posting.key_of(name)))

    def do_hold_key(self, rest: str = "") -> None:
        """hold_key NAME."""
        posting.key_down(posting.key_of(rest)[0])

    def do_let_key_go(self, rest: str = "") -> None:
        """let_key_go NAME."""
        posting.key_up(posting.key_of(rest)[0])

    def do_type(self, rest: str = "") -> None:
        """type TEXT: what the system reports for typed characters."""
        for char in rest:
            pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=char))
        self.house.react()

    def do_idle(self, rest: str = "") -> None:
        """idle SECONDS: nobody presses anything; few frames are drawn in so long a time."""
        self.house.idle(float(rest))

    def do_aside(self) -> None:
        """aside: a press that means nothing by itself."""
        hand = self.hand("hand")
        if isinstance(hand, PointerHand):
            hand.point((5, 5))
        else:
            self.press(hand, "SECONDARY")

    def do_mouse_down(self, rest: str = "") -> None:
        """mouse_down X Y."""
        x, y = map(int, rest.split())
        posting.mouse_down((x, y))

    def do_mouse_up(self, rest: str = "") -> None:
        """mouse_up X Y."""
        x, y = map(int, rest.split())
        posting.mouse_up((x, y))

    def do_widget(self, rest: str = "") -> None:
        """widget NUMBER: press this one of the scene on top."""
        self.usual_hand.press(focus_of(self.house).widgets[int(rest)])

    def do_sit(self, rest: str = "") -> None:
        """sit KEYS: somebody sits down for each of these keys."""
        roster = self.house.services.people.roster
        for name in rest.split():
            roster = roster.sit(DeviceId("keyboard"), posting.key_of(name)[0])
        self.house.services.people.seat(roster)

    def do_people(self, rest: str = "") -> None:
        """people NUMBER: so many sit at keys of one keyboard."""
        self.house.services.people.seat(make.roster(int(rest)))
        self.house.services.people.were_asked = True

    def do_close(self) -> None:
        """close: the program ends."""
        self.house.close()

    def do_crash(self, rest: str = "") -> None:
        """crash: the program is killed, when all is written, and begins anew."""
        assert self.house.services.store.wait(WRITTEN)
        self.house.crash()
        self.do_open()

    def do_open(self) -> None:
        """open: the program begins anew."""
        self.hands.clear()
        self.house = self.opens(agent=self.agent())

    def do_later(self, rest: str = "") -> None:
        """later FACT: wait for it, as long as it takes."""

        def reached() -> bool:
            with suppress(AssertionError, AttributeError):  # another scene may be on top
                value, how, wanted = self.compared(rest)
                return COMPARED[how](value, wanted)
            return False

        self.house.until(reached, rest, seconds=PATIENCE)
        self.house.be_heard()


def stories(file: str, kind: type[HouseVocabulary] = HouseVocabulary) -> Callable[..., None]:
    """The test that tells the stories of a file."""

    @each_story(FOLDER / "house" / file, by_turns=True)
    def test(open_house: OpenHouse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, story: Story) -> None:
        teller = kind(story, opened(open_house, story, agent=kind.agent()))
        teller.opens = partial(opened, open_house, story)
        teller.prepare(tmp_path, monkeypatch)
        teller.tell(story)

    return test
