"""The pages shown on phones, with the screen's prompts and its sentence.

Only a few pages are updated per frame. Each change in the meaning of a page's buttons gets a number, so that late
presses can be refused.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from typing import cast
from weakref import WeakKeyDictionary

from game.match_setup import NAMES
from game.people.roster import PLACES, Chair, Roster
from game.phones.process import Phones
from game.phones.snapshot import Glyph, Hand, Language, PhoneButton, PhonePerson, Shape, Snapshot, Socket, cut
from scenes.kit.drawing.glyphs import Prompt
from scenes.kit.input.intents import DIRECTIONS, Device, Kind, phone
from scenes.kit.scene import PhoneView, Scene
from scenes.services import Services
from scenes.table.contract.phone_pages import LABEL, LINE, NAME, ResultPage, SeatPage

# How the ids of a question's answers begin. The answer's number follows.
ANSWER = "answer:"
# The id of the button that goes on from the page on which people learn their colour and seat.
MEET = "meet"
MOST_ANSWERS = 12
MOST_BUTTONS = 16
KINDS = {
    kind.name.lower(): kind
    for kind in (
        *(*DIRECTIONS, Kind.CONFIRM, Kind.BACK, Kind.SECONDARY, Kind.HINT, Kind.THEORY),
        *(Kind.PAUSE, Kind.RULES, Kind.PREVIOUS, Kind.NEXT, Kind.UNDO, Kind.REDO, Kind.LEAVE),
    )
}
"""By a button's id: what a press on it means."""
WAYS = tuple(kind.name.lower() for kind in DIRECTIONS)
_SHELF = (Kind.HINT, Kind.RULES, Kind.PAUSE)
# Actions that are also open to phones whose turn it is not.
_ALWAYS = (Kind.RULES, Kind.PAUSE, Kind.LEAVE)
SHELF = tuple(kind.name.lower() for kind in _SHELF)
_GLYPHS: dict[Kind, Glyph] = {Kind.BACK: "back", Kind.UNDO: "undo", Kind.THEORY: "eye", Kind.SECONDARY: "turn"}


@dataclass(frozen=True, slots=True)
class PhonePage:
    """A phone's page: `shown` is its content, `meaning` is what its buttons mean.

    Pages are compared, to find out what has changed. `sits` is true if people can join here.
    """

    shown: Snapshot
    meaning: Hashable
    sits: bool


def page(services: Services, scene: Scene, device: Device, chair: Chair | None, is_new: bool = False) -> PhonePage:
    """Return the page that the phone `device` shows for `scene`; `chair` is its holder's chair.

    Without a chair, the page has no buttons. With `is_new`, it first shows the holder their colour and seat.
    """
    # Scenes keep some texts in the screen's language; `again` returns them in the phone's.
    again = services.stage.strings.again
    with services.stage.devices.as_current(device):
        view = _view(services, scene, device)
        view = replace(view, sentence=again(view.sentence), helper=again(view.helper), name=again(view.name))
        pressed = () if chair is None else buttons(services, scene, view)
    sits = view.sits
    if is_new and chair is not None and not view.sits:
        view = replace(view, mine=False, page=None, sits=True, said="")
        shelf = tuple(button for button in pressed if button.role == "shelf")
        pressed = (PhoneButton(MEET, cut(services.stage.t("phones.go_on"), LABEL), "primary"), *shelf)
        is_asked = False
    else:
        is_asked = bool(pressed)
    own = view.page if isinstance(view.page, SeatPage) else None
    ended = view.page if isinstance(view.page, ResultPage) else None
    hand = "joined" if view.sits else "pad"
    if ended is not None:
        ended = replace(ended, choices=tuple(map(again, ended.choices)))
        hand, pressed = "result", () if chair is None else ended.buttons()
    elif is_asked and (replied := answers(services, scene)):
        hand, pressed = "result", replied
    takes = ended is not None and ended.record is not None and chair is not None
    has_film = takes or (ended is not None and ended.film is not None and chair is not None)
    shown = Snapshot(
        cast(Hand, hand),
        cast(Language, services.stage.strings.language),
        None
        if chair is None
        else PhonePerson(cast(Shape, chair.identity), cut(services.people.chair_name(chair), NAME)),
        mine=view.mine and chair is not None,
        sentence=cut(view.sentence, LINE),
        helper=cut(view.helper, LINE),
        turn=PhonePerson(cast(Shape, view.turn), cut(view.name, NAME)) if view.turn else None,
        buttons=pressed,
        scores=() if ended is None else ended.scores,
        sockets=sockets(services.people.roster, services.stage.devices.identity.missing) if view.sits else (),
        renaming=chair is not None,
        names=tuple(given_names(services, chair)) if chair is not None and services.is_unattended else (),
        record=takes,
        film=has_film and services.offers.has_films,
    )
    if own is not None:
        shown = with_page(shown, own)
    if view.said:
        shown = replace(shown, helper=cut(view.said, LINE))
    if own is not None and own.decision is not None:
        return PhonePage(shown, own.decision, sits)
    least = None if shown.dial is None else (shown.dial.chip, shown.dial.below, shown.dial.mine)
    return PhonePage(shown, (least, tuple((button.id, button.label) for button in shown.buttons)), sits)


def _view(services: Services, scene: Scene, device: Device) -> PhoneView:
    """Return the scene's view for a phone.

    A phone does not show the contents of a scene that only the owner may use.
    """
    if scene.closed_to_phones or scene.is_operators:
        return PhoneView(services.stage.t("phones.owner"), mine=False)
    return scene.phone_view(device)


def own_page(services: Services, scene: Scene, device: Device) -> SeatPage:
    """Return the game's own page for a phone, which also interprets the phone's presses.

    Without one, the page is empty.
    """
    with services.stage.devices.as_current(device):
        found = _view(services, scene, device).page
    return found if isinstance(found, SeatPage) else SeatPage("pad", ())


def given_names(services: Services, chair: Chair) -> dict[str, str]:
    """Return the known names that no other chair has. The keys are the texts that the phone shows."""
    others = [other for other in services.people.roster.chairs if other != chair]
    taken = {other.name for other in others} | {services.people.chair_name(other) for other in others}
    shown = {services.stage.t(f"name.{name[1:]}"): name for name in NAMES}
    return {cut(word, NAME): name for word, name in shown.items() if not {word, name} & taken}


def answers(services: Services, scene: Scene) -> tuple[PhoneButton, ...]:
    """Return the answers to the question on the screen. () if there is no question, or too many answers for a phone's
    page.
    """
    replies = [replace(reply, label=services.stage.strings.again(reply.label)) for reply in scene.replies]
    if len(replies) > MOST_ANSWERS:
        return ()
    return tuple(
        PhoneButton(
            f"{ANSWER}{index}", cut(reply.label, LABEL), "primary" if reply.primary else "plain", spoken=reply.label
        )
        for index, reply in enumerate(replies)
        if reply.enabled
    )


def with_page(shown: Snapshot, own: SeatPage) -> Snapshot:
    """Show the game's own page, with the ring of directions beside it. For a spectator the page has no buttons."""
    known = {button.id for button in own.buttons}
    pressed = own.buttons if shown.me is not None else ()
    for button in shown.buttons:
        if button.role == "way":
            possible = own.ways is None or button.id in own.ways
            if own.dial is None:
                pressed += (button if possible else replace(button, enabled=False, spoken=own.barred),)
        elif button.role in ("shelf", "menu"):
            pressed += (button,)
        elif own.dial is None and button.id not in known:
            pressed += (button if button.id in own.beside else replace(button, role="ring"),)
    return replace(
        shown,
        hand=own.hand,
        buttons=pressed[:MOST_BUTTONS],
        dial=own.dial,
        clock=own.clock,
        steer=own.steer,
        board=own.board,
        axes=own.axes,
        axes_title=own.axes_title,
        axes_note=own.axes_note,
        figures=own.figures,
        title=own.title,
        sentence=shown.sentence if own.sentence is None else own.sentence,
        helper=shown.helper if own.helper is None else own.helper,
        focus=own.focus,
        signs=own.signs,
    )


def buttons(services: Services, scene: Scene, view: PhoneView) -> tuple[PhoneButton, ...]:
    """Return the buttons that work now.

    A person whose turn it is not has only the general ones, such as pause and rules. In a game with turns they can also
    ask to undo their own move.
    """
    if scene.closed_to_phones or scene.is_operators:
        return ()
    t = services.stage.t
    prompts = scene.pressable or (Prompt(Kind.CONFIRM, t("dialog.ok")), Prompt(Kind.BACK, t("glyph.back")))
    found: dict[Kind, PhoneButton] = {}
    for prompt in prompts:
        kind = prompt.control if isinstance(prompt.control, Kind) else prompt.kind
        serves = view.mine or kind in _ALWAYS or (kind is Kind.UNDO and bool(view.turn))
        if kind is None or kind in found or kind not in KINDS.values() or not (serves and prompt.enabled):
            continue
        found[kind] = _button(services, kind, services.stage.strings.again(prompt.label))
    ways = [PhoneButton(way, t(f"phones.{way}"), "way") for way in WAYS] if view.mine else []
    return (*ways, *found.values())


def _button(services: Services, kind: Kind, label: str) -> PhoneButton:
    """Return the button of a prompt.

    Hint, rules and pause have a place and a sign of their own (the "shelf"), but only with their usual label.
    """
    t, id = services.stage.t, kind.name.lower()
    if label == t("glyph.join"):
        # The holder of a phone has joined already.
        label = t("phones.seats")
    shown = cut(label, LABEL)
    signs = {Kind.PAUSE: ("glyph.pause",), Kind.HINT: ("glyph.hint", "glyph.theory", "glyph.hide_theory")}
    if (kind in _SHELF and label in map(t, signs.get(kind, ()))) or kind is Kind.RULES:
        return PhoneButton(id, shown, "shelf", spoken=label[:LINE])
    if kind is Kind.LEAVE:
        return PhoneButton(id, shown, "menu", "flag")
    return PhoneButton(id, shown, "primary" if kind is Kind.CONFIRM else "plain", _GLYPHS.get(kind, ""))


def sockets(roster: Roster, missing: Sequence[int]) -> tuple[Socket, ...]:
    """Return the eight places at the table, in the screen's order."""
    chairs = map(roster.chair_at, PLACES)
    return tuple(
        Socket(cast(Shape, chair.identity), chair.device.slot in missing) if chair else Socket() for chair in chairs
    )


# Least seconds between two updates of a phone's page. At 60 frames a second, this makes at most ten updates a second.
LOOK_SECONDS = 0.09
# How many pages are updated per frame. They are few, because a frame has other work to do.
AT_ONCE = 2
# How long a phone shows a note.
NOTE_SECONDS = 6.0


class Screens:
    """The pages of all phones. `now` is the time of the frame in seconds."""

    def __init__(self, services: Services, phones: Phones) -> None:
        self._services = services
        self._phones = phones
        # How many pages have been updated so far; this decides which phone is next.
        self._looked_over = 0
        # By phone: the time of the next update if nobody presses.
        self.due: dict[int, float] = {}
        # By phone: the meaning of its buttons, and how often that has changed.
        self.decisions: dict[int, tuple[tuple[int, object], int]] = {}
        # The serial numbers of scenes that phones have shown.
        self._serials: WeakKeyDictionary[Scene, int] = WeakKeyDictionary()
        self._last_serial = 0
        # By phone: a note, and the time until which it is shown.
        self.notes: dict[int, tuple[str, float]] = {}
        # The phones whose holders have not yet been shown their colour and seat.
        self._new: set[int] = set()
        self.now = 0.0

    def show(self, scene: Scene, chair_of: Callable[[Device], Chair | None]) -> None:
        """Update the pages that are due, each in its phone's language. Only some are updated per frame."""
        strings = self._services.stage.strings
        awake = [known for known in self._phones.known.values() if known.awake]
        first = self._looked_over % max(1, len(awake))
        due = [known for known in (*awake[first:], *awake[:first]) if self.now > self.due.get(known.phone, -1.0)]
        for known in due[:AT_ONCE]:
            self._looked_over += 1
            self.due[known.phone] = self.now + LOOK_SECONDS
            device = phone(known.phone)
            chair = None if known.watching else chair_of(device)
            with strings.in_language(known.language):
                made = page(self._services, scene, device, chair, known.phone in self._new)
                # A page on which people join also shows them their colour and seat.
                if made.sits:
                    self._new.discard(known.phone)
                text, until = self.notes.get(known.phone, ("", 0.0))
                shown = made.shown
                if self.now < until:
                    shown = replace(shown, helper=cut(strings.again(text), LINE))
            decision = self._decision(known.phone, (self._serial(scene), made.meaning))
            self._phones.show(known.phone, replace(shown, decision=decision))

    def welcome(self, number: int) -> None:
        """Show the phone's holder their colour and seat before anything else."""
        self._new.add(number)

    def is_new(self, number: int) -> bool:
        """Return whether the phone shows its holder their colour and seat."""
        return number in self._new

    def meet(self, number: int) -> None:
        """Note that the holder has seen their colour and seat."""
        self._new.discard(number)

    def soon(self, number: int) -> None:
        """Update a phone's page in the next frame, once its press has had its effect."""
        self.due[number] = self.now

    def note(self, number: int, text: str) -> None:
        """Show on a phone for some seconds why a press had no effect."""
        self.notes[number] = text, self.now + NOTE_SECONDS

    def are_of(self, number: int, scene: Scene) -> bool:
        """Return whether a phone's buttons belong to `scene`, and not to an earlier one."""
        return number in self.decisions and self.decisions[number][0][0] == self._serial(scene)

    def forget(self) -> None:
        """Drop the pages of phones that have left."""
        for kept in (self.due, self.decisions, self.notes):
            for number in kept.keys() - self._phones.known.keys():
                del kept[number]
        self._new &= self._phones.known.keys()

    def _decision(self, number: int, meaning: tuple[int, object]) -> int:
        """Return how often the meaning of a phone's buttons has changed, counting this change."""
        before, count = self.decisions.get(number, (None, 0))
        if before != meaning:
            count += 1
            self.decisions[number] = meaning, count
        return count

    def _serial(self, scene: Scene) -> int:
        """Return a scene's serial number. Numbers are never reused."""
        if scene not in self._serials:
            self._last_serial += 1
            self._serials[scene] = self._last_serial
        return self._serials[scene]
