"""The attract show: games play by themselves until someone presses anything."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from enum import Enum, auto
from functools import partial
from itertools import chain
from typing import NamedTuple

import pygame
from pygame._sdl2 import touch

from game.core.kinds import next_language
from game.core.options import resolve
from game.core.record import Record
from game.core.review import Fact
from game.core.rules import AnyStep, Seat
from game.records.playback import Playback
from game.registry import find
from scenes.kiosk.attract_cards import AttractCard, cards_for
from scenes.kiosk.attract_column import AttractColumn, attract_places
from scenes.kiosk.programme import LEAST, REST_SECONDS, START_SECONDS, InvitedGuests, Programme, ProgrammeTurn, Show
from scenes.kiosk.screen_care import ScreenCare
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas, Drawable
from scenes.kit.drawing.timeline import Clip, Timeline, ease_out
from scenes.kit.input.intents import Intent, Kind, Signal, SignalKind
from scenes.kit.scene import Item, Nav, ScanTarget, Switch
from scenes.kit.stage import Stage
from scenes.routes import ToMenu
from scenes.services import Services
from scenes.table.board.board_view import OnTable, PlaybackView
from scenes.table.board.layout import squared
from scenes.table.contract.view import ClipFrame
from scenes.table.loading import make_board, scenes_of
from scenes.table.words import Caption, captions, is_drawn, verdict

LEAD_SECONDS = 0.3  # seconds between the end of the last caption and the move


class WayChange(NamedTuple):
    """The length of a seat's way before and after a step."""

    seat: Seat
    before: int
    after: int

    def counted(self, share: float) -> WayChange:
        """Return the change as shown while the number counts up; `share` (0 to 1) of the counting is done."""
        return self._replace(after=round(self.before + (self.after - self.before) * share))


class ShownGame(PlaybackView):
    """Plays the excerpt of a `turn` silently, beat by beat (see `programme.py`). Without beats it shows the board."""

    def __init__(self, services: Services, turn: ProgrammeTurn, tell: Callable[[AnyStep], None]) -> None:
        """`tell` is called with each step as soon as its piece has landed."""
        self.turn, self.spec = turn, find(turn.excerpt.game)
        excerpt, beats = turn.excerpt, turn.excerpt.beats[: turn.end]
        options = resolve(self.spec.options, excerpt.options)
        seats = turn.seats[: self.spec.seat_count(options)]
        record = Record(excerpt.game, options, excerpt.seed, tuple(chain.from_iterable(beats)), seats)
        playback = Playback(self.spec, record, sum(map(len, beats[: turn.begin])))
        super().__init__(services, make_board(services, self.spec, options), playback)
        self.timeline = Timeline()
        self.light(playback.actors())
        self.last: AnyStep | None = None  # the step that led to the position on screen; None while a piece moves
        self.since_last = 0.0  # seconds since that step
        self.win_time = 0.0
        self.time = 0.0
        self.reading = 0.0  # how many seconds the position must stay, at least; 0 without a caption
        self._tell = tell
        self._beat = turn.begin  # index of the next beat
        self._since_played = turn.pace - START_SECONDS

    def place(self) -> pygame.Rect:
        return squared(attract_places(self.stage.metrics, 1, has_paper=True)["board"])

    # Time

    def tick(self, dt: float) -> None:
        """Let `dt` seconds pass. Once the next beat is due and the last position can have been read, play it."""
        self.time += dt
        self.since_last += dt
        self._since_played += dt
        self.timeline.tick(dt)
        self.tick_lights(self.lit if self.has_arrived else self.playback.actors(), dt)
        if not self.has_arrived:
            return
        if self.playback.outcome is not None:
            self.win_time += dt
        is_due = self._since_played >= self.turn.pace and self.since_last >= self.reading
        if is_due and self._beat < self.turn.end:
            self.go(len(self.turn.excerpt.beats[self._beat]))
            self._beat += 1

    def go(self, count: int) -> AnyStep:
        """Play `count` actions and return the last step. The screen shows it after a moment."""
        self.playback.seek(self.playback.ply + count)
        step, self._since_played = self.playback.steps[self.playback.ply - 1], 0.0
        self.timeline.push(Clip(LEAD_SECONDS, lambda time: ClipFrame()), partial(self._depart, step))
        return step

    def _depart(self, step: AnyStep) -> None:
        self.last = None
        self.play(step, partial(self._land, step))

    def _land(self, step: AnyStep) -> None:
        self.arrived(step.after)
        self.last, self.since_last = step, 0.0
        self._tell(step)

    # State

    @property
    def has_ended(self) -> bool:
        """Whether all actions have been played and the last position is on screen.

        A board without actions has ended after LEAST seconds.
        """
        total = self.playback.total
        return self.has_arrived and (self.playback.ply == total if total else self.time >= LEAST)

    @property
    def share(self) -> float:
        """The share of the game that has passed, 0 to 1."""
        begin, end = self.turn.begin, self.turn.end
        if end == begin:
            return min(1.0, self.time / LEAST)
        passed = self._beat - begin + min(1.0, self._since_played / self.turn.pace) - 1
        return max(0.0, passed / (end - begin))

    @property
    def is_animated(self) -> bool:
        """Whether anything on the board moves."""
        return super().is_animated or 0 < self.win_time < theme.WIN_SECONDS

    def draw(self, canvas: Drawable, alpha: float) -> None:
        """Draw table and board."""
        canvas.blit(self.ground.picture, (0, 0))
        self.board.drawing.draw(canvas, self.view(alpha, last=self.last, win_time=self.win_time))

    # Captions

    @contextmanager
    def speaking(self, language: str) -> Iterator[None]:
        """Switch texts and the names around the board to `language` for the block; the layout stays.

        If the game's sides have names, players are called by them, since no card shows who plays which side.
        """
        context, words = self.board.context, self.board.words
        names, name = context.names, self.services.people.name
        with self.stage.strings.in_language(language):
            state = self.playback.state
            context.names = [words.seat(state, at).side or name(seat) for at, seat in enumerate(self.seats)]
            try:
                yield
            finally:
                context.names = names

    def caption_of(self, step: AnyStep, is_fresh: Callable[[str], bool]) -> Caption | None:
        """Return the most telling new sentence about `step`, in the current language; None if there is none.

        `is_fresh` says whether a sentence is new. After a step without a caption, even a sentence that only names the
        action counts.
        """
        names, words, plain = self.board.context.names, self.board.words, scenes_of(self.spec).plain_facts
        for found in captions(self.stage.t, self.spec, step, names, words, self.optimum):
            is_plain = found.fact is None or found.fact.kind in plain
            if is_fresh(found.text) and not (is_plain and self.reading):
                return found
        return None

    @property
    def optimum(self) -> int | None:
        """The fewest moves for the puzzle on the board, if it is a puzzle."""
        return self.turn.excerpt.optimum(self._beat - 1)

    def ways(self, step: AnyStep) -> tuple[WayChange, ...]:
        """Return all changes of ways, the greatest growth first.

        If the ways of all other seats stay the same, return ().
        """
        progress = self.spec.play.progress
        if progress is None:
            return ()
        both = zip(progress(step.before), progress(step.after), strict=True)
        ways = [WayChange(seat, abs(was), abs(now)) for seat, (was, now) in enumerate(both)]
        is_felt = any(way.before != way.after for way in ways if way.seat != step.seat)
        return tuple(sorted(ways, key=lambda way: way.before - way.after)) if is_felt else ()


CAPTION_SECONDS = 0.2  # seconds of the change from one caption to the next
WINNER_SECONDS = 6.0
CARD_SECONDS = 10.0
PRESSED_SECONDS = 0.12
COUNT_SECONDS = 0.6  # seconds in which numbers count up
REASON_SECONDS = 3.0  # seconds for which the drawing of the reason on the board is animated
BREATH_EVERY, BREATH_SECONDS = 4.0, 1.2  # the hand's ring grows every BREATH_EVERY seconds, for BREATH_SECONDS
READING_SECONDS = 2.0  # the least time that a caption stays
# For this long, presses by players whose visit has ended do not wake the table.
DEAF_SECONDS = 3.0
GAME_SHARE = 0.9  # the game's share of the progress line; the rest is for the winner and the card


class ShowPart(Enum):
    """The current part of the show."""

    GAME = auto()
    WINNER = auto()
    CARD = auto()


class AttractScene(OnTable):
    """Plays the games of `show` in turn, without sound or speech. It stores nothing."""

    rests = True
    table: ShownGame

    def __init__(self, services: Services, show: Show, programme: Programme | None = None) -> None:
        """`programme` chooses the excerpts. Without a programme, boards are shown and nobody plays."""
        super().__init__(services.stage)
        self.services = services
        self.show = show
        self.care = ScreenCare(services.stage, show.dim)
        self.programme = programme or Programme((), lambda: self.time)
        self.programme.rest(show.games)
        self.time = 0.0
        self.turns = 0  # the number of games that have begun
        self.moves = 0
        self.pressed: float | None = None  # the time of the first press
        self._begin()

    # Life

    def enter(self) -> None:
        self.resized()

    def resized(self) -> None:
        self.column = AttractColumn(self.stage, self.show)
        self.places = self.column.places
        self.table.lay(self.table.seats)

    # The show

    def _begin(self) -> None:
        """Begin the next game."""
        ending = WINNER_SECONDS + (CARD_SECONDS if self.show.has_cards else 0.0)
        self.turn: ProgrammeTurn = self.programme.next(self.show.pace, ending)
        self.table = ShownGame(self.services, self.turn, self.tell)
        self.part, self.since = ShowPart.GAME, 0.0
        self.card: AttractCard | None = None
        self.turns += 1
        self.ways: tuple[WayChange, ...] = ()
        self.reason: Fact | None = None  # why the last step matters, as drawn on the board
        self.text = self._before = ""  # the caption, and the previous one, which fades out

    @property
    def language(self) -> str:
        """The language of the captions. With two languages, these alternate from round to round."""
        language = self.stage.strings.language
        return next_language(language) if self.show.both_languages and self.turn.round % 2 else language

    def _say(self, text: str) -> None:
        """Show another caption; "" removes the present caption."""
        self._before, self.text, self.since = self.text, text, 0.0
        if text:
            self.programme.say(text)

    def tell(self, step: AnyStep) -> None:
        """Describe `step`, whose piece has just landed."""
        table = self.table
        self.moves += 1
        self.ways = table.ways(step)
        with table.speaking(self.language):
            found = table.caption_of(step, self.programme.is_fresh) or Caption("", None)
        self.reason = found.fact if is_drawn(found.fact) else None
        table.reading = READING_SECONDS if found.text else 0.0
        self._say(found.text)

    def _clear_caption(self) -> None:
        """Remove caption and reason before a piece moves."""
        self.ways, self.reason = (), None
        if self.text:
            self._say("")

    def tick(self, dt: float) -> Nav | None:
        self.time += dt
        self.since += dt
        self.care.tick(dt)
        if self.column.join_code != self.show.join_code():
            self.resized()
        if self.pressed is not None and self.time - self.pressed >= PRESSED_SECONDS:
            return Switch(ToMenu())
        self.table.tick(dt)
        if not self.table.has_arrived:
            self._clear_caption()
        if self.card is not None:
            self.card.tick()
        self._go_on()
        return None

    def _go_on(self) -> None:
        """Go on to the next part: after the game its winner, then a card, then the next game."""
        table = self.table
        if self.part is ShowPart.GAME:
            has_winner = table.playback.outcome is not None and not self.turn.is_taste
            if table.has_ended and (has_winner or table.since_last >= REST_SECONDS):
                card = self._next_card() if self.show.has_cards and not self.turn.is_taste else None
                usual = WINNER_SECONDS if card is not None else _lengthened(WINNER_SECONDS, table.time)
                self.end(card, usual if has_winner else 0.0)
        if self.part is ShowPart.WINNER and table.time >= self._card_at:
            self.part, self.since = ShowPart.CARD, 0.0
        if self.part is not ShowPart.GAME and table.time >= self._next_at:
            table.clear()
            self._begin()
            self.resized()

    def end(self, card: AttractCard | None, seconds: float) -> None:
        """End the game: show its winner for `seconds`, then `card`, then the next game."""
        self.card, self.part = card, ShowPart.WINNER
        self._ended = self.table.time
        self._card_at = self._next_at = self._ended + seconds
        if card is not None:
            self._next_at += _lengthened(CARD_SECONDS, self._card_at)
        outcome = self.table.playback.outcome
        if not seconds:
            self._clear_caption()
        elif outcome is not None and not self.text:
            with self.table.speaking(self.language):
                self._say(verdict(self.stage, outcome, self.table.board.context.names))
        self.ways, self.reason = (), None

    def _next_card(self) -> AttractCard | None:
        """Return the next card, so that all cards take turns; None if there is none."""
        coming, today = self.programme.coming, self.show.clock().date()
        with self.table.speaking(self.language):
            cards = list(cards_for(self.services, coming, self.show.games, today, self.column.card, self.table.frame))
        return cards[self.turns % len(cards)] if cards else None

    # Presses

    def intent(self, intent: Intent) -> Nav | None:
        if intent.kind is not Kind.HOVER:
            self._press()
        return None

    def _press(self) -> None:
        """Show the invitation as pressed, and go to the menu soon. If the screen is dim, only light it up."""
        is_deaf = self.show.invited() is InvitedGuests.NEXT and self.time < DEAF_SECONDS
        if self.pressed is None and not is_deaf and not self.care.press():
            self.pressed = self.time

    def signal(self, signal: Signal) -> Nav | None:
        if signal.kind is SignalKind.PHONE_PRESSED and self.pressed is None:  # a person has joined by phone
            self.care.press()
            self.pressed = self.time
        return None

    def scan(self) -> Sequence[Item]:
        return (ScanTarget("play", self.invitation[0], self._press, (self.places["invitation"],)),)

    # Drawing

    @property
    def is_animated(self) -> bool:
        fading = self.since < CAPTION_SECONDS
        counting = bool(self.ways) and self.table.since_last < COUNT_SECONDS
        growing = self.reason is not None and self.table.since_last < REASON_SECONDS
        drawing = self.card is not None and self.part is ShowPart.CARD and self.card.is_animated
        running = self.column.note is not None and self.column.note.changes
        moving = fading or counting or growing or drawing or running or self.table.is_animated or self.care.is_animated
        return moving or self.pressed is not None or self._breath > 0

    @property
    def _breath(self) -> float:
        """How far the hand's ring has grown, 0 to 1; 0 while it rests."""
        passed = self.time % BREATH_EVERY
        return 0.0 if self.stage.look.reduced_motion or passed > BREATH_SECONDS else passed / BREATH_SECONDS

    @property
    def progress(self) -> float:
        """The share of the time until the next game that has passed, 0 to 1."""
        share = GAME_SHARE * self.table.share
        if self.part is ShowPart.GAME:
            return share
        passed = (self.table.time - self._ended) / (self._next_at - self._ended)
        return share + (1 - share) * min(1.0, passed)

    @property
    def invitation(self) -> tuple[str, str]:
        """The invitation in the screen's language and in another one."""
        strings, key = self.stage.strings, self.show.invited().value[has_touch(self.stage)]
        with strings.in_language(next_language(strings.language)):
            other = strings.t(key)
        return strings.t(key), other

    def draw(self, canvas: Canvas, alpha: float) -> None:
        target, column, table = self.care.moved(canvas), self.column, self.table
        table.draw(target, alpha)
        if self.reason is not None and table.last is not None:
            seat, cells = self.reason.seats[0], self.reason.cells
            table.board.drawing.draw_reason(target, table.last, seat, cells, table.since_last)
        share = ease_out(min(1.0, self.since / self.stage.seconds(CAPTION_SECONDS)))
        if self.card is not None and self.part is ShowPart.CARD:
            self.card.draw_picture(target, share)
            column.draw_head(target, self.card.words.head)
            column.draw_caption(target, self.text, 1 - share)
            self.card.draw(target, column.card, share)
        else:
            column.draw_head(target, self.stage.t(f"game.{table.spec.id}"))
            column.draw_caption(target, self._before, 1 - share)
            column.draw_caption(target, self.text, share)
            if self.ways and column.caption(self.text).leaves_room:
                passed = min(1.0, table.since_last / self.stage.seconds(COUNT_SECONDS))
                counted = [way.counted(passed) for way in self.ways]
                names = table.board.context.names
                people = [(seat.identity, name) for seat, name in zip(table.seats, names, strict=True)]
                column.draw_ways(target, people, counted)
        device = None if has_touch(self.stage) else self.stage.devices.current
        column.draw_invitation(target, self.invitation, device, self.pressed is not None, self._breath)
        column.draw_tiles(target, table.spec.id, self.progress)
        if column.note is not None:
            column.note.draw(target, self.time)
        column.draw_join_code(target)
        self.care.draw(canvas)


def _lengthened(usual: float, passed: float) -> float:
    """Return how many seconds to show a winner or a card.

    These are `usual` seconds, or more (at most twice CARD_SECONDS) if the game's turn, which has lasted `passed`
    seconds, would otherwise be shorter than LEAST.
    """
    return min(2 * CARD_SECONDS, max(usual, LEAST - passed))


def has_touch(stage: Stage) -> bool:
    """Return whether the system has a touch screen, or the last press was a touch."""
    return stage.devices.current.family == "touch" or touch.get_num_devices() > 0
