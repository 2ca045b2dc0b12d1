"""The keyboard clash tester: finds sets of three keys, of people sharing a keyboard, that cannot be held together.

A keyboard without a diode per key cannot distinguish some sets of three: the third key stays silent, or an unpressed
one arrives. Two keys always arrive, so nothing is judged before two of the three are down. The test itself is a state
machine in virtual time.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto

import pygame

from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.glyphs import Glyphs
from scenes.kit.drawing.paint import Sprite
from scenes.kit.input.bindings import key_face
from scenes.kit.input.intents import Intent, Kind, Signal, SignalKind
from scenes.kit.layout import Part, Shape, cell, column, grid, row, within
from scenes.kit.scene import Nav
from scenes.kit.sound.speech import sentences
from scenes.kit.widgets.key_caps import Look, draw_cap, draw_mark
from scenes.kit.widgets.page import PageScene
from scenes.kit.widgets.widget import Widget
from scenes.services import Services
from scenes.table.loading import keys_together

Trio = tuple[int, int, int]  # key codes
PATIENCE = 2.0  # seconds with two keys down before the third is given up
HOLD = 0.3  # seconds that all three stay down, so that a ghost key can arrive
WORKS_SHOWN, CLASH_SHOWN = 0.8, 2.5  # least seconds for which a finding is shown


class ClashPhase(Enum):
    """The current phase of the test."""

    ASKING = auto()
    WORKS = auto()  # all three have arrived; until all keys are up
    CLASHES = auto()  # they have not; until all keys are up
    OVER = auto()


def trios(keys: Sequence[int]) -> list[Trio]:
    """Return trios of more than three keys by seat: each with the next two, which tests neighbours and next but one.

    The first trios suffice for a table at which only the first seats are taken.
    """
    return [(key, keys[(i + 1) % len(keys)], keys[(i + 2) % len(keys)]) for i, key in enumerate(keys)]


class ClashTest:
    """Tries the trios of `keys` one by one, as keys go down and up and time passes."""

    def __init__(self, keys: Sequence[int]) -> None:
        self.trios = trios(keys)
        self.works: list[bool] = []  # by tried trio
        self.held: list[int] = []  # all keys that are down, in order
        self.ghost: int | None = None  # an unpressed key that arrived
        self.phase = ClashPhase.ASKING
        self._two_for = 0.0  # seconds with two of the three down
        self._all_for = 0.0  # seconds with exactly the three down
        self._shown_for = 0.0  # seconds since the finding

    @property
    def number(self) -> int:
        """The index of the trio now asked for or just judged; their number at the end."""
        return len(self.works) - (self.phase in (ClashPhase.WORKS, ClashPhase.CLASHES))

    @property
    def asked(self) -> tuple[int, ...]:
        """The keys of that trio; () at the end."""
        return () if self.phase is ClashPhase.OVER else self.trios[self.number]

    @property
    def others(self) -> list[int]:
        """The keys that are down but not asked for."""
        return [key for key in self.held if key not in self.asked]

    @property
    def clashing(self) -> list[Trio]:
        """The tried trios that cannot be held together."""
        return [trio for trio, works in zip(self.trios, self.works, strict=False) if not works]

    def press(self, key: int) -> None:
        """Note that a key went down."""
        if key not in self.held:
            self.held.append(key)

    def release(self, key: int) -> None:
        """Note that a key went up."""
        if key in self.held:
            self.held.remove(key)

    def let_go(self) -> None:
        """Forget the keys that are down, when the window loses the focus."""
        self.held.clear()

    def tick(self, dt: float) -> bool:
        """Let `dt` seconds pass; return whether the phase has changed."""
        before = self.phase
        down = sum(key in self.held for key in self.asked)
        alone = down == 3 and not self.others
        self._all_for = self._all_for + dt if alone else 0.0
        if self.phase is ClashPhase.ASKING:
            self._wait(down, dt)
        elif self.phase is not ClashPhase.OVER:
            self._show(dt)
        return self.phase is not before

    def _wait(self, down: int, dt: float) -> None:
        """Judge the trio as soon as possible; `down` of its keys are down."""
        self._two_for = self._two_for + dt if down == 2 else 0.0
        if down >= 2 and self.others:
            self.ghost = self.others[0]
            self._judge(False)
        elif self._all_for >= HOLD:
            self._judge(True)
        elif self._two_for >= PATIENCE:
            self._judge(False)

    def _judge(self, works: bool) -> None:
        self.works.append(works)
        self.phase = ClashPhase.WORKS if works else ClashPhase.CLASHES
        self._shown_for = self._two_for = 0.0

    def _show(self, dt: float) -> None:
        """Show the finding for a while and until all keys are up; a late finger corrects it."""
        self._shown_for += dt
        if self.phase is ClashPhase.CLASHES and self.ghost is None and self._all_for >= HOLD:
            self.works.pop()
            self._judge(True)
        elif not self.held and self._shown_for >= (WORKS_SHOWN if self.works[-1] else CLASH_SHOWN):
            self.ghost = None
            self.phase = ClashPhase.ASKING if len(self.works) < len(self.trios) else ClashPhase.OVER


COUNT = Style(theme.CAPTION, theme.EYEBROW, bold=True, spacing=4)
SENTENCE = Style(theme.NAME, theme.IVORY, bold=True)
NOTE = Style(theme.CAPTION, theme.MUTED)
MARK = 48  # design pixels
OTHERS = 6  # most other keys shown at once


class ClashScene(PageScene):
    """Receives raw keys; only Esc leads back. Other devices leave as usual."""

    closed_to_phones = True
    eyebrow, title = "settings.bindings", "clash.title"

    def __init__(self, services: Services) -> None:
        super().__init__(services.stage)
        self.keys = keys_together(services)
        self.test = ClashTest(self.keys)
        self._spoken_text = sentences(self.sentence()[0], self.note())  # what was read aloud last

    def enter(self) -> None:
        self.resized()
        self._watch(True)

    def leave(self) -> None:
        self._watch(False)

    def pause(self) -> None:
        self._watch(False)

    def resume(self, result: object) -> Nav | None:
        self._watch(True)
        return None

    def _watch(self, on: bool) -> None:
        """Start or stop watching keys; forget those held."""
        self.test.let_go()
        self.stage.devices.watch_keys(on)

    def parts(self, shape: Shape) -> Part:
        """Lay out the keys with the question or finding on a card, above the sets of three."""
        tall, wide = shape is Shape.TALL, shape is Shape.WIDE
        caps = grid(
            "cap",
            len(self.keys),
            4 if tall else 8,
            height=168 if tall else 136 if wide else 122,
            gap=32,
            row_gap=56,
            pad=(80 if wide else 0, 0),
        )
        words = column(cell("sentence", share=2), cell("note"), gap=4)
        card = column(cell("count", 50), caps, words, name="card", most=828, gap=14, pad=(48, 20, 48, 14))
        return column(
            card, grid("chip", len(self.test.trios), 2 if tall else 4, height=120), gap=28, pad=(0, 20, 0, 16)
        )

    def widgets(self) -> Sequence[Widget]:
        """Return no widgets, as nothing can be pressed."""
        self.caps = []
        for place in self.places.all("cap"):
            side = min(place.size)
            self.caps.append(place.inflate(side - place.width, side - place.height))
        self.glyphs = Glyphs(self.stage.assets, self.stage.paint, self.stage.fonts)
        return ()

    # Presses and time

    def meant(self, intent: Intent) -> Nav | None:
        return self.back() if intent.kind is Kind.PAUSE else None

    def signal(self, signal: Signal) -> Nav | None:
        if signal.kind is SignalKind.KEY_DOWN and signal.code is not None:
            self.test.press(signal.code)
        elif signal.kind is SignalKind.KEY_UP and signal.code is not None:
            self.test.release(signal.code)
        elif signal.kind is SignalKind.FOCUS_LOST:
            self.test.let_go()
        return None

    def tick(self, dt: float) -> Nav | None:
        if self.test.tick(dt) and self.test.phase is not ClashPhase.ASKING:
            self.stage.audio.play("barred" if self.test.phase is ClashPhase.CLASHES else "turn")
        if (text := sentences(self.sentence()[0], self.note())) != self._spoken_text:
            self._spoken_text = text
            self.stage.say(text, urgent=True)
        return None

    @property
    def is_animated(self) -> bool:
        return bool(self.test.held)

    # Words

    def _names(self, trio: tuple[int, ...]) -> dict[str, str]:
        return dict(zip(("first", "second", "third"), map(key_face, trio), strict=True))

    def sentence(self) -> tuple[str, str]:
        """Return the question or finding, and its colour."""
        t, test = self.stage.t, self.test
        if test.phase is ClashPhase.ASKING:
            return t("clash.ask", **self._names(test.asked)), theme.IVORY
        if test.phase is ClashPhase.WORKS:
            return t("clash.works"), theme.GOOD
        if test.phase is ClashPhase.CLASHES:
            return t("clash.clashes", **self._names(test.asked)), theme.WARN
        if test.clashing:
            return t("clash.verdict", count=len(test.clashing)), theme.WARN
        return t("clash.none"), theme.GOOD

    def note(self) -> str:
        """Return the line below the sentence."""
        t, test = self.stage.t, self.test
        if test.phase is ClashPhase.ASKING:
            return t("clash.note")
        if test.phase is ClashPhase.OVER:
            return t("clash.barred") if test.clashing else ""
        let_go = t("clash.let_go")
        return let_go if test.ghost is None else f"{t('clash.ghost', ghost=key_face(test.ghost))} {let_go}"

    @property
    def spoken(self) -> str:
        return sentences(self.stage.t("clash.title"), self.sentence()[0], self.note())

    # Drawing

    def draw_page(self, canvas: Canvas) -> None:
        stage, card, test = self.stage, self.places["card"], self.test
        stage.blit(canvas, stage.paint.panel("lacquer", card.size), card.topleft)
        for key, place in zip(self.keys, self.caps, strict=True):
            look: Look = "down" if key in test.held else "asked" if key in test.asked else "waiting"
            draw_cap(stage, canvas, place, key_face(key), look)
        total = len(test.trios)
        count = stage.t("clash.count", number=min(test.number + 1, total), total=total).upper()
        stage.label(canvas, count, self.places["count"], COUNT, grow=1.2)
        sentence, color = self.sentence()
        for name, text, style in (
            ("sentence", sentence, SENTENCE._replace(color=color)),
            ("note", self.note(), NOTE),
        ):
            stage.label(canvas, text, self.places[name], style, "centre", lines=4, grow=stage.metrics.text_scale)
        self._draw_others(canvas)
        for i, (trio, chip) in enumerate(zip(test.trios, self.places.all("chip"), strict=True)):
            self._draw_trio(canvas, chip, i, trio)

    def _draw_others(self, canvas: Canvas) -> None:
        """Draw other keys that are down, above at the right."""
        faces = [key_face(key) for key in self.test.held if key not in self.keys][:OTHERS]
        if faces:
            above = self.places["count"]
            picture = self._faces(faces, above.width // 2)
            canvas.blit(picture, picture.get_rect(midright=above.midright).topleft)

    def _draw_trio(self, canvas: Canvas, chip: pygame.Rect, index: int, trio: Trio) -> None:
        """Draw a set of three keys with its result, lit while it is asked for."""
        stage = self.stage
        current = self.test.phase is not ClashPhase.OVER and index == self.test.number
        stage.blit(canvas, stage.paint.panel("enamel" if current else "lacquer", chip.size), chip.topleft)
        known = index < len(self.test.works)
        tried = known or current
        at = within(stage.metrics, chip, row(cell("keys"), cell("mark", MARK), gap=16, pad=(24, 0)))
        picture = self._faces([key_face(key) for key in trio], at["keys"].width)
        canvas.blit(picture, picture.get_rect(midleft=at["keys"].midleft).topleft, 1.0 if tried else 0.5)
        if known:
            draw_mark(stage, canvas, at["mark"], self.test.works[index], on_enamel=current)

    def _faces(self, faces: list[str], width: int) -> pygame.Surface:
        """Draw keys side by side, reduced to fit `width` pixels."""
        picture = self.glyphs.picture("", "keyboard", faces)
        if picture.get_width() <= width:
            return picture
        size = (width, max(1, picture.get_height() * width // picture.get_width()))
        key = ("narrow keys", tuple(faces), size)
        return self.stage.paint.cached(key, lambda: Sprite(pygame.transform.smoothscale(picture, size))).surface
