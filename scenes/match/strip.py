"""The strip beside the board in a cup's match. There, people who wait guess ("tip") the winner and the next move.

They also give signs, such as applause. They use their own pad or phone, a pointer, or at the keyboard their own key and
then a digit. Tips for a move are shown only after it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from random import Random
from typing import NamedTuple, cast

import pygame

from game.people import tips
from game.people.cup import Cup
from game.people.roster import Chair
from game.phones.snapshot import PhoneButton, Shape, Sign, SignName, cut
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Drawable
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.glyphs import Glyphs
from scenes.kit.drawing.paint import Sprite
from scenes.kit.drawing.timeline import ease_out
from scenes.kit.input.intents import DIRECTIONS, KEYBOARD, Device, Intent, Kind
from scenes.kit.layout import NOWHERE, Part, Places, cell, column, row, within
from scenes.kit.scene import Item, ScanGroup, ScanTarget
from scenes.kit.sound.speech import sentences
from scenes.kit.widgets.person import Tag, draw_person
from scenes.match.controller import MatchController
from scenes.table.contract.phone_pages import LABEL, SeatPage

SIGNS: tuple[SignName, ...] = ("clap", "oh", "laugh", "hurry")
MOST_SIGNS = 3  # the most signs of others that a phone shows
MOST = 5  # choices of a question
NUMBERS = {
    Kind.UP: 1,
    Kind.LEFT: 2,
    Kind.RIGHT: 3,
    Kind.DOWN: 4,
    Kind.PREVIOUS: 5,
    Kind.CONFIRM: 6,
    Kind.SECONDARY: 7,
    Kind.HINT: 8,
    Kind.NEXT: 9,
}
"""What a pad's buttons mean: numbers up to MOST choose a tip, greater ones give a sign. The keyboard's digits are
the same numbers."""
OF_GAME = frozenset({*DIRECTIONS, Kind.CONFIRM, Kind.BACK, Kind.SECONDARY, Kind.PAUSE})
"""Meanings of keys that the players need. A key with another meaning may belong to a person who waits."""
ARROWS = "↑←→↓"
TIP_SECONDS = 15.0  # seconds for which an AI's move waits for tips on the winner
ARMED_SECONDS = 8.0  # seconds for which digits belong to the person who has pressed their own key
SIGN_SECONDS, RISE = 1.8, 0.6  # seconds of a sign, and how far it rises, as a share of the way to the top
BROAD = 600  # the least width, in design pixels, of a strip with the signs beside the choices
TITLE = Style(theme.CAPTION, theme.EYEBROW, bold=True)
TEXT = Style(26, theme.IVORY)
KEY = Style(22, theme.EYEBROW, bold=True)
TOKEN, SMALL, GLYPH, LEAST = 18, 11, 28, 18
ROWS = 3  # the most choices in one column of a narrow strip
ONE_IN_TWO = 0.5  # share of an AI's tips that follow the simple rule of `Play.fallback`; the others are random


class TipQuestion(NamedTuple):
    """A question to the people who wait.

    `about` is "first" or "half" (who wins, asked at the start or at half-time), or "move" (the next move).

    The `choices` are identities of players or kinds of moves. `ply` is the number of actions before a tipped move.
    """

    about: str
    choices: tuple[str, ...]
    ply: int = 0


class WaitingStrip:
    """Tips and signs in the match of `controller`."""

    def __init__(self, controller: MatchController) -> None:
        self.stage = controller.stage
        self.people = controller.services.people
        self.session = controller.session
        self._controller = controller
        self._is_cup_match = self.session.spec.simultaneous is None and self.people.party.is_cup_match(
            self.session.record()
        )
        self.cup: Cup | None = None  # None if the match is over or not the cup's
        self.waiting: tuple[Chair, ...] = ()  # the people who wait
        self.is_quiet = False  # whether the table, or somebody who plays, wants no signs
        self._rightly: tuple[str, ...] = ()  # the identities of those who guessed the last move
        # By identity: the last sign, and the stage's time at which it was given.
        self._signs: dict[str, tuple[SignName, float]] = {}
        self._hand = "", 0.0  # who uses the table's own devices, and until when digits are theirs
        self._is_pressed = False  # whether a pointer went down on the strip and is still down
        self._left = TIP_SECONDS
        self._asked: TipQuestion | None = None  # the question at the last call of `follow`
        self._asked_at = 0.0  # the stage's time at which that question was new
        self._kinds: tuple[object, tuple[str, ...]] = None, ()
        self._room: pygame.Rect | None = None
        self._laid: tuple[object, Places] = None, NOWHERE
        self._glyphs = Glyphs(self.stage.assets, self.stage.paint, self.stage.fonts)
        self.refresh()

    # Who and what

    def refresh(self) -> None:
        """Note who takes part and who waits now. Drawing only reads these notes."""
        people, is_on = self.people, self._is_cup_match and self.session.outcome is None
        self.cup = people.cup if is_on else None
        idle = () if self.cup is None else tips.waiting(self.cup)
        self.waiting = tuple(chair for chair in people.roster.people if chair.identity in idle)
        quiet = () if self.cup is None else self.cup.tips.quiet
        wanted = self._controller.services.settings.preferences.signs
        self.is_quiet = not wanted or any(seat.identity in quiet for seat in self.session.seats)

    def _keep(self, cup: Cup) -> None:
        self.people.keep_cup(cup)
        self.refresh()

    @property
    def is_on(self) -> bool:
        """Whether the strip is in use, because somebody waits while a match is played."""
        return bool(self.waiting) and self.session.outcome is None

    @property
    def question(self) -> TipQuestion | None:
        """What can be tipped now."""
        cup, session = self.cup, self.session
        if cup is None or cup.next is None or session.outcome is not None:
            return None
        if tips.may_tip_winner(session.spec, session.ply, len(session.seats)):
            return TipQuestion("half" if session.ply else "first", cup.next.people)
        (seat,) = session.actors()
        if session.seats[seat].is_ai or session.ply < cup.tips.ply:
            return None
        if self._kinds[0] is not session.state:
            self._kinds = session.state, tips.kinds_of_moves(session.spec, session.state, seat)
        return TipQuestion("move", self._kinds[1], session.ply) if self._kinds[1] else None

    def tipped(self, question: TipQuestion | None) -> dict[str, str]:
        """Return the tips so far, by identity."""
        cup = self.cup
        if cup is None or question is None:
            return {}
        if question.about == "move":
            return cup.tips.moves if cup.tips.ply == self.session.ply else {}
        return tips.tipped(cup, question.about == "half")

    @property
    def holds(self) -> bool:
        """Whether an AI's move waits, so that people can tip the winner."""
        question = self.question
        if question is None or question.about == "move" or self._left <= 0:
            return False
        if not self.session.seats[self.session.actors()[0]].is_ai:
            return False
        return any(chair.identity not in self.tipped(question) for chair in self.waiting)

    @property
    def is_animated(self) -> bool:
        return self.is_on and (self.holds or bool(self.rising()))

    # Words

    @property
    def news(self) -> str:
        """Who guessed the last move; "" for nobody."""
        names = self.stage.list_of(map(self._entrant, self._rightly), "result.and")
        return self.stage.t("tips.right", names=names) if self._rightly else ""

    def title(self, question: TipQuestion | None) -> str:
        """Return the question, else the latest news."""
        t = self.stage.t
        if question is None:
            return self.news or t("tips.title")
        if question.about != "move":
            return t(f"tips.{question.about}")
        return t("tips.move", name=self._name(self.session.actors()[0]))

    def label(self, question: TipQuestion, choice: str) -> str:
        """Return a choice in words."""
        if question.about == "move":
            return self.stage.t(f"{self.session.spec.id}.tip.{choice}")
        return next(self._name(seat) for seat, config in enumerate(self.session.seats) if config.identity == choice)

    def _name(self, seat: int) -> str:
        return self._controller.board.context.names[seat]

    def _entrant(self, identity: str) -> str:
        return "" if self.cup is None else self.people.shown(self.cup.holder(identity).name)

    # Time

    def follow(self, seconds: float) -> None:
        """Say who guessed the last move, let AIs tip, and read a new question aloud, `seconds` after the last call."""
        self.refresh()
        cup = self.cup
        if cup is None or not self.is_on:
            return
        spec, steps = self.session.spec, self.session.steps
        if found := tips.right(cup, spec, steps):
            self._rightly = found
            self.stage.say(self.news)
        elif len(steps) > cup.tips.ply:
            self._rightly = ()
        if (after := tips.told(cup, spec, steps)) is not cup:
            self._keep(after)
        question = self.question
        self._left = self._left - seconds if question == self._asked else TIP_SECONDS
        self._asked_at = self._asked_at if question == self._asked else self.stage.time
        if question is not None and question != self._asked:
            self._let_ais_tip(question)
            self.stage.say(self.title(question), passing=True)
        self._asked = question

    def _let_ais_tip(self, question: TipQuestion) -> None:
        cup, session = self.cup, self.session
        assert cup is not None
        for identity in tips.waiting(cup):
            if not cup.holder(identity).is_ai:
                continue
            if question.about != "move":
                seats, half = [seat.identity for seat in session.seats], question.about == "half"
                tip = tips.of_ai(session.spec, session.state, cup, identity, seats, half)
                cup = tips.tip_winner(cup, identity, tip, half)
            else:
                cup = tips.tip_move(cup, identity, self._guessed(question, identity), session.ply)
        if cup is not self.cup:
            self._keep(cup)

    def _guessed(self, question: TipQuestion, identity: str) -> str:
        """An AI's tip for the next move. Chance decides between the kind of a sensible move and a random kind."""
        play, state, random = self.session.spec.play, self.session.state, Random(f"{self.session.ply} {identity}")
        (seat,) = self.session.actors()
        if random.random() < ONE_IN_TWO and play.fallback is not None and play.guess is not None:
            kind = play.guess.of(state, seat, play.fallback(state, seat))
            return kind if kind in question.choices else question.choices[0]
        return random.choice(question.choices)

    # Presses

    def takes(self, intent: Intent) -> bool:
        """Whether a press on the pad or phone of a person who waits chooses a tip or a sign."""
        own = self._own(intent.device)
        return own is not None and self._number(intent) is not None

    def press(self, intent: Intent) -> bool:
        """Act on a press by a person who waits. Returns False for other presses."""
        if not self.is_on:
            return False
        if intent.device.is_pad:
            own, number = self._own(intent.device), self._number(intent)
            if own is None or number is None:
                return False
            if not intent.repeat:
                self._pressed(own.identity, number)
            return True
        if intent.point is not None and not intent.device.is_phone:
            return self._pointed(intent.kind, intent.point)
        return intent.device == KEYBOARD and self._typed(intent)

    def _own(self, device: Device) -> Chair | None:
        """The person who waits with this pad or phone."""
        if not device.is_pad:
            return None
        return next((chair for chair in self.waiting if chair.device == device.held), None)

    @staticmethod
    def _number(intent: Intent) -> int | None:
        if intent.device.is_phone:
            return intent.value if intent.kind is Kind.DIGIT else None
        return NUMBERS.get(intent.kind)

    def _typed(self, intent: Intent) -> bool:
        """Handle a person's own key, or the digit that the person presses next. Returns False for other keys."""
        owner = next((chair.identity for chair in self.waiting if chair.key == intent.key), "") if intent.key else ""
        if owner and intent.kind not in OF_GAME:
            self._hand = owner, self.stage.time + ARMED_SECONDS
            return True
        if intent.kind is not Kind.DIGIT or not self.is_armed:
            return False
        self._pressed(self._hand[0], intent.value)
        self._hand = self._hand[0], 0.0
        return True

    def _pointed(self, kind: Kind, point: tuple[int, int]) -> bool:
        """Act on a pointer that was pressed on the strip. Returns False for other pointers.

        A press on a token makes its owner the `hand`.
        """
        if kind is Kind.PRESS:
            self._is_pressed = "strip" in self.places and self.places["strip"].collidepoint(point)
        if kind not in (Kind.PRESS, Kind.DRAG, Kind.RELEASE) or not self._is_pressed:
            return False  # a dragged piece may pass over the strip
        if kind is Kind.RELEASE:
            self._is_pressed = False
            for identity, place in zip(self._everybody(), self.places.all("who"), strict=False):
                if place.collidepoint(point) and any(chair.identity == identity for chair in self.waiting):
                    self._hand = identity, 0.0
            number = next((each for each, place in self.cells().items() if place.collidepoint(point)), 0)
            self._pressed(self.hand, number)
        return True

    @property
    def hand(self) -> str:
        """The identity of the person for whom the table's own devices choose.

        Until a press has chosen somebody, this is a person without a pad or phone, if there is one.
        """
        known = [chair.identity for chair in sorted(self.waiting, key=lambda chair: bool(chair.device.slot))]
        return self._hand[0] if self._hand[0] in known else known[0]

    @property
    def is_armed(self) -> bool:
        """Whether the next digit belongs to a person who has pressed their own key."""
        return self.stage.time < self._hand[1]

    def _pressed(self, identity: str, number: int) -> None:
        """Choose by a press. A tip just after a new question is ignored: it may be meant for the previous one."""
        is_new = self.question != self._asked or self.stage.time < self._asked_at + theme.BY_ITSELF_SECONDS
        if number > MOST or not is_new:
            self.choose(identity, number)

    def choose(self, identity: str, number: int) -> None:
        """Take the tip or give the sign with this number; other numbers do nothing."""
        self.refresh()
        question, cup = self.question, self.cup
        if cup is None:
            return
        if 0 < number <= MOST and question is not None and number <= len(question.choices):
            choice = question.choices[number - 1]
            if question.about == "move":
                self._keep(tips.tip_move(cup, identity, choice, self.session.ply))
            else:
                self._keep(tips.tip_winner(cup, identity, choice, question.about == "half"))
            self.stage.audio.play("press")
            self.stage.say(self.stage.t("tips.tipped", name=self._entrant(identity)), passing=True)
        elif MOST < number <= MOST + len(SIGNS) and not self.is_quiet and identity not in self.rising():
            sign = SIGNS[number - MOST - 1]
            self._signs.pop(identity, None)  # so that the latest sign comes last in the dictionary
            self._signs[identity] = sign, self.stage.time
            self.stage.say(self._sign_text(identity, sign), passing=True)

    def is_muted_by(self, identity: str) -> bool:
        """Whether a player has switched the signs off."""
        return self.cup is not None and identity in self.cup.tips.quiet

    def mute(self, identity: str) -> None:
        """Switch the signs off for a player of the cup, or on again."""
        self.refresh()
        cup = self.cup
        if cup is not None and any(entrant.identity == identity for entrant in cup.entrants):
            self._keep(tips.quieted(cup, identity))

    # Other devices

    def scan(self) -> tuple[Item, ...]:
        """Return the targets of one-button play: a group for each person who waits without a phone."""
        question, cells = self.question, self.cells()
        groups = []
        for chair in self.waiting:
            if chair.device.is_phone:
                continue
            names = [] if question is None else [self.label(question, choice) for choice in question.choices]
            signs = [] if self.is_quiet else [self.stage.t(f"tips.sign.{sign}") for sign in SIGNS]
            numbered = [*enumerate(names, 1), *enumerate(signs, MOST + 1)]
            targets = tuple(
                ScanTarget(("tip", number), name, partial(self.choose, chair.identity, number), (cells[number],))
                for number, name in numbered
                if number in cells
            )
            groups.append(ScanGroup(("waits", chair.identity), self.people.chair_name(chair), targets))
        return tuple(group for group in groups if group.items)

    def phone_page(self, device: Device, page: SeatPage | None) -> tuple[str, SeatPage | None]:
        """Return the text and page for a phone: `page` with others' signs and, if its owner waits, with buttons."""
        own = self._own(device)
        if signs := self._signs_for(device):
            page = replace(page or SeatPage("pad", ()), signs=signs)
        if own is None:
            return "", page
        question, page = self.question, page or SeatPage("pad", ())
        mine = self.tipped(question).get(own.identity)
        choices = () if question is None else question.choices
        labels = [] if question is None else [self.label(question, choice) for choice in choices]
        found = {
            number: PhoneButton(f"tip{number}", cut(label, LABEL), "tip", chosen=choice == mine)
            for number, (choice, label) in enumerate(zip(choices, labels, strict=True), 1)
        }
        for number, sign in enumerate(() if self.is_quiet else SIGNS, MOST + 1):
            label = self.stage.t(f"tips.sign.{sign}")
            found[number] = PhoneButton(f"tip{number}", label, "sign", sign, spoken=label)
        kinds = {button.id: (Kind.DIGIT, number) for number, button in found.items()}
        buttons, decision = (*found.values(), *page.buttons), ("waits", question, page.decision)
        asked = self.title(question) if question is not None or self.news else page.helper
        page = replace(page, buttons=buttons, kinds={**page.kinds, **kinds}, decision=decision, helper=asked)
        return asked or "", page

    def _signs_for(self, device: Device) -> tuple[Sign, ...]:
        """Return the latest signs that others give now; none for a phone whose holder has muted them."""
        mine = next((chair.identity for chair in self.people.roster.chairs if chair.device == device.held), "")
        if self.is_muted_by(mine):
            return ()
        given = [(who, self._signs[who][0]) for who in self.rising() if who != mine]
        return tuple(Sign(cast(Shape, who), sign, self._sign_text(who, sign)) for who, sign in given[-MOST_SIGNS:])

    def _sign_text(self, identity: str, sign: str) -> str:
        return sentences(self._entrant(identity), self.stage.t(f"tips.sign.{sign}"))

    # Drawing

    def _everybody(self) -> tuple[str, ...]:
        cup = self.cup
        return () if cup is None else tips.waiting(cup)

    def lay(self, room: pygame.Rect | None) -> None:
        """Lay out the strip in `room` (pixels); None if there is no room for it."""
        self.refresh()
        self._room, self._laid = room, (None, NOWHERE)
        self._glyphs = Glyphs(self.stage.assets, self.stage.paint, self.stage.fonts)

    @property
    def places(self) -> Places:
        """The places of the strip's parts, which depend on the question."""
        room, question = self._room, self.question
        if room is None:
            return NOWHERE
        about = len(self._everybody()), 0 if question is None else len(question.choices)
        if self._laid[0] != about:
            self._laid = about, within(self.stage.metrics, room, _plan(room.width / self.stage.metrics.scale, *about))
        return self._laid[1]

    def cells(self) -> dict[int, pygame.Rect]:
        """The places of all choices and signs that can be pressed now, by number."""
        question = self.question
        choices = () if question is None else self.places.all("choice")
        signs = () if self.is_quiet else self.places.all("sign")
        return {**dict(enumerate(choices, 1)), **dict(enumerate(signs, MOST + 1))}

    def draw(self, canvas: Drawable) -> None:
        if not self.is_on or "strip" not in self.places:
            return
        stage, places, question = self.stage, self.places, self.question
        stage.blit(canvas, stage.paint.panel("lacquer", places["strip"].size), places["strip"].topleft)
        title = self.title(question)
        if self.is_armed:
            title = f"{self._entrant(self._hand[0])}: {title}"
        if self.holds:
            title = f"{title}  {max(1, round(self._left))}"
        stage.label(canvas, title, places["title"], TITLE, least=LEAST)
        given = self.tipped(question)
        for number, place in self.cells().items():
            stage.blit(canvas, stage.paint.button("normal", "normal", place.size), place.topleft)
            inner = place.inflate(-stage.metrics.px(20), 0)
            if number > MOST:
                self._draw_sign(canvas, inner, number)
            elif question is not None:
                self._draw_choice(canvas, inner, number, question, given)
        self._draw_people(canvas, given)
        self._draw_signs(canvas)

    def _draw_choice(
        self, canvas: Drawable, place: pygame.Rect, number: int, question: TipQuestion, given: Mapping[str, str]
    ) -> None:
        """Draw a choice with its key. If the choice is a player, also draw the people who tipped that player."""
        stage, choice = self.stage, question.choices[number - 1]
        key, label = self._key(number), self.label(question, choice)
        at = place.left, place.centery + stage.drop(KEY)
        if key:
            shift = stage.text(canvas, key, at, stage.limit_scale(KEY, 1.0)).width + stage.metrics.px(8)
            place = pygame.Rect(place.left + shift, place.top, place.width - shift, place.height)
        if question.about == "move":
            stage.label(canvas, label, place, TEXT, least=LEAST)
            return
        believers = [who for who, tip in given.items() if tip == choice]
        side = stage.metrics.px(2 * SMALL)
        for index, who in enumerate(believers):
            at = place.right - side * (len(believers) - index), place.centery - side // 2
            stage.blit(canvas, stage.identities.token(who, SMALL), at)
        place.width -= side * len(believers)
        draw_person(stage, canvas, place, Tag(TOKEN, TEXT, gap=8, least=LEAST), choice, label)

    def _draw_sign(self, canvas: Drawable, place: pygame.Rect, number: int) -> None:
        """Draw a sign, right of its key."""
        stage, glyph = self.stage, self._glyph(number)
        right = place.inflate(0, -stage.metrics.px(8))
        if glyph is not None:
            stage.blit(canvas, glyph, (place.left, place.centery))
            right.width, right.left = place.width // 2, place.centerx
        stage.show(canvas, f"icons/{SIGNS[number - MOST - 1]}", right, color=theme.IVORY)

    def _glyph(self, number: int) -> Sprite | None:
        """The small picture of a sign's key or button, anchored at the middle of its left edge."""
        pad = None if self.is_armed else self._pad
        family, faces = "keyboard", tuple(self._key(number))
        if pad is not None:
            kind = next(kind for kind, meant in NUMBERS.items() if meant == number)
            family, faces = pad.family, tuple(self.stage.devices.faces(pad, kind)[:1])
        if not faces:
            return None

        def make() -> Sprite:
            large = self._glyphs.picture("", family, faces)
            height = self.stage.metrics.px(GLYPH if large.get_width() <= large.get_height() else 0.75 * GLYPH)
            size = large.get_width() * height // large.get_height(), height
            return Sprite(pygame.transform.smoothscale(large, size), 0, -height // 2)

        return self.stage.paint.cached(("strip glyph", family, faces), make)

    def _draw_people(self, canvas: Drawable, given: Mapping[str, str]) -> None:
        """Draw the people who wait, with their stars if there is room for all, and a tick if they have tipped."""
        cup, stage = self.cup, self.stage
        assert cup is not None
        found, side = tips.stars(cup), stage.metrics.px(TOKEN)
        places = list(zip(self._everybody(), self.places.all("who"), strict=True))
        least = stage.limit_scale(KEY._replace(size=LEAST), 1.0)
        widths = [stage.fonts.width(f"★{found[identity]}", least) for identity, _ in places]
        have_room = all(2 * side + width <= place.width for width, (_, place) in zip(widths, places, strict=True))
        for identity, place in places:
            lit = identity == self._hand[0] and self.is_armed
            stage.blit(canvas, stage.identities.token(identity, TOKEN, lit), (place.left, place.centery - side))
            if found[identity] and have_room:
                room = pygame.Rect(place.left + 2 * side, place.top, place.width - 2 * side, place.height)
                stage.label(canvas, f"★{found[identity]}", room, KEY, least=LEAST)
            if identity in given:
                tick = stage.drawing("icons/tick", (side, side), color=theme.GOOD)
                stage.blit(canvas, tick, (place.left + side, place.centery - side))

    def rising(self) -> dict[str, float]:
        """Return, by the giver's identity, the share of each sign's time that has passed; {} while signs are off."""
        now = self.stage.time
        if self.is_quiet:
            return {}
        shares = {who: (now - since) / SIGN_SECONDS for who, (_, since) in self._signs.items()}
        return {who: share for who, share in shares.items() if share < 1}

    def _draw_signs(self, canvas: Drawable) -> None:
        """Draw the signs that rise over their owners' tokens, within the strip."""
        stage, strip = self.stage, self.places["strip"]
        side = stage.metrics.px(2 * TOKEN)
        places = dict(zip(self._everybody(), self.places.all("who"), strict=True))
        for who, share in self.rising().items():
            if who not in places:
                continue
            up = 1.0 if stage.look.reduced_motion else ease_out(share)
            top = places[who].top - round(up * RISE * (places[who].top - strip.top))
            picture = stage.drawing(f"icons/{self._signs[who][0]}", (side, side), color=theme.HIGHLIGHT)
            stage.blit(canvas, picture, (places[who].left, max(strip.top, top)), min(1.0, 3 * (1 - share)))

    @property
    def _pad(self) -> Device | None:
        """The pad, if any, whose buttons the strip names."""
        own = {chair.device for chair in self.waiting}
        return next((pad for pad in self.stage.devices.pads() if pad.held in own and not pad.is_phone), None)

    def _key(self, number: int) -> str:
        """Return the key of a choice or sign: a pad's arrow, else the digit if somebody waits at the keyboard."""
        if self._pad is not None and not self.is_armed:
            return ARROWS[number - 1] if number <= len(ARROWS) else "L" if number == MOST else ""
        return str(number) if any(chair.key for chair in self.waiting) else ""


def _plan(width: float, people: int, choices: int) -> Part:
    """The `strip`, `width` design pixels wide: the `title`, each `choice` and `sign`, and `who` waits."""
    signs = row(*[cell("sign")] * len(SIGNS), gap=8, size=48)
    who = row(*[cell("who")] * people, gap=4, size=2 * TOKEN)
    is_broad = width >= BROAD
    across = (3 if choices in (3, MOST) else 2) if is_broad else 1 if choices <= ROWS else 2
    lines = [
        row(
            *[cell("choice")] * min(across, choices - first),
            *[cell()] * max(0, across - choices + first),
            gap=6,
            fit=48,
        )
        for first in range(0, choices, across)
    ]
    asked = cell("title", 32), *lines, cell()
    if is_broad:
        return row(
            column(*asked, gap=8), column(signs, cell(), who, size=300, gap=8), name="strip", gap=24, pad=(20, 10)
        )
    return column(*asked, signs, who, name="strip", gap=6, pad=(16, 10))
