"""A name of one's own: typed on the keyboard, or put together from letters with a pad, the mouse or a finger."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import pygame

from game.table import LONGEST_NAME, clean_name
from scenes.kit import theme
from scenes.kit.canvas import Canvas
from scenes.kit.card import PAD, VEIL, CardScene
from scenes.kit.devices import Signal, SignalKind
from scenes.kit.fonts import Style
from scenes.kit.intents import Intent, Kind
from scenes.kit.layout import Shape
from scenes.kit.letters import BLANK, COLUMNS, PAGES, VARIANTS, varied
from scenes.kit.scene import Nav, Pop
from scenes.kit.stage import Stage
from scenes.kit.widgets import Action, Button, Choice, Widget

TITLE = Style(theme.TITLE, theme.INK, bold=True)
NOTE = Style(theme.CAPTION, theme.INK_SOFT)
NAME = Style(theme.HEADING, theme.IVORY, bold=True)
HELD = NAME._replace(color=theme.EYEBROW)  # what an input method has not given yet
WIDTH, KEY, TALL_KEY, GAP = 1180, 76, 104, 12  # design pixels, as all below
ROWS = max(len(rows) for rows in PAGES.values())
TOP, FIELD, FOOT = 120, 92, 104  # the title and its note, the field, the row of OK
MOST_GROWTH = 1.2
LEAST = 20  # of a name that is longer than its field
LAST = "\uffff"  # emoji and the like lie beyond; the typeface has none


def showable(stage: Stage, text: str) -> str:
    """What of `text` the typeface has letters for."""
    face = stage.fonts.font(NAME)
    known = (char for char in text if char.isprintable() and char <= LAST)
    return "".join(char for char in known if char == " " or face.metrics(char)[0])


class NameScene(CardScene):
    """Pops with the name, or with None where it was left or nothing was entered.

    Subclasses ask for another text of one line: of `longest` characters, with other `pages` of letters.
    """

    longest = LONGEST_NAME
    pages: Mapping[str, tuple[str, ...]] = PAGES

    def __init__(self, stage: Stage, name: str, veil: float = VEIL) -> None:
        """`name` is what the field begins with, `veil` how far what lies below is dimmed (0 to 1)."""
        super().__init__(stage)
        self.veil = veil
        self.name = name[: self.longest]
        self.held = ""
        self.page = 2 if stage.strings.language == "ja" else 0

    @property
    def takes_text(self) -> bool:
        return True

    def heading(self) -> tuple[str, str]:
        """The title and the note below it."""
        return self.stage.t("naming.title"), self.stage.t("naming.note", count=self.longest)

    @property
    def spoken_title(self) -> str:
        return self.heading()[0]

    def clean(self, text: str) -> str:
        """What of `text` may be entered."""
        return text[: self.longest].lstrip("@ ")

    @property
    def left_text(self) -> str:
        """How many characters are left."""
        return self.stage.t("naming.left", count=self.longest - len(self.name))

    @property
    def result(self) -> object:
        return clean_name(self.name) or None

    def enter(self) -> None:
        super().enter()
        by_keys = self.stage.devices.current.family == "keyboard"
        self.focus.focus(self._ok if by_keys else self._first)

    def leave(self) -> None:
        self.stage.devices.listen(None)

    def resized(self) -> None:
        unit = self.stage.metrics.px
        tall = self.stage.metrics.shape is Shape.TALL
        key, gap = unit(TALL_KEY if tall else KEY), unit(GAP)
        width = min(unit(WIDTH), self.stage.metrics.size[0] - unit(80))
        letters = ROWS * (key + gap)
        inner = self.place(width, unit(TOP + FIELD + FOOT + 2 * PAD + 3 * GAP) + unit(FOOT) + letters)
        self._field = pygame.Rect(inner.left, inner.top + unit(TOP), inner.width, unit(FIELD))
        self.stage.devices.listen(self._field)
        tabs = pygame.Rect(inner.left, self._field.bottom + gap, inner.width, unit(FOOT - 24))
        top = tabs.bottom + gap
        keys = self._keys(pygame.Rect(inner.left, top, inner.width, letters), gap)
        self._first = keys[0]
        foot = pygame.Rect(inner.left, inner.bottom - unit(FOOT), inner.width, unit(FOOT))
        taken = foot.width * 2 // 3
        below = self._helpers(pygame.Rect(foot.topleft, (taken, foot.height)), gap)
        room = pygame.Rect(foot.left + taken + gap, foot.top, foot.width - taken - gap, foot.height)
        self._ok = Button(room, self.stage.t("dialog.ok"), self.done, kind="primary")
        self.focus.set([Choice(tabs, list(self.pages), self.page, self._turn_to), *keys, *below, self._ok])

    def _keys(self, room: pygame.Rect, gap: int) -> list[Widget]:
        """A button for each letter of the page."""
        width = (room.width + gap) // COLUMNS - gap
        rows = list(self.pages.values())[self.page]
        height = room.height // len(rows) - gap
        keys: list[Widget] = []
        for row, letters in enumerate(rows):
            for column, letter in enumerate(letters):
                if letter != BLANK:
                    place = room.x + column * (width + gap), room.y + row * (height + gap)
                    keys.append(Button(pygame.Rect(place, (width, height)), letter, partial(self._add, letter)))
        return keys

    def _helpers(self, room: pygame.Rect, gap: int) -> list[Widget]:
        """Space, the forms of a kana where there are kana, and the key that takes the last letter away."""
        actions = self.helpers()
        if list(self.pages)[self.page] in ("あ", "ア"):
            actions.insert(1, (VARIANTS, self._vary))
        width = (room.width + gap) // len(actions) - gap
        return [
            Button(pygame.Rect(room.x + i * (width + gap), room.y, width, room.height), label, action)
            for i, (label, action) in enumerate(actions)
        ]

    def helpers(self) -> list[tuple[str, Action]]:
        """What there is beside the letters."""
        t = self.stage.t
        return [(t("naming.space"), partial(self._add, " ")), (t("naming.erase"), self._erase)]

    # What is entered

    def _add(self, text: str) -> None:
        """Add what the typeface can show and the name has room for."""
        self.name = self.clean(self.name + showable(self.stage, text))

    def _erase(self) -> None:
        self.name = self.name[:-1]

    def _vary(self) -> None:
        self.name = varied(self.name)

    def _turn_to(self, page: int) -> None:
        self.page = page % len(self.pages)
        self.stage.audio.play("page")
        at_tabs = isinstance(self.focus.current, Choice)
        self.resized()
        self.focus.focus(self.focus.widgets[0] if at_tabs else self._first)

    def signal(self, signal: Signal) -> Nav | None:
        if signal.kind is SignalKind.TYPED:
            self.held = ""
            self._add(signal.text)
            self.focus.focus(self._ok)  # the next Enter takes the name
        elif signal.kind is SignalKind.COMPOSING:
            self.held = signal.text
        elif signal.kind is SignalKind.ERASED:
            self._erase()
        return None

    def intent(self, intent: Intent) -> Nav | None:
        if intent.kind is Kind.BACK:
            self.stage.audio.play("close")
            return Pop()
        if intent.kind is Kind.PAUSE:
            return self.done()
        if intent.kind is Kind.SECONDARY:
            self._erase()
        elif intent.kind in (Kind.PREVIOUS, Kind.NEXT):
            self._turn_to(self.page + (1 if intent.kind is Kind.NEXT else -1))
        else:
            return super().intent(intent)
        return None

    def draw_face(self, canvas: Canvas) -> None:
        stage = self.stage
        unit = stage.metrics.px
        left, top, width = self._field.left, self.rect.top + unit(PAD), self._field.width
        title, note = self.heading()
        stage.text(canvas, title, (left, top + unit(44)), stage.shrunk(title, stage.capped(TITLE, MOST_GROWTH), width))
        style = stage.shrunk(note, stage.capped(NOTE, MOST_GROWTH), width, 20)
        stage.text(canvas, note, (left, top + unit(100)), style, width=width)
        stage.put(canvas, stage.paint.well(self._field.size), self._field.topleft)
        left_style = stage.capped(NOTE._replace(color=theme.MUTED), 1.0)
        place = (self._field.right - unit(24), self._field.centery + unit(9))
        taken = stage.text(canvas, self.left_text, place, left_style, "right").width
        room = width - unit(64) - taken
        style = stage.shrunk(self.name + self.held, stage.capped(NAME, 1.0), room, LEAST)
        name = self.name
        while name and stage.fonts.width(name + self.held, style) > room:
            name = name[1:]  # the end is what is being written
        baseline = self._field.centery + 0.366 * style.size * stage.metrics.scale * stage.metrics.text_scale
        end = stage.text(canvas, name, (left + unit(24), baseline), style).right if name else left + unit(24)
        if self.held:
            end = stage.text(canvas, self.held, (end, baseline), HELD._replace(size=style.size)).right
        caret = stage.paint.line(unit(4), theme.BRASS_LIGHT, 1.0, FIELD - 36)
        stage.put(canvas, caret, (end + unit(6), self._field.top + unit(18)))
