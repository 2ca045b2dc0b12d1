"""The attract show: while nobody plays, the games play themselves, until somebody presses anything."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from itertools import islice

from game.registry import find
from game.session import AnyStep
from scenes.kiosk.attract_cards import Card, cards_for
from scenes.kiosk.attract_column import AttractColumn, Invitation, counted
from scenes.kiosk.captions import Reason, caption_of, other_language, reason_of, speaking
from scenes.kiosk.screen_care import ScreenCare
from scenes.kiosk.show import Show
from scenes.kiosk.shown_game import LEAD_SECONDS, ShownGame, Way
from scenes.kiosk.touch import has_touch
from scenes.kit.canvas import Canvas, Target
from scenes.kit.devices import Signal, SignalKind
from scenes.kit.intents import Intent, Kind
from scenes.kit.scene import Item, Nav, Scene, Stop, Switch
from scenes.kit.timeline import ease_out
from scenes.routes import ToMenu
from scenes.services import Services

CAPTION_SECONDS = 0.2  # one caption gives way to the next
WINNER_SECONDS = 6.0
CARD_SECONDS = 10.0
PRESSED_SECONDS = 0.12
COUNT_SECONDS = 0.6  # numbers count up
REASON_SECONDS = 3.0  # for which what is drawn of a reason may move
BREATH_EVERY, BREATH_SECONDS = 4.0, 1.2  # the ring of the hand grows


class Part(Enum):
    """What the show does now."""

    GAME = auto()
    WINNER = auto()
    CARD = auto()


class AttractScene(Scene):
    """Plays the games of `show` in turn. Nothing of it is kept, heard or read aloud."""

    rests = True

    def __init__(self, services: Services, show: Show, seed: int | None = None) -> None:
        """`seed` is that of the first game, by chance where it is None."""
        super().__init__(services.stage)
        self.services = services
        self.show = show
        self.care = ScreenCare(services.stage, show.dim)
        self.time = 0.0
        self.turns = 0  # games that have begun
        self.moves = 0
        self.card: Card | None = None
        self._pressed: float | None = None  # when somebody pressed
        self._begin(seed)

    # Life

    def enter(self) -> None:
        self.resized()

    def covered(self) -> None:
        self.game.table.ground.rest()

    def leave(self) -> None:
        self.game.close()

    def resized(self) -> None:
        self.column = AttractColumn(self.services, self.show)
        self._invitations = self._invited()
        self.game.table.lay(self.game.seats)
        self._caption = self._before = self.column.caption(self._text)

    # The show

    def _begin(self, seed: int | None = None) -> None:
        """Begin the next game."""
        spec = find(self.show.games[self.turns % len(self.show.games)])
        self.game = ShownGame(self.services, spec, self.show.pace, seed)
        self.part, self.since = Part.GAME, 0.0
        self.turns += 1
        self.ways: tuple[Way, ...] = ()
        self.reason: Reason | None = None  # what is drawn of why the last step matters
        self._text = ""

    def _say(self, text: str) -> None:
        """Let another caption come."""
        self._text, self.since = text, 0.0
        self._before, self._caption = self._caption, self.column.caption(text)

    def tell(self, step: AnyStep, reason: Reason | None = None) -> None:
        """Say what `step`, which is about to be shown, does; `reason`, or that of the sentence, is drawn once it is."""
        self.moves += 1
        self.ways = self.game.ways(step)
        language = self.stage.strings.language
        if self.show.both_languages and self.moves % 2 == 0:
            language = other_language(language)
        with speaking(self.services, self.game.board, language):
            told = caption_of(self.services, self.game.spec, self.game.board, step)
            self._say(told.text)
        self.reason = reason or reason_of(told)

    def tick(self, dt: float) -> Nav | None:
        self.time += dt
        self.since += dt
        self.care.tick(dt)
        if self.column.door != self.show.door():
            self.resized()  # phones are invited, or no more, or by another code
        if self._pressed is not None and self.time - self._pressed >= PRESSED_SECONDS:
            return Switch(ToMenu())
        step = self.game.tick(dt)
        if step is not None:
            self.tell(step)
        if self.card is not None:
            self.card.tick()
        self._go_on()
        return None

    def _go_on(self) -> None:
        """From the game to its winner, to a card, to the next game."""
        if self.part is Part.GAME and self.game.has_ended:
            self.part, self.ways = Part.WINNER, ()
            self.card = self._next_card() if self.show.has_cards else None
            if text := self._verdict():
                self._say(text)
            self.since = 0.0
        elif self.part is Part.WINNER and self.since >= WINNER_SECONDS:
            if self.card is None:
                self._next_game()
            else:
                self.part, self.since = Part.CARD, 0.0
        elif self.part is Part.CARD and self.since >= CARD_SECONDS:
            self._next_game()

    def _next_game(self) -> None:
        self.game.close()
        self.card = None
        self._begin()
        self.game.table.lay(self.game.seats)
        self._before = self._caption = self.column.caption("")

    def _next_card(self) -> Card | None:
        """The cards come by in turn."""
        coming = self.show.games[self.turns % len(self.show.games)]
        today = self.show.clock().date()
        cards = list(cards_for(self.services, coming, self.show.games, today, self.column.card))
        return next(islice(cards, self.turns % len(cards), None)) if cards else None

    def _verdict(self) -> str:
        """Who has won, where several played and somebody has."""
        outcome, seats = self.game.session.outcome, self.game.seats
        if outcome is None or len(seats) < 2:
            return ""
        if not outcome.winners:
            return self.stage.t("archive.draw")
        names = self.services.names([seats[seat] for seat in outcome.winners])
        return self.stage.t("result.wins", name=names, count=len(outcome.winners))

    # Presses

    def intent(self, intent: Intent) -> Nav | None:
        if intent.kind is not Kind.HOVER:
            self._press()
        return None

    def _press(self) -> None:
        """Somebody is there: the invitation goes down and the menu comes; a dim screen is lit first."""
        if self._pressed is None and not self.care.press():
            self._pressed = self.time

    def signal(self, signal: Signal) -> Nav | None:
        if signal.kind is SignalKind.PHONE_PRESSED and self._pressed is None:  # somebody has sat down by phone
            self.care.press()
            self._pressed = self.time
        return None

    def scan(self) -> Sequence[Item]:
        return (Stop("play", self._invitations[has_touch(self.stage)][0], self._press, (self.column.invitation,)),)

    # Drawing

    @property
    def lively(self) -> bool:
        fading = self.since < max(CAPTION_SECONDS, LEAD_SECONDS)
        counting = bool(self.ways) and self.game.since_last < COUNT_SECONDS
        growing = self.reason is not None and self._arrived and self.game.since_last < REASON_SECONDS
        drawing = self.card is not None and self.part is Part.CARD and self.card.lively
        moving = fading or counting or growing or drawing or self.game.lively or self.care.lively
        return moving or self._pressed is not None or self._breath > 0 or self.column.changes_note

    @property
    def _breath(self) -> float:
        """How far the ring of the hand has grown, 0..1; 0 while it rests."""
        passed = self.time % BREATH_EVERY
        return 0.0 if self.stage.look.reduced_motion or passed > BREATH_SECONDS else passed / BREATH_SECONDS

    @property
    def _progress(self) -> float:
        """How much of the time until the next game has passed, 0..1."""
        share = self.game.share
        if self.part is Part.GAME:
            return 0.9 * share
        whole = WINNER_SECONDS + (CARD_SECONDS if self.card is not None else 0.0)
        passed = self.since + (WINNER_SECONDS if self.part is Part.CARD else 0.0)
        return 0.9 * share + (1 - 0.9 * share) * min(1.0, passed / whole)

    def _invited(self) -> dict[bool, tuple[str, str]]:
        """What the invitation says in the screen's language and another one, by whether the screen can be touched."""
        t, board = self.stage.t, self.game.board
        here = {True: t("attract.touch"), False: t("attract.press")}
        with speaking(self.services, board, other_language(self.stage.strings.language)):
            return {True: (here[True], t("attract.touch")), False: (here[False], t("attract.press"))}

    def draw(self, canvas: Canvas, alpha: float) -> None:
        target = self.care.moved(canvas)
        column = self.column
        self.game.draw(target, alpha)
        if self.reason is not None and self._arrived and self.part is Part.GAME:
            last, drawing = self.game.session.steps[-1], self.game.board.drawing
            drawing.draw_reason(target, last, self.reason.seat, self.reason.cells, self.game.since_last)
        column.draw_head(target, self.game.spec.id)
        share = ease_out(min(1.0, self.since / self.stage.seconds(CAPTION_SECONDS)))
        if self.part is Part.CARD and self.card is not None:
            column.draw_caption(target, self._caption, 1 - share)
            self.card.draw(target, column.card, share)
        else:
            if share < 1:
                column.draw_caption(target, self._before, 1 - share)
            column.draw_caption(target, self._caption, share)
            self._draw_ways(target)
        text, other = self._invitations[has_touch(self.stage)]
        current = self.stage.devices.current
        pad = current if current.is_pad and not has_touch(self.stage) else None
        pressed = self._pressed is not None
        column.draw_invitation(target, Invitation(text, other, pad, pressed, self._breath))
        column.draw_tiles(target, self.game.spec.id, self._progress)
        column.draw_paper(target, self.time)
        column.draw_door(target)
        self.care.draw(canvas)

    @property
    def _arrived(self) -> bool:
        """Whether the step that was told is on screen."""
        return self.game.last is not None and self.game.last.after is self.game.session.state

    def _draw_ways(self, target: Target) -> None:
        """What a wall has done to everybody's way, counting up once it lies."""
        if not self.ways or not self._caption.leaves_room:
            return
        passed = self.game.since_last / self.stage.seconds(COUNT_SECONDS) if self._arrived else 0.0
        shown = counted(self.ways, min(1.0, passed))
        identities = [seat.identity for seat in self.game.seats]
        self.column.draw_ways(target, self.game.board.context.names, identities, shown)
