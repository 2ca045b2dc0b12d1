"""The keyboard clash tester: which three keys of those who share a keyboard cannot be held together on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from scenes.kit import theme
from scenes.kit.canvas import Canvas
from scenes.kit.devices import Signal, SignalKind
from scenes.kit.fonts import Style
from scenes.kit.glyphbar import GlyphBar, Prompt
from scenes.kit.glyphs import Glyphs
from scenes.kit.heading import draw_heading
from scenes.kit.intents import Intent, Kind
from scenes.kit.key_caps import Look, draw_cap, draw_mark
from scenes.kit.keyboard import face
from scenes.kit.layout import Shape
from scenes.kit.paint import Sprite
from scenes.kit.scene import Item, Nav, Pop, Scene
from scenes.kit.speech import sentences
from scenes.kit.stops import prompt_stops
from scenes.services import Services
from scenes.settings.clash import ClashTest, Phase, Trio
from scenes.table.loading import keys_together

COUNT = Style(theme.CAPTION, theme.EYEBROW, bold=True, spacing=4)
SENTENCE = Style(theme.NAME, theme.IVORY, bold=True)
NOTE = Style(theme.CAPTION, theme.MUTED)
GAP = 24  # design pixels between chips
MARK = 48
OTHERS = 6  # keys besides those of the table that are shown at once
Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Places:
    """Design pixels: the card, then inside it the caps (first corner, side, pitch, how many in a row) and texts.

    `chips` are the tried trios, in `columns`; `bar` is the glyph bar.
    """

    card: Box
    caps: tuple[float, float, float, float, int]
    count: tuple[float, float]  # left end of a baseline
    sentence: Box
    note: Box
    chips: Box
    columns: int
    bar: Box


_PLACES = {
    Shape.WIDE: Places(
        card=(96, 218, 1728, 408),
        caps=(250, 304, 136, 184, 8),
        count=(144, 274),
        sentence=(144, 452, 1632, 100),
        note=(144, 552, 1632, 48),
        chips=(96, 656, 1728, 248),
        columns=4,
        bar=(54, 956, 1812, 80),
    ),
    Shape.CLASSIC: Places(
        card=(72, 200, 1296, 432),
        caps=(126, 280, 120, 152.6, 8),
        count=(108, 254),
        sentence=(108, 418, 1224, 112),
        note=(108, 534, 1224, 84),
        chips=(72, 660, 1296, 248),
        columns=4,
        bar=(54, 956, 1332, 80),
    ),
    Shape.TALL: Places(
        card=(54, 236, 972, 800),
        caps=(120, 340, 168, 224, 4),
        count=(102, 300),
        sentence=(102, 746, 876, 150),
        note=(102, 900, 876, 124),
        chips=(54, 1064, 972, 552),
        columns=2,
        bar=(54, 1712, 972, 160),
    ),
}


class ClashScene(Scene):
    """Listens to the keyboard's keys as such, so that of them only Esc leads back; other devices leave as usual."""

    closed_to_phones = True

    def __init__(self, services: Services) -> None:
        super().__init__(services.stage)
        self.services = services
        self.keys = keys_together(services)
        self.test = ClashTest(self.keys)
        self._told = sentences(self.sentence()[0], self.note())  # what was read aloud last: first by `spoken`

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
        """Watch the keys or no more; what is down meanwhile is not known."""
        self.test.let_go()
        self.stage.devices.watch_keys(on)

    def resized(self) -> None:
        rect = self.stage.metrics.rect
        self.places = _PLACES[self.stage.metrics.shape]
        self.card = rect(*self.places.card)
        left, top, side, pitch, row = self.places.caps
        self.caps = [rect(left + i % row * pitch, top + i // row * pitch, side, side) for i in range(len(self.keys))]
        self.chips = [self._chip(i) for i in range(len(self.test.trios))]
        self.glyphs = Glyphs(self.stage.paint, self.stage.fonts)
        self.bar = GlyphBar(self.stage, rect(*self.places.bar))
        self.bar.set([Prompt(Kind.BACK, self.stage.t("glyph.back"))])

    def _chip(self, index: int) -> pygame.Rect:
        left, top, width, height = self.places.chips
        rows = -(-len(self.test.trios) // self.places.columns)
        row, column = divmod(index, self.places.columns)
        across, down = (width + GAP) / self.places.columns, (height + GAP) / rows
        return self.stage.metrics.rect(left + column * across, top + row * down, across - GAP, down - GAP)

    # Presses and time

    def scan(self) -> Sequence[Item]:
        return prompt_stops(self, self.bar, ())

    def intent(self, intent: Intent) -> Nav | None:
        meant = self.bar.translate(intent) or intent
        return Pop() if meant.kind in (Kind.BACK, Kind.PAUSE) else None

    def signal(self, signal: Signal) -> Nav | None:
        if signal.kind is SignalKind.KEY_DOWN and signal.code is not None:
            self.test.press(signal.code)
        elif signal.kind is SignalKind.KEY_UP and signal.code is not None:
            self.test.release(signal.code)
        elif signal.kind is SignalKind.FOCUS_LOST:
            self.test.let_go()
        return None

    def tick(self, dt: float) -> Nav | None:
        if self.test.tick(dt) and self.test.phase is not Phase.ASKING:
            self.stage.audio.play("barred" if self.test.phase is Phase.CLASHES else "turn")
        if (said := sentences(self.sentence()[0], self.note())) != self._told:
            self._told = said
            self.stage.say(said, urgent=True)
        return None

    @property
    def lively(self) -> bool:
        return bool(self.test.held)

    # Words

    def _names(self, trio: tuple[int, ...]) -> dict[str, str]:
        return dict(zip(("first", "second", "third"), map(face, trio), strict=True))

    def sentence(self) -> tuple[str, str]:
        """What is asked for or was found, and the colour that it is written in."""
        t, test = self.stage.t, self.test
        if test.phase is Phase.ASKING:
            return t("clash.ask", **self._names(test.asked)), theme.IVORY
        if test.phase is Phase.WORKS:
            return t("clash.works"), theme.GOOD
        if test.phase is Phase.CLASHES:
            return t("clash.clashes", **self._names(test.asked)), theme.WARN
        if test.clashing:
            return t("clash.verdict", count=len(test.clashing)), theme.WARN
        return t("clash.none"), theme.GOOD

    def note(self) -> str:
        """The line below the sentence."""
        t, test = self.stage.t, self.test
        if test.phase is Phase.ASKING:
            return t("clash.note")
        if test.phase is Phase.OVER:
            return t("clash.barred") if test.clashing else ""
        let_go = t("clash.let_go")
        return let_go if test.ghost is None else f"{t('clash.ghost', ghost=face(test.ghost))} {let_go}"

    @property
    def spoken(self) -> str:
        return sentences(self.stage.t("clash.title"), self.sentence()[0], self.note())

    # Drawing

    def draw(self, canvas: Canvas, alpha: float) -> None:
        stage = self.stage
        canvas.blit(stage.table, (0, 0))
        draw_heading(stage, canvas, stage.t("settings.bindings"), stage.t("clash.title"))
        stage.put(canvas, stage.paint.panel("lacquer", self.card.size), self.card.topleft)
        for key, place in zip(self.keys, self.caps, strict=True):
            look: Look = "down" if key in self.test.held else "asked" if key in self.test.asked else "waiting"
            draw_cap(stage, canvas, place, face(key), look)
        self._draw_words(canvas)
        self._draw_others(canvas)
        for i, trio in enumerate(self.test.trios):
            self._draw_trio(canvas, self.chips[i], i, trio)
        self.bar.draw(canvas)

    def _draw_words(self, canvas: Canvas) -> None:
        stage, test = self.stage, self.test
        total = len(test.trios)
        count = stage.t("clash.count", number=min(test.number + 1, total), total=total).upper()
        stage.text(canvas, count, stage.metrics.point(*self.places.count), stage.capped(COUNT, 1.2))
        sentence, color = self.sentence()
        for text, style, box in (
            (sentence, SENTENCE._replace(color=color), self.places.sentence),
            (self.note(), NOTE, self.places.note),
        ):
            place = stage.metrics.rect(*box)
            lines, style = stage.fitted(text, style, place.width, place.height)
            step = stage.fonts.line_height(style)
            spare = (place.height - len(lines) * step) // 2
            baseline = place.top + spare + stage.fonts.ascent(style)
            stage.paragraph(canvas, lines, (place.centerx, baseline), style, "centre")

    def _draw_others(self, canvas: Canvas) -> None:
        """The keys down that are none of the table's, at the right above them."""
        faces = [face(key) for key in self.test.held if key not in self.keys][:OTHERS]
        if not faces:
            return
        unit = self.stage.metrics.px
        picture = self._faces(faces, self.card.width // 2)
        middle = self.stage.metrics.point(*self.places.count)[1] - unit(10)
        canvas.blit(picture, (self.card.right - unit(48) - picture.get_width(), middle - picture.get_height() // 2))

    def _draw_trio(self, canvas: Canvas, chip: pygame.Rect, index: int, trio: Trio) -> None:
        """A set of three keys, lit while it is asked for, and what was found of it."""
        stage, unit = self.stage, self.stage.metrics.px
        current = self.test.phase is not Phase.OVER and index == self.test.number
        stage.put(canvas, stage.paint.panel("enamel" if current else "lacquer", chip.size), chip.topleft)
        known = index < len(self.test.works)
        tried = known or current
        mark = pygame.Rect(0, 0, unit(MARK), unit(MARK))
        mark.midright = (chip.right - unit(24), chip.centery)
        picture = self._faces([face(key) for key in trio], mark.left - unit(16) - chip.left - unit(24))
        canvas.blit(picture, (chip.left + unit(24), chip.centery - picture.get_height() // 2), 1.0 if tried else 0.5)
        if known:
            draw_mark(stage, canvas, mark, self.test.works[index], on_enamel=current)

    def _faces(self, faces: list[str], width: int) -> pygame.Surface:
        """Keys side by side, made smaller where they are wider than `width` pixels."""
        picture = self.glyphs.picture("", "keyboard", faces)
        if picture.get_width() <= width:
            return picture
        size = (width, max(1, picture.get_height() * width // picture.get_width()))
        key = ("narrow keys", tuple(faces), size)
        return self.stage.paint.once(key, lambda: Sprite(pygame.transform.smoothscale(picture, size))).surface
