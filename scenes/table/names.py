"""The screen on which a name is entered: typed on a keyboard, or put together from letters with a pad, the mouse or a
finger.

The letters are on several pages, which include the variants of kana.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from game.match_setup import LONGEST_NAME, clean_name
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style, lacking
from scenes.kit.input.intents import Intent, Kind, Signal, SignalKind
from scenes.kit.layout import Part, cell, column, grid, row, within
from scenes.kit.scene import Nav, Pop
from scenes.kit.stage import Stage
from scenes.kit.widgets.dialog import VEIL, CardScene, tell
from scenes.kit.widgets.widget import Action, Button, SegmentedControl

COLUMNS = 10
# Stands for a place without a letter.
BLANK = "　"
_HIRAGANA = (
    "あかさたなはまやらわ",
    "いきしちにひみ　りを",
    "うくすつぬふむゆるん",
    "えけせてねへめ　れー",
    "おこそとのほもよろ・",
)
_LATIN = ("ABCDEFGHIJ", "KLMNOPQRST", "UVWXYZ-’.!", "0123456789")
SHIFT = ord("ァ") - ord("ぁ")
VARIANTS = "゛゜小"
_CYCLES = (
    *(
        "かが",
        "きぎ",
        "くぐ",
        "けげ",
        "こご",
        "さざ",
        "しじ",
        "すず",
        "せぜ",
        "そぞ",
        "ただ",
        "ちぢ",
        "つっづ",
        "てで",
        "とど",
    ),
    *("はばぱ", "ひびぴ", "ふぶぷ", "へべぺ", "ほぼぽ"),
    *("あぁ", "いぃ", "うぅゔ", "えぇ", "おぉ", "やゃ", "ゆゅ", "よょ", "わゎ"),
)
TITLE = Style(theme.TITLE, theme.INK, bold=True)
NOTE = Style(theme.CAPTION, theme.INK_SOFT)
NAME = Style(theme.HEADING, theme.IVORY, bold=True)
# Style of text that the input method has not committed yet.
HELD = NAME._replace(color=theme.EYEBROW)
# Greatest size of the card, and the least margin around it, in design pixels, as all lengths here.
MOST, MARGIN = (1180, 1132), 88
FIELD, GAP = 92, 12
MOST_GROWTH = 1.2
# Smallest type size, for a name longer than its field.
LEAST = 20


def katakana(text: str) -> str:
    """Return `text` with its hiragana as katakana."""
    return "".join(chr(ord(char) + SHIFT) if "ぁ" <= char <= "ゖ" else char for char in text)


PAGES: dict[str, tuple[str, ...]] = {
    "ABC": _LATIN,
    "abc": tuple(row.lower() for row in _LATIN),
    "あ": _HIRAGANA,
    "ア": tuple(katakana(row) for row in _HIRAGANA),
}
"""The alphabets, by the label of their tab.

Each has rows of at most COLUMNS letters, in which a BLANK leaves a place free.
"""
_NEXT = {
    char: form[(at + 1) % len(form)]
    for cycle in _CYCLES
    for form in (cycle, katakana(cycle))
    for at, char in enumerate(form)
}


def vary(text: str) -> str:
    """Return `text` with its last kana in its next form. The forms are voiced, half voiced, small and plain."""
    return text[:-1] + _NEXT.get(text[-1], text[-1]) if text else text


def showable(text: str) -> str:
    """Return the characters of `text` that the typeface has."""
    unknown = lacking(text)
    return "".join(char for char in text if char.isprintable() and char not in unknown)


class NameScene(CardScene):
    """Asks for a name. The result is the name, or None if it is cancelled or empty.

    Subclasses ask for some other text than a name. They set the greatest length of the text (`longest`), and other
    `pages` of letters with their number of `columns`. A single page has no tab.
    """

    longest = LONGEST_NAME
    columns = COLUMNS
    pages: Mapping[str, tuple[str, ...]] = PAGES

    def __init__(self, stage: Stage, name: str, veil: float = VEIL) -> None:
        """`name` is the text in the field at first. `veil` is how much the scene below is darkened, 0 to 1."""
        super().__init__(stage)
        self.veil = veil
        self.name = name[: self.longest]
        self.held = ""
        self.page = 2 if stage.strings.language == "ja" and len(self.pages) > 2 else 0

    @property
    def takes_text(self) -> bool:
        return True

    def heading(self) -> tuple[str, str]:
        """Return the title, and the note below it."""
        return self.stage.t("naming.title"), self.stage.t("naming.note", count=self.longest)

    @property
    def spoken_title(self) -> str:
        return self.heading()[0]

    def clean(self, text: str) -> str:
        """Return the characters of `text` that may be entered."""
        return text[: self.longest].lstrip("@ ")

    @property
    def left_text(self) -> str:
        """Return the text that says how many characters still fit."""
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
        metrics, rows, actions = self.stage.metrics, list(self.pages.values())[self.page], self.helpers()
        if list(self.pages)[self.page] in ("あ", "ア"):
            actions.insert(1, (VARIANTS, self._vary))
        has_tabs = len(self.pages) > 1
        width, height = (
            min(metrics.px(most), side - metrics.px(88)) for most, side in zip(MOST, metrics.size, strict=True)
        )
        self.places = places = within(
            metrics, self.place(width, height), _plan(len(rows), self.columns, len(actions), has_tabs)
        )
        self.stage.devices.listen(places["field"])
        letters = "".join(row.ljust(self.columns, BLANK) for row in rows)
        keys = [
            Button(place, letter, partial(self._add, letter))
            for place, letter in zip(places.all("key"), letters, strict=True)
            if letter != BLANK
        ]
        self._first = keys[0]
        below = [Button(place, *action) for place, action in zip(places.all("helper"), actions, strict=True)]
        self._ok = Button(places["ok"], self.stage.t("dialog.ok"), self.done, kind="primary")
        tabs = [SegmentedControl(places["tabs"], list(self.pages), self.page, self.turn_to)] if has_tabs else []
        for tab in tabs:
            tab.name = self.stage.t("naming.letters")
        self.focus.set([*tabs, *keys, *below, self._ok])

    def helpers(self) -> list[tuple[str, Action]]:
        """Return the buttons beside the letters."""
        t = self.stage.t
        return [(t("naming.space"), partial(self._add, " ")), (t("naming.erase"), self._erase)]

    # The entered text

    def _add(self, text: str) -> None:
        """Add the characters that the typeface has, as many as fit."""
        self.name = self.clean(self.name + showable(text))

    def _erase(self) -> None:
        self.name = self.name[:-1]

    def _vary(self) -> None:
        self.name = vary(self.name)

    def turn_to(self, page: int) -> None:
        if len(self.pages) == 1:
            return
        self.page = page % len(self.pages)
        self.stage.audio.play("page")
        at_tabs = isinstance(self.focus.current, SegmentedControl)
        self.resized()
        self.focus.focus(self.focus.widgets[0] if at_tabs else self._first)

    def signal(self, signal: Signal) -> Nav | None:
        if signal.kind is SignalKind.PASTED and not showable(signal.text).strip():
            return tell(self.stage, self.stage.t("naming.pasted.none"), self.stage.t("naming.pasted.none_body"))
        if signal.kind in (SignalKind.TYPED, SignalKind.PASTED):
            self.held = ""
            self._add(signal.text)
            # The next Enter takes the name.
            self.focus.focus(self._ok)
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
            self.turn_to(self.page + (1 if intent.kind is Kind.NEXT else -1))
        else:
            return super().intent(intent)
        return None

    def draw_face(self, canvas: Canvas) -> None:
        stage, places = self.stage, self.places
        unit, field = stage.metrics.px, places["field"]
        title, note = self.heading()
        stage.label(canvas, title, places["title"], TITLE, grow=MOST_GROWTH)
        stage.label(canvas, note, places["note"], NOTE, grow=MOST_GROWTH, least=20)
        stage.blit(canvas, stage.paint.well(field.size), field.topleft)
        inner = field.inflate(-2 * unit(24), 0)
        taken = stage.label(canvas, self.left_text, inner, NOTE._replace(color=theme.MUTED), "right").width
        room = inner.width - unit(16) - taken
        style = stage.shrink_to_width(self.name + self.held, stage.limit_scale(NAME, 1.0), room, LEAST)
        name = self.name
        while name and stage.fonts.width(name + self.held, style) > room:
            # Letters are cut off at the start, so that the end stays visible.
            name = name[1:]
        baseline = field.centery + stage.drop(style)
        end = stage.text(canvas, name, (inner.left, baseline), style).right if name else inner.left
        if self.held:
            end = stage.text(canvas, self.held, (end, baseline), HELD._replace(size=style.size)).right
        caret = stage.paint.line(unit(4), theme.BRASS_LIGHT, 1.0, FIELD - 36)
        stage.blit(canvas, caret, (end + unit(6), field.top + unit(18)))


def _plan(rows: int, columns: int, helpers: int, has_tabs: bool) -> Part:
    """Lay out the `title` and the `note`, the `field`, any `tabs` of pages, each `key`, each `helper`, and `ok`."""
    head = column(cell("title", 52), cell("note", 36), size=108, gap=20)
    foot = row(row(*[cell("helper")] * helpers, share=2, gap=GAP), cell("ok"), size=104, gap=GAP)
    keys = grid("key", columns * rows, columns, gap=GAP)
    tabs = [cell("tabs", 80)] if has_tabs else []
    return column(head, cell("field", FIELD), *tabs, keys, cell(size=24), foot, gap=GAP)
