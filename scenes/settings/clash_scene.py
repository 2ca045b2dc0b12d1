"""The keyboard test: finds out which three keys of people who share a keyboard cannot be held together.

Many keyboards cannot distinguish some sets of three keys: the third key is not reported, or a key is reported that
nobody pressed. Any two keys work, so the test judges nothing before two of the three are down. It is a state machine in
virtual time.
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
from scenes.kit.scene import KeyWatchScene, Nav
from scenes.kit.sound.speech import sentences
from scenes.kit.widgets.key_caps import Look, draw_cap, draw_mark
from scenes.kit.widgets.page import PageScene
from scenes.kit.widgets.widget import Widget
from scenes.services import Services
from scenes.table.loading import keys_together

# Three key codes.
Trio = tuple[int, int, int]
# Seconds with two keys down after which the test no longer waits for the third.
PATIENCE = 2.0
# Seconds for which all three keys must stay down to pass the test. A keyboard that reports a key that nobody pressed
# does so within this time.
HOLD = 0.3
# The least seconds for which each result is shown.
WORKS_SHOWN, CLASH_SHOWN = 0.8, 2.5


class ClashPhase(Enum):
    """The current phase of the test."""

    ASKING = auto()
    # All three keys were reported. The phase ends when all keys are up.
    WORKS = auto()
    # Some key was not reported. The phase ends when all keys are up.
    CLASHES = auto()
    OVER = auto()


def trios(keys: Sequence[int]) -> list[Trio]:
    """Return the sets of three keys to test. `keys` are more than three keys, in the order of the seats.

    Each key is tested with the next two, so that keys of neighbours, and of seats two apart, are tested together. If
    only the first seats are taken, it is enough to test the first sets.
    """
    return [(key, keys[(i + 1) % len(keys)], keys[(i + 2) % len(keys)]) for i, key in enumerate(keys)]


class ClashTest:
    """Tests the sets of three of `keys` one after the other, as keys go down and up and time passes."""

    def __init__(self, keys: Sequence[int]) -> None:
        self.trios = trios(keys)
        # The result of each tested set.
        self.works: list[bool] = []
        # All keys that are down, in the order of their presses.
        self.held: list[int] = []
        # A key that was reported although nobody pressed it.
        self.ghost: int | None = None
        self.phase = ClashPhase.ASKING
        # Seconds with two of the three keys down.
        self._two_for = 0.0
        # Seconds with the three keys down and no other.
        self._all_for = 0.0
        # Seconds for which the result has been shown.
        self._shown_for = 0.0

    @property
    def number(self) -> int:
        """The index of the set that is being tested or was just judged. At the end it is the number of sets."""
        return len(self.works) - (self.phase in (ClashPhase.WORKS, ClashPhase.CLASHES))

    @property
    def asked(self) -> tuple[int, ...]:
        """The keys of the set with the index `number`; () at the end."""
        return () if self.phase is ClashPhase.OVER else self.trios[self.number]

    @property
    def others(self) -> list[int]:
        """The keys that are down but do not belong to the set."""
        return [key for key in self.held if key not in self.asked]

    @property
    def clashing(self) -> list[Trio]:
        """The tested sets that cannot be held together."""
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
        """Forget the keys that are down, because the window has lost the focus."""
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
        """Judge the set as soon as that is possible. `down` is how many of its keys are down."""
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
        """Show the result until its time is over and all keys are up. Correct it if the third key is reported late."""
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
# Size of a key's mark, in design pixels.
MARK = 48
# The most other keys that are shown at once.
OTHERS = 6


class ClashScene(KeyWatchScene, PageScene):
    """Shows the keyboard test. On the keyboard only Esc leads back; on other devices, Back does as usual."""

    closed_to_phones = True
    eyebrow, title = "settings.bindings", "clash.title"

    def __init__(self, services: Services) -> None:
        super().__init__(services.stage)
        self.keys = keys_together(services)
        self.test = ClashTest(self.keys)
        # The text that speech read last.
        self._spoken_text = sentences(self.sentence()[0], self.note())

    def pause(self) -> None:
        self.test.let_go()
        super().pause()

    def parts(self, shape: Shape) -> Part:
        """Lay out the keys and the question or result on a card, above the list of sets."""
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
        """Return no widgets, because there is nothing to press."""
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

    # Texts

    def _names(self, trio: tuple[int, ...]) -> dict[str, str]:
        return dict(zip(("first", "second", "third"), map(key_face, trio), strict=True))

    def sentence(self) -> tuple[str, str]:
        """Return the question or the result, and its colour."""
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
        """Draw the keys that are down but in none of the sets, at the top right."""
        faces = [key_face(key) for key in self.test.held if key not in self.keys][:OTHERS]
        if faces:
            above = self.places["count"]
            picture = self._faces(faces, above.width // 2)
            canvas.blit(picture, picture.get_rect(midright=above.midright).topleft)

    def _draw_trio(self, canvas: Canvas, chip: pygame.Rect, index: int, trio: Trio) -> None:
        """Draw one set of three keys with its result. The set being tested is lit."""
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
        """Draw keys side by side, made smaller if necessary to fit `width` pixels."""
        picture = self.glyphs.picture("", "keyboard", faces)
        if picture.get_width() <= width:
            return picture
        size = (width, max(1, picture.get_height() * width // picture.get_width()))
        key = ("narrow keys", tuple(faces), size)
        return self.stage.paint.cached(key, lambda: Sprite(pygame.transform.smoothscale(picture, size))).surface
