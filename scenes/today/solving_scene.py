"""A puzzle on the game's own board. Every try is judged. A wrong try is refuted on the board, and one may try again."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum, auto
from functools import partial
from typing import Any

from game.core.rules import AnyStep
from game.core.times import stopwatch_text
from game.puzzles.puzzle import TryVerdict, judge, stars
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.glyphs import Prompt
from scenes.kit.input.intents import Intent, Kind
from scenes.kit.layout import Shape
from scenes.kit.scene import Nav, Pop
from scenes.services import Services
from scenes.table.exercises.puzzles import goal, solution, task
from scenes.today.occasion import HINTS, Occasion
from scenes.today.puzzle_board import PuzzleBoard, Slip, TaskText
from scenes.today.solving_panel import SolvingRemark


class SolvingPhase(Enum):
    """The current phase: trying, a wrong try refuted, or over."""

    TRYING = auto()
    REFUTED = auto()
    OVER = auto()


class NextStep(Enum):
    """A way to leave the scene other than going back."""

    NEXT = auto()


class SolvingScene(PuzzleBoard):
    """One puzzle. Its progress is stored at once. When the puzzle is over, the scene shows the solution."""

    def __init__(self, services: Services, occasion: Occasion) -> None:
        super().__init__(services, occasion.puzzle)
        self.occasion = occasion
        self.attempt = occasion.attempt()
        self.phase = SolvingPhase.TRYING
        self.level = 0  # hints given for the next move
        self.line: list[AnyStep] = []  # steps that can be walked through: a refutation, or the solution
        self.at = 0  # how many steps of `line` the board shows
        self._seconds = float(self.attempt.seconds)

    # Life

    def enter(self) -> None:
        self.set_puzzle(self.puzzle)
        if self.attempt.is_over:
            self.show_solution()
        elif self.attempt.hints:
            self._tell_hint(min(HINTS, self.attempt.hints))

    def leave(self) -> None:
        if self.attempt.is_begun and not self.attempt.is_over:
            self._keep()
        super().leave()

    def _keep(self, **changes: Any) -> None:
        self.attempt = replace(self.attempt, seconds=int(self._seconds), **changes)
        self.occasion.keep(self.attempt)

    # Texts

    @property
    def is_over(self) -> bool:
        return self.phase is not SolvingPhase.TRYING

    @property
    def stars_left(self) -> int:
        """The stars that the next try can win, or that were won."""
        if self.attempt.is_over:
            return self.attempt.stars
        return stars(self.attempt.wrong, self.attempt.hints)

    @property
    def note(self) -> str:
        t = self.stage.t
        if self.occasion.note:
            return self.occasion.note
        if self.attempt.solved is not None:
            return t("puzzle.done", time=stopwatch_text(self.attempt.seconds))
        return t("puzzle.shown") if self.attempt.shown else t(f"puzzle.worth.{self.stars_left}")

    # Tries

    def try_action(self, action: object) -> None:
        self.remark, self.hint = None, None
        verdict = judge(self.puzzle, self.done, self.spec.rules.text(action))
        step = self.table.step(action)
        if verdict.is_right:
            self._go_right(step, verdict)
        else:
            self._go_wrong(step, verdict)

    def _go_wrong(self, tried: AnyStep, verdict: TryVerdict) -> None:
        """Play the try and the rival's reply; then a remark explains why the try is wrong."""
        self._keep(wrong=self.attempt.wrong + 1)
        self._turn_into(SolvingPhase.REFUTED)
        replies = [self.reply(tried, verdict.reply)] if verdict.reply else []
        self.line, self.at = [tried, *replies], 1 + len(replies)
        against = partial(self.reasons.against, self.puzzle, self.key(), tried, replies[0] if replies else None)

        def answered() -> None:
            rival = self.table.seats[replies[0].seat if replies else self.person].identity
            color = self.stage.identities[rival].color
            self.remark = SolvingRemark(self.stage.t("puzzle.not_yet"), against(), color, against(seen=False))
            self.stage.audio.play("barred")

        self.play([tried, *replies], answered)

    def _go_right(self, step: AnyStep, verdict: TryVerdict) -> None:
        """Play the move and the longest defence, or finish."""
        if verdict.is_solved:
            self._turn_into(SolvingPhase.OVER)
            stars_left = stars(self.attempt.wrong, self.attempt.hints)
            done = replace(self.attempt, stars=stars_left, seconds=int(self._seconds))
            self.attempt = self.occasion.solve(done)
            self.play([step], lambda: self._praise(step))
            return
        reply = self.reply(step, verdict.reply)
        # when the reason is shown, the board has already moved on to the reply
        why = self.reasons.speaks_for(self.puzzle, self.done, step, seen=False)
        self.done += 1
        self.level = 0
        self.renew_buttons()
        self.base = reply.after

        def answered() -> None:
            self.remark = SolvingRemark(self.stage.t("puzzle.goes_on"), why, theme.GOOD)
            self.reset_selection()

        self.play([step, reply], answered)

    def _praise(self, step: AnyStep) -> None:
        self.line = solution(self.spec, self.puzzle, self.start)
        self.at = len(self.line)
        self.remark = self._reason("puzzle.solved", self.done, step, theme.GOOD, seen=True)
        self.stamp()
        self.stage.audio.play("win", 0.7)

    def try_again(self) -> None:
        """Go back to the position before the wrong try."""
        self._turn_into(SolvingPhase.TRYING)
        self.remark = None
        self.table.turn_to(self.base, done=self.reset_selection)

    def _turn_into(self, phase: SolvingPhase) -> None:
        self.phase = phase
        self.renew_buttons()

    # Help

    def give_hint(self) -> None:
        """Give the next hint, which costs a star."""
        if self.phase is SolvingPhase.OVER or self.level == HINTS:
            return
        if self.phase is SolvingPhase.REFUTED:
            self.try_again()
            self.table.timeline.skip()
        self._keep(hints=self.attempt.hints + 1)
        self._tell_hint(self.level + 1)

    def _tell_hint(self, level: int) -> None:
        key, self.level = self.key(), level
        hint = partial(self.reasons.hint, level, self.puzzle, self.done, key, self.table.frame)
        self.hint = key.action if level == HINTS else None
        title = self.stage.t("puzzle.hint", number=level, count=HINTS)
        self.remark = SolvingRemark(title, hint(), theme.HIGHLIGHT, hint(seen=False))
        self.renew_buttons()

    def show_solution(self) -> None:
        """Play the solution; an unsolved puzzle then earns no stars."""
        if not self.attempt.is_over:
            self._keep(shown=True)
        self._turn_into(SolvingPhase.OVER)
        self.remark, self.hint, self.line, self.at = None, None, solution(self.spec, self.puzzle, self.start), 0
        self.table.turn_to(self.start, done=lambda: self.play(self.line, self._explain))

    def _explain(self) -> None:
        """Explain the first move of the solution, after the board has shown it."""
        self.at = len(self.line)
        self.remark = self._reason("puzzle.solution", 0, self.line[0], theme.HIGHLIGHT, seen=len(self.line) == 1)

    def _reason(self, title: str, done: int, step: AnyStep, edge: str, seen: bool) -> SolvingRemark:
        """Return a remark that says why `step`, the solution's move after `done` right moves, is right.

        `seen`: the board shows the step.
        """
        seen_text, spoken_text = (self.reasons.speaks_for(self.puzzle, done, step, one) for one in (seen, False))
        return SolvingRemark(self.stage.t(title), seen_text, edge, spoken_text)

    def walk(self, by: int) -> None:
        """Show one more (1) or one fewer (-1) of the steps. After the last step the first position follows."""
        if not self.line:
            return
        self.at, before = (self.at + by) % (len(self.line) + 1), self.at
        if self.at == before + 1:
            self.play([self.line[before]], lambda: None)
            return
        last = self.line[self.at - 1] if self.at else None
        self._since = 0.0
        self.table.turn_to(self.line[0].before if last is None else last.after, last)

    # Presses

    def ordered(self, intent: Intent) -> Nav | None:
        if intent.kind is Kind.HINT:
            self.give_hint()
        elif intent.kind is Kind.THEORY:
            self.show_solution()
        elif self.phase is SolvingPhase.TRYING:
            if self.legal:
                self.board_intent(intent)
        elif intent.kind in (Kind.NEXT, Kind.PREVIOUS):
            self.walk(1 if intent.kind is Kind.NEXT else -1)
        elif intent.kind is Kind.CONFIRM and not intent.repeat:
            return self._go_on()
        return None

    def _go_on(self) -> Nav | None:
        if self.phase is SolvingPhase.OVER:
            return Pop(NextStep.NEXT if self.occasion.has_next else None)
        self.try_again()
        return None

    def own_prompts(self) -> list[Prompt]:
        t = self.stage.t
        has_next, way_back = self.occasion.has_next, self.occasion.way_back
        back = Prompt(Kind.BACK, way_back, "minor")
        is_tall = self.stage.metrics.shape is Shape.TALL  # in such a window five buttons stand in a row
        show = Prompt(Kind.THEORY, t("puzzle.solution" if is_tall else "puzzle.show"), "minor")
        step = Prompt(Kind.NEXT, t("puzzle.steps" if is_tall else "puzzle.step"), "minor")
        if self.phase is SolvingPhase.OVER:
            label = t("puzzle.next") if has_next else way_back
            return [Prompt(Kind.CONFIRM, label, "primary"), step, *([back] if has_next else [])]
        hint = Prompt(Kind.HINT, t("glyph.hint"), "minor", enabled=self.level < HINTS)
        if self.phase is SolvingPhase.REFUTED:
            return [Prompt(Kind.CONFIRM, t("puzzle.again"), "primary"), hint, step, show, back]
        return [hint, show, back]

    # Time and drawing

    def tick(self, dt: float) -> Nav | None:
        if not self.attempt.is_over:
            self._seconds += dt
        return super().tick(dt)

    def draw_over(self, canvas: Canvas) -> None:
        if self.level == 1 and self.remark is not None and self.phase is SolvingPhase.TRYING:
            place = self.reasons.place(self.key(), self.table.frame)
            self.stage.blit(canvas, self.stage.paint.ring(place.size), place.topleft)
        if self.phase is SolvingPhase.REFUTED and self.at == len(self.line) and self.table.timeline.is_idle:
            self.draw_tried(canvas, self.line[0])

    def asked(self) -> TaskText:
        t, puzzle, stage = self.stage.t, self.puzzle, self.stage
        eyebrow = t("puzzle.eyebrow", game=t(f"game.{puzzle.game}"), name=self.occasion.name)
        count = "" if self.attempt.is_over else t("puzzle.try", number=self.attempt.wrong + 1)
        time = stopwatch_text(int(self._seconds))
        return TaskText(eyebrow, self.occasion.name, task(stage, puzzle), goal(stage, puzzle), time, count)

    def slip(self) -> Slip:
        return Slip(self.occasion.number, self.puzzle.grade, self.stars_left, self.note)
