"""The attract show: while nobody plays, the games play themselves, until somebody presses anything."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from enum import Enum, auto
from itertools import islice

from pygame._sdl2 import touch

from game.core.rules import AnyStep
from scenes.kiosk.attract_cards import AttractCard, cards_for
from scenes.kiosk.attract_column import AttractColumn, Invitation, count_up
from scenes.kiosk.captions import SeatReason, caption_of, other_language, reason_of, speak_language
from scenes.kiosk.programme import LEAST, REST_SECONDS, InvitedGuests, Programme, ProgrammeTurn, Show
from scenes.kiosk.screen_care import ScreenCare
from scenes.kiosk.shown_game import ShownGame, WayChange
from scenes.kit.drawing.canvas import Canvas, Drawable
from scenes.kit.drawing.timeline import ease_out
from scenes.kit.input.intents import Intent, Kind, Signal, SignalKind
from scenes.kit.scene import Item, Nav, ScanTarget, Scene, Switch
from scenes.kit.stage import Stage
from scenes.routes import ToMenu
from scenes.services import Services

CAPTION_SECONDS = 0.2  # one caption gives way to the next
WINNER_SECONDS = 6.0
CARD_SECONDS = 10.0
PRESSED_SECONDS = 0.12
COUNT_SECONDS = 0.6  # numbers count up
REASON_SECONDS = 3.0  # for which what is drawn of a reason may move
BREATH_EVERY, BREATH_SECONDS = 4.0, 1.2  # the ring of the hand grows
READING_SECONDS = 2.0  # for which a caption stands at least
SILENT_BEATS = 1  # without a caption, after which one that only says what was done is better than none
DEAF_SECONDS = 3.0  # for which those whose time is up, and who still press, do not wake the table


class ShowPart(Enum):
    """The present part of the show."""

    GAME = auto()
    WINNER = auto()
    CARD = auto()


class AttractScene(Scene):
    """Plays the games of `show` in turn. Nothing of it is kept, heard or read aloud."""

    rests = True

    def __init__(self, services: Services, show: Show, programme: Programme | None = None) -> None:
        """`programme` chooses what is played; without one only boards are shown."""
        super().__init__(services.stage)
        self.services = services
        self.show = show
        self.care = ScreenCare(services.stage, show.dim)
        self.programme = programme or Programme((), lambda: self.time)
        self.programme.rest(show.games)
        self.invited = show.invited()
        self.time = 0.0
        self.turns = 0  # games that have begun
        self.moves = 0
        self.card: AttractCard | None = None
        self._card_seconds = CARD_SECONDS
        self._pressed: float | None = None  # when somebody pressed
        self._begin()

    # Life

    def enter(self) -> None:
        self.resized()

    def covered(self) -> None:
        self.game.table.ground.rest()

    def leave(self) -> None:
        self.game.close()

    def resized(self) -> None:
        self.column = AttractColumn(self.services, self.show)
        self.places = self.column.places
        self.invited = self.show.invited()
        self.game.table.lay(self.game.seats)
        self._invitations = self._words()
        self._caption = self._before = self.column.caption(self._text)

    # The show

    def _begin(self) -> None:
        """Begin the next game."""
        ending = WINNER_SECONDS + (CARD_SECONDS if self.show.has_cards else 0.0)
        self.turn: ProgrammeTurn = self.programme.next(self.show.pace, ending)
        self.game = ShownGame(self.services, self.turn)
        self.part, self.since = ShowPart.GAME, 0.0
        self.turns += 1
        self.ways: tuple[WayChange, ...] = ()
        self.reason: SeatReason | None = None  # what is drawn of why the last step matters
        self._text = ""
        self._silent = SILENT_BEATS  # beats since something was said

    @property
    def language(self) -> str:
        """The language of the captions: where there are two, one after the other has a whole round."""
        language = self.stage.strings.language
        return other_language(language) if self.show.both_languages and self.turn.round % 2 else language

    def _speaking(self, language: str) -> AbstractContextManager[None]:
        return speak_language(self.services, self.game.board, language, self.game.playback.state)

    def _say(self, text: str) -> None:
        """Let another caption come, or the last one go."""
        self._text, self.since = text, 0.0
        self._before, self._caption = self._caption, self.column.caption(text)
        if text:
            self.programme.say(text)

    def tell(self, step: AnyStep) -> None:
        """Say what `step`, whose piece has just landed, does."""
        self.moves += 1
        self.ways = self.game.ways(step)
        game, is_plain_welcome = self.game, self._silent >= SILENT_BEATS
        with speak_language(self.services, game.board, self.language, step.after):
            told = caption_of(
                self.services, game.spec, game.board, step, game.optimum, self.programme.is_fresh, is_plain_welcome
            )
        self._silent = 0 if told is not None else self._silent + 1
        self.reason = reason_of(told) if told is not None else None
        game.reading = READING_SECONDS if told is not None else 0.0
        self._say(told.text if told is not None else "")

    def _hush(self) -> None:
        """A piece is about to move: nothing is said any more of the last one."""
        self.ways, self.reason = (), None
        if self._text:
            self._say("")

    def tick(self, dt: float) -> Nav | None:
        self.time += dt
        self.since += dt
        self.care.tick(dt)
        if self.column.join_code != self.show.join_code() or self.invited is not self.show.invited():
            self.resized()  # phones are invited, or no more, or by another code; or others are
        if self._pressed is not None and self.time - self._pressed >= PRESSED_SECONDS:
            return Switch(ToMenu())
        step = self.game.tick(dt)
        if step is not None:
            self.tell(step)
        elif self.game.departs:
            self._hush()
        if self.card is not None:
            self.card.tick()
        self._go_on()
        return None

    def _go_on(self) -> None:
        """From the game to its winner, to a card, to the next game."""
        shown, turn = self.game, self.turn
        if self.part is ShowPart.GAME and shown.has_ended:
            if shown.playback.outcome is None or turn.is_taste:
                if shown.since_last >= REST_SECONDS:
                    self._end_without_winner()
            else:
                self.part, self.ways = ShowPart.WINNER, ()
                self.card = self._next_card() if self.show.has_cards else None
                if not self._text and (text := self._verdict()):
                    self._say(text)
                self.since = 0.0
        elif self.part is ShowPart.WINNER and self.since >= self._winner_seconds:
            self._turn_card() if self.card is not None else self._next_game()
        elif self.part is ShowPart.CARD and self.since >= self._card_seconds:
            self._next_game()

    def _end_without_winner(self) -> None:
        """The game is left where it is."""
        self._hush()
        self.card = self._next_card() if self.show.has_cards and not self.turn.is_taste else None
        self._turn_card() if self.card is not None else self._next_game()

    def _turn_card(self) -> None:
        self.part, self.since = ShowPart.CARD, 0.0
        self._card_seconds = _lengthened(CARD_SECONDS, self.game.time)

    @property
    def _winner_seconds(self) -> float:
        """For how long the winner is seen: where no card follows, until the game has had its time."""
        return WINNER_SECONDS if self.card is not None else _lengthened(WINNER_SECONDS, self.game.time - self.since)

    def _next_game(self) -> None:
        self.game.close()
        self.card = None
        self._begin()
        self.game.table.lay(self.game.seats)
        self._before = self._caption = self.column.caption("")

    def _next_card(self) -> AttractCard | None:
        """The cards come by in turn."""
        coming, today = self.programme.coming, self.show.clock().date()
        with self._speaking(self.language):
            cards = list(
                cards_for(self.services, coming, self.show.games, today, self.column.card, self.game.table.frame)
            )
        return next(islice(cards, self.turns % len(cards), None)) if cards else None

    def _verdict(self) -> str:
        """Who has won, where several played and somebody has."""
        outcome, seats = self.game.playback.outcome, self.game.seats
        if outcome is None or len(seats) < 2:
            return ""
        with self._speaking(self.language):
            if not outcome.winners:
                return self.stage.t("archive.draw")
            names = self.stage.list_of(self.game.board.context.names[seat] for seat in outcome.winners)
            return self.stage.t("result.wins", name=names, count=len(outcome.winners))

    # Presses

    def intent(self, intent: Intent) -> Nav | None:
        if intent.kind is not Kind.HOVER:
            self._press()
        return None

    def _press(self) -> None:
        """Somebody is there: the invitation goes down and the menu comes; a dim screen is lit first."""
        if self._pressed is None and not self._is_deaf and not self.care.press():
            self._pressed = self.time

    @property
    def _is_deaf(self) -> bool:
        """Whether presses are still those of people whose time has just ended."""
        return self.invited is InvitedGuests.NEXT and self.time < DEAF_SECONDS

    def signal(self, signal: Signal) -> Nav | None:
        if signal.kind is SignalKind.PHONE_PRESSED and self._pressed is None:  # somebody has sat down by phone
            self.care.press()
            self._pressed = self.time
        return None

    def scan(self) -> Sequence[Item]:
        return (
            ScanTarget("play", self._invitations[has_touch(self.stage)][0], self._press, (self.column.invitation,)),
        )

    # Drawing

    @property
    def is_animated(self) -> bool:
        fading = self.since < CAPTION_SECONDS
        counting = bool(self.ways) and self.game.since_last < COUNT_SECONDS
        growing = self.reason is not None and self._arrived and self.game.since_last < REASON_SECONDS
        drawing = self.card is not None and self.part is ShowPart.CARD and self.card.is_animated
        moving = fading or counting or growing or drawing or self.game.is_animated or self.care.is_animated
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
        if self.part is ShowPart.GAME:
            return 0.9 * share
        if self.game.playback.outcome is None:
            whole, passed = self._card_seconds, self.since
        elif self.part is ShowPart.CARD:
            whole, passed = WINNER_SECONDS + self._card_seconds, WINNER_SECONDS + self.since
        else:
            card = _lengthened(CARD_SECONDS, self.game.time - self.since + WINNER_SECONDS)
            whole, passed = self._winner_seconds + (card if self.card is not None else 0.0), self.since
        return 0.9 * share + (1 - 0.9 * share) * min(1.0, passed / whole)

    def _words(self) -> dict[bool, tuple[str, str]]:
        """What the invitation says in the screen's language and another one, by whether the screen can be touched."""
        touch, press = self._words_here()
        with self._speaking(other_language(self.stage.strings.language)):
            other_touch, other_press = self._words_here()
        return {True: (touch, other_touch), False: (press, other_press)}

    def _words_here(self) -> tuple[str, str]:
        """What whoever can touch the screen is asked to do, and anybody else, in the present language."""
        t = self.stage.t
        if self.invited is InvitedGuests.WAITING:
            return t("kiosk.waiting"), t("kiosk.waiting")
        if self.invited is InvitedGuests.NEXT:
            return t("attract.next_touch"), t("attract.next_press")
        return t("attract.touch"), t("attract.press")

    def draw(self, canvas: Canvas, alpha: float) -> None:
        target = self.care.moved(canvas)
        column = self.column
        self.game.draw(target, alpha)
        last = self.game.last if self._arrived and self.part is ShowPart.GAME else None
        if self.reason is not None and last is not None:
            drawing = self.game.board.drawing
            drawing.draw_reason(target, last, self.reason.seat, self.reason.cells, self.game.since_last)
        share = ease_out(min(1.0, self.since / self.stage.seconds(CAPTION_SECONDS)))
        card = self.card if self.part is ShowPart.CARD else None
        if card is not None:
            card.draw_picture(target, share)
        column.draw_head(target, self.stage.t(f"game.{self.game.spec.id}") if card is None else card.words.head)
        if card is not None:
            column.draw_caption(target, self._caption, 1 - share)
            card.draw(target, column.card, share)
        else:
            if share < 1:
                column.draw_caption(target, self._before, 1 - share)
            column.draw_caption(target, self._caption, share)
            self._draw_ways(target)
        text, other = self._invitations[has_touch(self.stage)]
        current = self.stage.devices.current
        has_key = current.is_pad or current.family in ("keyboard", "mouse")
        device = current if has_key and not has_touch(self.stage) else None
        pressed = self._pressed is not None
        column.draw_invitation(target, Invitation(text, other, device, pressed, self._breath))
        column.draw_tiles(target, self.game.spec.id, self._progress)
        column.draw_paper(target, self.time)
        column.draw_join_code(target)
        self.care.draw(canvas)

    @property
    def _arrived(self) -> bool:
        """Whether the step that was told is on screen."""
        return self.game.last is not None and self.game.last.after is self.game.playback.state

    def _draw_ways(self, target: Drawable) -> None:
        """What a wall has done to everybody's way, counting up once it lies."""
        if not self.ways or not self._caption.leaves_room:
            return
        passed = self.game.since_last / self.stage.seconds(COUNT_SECONDS) if self._arrived else 0.0
        shown = count_up(self.ways, min(1.0, passed))
        identities = [seat.identity for seat in self.game.seats]
        self.column.draw_ways(target, self.game.board.context.names, identities, shown)


def _lengthened(usual: float, passed: float) -> float:
    """The seconds of what ends a game's turn: longer where the turn would be too short after `passed` seconds."""
    return min(2 * CARD_SECONDS, max(usual, LEAST - passed))


def has_touch(stage: Stage) -> bool:
    """Whether the system knows of a touch screen, or somebody has just used one."""
    return stage.devices.current.family == "touch" or touch.get_num_devices() > 0
