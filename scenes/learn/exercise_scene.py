"""The exercises: one interactive step after another on a real board, with kind words for wrong tries."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.record import parse_action
from game.core.spec import GameSpec
from game.session.agent_requests import plain_action
from game.storage.store import Store
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.glyphs import SHOULDERS, Prompt
from scenes.kit.input.intents import Intent, Kind
from scenes.kit.scene import Item, Nav, Pop, ScanTarget
from scenes.kit.sound.speech import sentences
from scenes.kit.widgets.scan_targets import prompt_targets
from scenes.learn.exercise_panel import ExercisePanel, ExerciseRemark, Task
from scenes.routes import ToSetup
from scenes.services import Services
from scenes.table.board.board_view import TALL_BAR, place_bar
from scenes.table.exercises.lesson_table import LessonTable
from scenes.table.exercises.trying import IGNORED, TryingScene
from scenes.table.loading import lessons_of

LOW_BAR = (54, 1700, 972, 191)  # below what is pressed beside a board, and the remark


class ExerciseScene(TryingScene):
    """Starts at the first exercise that is not solved yet; pops after the last, with the route to the setup."""

    def __init__(self, services: Services, spec: GameSpec) -> None:
        super().__init__(services, spec)
        self.exercises = lessons_of(spec).exercises
        self._done = solved_exercises(services.store, spec)
        self.index = next((i for i, exercise in enumerate(self.exercises) if exercise.key not in self._done), 0)
        self.remark: ExerciseRemark | None = None
        self.is_solved = False
        self._hint: object = None
        self._told: ExerciseRemark | None = None  # the remark that was read aloud last

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
        self.panel = ExercisePanel(self.services, len(self.exercises), pressed)
        self.places = self.panel.places

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
        """The legal actions and the bar; where a forbidden try is asked for, which is never lit, the way past it."""
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
        """A legal action: play it where it is asked for, else say why not."""
        exercise = self.exercise
        if exercise.refused or not exercise.accepted(self.table.state, action):
            self._explain(action)
            return
        self.remark, self._hint = None, None
        self.table.act(action, self._after_mine)

    def try_barred(self, action: object) -> None:
        """A try that the rules forbid: the very thing that some exercise asks for."""
        super().try_barred(action)
        if self.exercise.refused and self.exercise.accepted(self.table.state, action):
            self._celebrate()
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
        """Say it in words, and show an action that would do."""
        state, accepted = self.table.state, self.exercise.accepted
        self._hint = None
        if not self.exercise.refused:
            self._hint = next((action for action in self.legal if accepted(state, action)), None)
        self.remark = ExerciseRemark("hint", self.stage.t("practice.hint"), self.stage.t(f"{self.exercise.key}.hint"))

    # What follows

    def _after_mine(self) -> None:
        until = self.exercise.until
        if until is None or until(self.table.state):
            self._celebrate()
            return
        follows = self.exercise.follows(self.table.state)
        if follows:
            by, action = parse_action(self.spec, self.table.state, follows)
            self.table.act(action, self._after_mine, by)
            return
        seat = self.table.actors[0]
        if seat == 0:  # nobody answers
            self.reset_selection()
            return
        self.table.act(plain_action(self.spec, self.table.state, seat), self.reset_selection)

    def _celebrate(self) -> None:
        self.is_solved = True
        keep_solved(self.services.store, self.spec, self.exercise.key)
        self._done |= {self.exercise.key}
        last = self.index + 1 == len(self.exercises)
        title = self.stage.t("practice.all" if last else "practice.right")
        self.remark = ExerciseRemark("right", title, self.stage.t(f"{self.exercise.key}.success"))
        self.panel.cheer()
        self.stage.audio.play("win", 0.7)

    # Time and drawing

    def tick(self, dt: float) -> Nav | None:
        self.wait(dt)
        self.panel.tick(dt)
        if self.remark is not self._told:
            self._told = self.remark
            if self.remark is not None:
                self.stage.say(sentences(self.remark.title, self.remark.text), urgent=True)
        return None

    @property
    def is_animated(self) -> bool:
        return self.table.is_animated or self.panel.is_animated or self._hint is not None

    def draw(self, canvas: Canvas, alpha: float) -> None:
        legal = self.legal
        if self.is_solved and self.exercise.refused:  # what was tried stays in view, with the reason
            legal = (self.table.board.input.considered(self.selection),)
        hand = self.confirm_gate.drag.at
        self.table.draw(canvas, alpha, selection=self.selection, legal=legal, hint=self._hint, hand=hand)
        self.panel.draw(canvas, Task(self.exercises, self.index, self._done, self.is_solved, self.remark))
        self.bar.set(self._prompts(), self._touch_helper(), (SHOULDERS,))
        self.bar.draw(canvas)

    def _prompts(self) -> list[Prompt]:
        t = self.stage.t
        if self.is_solved:
            last = self.index + 1 == len(self.exercises)
            prompts = [Prompt(Kind.CONFIRM, t("glyph.play" if last else "glyph.next"), "primary")]
            return [*prompts, Prompt(Kind.BACK, t("glyph.close"))]
        prompts = list(self.turn.prompts) if self.legal else []
        prompts.append(Prompt(Kind.HINT, t("glyph.hint"), "minor"))
        if not any(prompt.control is Kind.BACK for prompt in prompts):
            prompts.append(Prompt(Kind.BACK, t("glyph.close"), "minor"))
        return prompts

    def _touch_helper(self) -> str:
        return self.turn.touch_helper if self.legal else ""


def solved_exercises(store: Store, spec: GameSpec) -> frozenset[str]:
    """The keys of the exercises that have been solved at this table."""
    kept = store.get(f"lessons.{spec.id}", [])
    return frozenset(key for key in kept if isinstance(key, str)) if isinstance(kept, list) else frozenset()


def keep_solved(store: Store, spec: GameSpec, key: str) -> None:
    """Remember that an exercise has been solved."""
    store.set(f"lessons.{spec.id}", sorted(solved_exercises(store, spec) | {key}))
