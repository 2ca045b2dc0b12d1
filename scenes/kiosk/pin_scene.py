"""The operator's PIN: enter it, set the first one, or change it. A new PIN is typed twice.

First come the functions that draw: beads for digits, remaining tries, the lockout, errors.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import replace
from functools import partial

import pygame

from game.core.times import stopwatch_text
from game.kiosk.pin import LONGEST, SHORTEST, TRIES, WAITS, PinError, PinFile, PinVerdict, is_weak
from game.platforms.program import command_name
from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.glyphs import ARROWS, Prompt
from scenes.kit.drawing.paint import Sprite
from scenes.kit.input.intents import Intent, Kind
from scenes.kit.layout import Align, Part, Places, Shape, cell, column, grid, row, within
from scenes.kit.scene import Item, Nav, Pop, Switch
from scenes.kit.stage import Stage
from scenes.kit.widgets.page import PageScene
from scenes.kit.widgets.widget import Action, Button, Widget
from scenes.services import Services

SHAKE_SECONDS = 0.24
SHAKES = (12, -8, 4)  # offsets of the shaking window in design pixels
FALL = 60  # design pixels that beads fall while the window shakes
COMMAND = f"{command_name()} operator --set-pin"
EYEBROW = Style(theme.HELPER, theme.EYEBROW, bold=True, spacing=4)
TITLE = Style(72, theme.IVORY, bold=True)
HELPER = Style(theme.LIST, theme.MUTED)
LEFT = Style(44, theme.IVORY, bold=True)
WARN = Style(theme.HELPER, "#FFB48C")
TROUBLE = Style(theme.HELPER, theme.IVORY)
TIME = Style(72, theme.IVORY, bold=True)
# The most that the text scale enlarges the title, which is large already.
TITLE_GROWTH = 1.2
FIGURE = Style(88, theme.INK, bold=True)
ORDER = "123456789"
MIDDLE = 4  # index of the key 5, where the focus starts
# The width of a place for a bead; with more places than SOCKETS each is narrower.
SOCKET, SOCKETS = 100, 6


def pin_parts(shape: Shape) -> Part:
    """Lay out every `key`, and the texts beside or above the keys.

    The texts are `eyebrow`, `title` and `about`, then the `window` for beads, and below it `tries` and `note`.
    """
    is_wide = shape is Shape.WIDE
    below = column(cell("tries", 72), cell("note", 132), name="below", gap=0)
    head = cell("eyebrow", 52), cell("title", 100), cell("about", 36)
    words = *head, cell(size=44), cell("window", 184), cell(size=28), below
    if shape is Shape.TALL:
        return column(column(*words, size=680, gap=0), grid("key", 12, 3, height=220))
    keys = grid("key", 12, 3, height=184 if is_wide else 168)
    beside = column(cell(size=40), keys, size=744 if is_wide else 672, gap=0)
    return row(column(*words, cell(), gap=0), beside, gap=232 if is_wide else 24)


def draw_head(stage: Stage, canvas: Canvas, at: Places, title: str, note: str, warns: bool = False) -> None:
    """Draw the operator's eyebrow, the question, and the line `note`, as a warning if `warns`."""
    stage.label(canvas, stage.t("kiosk.operator").upper(), at["eyebrow"], EYEBROW)
    stage.label(canvas, title, at["title"], TITLE, grow=TITLE_GROWTH)
    stage.label(canvas, note, at["about"], HELPER._replace(color=WARN.color) if warns else HELPER, least=24)


def draw_sockets(stage: Stage, canvas: Canvas, at: Places, typed: int, shake: float, fallen: int) -> None:
    """Draw a brass bead for each of the `typed` digits, and mark the place of the next digit. No digit is drawn.

    After a wrong PIN the window shakes for `shake` more seconds, and `fallen` beads fall out of it.
    """
    px, window, is_still = stage.metrics.px, at["window"], stage.look.reduced_motion
    gone = 1 - shake / SHAKE_SECONDS
    if shake > 0 and not is_still:
        way = SHAKES[min(len(SHAKES) - 1, int(gone * len(SHAKES)))]
        window = window.move(round(way * stage.metrics.scale), 0)
    stage.blit(canvas, stage.paint.panel("lacquer", window.size), window.topleft)
    dots = fallen if shake > 0 else typed
    count = max(SHORTEST, min(LONGEST, dots + (dots < LONGEST)))
    gap = 16 * min(1.0, SOCKETS / count)
    sockets = row(*[cell("socket")] * count, gap=gap, across=count * (SOCKET + 16) - 16, align=Align.MIDDLE)
    for index, socket in enumerate(within(stage.metrics, window, column(sockets, pad=28)).all("socket")):
        stage.blit(canvas, stage.paint.well(socket.size, 14), socket.topleft)
        if index < dots:
            side = min(px(50), socket.width * 4 // 5)
            dot = pygame.Rect(0, 0, side, side)
            dot.center = socket.center
            if shake > 0 and not is_still:
                dot.move_ip(0, round(px(FALL) * gone * gone))
            stage.blit(canvas, stage.drawing("kiosk/bead", dot.size), dot.topleft, 1 - gone if shake > 0 else 1.0)
        elif index == typed and shake <= 0:
            bar = pygame.Rect(0, 0, socket.width * 48 // 100, px(6))
            bar.midbottom = (socket.centerx, socket.bottom - px(20))
            stage.blit(canvas, stage.paint.veil(bar.size, 1.0, "#F0CB73"), bar.topleft)


def draw_locked(stage: Stage, canvas: Canvas, window: pygame.Rect, wait: float) -> None:
    """Draw the lockout with `wait` seconds left."""
    words = column(cell("wait", 90), cell("why"), gap=0, pad=(0, 22, 0, 16))
    at = within(stage.metrics, window, row(_sign(136), words, pad=(36, 0, 24, 0)))
    stage.blit(canvas, stage.paint.panel("lacquer", window.size), window.topleft)
    sign, seconds = at["sign"], math.ceil(wait)
    share = min(1.0, seconds / next((each for each in WAITS if wait <= each), WAITS[-1]))
    stage.blit(canvas, stage.drawing("kiosk/lock", sign.size), sign.topleft)
    arc = stage.paint.cached_one("pin lock", (sign.size, seconds), lambda: Sprite(_arc(sign.width, share)))
    stage.blit(canvas, arc, sign.topleft)
    stage.label(canvas, stopwatch_text(wait), at["wait"], TIME)
    stage.label(canvas, stage.t("kiosk.pin.locked"), at["why"], HELPER, least=24)


def _sign(side: float) -> Part:
    """Lay out a sign in the window."""
    return cell("sign", side, across=side, align=Align.MIDDLE)


def draw_trouble(stage: Stage, canvas: Canvas, at: Places, sentence: str) -> None:
    """Draw why no PIN is accepted here, and how to mend that."""
    window = at["window"]
    stage.blit(canvas, stage.paint.panel("lacquer", window.size), window.topleft)
    inside = within(stage.metrics, window, row(_sign(88), cell("why"), pad=(32, 16, 28, 16)))
    sign = inside["sign"]
    stage.blit(canvas, stage.drawing("kiosk/shut", sign.size), sign.topleft)
    stage.label(canvas, sentence, inside["why"], TROUBLE, lines=4)
    helps, command = at["tries"], at["tries"].move(0, stage.metrics.px(56))
    stage.label(canvas, stage.t("kiosk.pin.helps"), helps, HELPER, least=24)
    stage.label(canvas, COMMAND, command, LEFT, least=24)


def draw_tries(stage: Stage, canvas: Canvas, place: pygame.Rect, left: int) -> None:
    """Draw the number of remaining tries, in words and as beads."""
    text = stage.t("kiosk.pin.left", count=left)
    width = stage.natural(text, stage.limit_scale(LEFT, 1.0)) + 2
    dot = cell("bead", 34, across=34, align=Align.MIDDLE)
    dots = row(*[dot] * TRIES, size=TRIES * 56 - 22, gap=22)
    at = within(stage.metrics, place, row(cell("words", fit=max(width, 272), least=180), dots, cell(), gap=40))
    stage.label(canvas, text, at["words"], LEFT)
    for index, dot_place in enumerate(at.all("bead")):
        name = "kiosk/try-left" if index < left else "kiosk/try-gone"
        stage.blit(canvas, stage.drawing(name, dot_place.size), dot_place.topleft)


def draw_note(stage: Stage, canvas: Canvas, place: pygame.Rect, note: str, warns: bool) -> None:
    """Draw the result of the last try, or that a try is running."""
    style = WARN if warns else WARN._replace(color=theme.MUTED)
    stage.label(canvas, note, place, style, lines=3, top=True)


def _arc(side: int, share: float) -> pygame.Surface:
    """Draw the remaining time as an arc around the lock."""
    turn = 2 * math.pi * min(share, 0.9999)
    end = f"{68 - 56 * math.sin(turn):.2f} {68 - 56 * math.cos(turn):.2f}"
    arc = f"M68 12A56 56 0 {int(share > 0.5)} 0 {end}"
    body = f'<path d="{arc}" fill="none" stroke="{theme.WARN}" stroke-width="10"/>'
    return svg.render(body, side, side, (136, 136))


class PinKey(Button):
    """An enamel key with a digit."""

    radius = 18

    def spoken(self, stage: Stage) -> str:
        return ""  # not read aloud, since bystanders would hear it

    def draw(self, stage: Stage, canvas: Canvas, pressed: bool) -> None:
        face = self.rect.move(0, stage.metrics.px(3)) if pressed else self.rect
        if self.enabled:
            sprite = stage.paint.panel("enamel", face.size, radius=self.radius, rim=5)
        else:
            sprite = stage.paint.button("normal", "disabled", face.size)
        stage.blit(canvas, sprite, face.topleft)
        style = stage.limit_scale(FIGURE, 1.0)
        alpha = 1.0 if self.enabled else 0.62
        stage.centred(
            canvas, self.label, face, style if self.enabled else style._replace(color=theme.IVORY), alpha=alpha
        )


def keypad(
    stage: Stage,
    rects: Sequence[pygame.Rect],
    type_digit: Callable[[str], Nav | None],
    delete: Action,
    label: str,
    last: Action,
) -> list[Widget]:
    """Make the twelve keys in reading order, at `rects`; the last one is labelled `label` and runs `last`."""
    keys: list[Widget] = [
        PinKey(rect, figure, partial(type_digit, figure)) for figure, rect in zip(ORDER, rects, strict=False)
    ]
    erase = Button(rects[9], stage.t("kiosk.pin.delete"), delete, size=44)
    zero = PinKey(rects[10], "0", partial(type_digit, "0"))
    done = Button(rects[11], label, last, kind="primary", size=56)
    return [*keys, erase, zero, done]


# Seconds without a press, after which the scene closes, or with `must_set` discards the digits.
QUIET_SECONDS = 20.0
COUNTED_SECONDS = 10.0  # the last part of QUIET_SECONDS, which the screen counts down
LOOK_SECONDS = 2.0  # seconds between two checks of the file, which the command line may change
_SHUT = {  # for each state in which no PIN is accepted: the key of the text that says why
    "damaged": "kiosk.pin.damaged",
    "unwritable": "kiosk.pin.unwritable",
    "lost": "kiosk.pin.lost",
}
_GONE = ("unset", "lost")


class PinScene(PageScene):
    """Asks for the PIN and goes on with `opened`; pops if cancelled, and after a while without a press.

    With `must_set` the table stays closed until there is a PIN, set here or on the command line, and Back does nothing.
    The first PIN can be set at once; after a reset the code from the command line is needed. Without `must_set`,
    this scene is replaced by one with `must_set` if the PIN is reset in the meantime. `changing` says that the operator
    was admitted and sets another PIN.

    Digits are neither shown nor read aloud, and crash logs do not get the presses. `executor` tries the PIN in a
    thread; if it is None, the scene starts a thread of its own. Presses are ignored during a try.
    """

    is_operators = True
    hides_presses = True
    opening = "open"
    shade = 0.3

    def __init__(
        self,
        services: Services,
        pin: PinFile,
        opened: Callable[[], Nav],
        *,
        must_set: bool = False,
        changing: bool = False,
        executor: Executor | None = None,
    ) -> None:
        super().__init__(services.stage)
        self.way_out = "" if must_set else "glyph.back" if changing else "kiosk.pin.back"
        self.services = services
        self.pin = pin
        self._opened = opened
        self._must_set = must_set
        self._changing = changing
        self._executor = executor
        self.own: ThreadPoolExecutor | None = None
        self.trying: Future[PinVerdict | PinError] | None = None
        self.typed = ""
        self.first = ""  # the new PIN as typed the first time, "" before
        # Whether the code of a reset was typed; it allows a new PIN.
        self._has_code = False
        self._note = ""
        self._quiet = 0.0
        self._shake = 0.0
        self._fallen = 0  # beads that fall while the window shakes
        self._since_look = 0.0
        self.standing = PinVerdict("unset") if changing else pin.status()  # the verdict that a try would get now

    def enter(self) -> None:
        super().enter()
        self.focus.current = self.focus.widgets[MIDDLE]

    def resume(self, result: object) -> Nav | None:
        return Pop()  # the scene opened from here has closed

    def leave(self) -> None:
        if self.own is not None:
            self.own.shutdown(wait=False)

    def parts(self, shape: Shape) -> Part:
        return pin_parts(shape)

    def widgets(self) -> Sequence[Widget]:
        label = self.stage.t("kiosk.pin.set" if self._is_setting else "kiosk.pin.open")
        keys = self.places.all("key")
        return keypad(self.stage, keys, self._type, self._delete, label, self.confirm)

    def renew(self) -> None:
        super().renew()
        self._follow()

    def prompts(self) -> Sequence[Prompt]:
        t = self.stage.t
        typing = [Prompt(ARROWS, t("glyph.choose"), ""), Prompt(Kind.SECONDARY, t("kiosk.pin.delete"), "")]
        return typing if self._takes else []

    # State

    @property
    def _is_setting(self) -> bool:
        """Whether a new PIN is being typed."""
        return self._changing or (self._must_set and (self._has_code or self.standing.kind == "unset"))

    @property
    def _is_closed(self) -> bool:
        """Whether the table had a PIN and is closed until there is a new one."""
        return self._must_set and not self._is_setting and (self.standing.resets or self.standing.kind in _SHUT)

    @property
    def _has_gone(self) -> bool:
        """Whether a PIN is needed and there is none, so that the table must close."""
        return not self._must_set and not self._changing and (self.standing.resets or self.standing.kind in _GONE)

    @property
    def _takes(self) -> bool:
        """Whether digits can be typed."""
        return self.standing.kind in ("ready", "busy") or self._is_setting

    @property
    def is_trying(self) -> bool:
        """Whether a PIN is being tried or stored."""
        return self.trying is not None

    def _look(self) -> None:
        """Read from the file which verdict a try would get."""
        self._since_look = 0.0
        found = self.pin.status()
        if found.kind != "busy":
            self.standing = found
        self._follow()

    @property
    def spoken_title(self) -> str:
        trouble = self.stage.t(_SHUT[self.standing.kind]) if self.standing.kind in _SHUT else ""
        return "\n".join(text for text in (self._title(), trouble, self._note) if text)

    def _title(self) -> str:
        if not self._is_setting:
            return self.stage.t("kiosk.pin.closed" if self._is_closed else "kiosk.pin.enter")
        if self.first:
            return self.stage.t("kiosk.pin.again")
        return self.stage.t("kiosk.pin.change" if self._changing else "kiosk.pin.new")

    # Typing

    def _type(self, digit: str) -> Nav | None:
        if len(self.typed) < LONGEST and self._takes and not self.is_trying:
            self.typed += digit
            self._note = ""
            self._shake = 0.0
        self._follow()
        return None

    def _delete(self) -> Nav | None:
        if not self.is_trying:
            self.typed = self.typed[:-1]
        self._follow()
        return None

    def _follow(self) -> None:
        """Enable the keys while digits are accepted; the last key only when enough digits were typed."""
        t = self.stage.t
        shut = t(_SHUT.get(self.standing.kind, "kiosk.pin.locked"))
        for widget in self.focus.widgets:
            widget.allow(self._takes, shut)
        if self._takes and self.focus.widgets:
            short = t("kiosk.pin.note", least=SHORTEST, most=LONGEST)
            self.focus.widgets[-1].allow(len(self.typed) >= SHORTEST, short)

    def confirm(self) -> Nav | None:
        if len(self.typed) < SHORTEST or not self._takes or self.is_trying:
            return None
        if not self._is_setting:
            self._begin(partial(self.pin.check, self.typed))
        elif not self.first and is_weak(self.typed):
            self._refuse(self.stage.t("kiosk.pin.weak"))
        elif not self.first:
            self.first, self.typed = self.typed, ""
            self.stage.say(self._title(), urgent=True)
        elif self.first != self.typed:
            self._refuse(self.stage.t("kiosk.pin.differ"))
        else:
            self._begin(partial(self._keep, self.typed))
        self._follow()
        return None

    def _begin(self, act: Callable[[], PinVerdict | PinError]) -> None:
        """Run `act`, which takes longer than a frame, in the thread."""
        if self._executor is None and self.own is None:
            self.own = ThreadPoolExecutor(1, "pin")
        executor = self._executor or self.own
        assert executor is not None
        self._note = ""
        self.trying = executor.submit(act)

    def _keep(self, typed: str) -> PinVerdict | PinError:
        """Store `typed` as the PIN if there is none, or if the present PIN may be replaced.

        The operator may replace it, and so may a person who has typed the code of a reset. Runs in the thread.
        """
        try:
            found = self.pin.status()
            may_set = found.kind == "unset" or (found.kind == "ready" and found.resets and self._has_code)
            if not may_set and not self._changing:
                return found
            self.pin.set(typed)
        except PinError as error:
            return error
        return PinVerdict("right")

    # Results

    def _arrived(self, outcome: PinVerdict | PinError) -> Nav | None:
        if outcome.kind == "right":
            return self._opened()
        if outcome.kind == "code":
            self._has_code, self.typed = True, ""
            self.stage.say(self._title(), urgent=True)
            self.renew()
            return None
        if outcome.kind == "busy":  # no PIN was tried, so the digits stay
            self._tell(self.stage.t("kiosk.pin.busy"))
            return None
        if isinstance(outcome, PinError):
            if outcome.kind == "damaged":
                self.standing = PinVerdict("damaged")
            self._refuse(self.stage.t("kiosk.pin.unkept", detail=str(outcome)))
        elif outcome.kind == "wrong":
            self.standing = PinVerdict("ready", tries=outcome.tries, resets=outcome.resets)
            self._refuse(self.stage.t("kiosk.pin.wrong_code" if outcome.resets else "kiosk.pin.wrong"))
        else:
            self.standing, self._has_code = outcome, False
            self._refuse(self.stage.t("kiosk.pin.locked") if outcome.kind == "locked" else "")
        self.renew()
        return None

    def _refuse(self, note: str) -> None:
        """Start over, and say why."""
        self._fallen, self._shake = len(self.typed), SHAKE_SECONDS
        self.typed = self.first = ""
        self._tell(note)

    def _tell(self, note: str) -> None:
        self._note = note
        self.stage.audio.play("barred")
        if note:
            self.stage.say(note, urgent=True)

    # Presses

    def scan(self) -> Sequence[Item]:
        return () if self.is_trying else super().scan()

    def intent(self, intent: Intent) -> Nav | None:
        if intent.kind is not Kind.HOVER:
            self._quiet = 0.0
        return None if self.is_trying else super().intent(intent)

    def back(self) -> Nav | None:
        return None if self._must_set else Pop()

    def meant(self, intent: Intent) -> Nav | None:
        if intent.kind is Kind.DIGIT:
            return self._type(str(intent.value))
        if intent.kind in (Kind.SECONDARY, Kind.UNDO):
            return self._delete()
        if intent.kind is Kind.CONFIRM and intent.key and self.focus.widgets[-1].enabled:
            return self.confirm()  # Enter on a keyboard confirms the digits
        return super().meant(intent)

    # Time and drawing

    def tick(self, dt: float) -> Nav | None:
        self._quiet += dt
        self._since_look += dt
        self._shake = max(0.0, self._shake - dt)
        if self.trying is not None:
            if not self.trying.done():
                return super().tick(dt)
            trying, self.trying = self.trying, None
            self._quiet = 0.0  # presses were ignored during the try
            if (nav := self._arrived(trying.result())) is not None:
                return nav
        self._watch(dt)
        if self._has_gone:
            return Switch(self._for_a_new_one)
        if self._must_set and self.standing.kind in ("ready", "locked") and not self.standing.resets:
            return self._opened()  # the PIN was set on the command line
        if self._quiet >= QUIET_SECONDS:
            if not self._must_set:
                return Pop()
            self._forget()
        return super().tick(dt)

    def _forget(self) -> None:
        """Discard a half-entered PIN, and say so."""
        if not self._has_begun:
            return
        self.typed = self.first = ""
        self._has_code = False
        self._note = self.stage.t("kiosk.pin.too_slow")
        self.stage.say(self._note)
        self._look()
        self.renew()

    def _watch(self, dt: float) -> None:
        """Count down a lockout, and read the file now and then.

        Without `must_set` the file is not read while digits are typed.
        """
        before = self.standing
        if before.kind == "locked":
            self.standing = replace(before, seconds=max(0.0, before.seconds - dt))
        may_look = self._must_set or not self.typed
        if self._since_look < LOOK_SECONDS or self._changing or not may_look:
            return
        self._look()
        if (self.standing.kind, self.standing.resets) != (before.kind, before.resets):
            self._note, self.typed, self.first, self._has_code = "", "", "", False
            self.renew()

    def _for_a_new_one(self) -> PinScene:
        """Return the scene for a new PIN, which keeps the table closed."""
        return PinScene(self.services, self.pin, self._opened, must_set=True, executor=self._executor)

    @property
    def _has_begun(self) -> bool:
        """Whether a new PIN or a reset's code is half entered."""
        return bool(self.typed or self.first or self._has_code)

    @property
    def leaves_in(self) -> float | None:
        """The seconds until the digits are discarded or the scene closes; None while nothing is counted down."""
        left = QUIET_SECONDS - self._quiet
        is_shown = not self._must_set or self._has_begun
        return left if is_shown and left <= COUNTED_SECONDS and not self.is_trying else None

    @property
    def is_animated(self) -> bool:
        is_shown = self.standing.kind == "locked" or self.is_trying or self.leaves_in is not None
        return super().is_animated or self._shake > 0 or is_shown

    def draw_page(self, canvas: Canvas) -> None:
        stage = self.stage
        is_shut = self.standing.kind in _SHUT and not self._is_setting
        draw_head(stage, canvas, self.places, self._title(), self.about(is_shut), self.leaves_in is not None)
        if is_shut:
            draw_trouble(stage, canvas, self.places, stage.t(_SHUT[self.standing.kind]))
        else:
            self._draw_window(canvas)

    def draw_widgets(self, canvas: Canvas) -> None:
        self.focus.draw(canvas, ring=self._takes)

    def about(self, is_shut: bool) -> str:
        """Return the line below the title: the countdown, or what to type."""
        t = self.stage.t
        if (left := self.leaves_in) is not None:
            seconds = math.ceil(max(0.0, left))
            if self._must_set:
                return t("kiosk.pin.begins_anew", seconds=seconds)
            return t("kiosk.pin.leaves", seconds=seconds)
        if is_shut:
            return ""
        if self._is_closed:
            return t("kiosk.pin.code")
        return t("kiosk.pin.must" if self._must_set else "kiosk.pin.note", least=SHORTEST, most=LONGEST)

    def _draw_window(self, canvas: Canvas) -> None:
        """Draw the beads or the lockout, the tries, and the last result."""
        stage, standing, places = self.stage, self.standing, self.places
        locked = standing.kind == "locked"
        if locked:
            draw_locked(stage, canvas, places["window"], standing.seconds)
        else:
            draw_sockets(stage, canvas, places, len(self.typed), self._shake, self._fallen)
        note = places["below"]
        if locked or standing.kind == "ready":
            draw_tries(stage, canvas, places["tries"], standing.tries)
            note = places["note"]
        if locked:
            helps = stage.t("kiosk.pin.locked_helps", command=COMMAND)
            draw_note(stage, canvas, note, helps, False)
        elif self.is_trying:
            draw_note(stage, canvas, note, stage.t("kiosk.pin.trying"), False)
        elif self._note:
            draw_note(stage, canvas, note, self._note, True)
