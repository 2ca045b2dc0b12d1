"""Three minutes: solve as many puzzles as possible, easy ones first; three mistakes end it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from game.core.rules import AnyStep
from game.core.times import stopwatch_text
from game.puzzles.practice_results import best, keep_best
from game.puzzles.puzzle import Puzzle, judge
from game.puzzles.results import HOUSE
from game.puzzles.stored import order_rising
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.glyphs import Prompt
from scenes.kit.input.intents import Intent, Kind
from scenes.kit.scene import Nav
from scenes.kit.sound.speech import sentences
from scenes.services import Services
from scenes.table.exercises import puzzle_days
from scenes.table.exercises.puzzles import goal, task
from scenes.today.puzzle_board import PuzzleBoard, Slip, TaskText
from scenes.today.solving_panel import SolvingRemark

SECONDS = 180.0
MISTAKES = 3
EACH = 2  # puzzles of each grade at the beginning, from the easiest grade to the hardest
RIGHT_SECONDS = 0.4  # seconds for which a solved puzzle stays
HURRIES = frozenset({Kind.CONFIRM, Kind.PRESS})
WARN_SECONDS = (60, 30, 10)  # seconds left at which the time is read aloud


class MinutesScene(PuzzleBoard):
    """The puzzles of one game, each tried once; only the number solved counts."""

    def __init__(self, services: Services, puzzles: Sequence[Puzzle], seed: int) -> None:
        """`puzzles` (at least one) are of one game; each has a line of moves as its solution. `seed` shuffles them."""
        self._puzzles = puzzles
        self._begin(seed)
        super().__init__(services, self._order[0])
        self.best = self._kept_best()

    def _begin(self, seed: int) -> None:
        self._order = order_rising(self._puzzles, Random(seed), EACH)
        self.left = SECONDS
        self.mistakes = 0
        self.count = 0
        self.is_done = False
        self._place = 0
        self._stays: float | None = None  # seconds until the next puzzle; None while this one is not solved
        self.missed: AnyStep | None = None  # a wrong try that is being explained; the clock waits

    def enter(self) -> None:
        self.set_puzzle(self._order[0])
        self.stage.say(self.spoken, urgent=True)

    @property
    def is_over(self) -> bool:
        return self.is_done or self._stays is not None or self.missed is not None

    def _kept_best(self) -> int:
        """Return the current person's best number of puzzles."""
        return best(self.services.puzzle_results, puzzle_days.solver(self.services), self.spec.id)

    @property
    def spoken(self) -> str:
        return sentences(self.stage.t("practice.minutes"), super().spoken)

    # Tries

    def try_action(self, action: object) -> None:
        self.remark = None
        verdict = judge(self.puzzle, self.done, self.spec.rules.text(action))
        step = self.table.step(action)
        if verdict.is_right and not verdict.is_solved:
            reply = self.reply(step, verdict.reply)
            self.done += 1
            self.base = reply.after
            self.play([step, reply], self.reset_selection)
            return
        if verdict.is_right:
            self.count += 1
            self._stays = RIGHT_SECONDS
            self.play([step], lambda: self.stage.audio.play("chip", 0.7))
        else:
            self._miss(step, verdict.reply)

    def _miss(self, tried: AnyStep, reply: str | None) -> None:
        """Play a wrong try and its reply, and explain it until a press. The third mistake ends the run."""
        self.mistakes += 1
        self.missed = tried
        answer = self.reply(tried, reply) if reply else None
        seen_text, spoken_text = (
            self.reasons.against(self.puzzle, self.key(), tried, answer, seen) for seen in (True, False)
        )
        self.remark = SolvingRemark(self.stage.t("minutes.missed"), seen_text, theme.WARN, spoken_text)
        self.renew_buttons()
        self.play([tried] if answer is None else [tried, answer], lambda: self.stage.audio.play("barred"))

    def _go_on(self) -> None:
        """Go to the next puzzle, or end."""
        self._stays, self.missed = None, None
        if self.mistakes == MISTAKES:
            self._end("minutes.mistakes")
            return
        self._place = (self._place + 1) % len(self._order)
        self.set_puzzle(self._order[self._place])
        self.stage.say(task(self.stage, self.puzzle), passing=True)

    def _end(self, why: str) -> None:
        t, owner = self.stage.t, puzzle_days.solver(self.services)
        is_record = keep_best(self.services.puzzle_results, owner, self.spec.id, self.count)
        if self.services.is_unattended:
            keep_best(self.services.store, HOUSE, self.spec.id, self.count)
        self.best = self._kept_best()
        self.is_done, self._stays = True, None
        text = t("minutes.record" if is_record else "minutes.best", count=self.count, best=self.best)
        self.remark = SolvingRemark(t(why), text, theme.GOOD if is_record else theme.HIGHLIGHT)
        self.reset_selection()
        self.renew_buttons()
        self.stage.audio.play("win" if is_record else "over", 0.7)

    # Presses

    def ordered(self, intent: Intent) -> Nav | None:
        if self.is_done:
            if intent.kind is Kind.CONFIRM and not intent.repeat:
                self._again()
        elif self.missed is not None:
            if intent.kind is Kind.CONFIRM and not intent.repeat and self.table.timeline.is_idle:
                self._go_on()
        elif self._stays is not None:
            if intent.kind in HURRIES:
                self._go_on()
        elif self.legal:
            self.board_intent(intent)
        return None

    def _again(self) -> None:
        self._begin(self.services.fresh_seed())
        self.set_puzzle(self._order[0])

    def own_prompts(self) -> list[Prompt]:
        t = self.stage.t
        back = Prompt(Kind.BACK, t("practice.title"), "minor")
        if self.missed is not None:
            label = t("glyph.next" if self.mistakes == MISTAKES else "puzzle.next")
            return [Prompt(Kind.CONFIRM, label, "primary"), back]
        return [Prompt(Kind.CONFIRM, t("minutes.again"), "primary"), back] if self.is_done else [back]

    # Time and drawing

    def tick(self, dt: float) -> Nav | None:
        if not self.is_done and self.missed is None:
            before, self.left = self.left, max(0.0, self.left - dt)
            for seconds in WARN_SECONDS:
                if self.left <= seconds < before:
                    self.stage.say(self.stage.t("minutes.left", count=seconds), urgent=True)
            if self.left == 0:
                self._end("minutes.time")
        if self._stays is not None and self.table.timeline.is_idle:
            self._stays -= dt
            if self._stays <= 0:
                self._go_on()
        return super().tick(dt)

    def draw_over(self, canvas: Canvas) -> None:
        if self.missed is not None and self.table.timeline.is_idle:
            self.draw_tried(canvas, self.missed)

    def asked(self) -> TaskText:
        t, puzzle, stage = self.stage.t, self.puzzle, self.stage
        name = t("practice.minutes")
        eyebrow = t("puzzle.eyebrow", game=t(f"game.{puzzle.game}"), name=name)
        time = stopwatch_text(self.left)
        return TaskText(eyebrow, name, task(stage, puzzle), goal(stage, puzzle), time, "")

    def slip(self) -> Slip:
        t = self.stage.t
        number = t("minutes.solved", count=self.count)
        note = t("minutes.note", best=self.best) if self.best else t("minutes.rule")
        return Slip(number, self.puzzle.grade, MISTAKES - self.mistakes, note)
