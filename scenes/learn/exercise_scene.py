"""The exercises: tasks on a real board, with friendly remarks on wrong tries.

Beside the board stand the task, the progress, and the remark on the last try.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import pygame

from game.core.decode import decode
from game.core.record import parse_action
from game.core.spec import GameSpec
from game.session.agent_requests import plain_action
from game.storage.store import Store
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.glyphs import SHOULDERS, Prompt
from scenes.kit.drawing.timeline import ease_out
from scenes.kit.input.intents import Intent, Kind
from scenes.kit.layout import NOWHERE, Align, Part, Places, cell, column, row, within
from scenes.kit.scene import Item, Nav, Pop, ScanTarget
from scenes.kit.sound.speech import sentences
from scenes.kit.widgets.scanner import prompt_targets
from scenes.routes import ToSetup
from scenes.services import Services
from scenes.table.art.marks import SIGN
from scenes.table.board.board_view import TALL_BAR, place_bar
from scenes.table.board.layout import lesson_places
from scenes.table.exercises.lesson_table import IGNORED, LessonTable, TryingScene
from scenes.table.loading import lessons_of

EYEBROW = Style(theme.CAPTION, theme.EYEBROW, bold=True, spacing=4)
TITLE = Style(theme.HEADING, theme.IVORY, bold=True)
TASK = Style(theme.LIST, theme.IVORY)
REMARK, PRAISE = Style(theme.HELPER, bold=True), Style(theme.NAME, theme.INK, bold=True)
BODY = Style(theme.HELPER, theme.IVORY)
LEAST_TITLE = 44
# Margins of a remark at its sides, margins above and below it, and the gap between its parts.
PAD, LOW_PAD, GAP = 28, 20, 8
LAUREL = 132
POP_SECONDS = 0.4
# A panel is called low if its width is at least this many times its height.
LOW_FROM = 3.0
# The bar's place (design pixels) in an upright window, if the game has its own input between board and bar.
LOW_BAR = (54, 1700, 972, 191)


@dataclass(frozen=True, slots=True)
class ExerciseRemark:
    """A remark shown on the panel, and its kind."""

    tone: Literal["wrong", "hint", "right"]
    title: str
    text: str


class ExerciseScene(TryingScene):
    """Plays the exercises, starting at the first unsolved one.

    After the last exercise, the scene pops with the route to the setup.
    """

    def __init__(self, services: Services, spec: GameSpec, first: str = "") -> None:
        """`first` is the key of the first exercise, "" for the first unsolved one."""
        super().__init__(services, spec)
        self.exercises = lessons_of(spec).exercises
        self._done = solved_exercises(services.store, spec)
        keys = [exercise.key for exercise in self.exercises]
        unsolved = next((i for i, key in enumerate(keys) if key not in self._done), 0)
        self.index = keys.index(first) if first in keys else unsolved
        self.remark: ExerciseRemark | None = None
        self.is_solved = False
        self._hint: object = None
        # The remark that speech read last.
        self._spoken_remark: ExerciseRemark | None = None
        # Seconds since the laurel began to appear.
        self._joy = POP_SECONDS
        # The remark for which `_remark_places` was computed.
        self._laid: ExerciseRemark | None = None
        self._remark_places = NOWHERE

    # Life

    def enter(self) -> None:
        self._begin(self.index)

    def _begin(self, index: int) -> None:
        self.index = index
        self.exercise = self.exercises[index]
        self.remark, self._hint, self.is_solved = None, None, False
        self.stage.say(self.spoken, urgent=True, passing=True)
        self.take_table(LessonTable(self.services, self.spec, self.exercise.position))

    @property
    def is_over(self) -> bool:
        return self.is_solved

    @property
    def spoken(self) -> str:
        key = self.exercise.key
        return sentences(self.stage.t(f"{key}.title"), self.stage.t(f"{key}.text"))

    def resized(self) -> None:
        self.table.lay(self.table.seats)
        pressed = self.exercise.pressed
        self.bar = place_bar(self.stage, LOW_BAR if pressed else TALL_BAR)
        # Remarks keep clear of the buttons, which stand beside the board.
        self.places = lesson_places(self.stage.metrics, pressed)
        steps = row(cell(), *[cell("step", fit=54)] * len(self.exercises), cell(), gap=0, pad=(9, 0))
        self._steps = within(self.stage.metrics, self.places["steps"], steps).all("step")
        self._laid = None

    # Presses

    def meant(self, intent: Intent) -> Nav | None:
        if self.is_solved:
            return None if intent.kind in IGNORED or intent.repeat else self._go_on()
        if intent.kind is Kind.HINT:
            self._give_hint()
        elif self.legal:
            self.board_intent(intent)
        return None

    def scan(self) -> Sequence[Item]:
        """Return the legal actions and the bar's prompts.

        If the exercise asks for an illegal try, there is also a way to skip it.
        """
        bar = prompt_targets(self, self.bar, () if self.is_solved else (Kind.CONFIRM,))
        if not self.legal:
            return bar if self.table.timeline.is_idle else ()
        skip = [ScanTarget("skip", self.stage.t("scan.skip"), self._go_on)] if self.exercise.refused else []
        return (*self.action_items(), *skip, *bar)

    def _go_on(self) -> Nav | None:
        if self.index + 1 == len(self.exercises):
            return Pop(ToSetup(self.spec.id))
        self._begin(self.index + 1)
        return None

    def begin_try(self) -> None:
        if self.remark is not None and self.remark.tone == "wrong":
            self.remark = None

    def try_action(self, action: object) -> None:
        """Play a legal action if it solves the exercise. Otherwise say why it does not."""
        exercise = self.exercise
        if exercise.refused or not exercise.accepted(self.table.state, action):
            self._explain(action)
            return
        self.remark, self._hint = None, None
        self.table.act(action, self._after_mine)

    def try_barred(self, action: object) -> None:
        """Handle an illegal try. Some exercises ask for one."""
        super().try_barred(action)
        if self.exercise.refused and self.exercise.accepted(self.table.state, action):
            self.celebrate()
            return
        problem = self.turn.problem
        if problem is not None:
            self.remark = ExerciseRemark("wrong", problem.title, problem.text)

    def _explain(self, action: object) -> None:
        t = self.stage.t
        state = self.table.state
        fitting = (wrong.text for wrong in self.exercise.wrong if wrong.matches(state, action))
        key = next(fitting, "")
        text = t(key) if key else t(f"{self.exercise.key}.hint")
        self.remark = ExerciseRemark("wrong", t("practice.wrong"), text)
        self.stage.audio.play("barred")
        self.reset_selection()

    def _give_hint(self) -> None:
        """Give the hint in words, and show a solution on the board."""
        state, accepted = self.table.state, self.exercise.accepted
        self._hint = None
        if not self.exercise.refused:
            self._hint = next((action for action in self.legal if accepted(state, action)), None)
        self.remark = ExerciseRemark("hint", self.stage.t("practice.hint"), self.stage.t(f"{self.exercise.key}.hint"))

    # Continuing

    def _after_mine(self) -> None:
        until = self.exercise.until
        if until is None or until(self.table.state):
            self.celebrate()
            return
        follows = self.exercise.follows(self.table.state)
        if follows:
            by, action = parse_action(self.spec, self.table.state, follows)
            self.table.act(action, self._after_mine, by)
            return
        seat = self.table.actors[0]
        # It is still the player's turn, so no answer follows.
        if seat == 0:
            self.reset_selection()
            return
        self.table.act(plain_action(self.spec, self.table.state, seat), self.reset_selection)

    def celebrate(self) -> None:
        self.is_solved = True
        keep_solved(self.services.store, self.spec, self.exercise.key)
        self._done |= {self.exercise.key}
        last = self.index + 1 == len(self.exercises)
        title = self.stage.t("practice.all" if last else "practice.right")
        self.remark = ExerciseRemark("right", title, self.stage.t(f"{self.exercise.key}.success"))
        self._joy = 0.0
        self.stage.audio.play("win", 0.7)

    # Time and drawing

    def tick(self, dt: float) -> Nav | None:
        self.wait(dt)
        self._joy = min(POP_SECONDS, self._joy + dt)
        if self.remark is not self._spoken_remark:
            self._spoken_remark = self.remark
            if self.remark is not None:
                self.stage.say(sentences(self.remark.title, self.remark.text), urgent=True)
        return None

    @property
    def is_animated(self) -> bool:
        return self.table.is_animated or self._joy < POP_SECONDS or self._hint is not None

    def draw(self, canvas: Canvas, alpha: float) -> None:
        legal = self.legal
        # The illegal try stays in view, with the reason why it is illegal.
        if self.is_solved and self.exercise.refused:
            legal = (self.table.board.input.considered(self.selection),)
        drag_at = self.confirm_gate.drag.at
        self.table.draw(canvas, alpha, selection=self.selection, legal=legal, hint=self._hint, drag_at=drag_at)
        self._draw_task(canvas)
        self._draw_steps(canvas)
        if self.remark is not None:
            if self.remark is not self._laid:
                self._laid, self._remark_places = self.remark, self._lay(self.remark)
            draw = self._draw_praise if self.remark.tone == "right" else self._draw_remark
            draw(canvas, self.remark, self._remark_places)
        self.bar.set(self.prompts(), self._touch_helper(), (SHOULDERS,))
        self.bar.draw(canvas)

    def prompts(self) -> list[Prompt]:
        t = self.stage.t
        if self.is_solved:
            last = self.index + 1 == len(self.exercises)
            prompts = [Prompt(Kind.CONFIRM, t("glyph.play" if last else "glyph.next"), "primary")]
            return [*prompts, Prompt(Kind.BACK, t("glyph.close"))]
        own = [Prompt(Kind.HINT, t("glyph.hint"), "minor"), Prompt(Kind.BACK, t("glyph.close"), "minor")]
        return self.steady(own)

    def _touch_helper(self) -> str:
        return self.turn.touch_helper if self.legal else ""

    def _draw_task(self, canvas: Canvas) -> None:
        stage, places, key = self.stage, self.places, self.exercise.key
        eyebrow = stage.t("practice.eyebrow", number=self.index + 1, total=len(self.exercises))
        stage.label(canvas, eyebrow.upper(), places["eyebrow"], EYEBROW, grow=math.inf)
        # This title is large already, so its growth is limited.
        title, capped = stage.t(f"{key}.title"), stage.limit_scale(TITLE, 1.0)
        style = stage.shrink_to_width(title, capped, places["title"].width, LEAST_TITLE)
        named = stage.label(canvas, title, places["title"], style, lines=0, grow=math.inf, top=True)
        if self.is_solved and places["praise"].colliderect(places["task"]):
            # While praise is shown, no task is shown.
            return
        below = stage.below(named, places["task"], 16)
        stage.label(canvas, stage.t(f"{key}.text"), below, TASK, lines=0, grow=math.inf, top=True)

    def _draw_steps(self, canvas: Canvas) -> None:
        """Draw a row of nail heads, one for each exercise. Nails of solved exercises are hammered in."""
        stage, panel, side = self.stage, self.places["steps"], self.stage.metrics.px(30)
        stage.blit(canvas, stage.paint.panel("lacquer", panel.size), panel.topleft)
        for step, exercise in zip(self._steps, self.exercises, strict=True):
            stage.blit(canvas, stage.pip(exercise.key in self._done), step.center)
            if exercise is self.exercise:
                ring = stage.paint.ring((side, side), 15, 3, 3)
                stage.blit(canvas, ring, (step.centerx - side // 2, step.centery - side // 2))

    def _lay(self, remark: ExerciseRemark) -> Places:
        """Lay out the `panel` of a remark with `title` and `text`, and its `sign` or `laurel`.

        The panel is as high as the text needs.

        A low panel keeps its height, and has the laurel at the left of the words.
        """
        stage, metrics = self.stage, self.stage.metrics
        place = self.places["praise" if remark.tone == "right" else "remark"]
        is_low, inner = place.width >= LOW_FROM * place.height, place.width - metrics.px(2 * PAD)
        if remark.tone == "right":
            head: tuple[Part, ...] = cell("laurel", LAUREL, across=LAUREL, align=Align.MIDDLE), cell("title", 52)
            if is_low:
                words = column(head[1], cell("text"), gap=0)
                return within(metrics, place, row(head[0], words, gap=PAD, name="panel", pad=(PAD, LOW_PAD)))
            above: float = LAUREL + GAP + 52
        else:
            sign = cell("sign", SIGN) if remark.tone == "wrong" else None
            room = inner - metrics.px(SIGN if sign else 0)
            above = max(56, stage.natural_height(remark.title, REMARK, room, metrics.px(56)))
            head = (row(sign, cell("title"), size=above, gap=0),)
        around = above + GAP + 2 * LOW_PAD
        high = around + stage.natural_height(remark.text, BODY, inner, place.height - metrics.px(around))
        # The panel has more space at its foot if there is room.
        foot = 0.0 if is_low else max(0.0, min(PAD - LOW_PAD, place.height / metrics.scale - high))
        pad, fit = (PAD, LOW_PAD, PAD, LOW_PAD + foot), None if is_low else high + foot
        panel = column(*head, cell("text"), gap=GAP, name="panel", fit=fit, pad=pad)
        return within(metrics, place, column(panel, None if is_low else cell(), gap=0))

    def _draw_remark(self, canvas: Canvas, remark: ExerciseRemark, places: Places) -> None:
        """Draw a remark on a lacquer panel: a hint, or the barred sign with the reason."""
        stage, side = self.stage, self.stage.metrics.px(52)
        stage.blit(canvas, stage.paint.panel("lacquer", places["panel"].size), places["panel"].topleft)
        if "sign" in places:
            stage.blit(canvas, stage.drawing("barred", (side, side)), places["sign"].topleft)
        head = REMARK._replace(color=theme.WARN if remark.tone == "wrong" else theme.HIGHLIGHT)
        stage.label(canvas, remark.title, places["title"], head, lines=0, grow=math.inf)
        stage.label(canvas, remark.text, places["text"], BODY, lines=0, grow=math.inf, top=True)

    def _draw_praise(self, canvas: Canvas, remark: ExerciseRemark, places: Places) -> None:
        """Draw praise on an enamel card with a laurel: above the words, or at their left if the card is low."""
        stage, share = self.stage, ease_out(self._joy / POP_SECONDS)
        panel, align = places["panel"], "left" if places["laurel"].right <= places["title"].left else "centre"
        stage.blit(canvas, stage.paint.panel("enamel", panel.size), panel.topleft, share)
        self._draw_laurel(canvas, places["laurel"], share)
        stage.label(canvas, remark.title, places["title"], PRAISE, align, grow=math.inf, alpha=share)
        body = BODY._replace(color=theme.INK_SOFT)
        stage.label(canvas, remark.text, places["text"], body, align, lines=0, grow=math.inf, alpha=share, top=True)

    def _draw_laurel(self, canvas: Canvas, place: pygame.Rect, share: float) -> None:
        """Draw the laurel around the player's token. It rises while it appears."""
        stage = self.stage
        rise = 0 if stage.look.reduced_motion else round((1 - share) * stage.metrics.px(24))
        laurel = stage.assets.sprite("sprites/laurel.svg", place.size)
        canvas.blit(laurel, (place.x, place.y + rise), share)
        token = self.stage.identities.token("circle", 36, lit=True)
        corner = place.centerx - stage.metrics.px(36), place.centery - stage.metrics.px(36) + rise
        stage.blit(canvas, token, corner, share)


def solved_exercises(store: Store, spec: GameSpec) -> frozenset[str]:
    """Return the keys of the exercises solved at this table."""
    key = f"lessons.{spec.id}"
    stored: list[object] = store.read(key, lambda stored: decode(list[object], stored), [])
    solved = [name for name in stored if isinstance(name, str)]
    if len(solved) < len(stored):
        store.refuse(key, stored, "it is no list of names")
    return frozenset(solved)


def keep_solved(store: Store, spec: GameSpec, key: str) -> None:
    """Store that an exercise has been solved."""
    store.set(f"lessons.{spec.id}", sorted(solved_exercises(store, spec) | {key}))
