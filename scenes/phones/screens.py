"""The screens of the phones: their pages are looked over a few at a time, and their buttons' meanings are counted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from weakref import WeakKeyDictionary

from game.phones.process import Phones
from game.phones.snapshot import cut
from game.roster import Chair
from scenes.kit.input.intents import Device, phone
from scenes.kit.scene import Scene
from scenes.phones.pages import page
from scenes.services import Services
from scenes.table.contract.phone_hand import LINE

LOOK_SECONDS = 0.09  # between two looks over a phone's page: it is sent ten pictures a second at most
AT_ONCE = 2  # phones whose pages are looked over in one frame: the frame has other things to do
NOTE_SECONDS = 6.0  # for which a phone says what could not be done


class Screens:
    """The screens of all phones. `now` is the time of the frame, in seconds."""

    def __init__(self, services: Services, phones: Phones) -> None:
        self._services = services
        self._phones = phones
        self._looked_over = 0  # how many pages have been
        self._due: dict[int, float] = {}  # by phone: when its page is looked over next, where nobody presses
        self._decisions: dict[int, tuple[tuple[int, object], int]] = {}  # by phone: what its buttons mean, since when
        self._serials: WeakKeyDictionary[Scene, int] = WeakKeyDictionary()  # of scenes that phones have shown
        self._last_serial = 0
        self._notes: dict[int, tuple[str, float]] = {}  # by phone: what could not be done, and until when it is said
        self._new: set[int] = set()  # phones that have sat down and have not been told yet who they are
        self.now = 0.0

    def show(self, scene: Scene, chair_of: Callable[[Device], Chair | None]) -> None:
        """Look over the pages that are due, some in each frame; each is made in its phone's own language."""
        strings = self._services.stage.strings
        awake = [known for known in self._phones.known.values() if known.awake]
        first = self._looked_over % max(1, len(awake))
        due = [known for known in (*awake[first:], *awake[:first]) if self.now > self._due.get(known.phone, -1.0)]
        for known in due[:AT_ONCE]:
            self._looked_over += 1
            self._due[known.phone] = self.now + LOOK_SECONDS
            device = phone(known.phone)
            chair = None if known.watching else chair_of(device)
            with strings.spoken_in(known.language):
                made = page(self._services, scene, device, chair, known.phone in self._new)
                if made.sits:  # as where people sit down
                    self._new.discard(known.phone)
                text, until = self._notes.get(known.phone, ("", 0.0))
                shown = made.shown
                if self.now < until:
                    shown = replace(shown, helper=cut(strings.again(text), LINE))
            decision = self._decision(known.phone, (self._serial(scene), made.meaning))
            self._phones.show(known.phone, replace(shown, decision=decision))

    def welcome(self, number: int) -> None:
        """Let a phone show first who it is."""
        self._new.add(number)

    def is_new(self, number: int) -> bool:
        """Whether a phone shows that."""
        return number in self._new

    def meet(self, number: int) -> None:
        """Note that the phone's holder has seen the page."""
        self._new.discard(number)

    def soon(self, number: int) -> None:
        """Look a phone's page over in the next frame: by then something has come of what it did."""
        self._due[number] = self.now

    def note(self, number: int, text: str) -> None:
        """Let a phone say for a while what could not be done."""
        self._notes[number] = text, self.now + NOTE_SECONDS

    def are_of(self, number: int, scene: Scene) -> bool:
        """Whether the buttons that a phone shows are for `scene`, and not for one that is gone meanwhile."""
        return number in self._decisions and self._decisions[number][0][0] == self._serial(scene)

    def forget(self) -> None:
        """Keep nothing of the phones that are gone."""
        for kept in (self._due, self._decisions, self._notes):
            for number in kept.keys() - self._phones.known.keys():
                del kept[number]
        self._new &= self._phones.known.keys()

    def _decision(self, number: int, meaning: tuple[int, object]) -> int:
        """How often the buttons of a phone have come to mean something else."""
        before, count = self._decisions.get(number, (None, 0))
        if before != meaning:
            count += 1
            self._decisions[number] = meaning, count
        return count

    def _serial(self, scene: Scene) -> int:
        """What tells a scene from every other one, also from those that are gone."""
        if scene not in self._serials:
            self._last_serial += 1
            self._serials[scene] = self._last_serial
        return self._serials[scene]
