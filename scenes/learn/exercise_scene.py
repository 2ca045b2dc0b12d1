"""The exercises: one interactive step after another on a real board, with kind words for wrong tries."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from game.agent_requests import plain_action
from game.core.record import parse_action
from game.core.spec import GameSpec
from game.store import Store
from scenes.kit.canvas import Canvas
from scenes.kit.glyphbar import Prompt
from scenes.kit.glyphs import SHOULDERS
from scenes.kit.intents import DIRECTIONS, Intent, Kind
from scenes.kit.scene import Item, Nav, Pop, Stop
from scenes.kit.speech import sentences
from scenes.kit.stops import prompt_stops
from scenes.learn.exercise_panel import ExercisePanel, Remark, Task
from scenes.learn.lesson_table import LessonTable
from scenes.routes import ToSetup
from scenes.services import Services
from scenes.table.branches import Leaf, as_items
from scenes.table.confirming import Confirming
from scenes.table.contract.words import TurnWords
from scenes.table.loading import lessons_of
from scenes.table.tabletop import TALL_BAR, OnTable, place_bar

LOW_BAR = (54, 1700, 972, 191)  # below what is pressed beside a board, and the remark
IGNORED = frozenset({Kind.HOVER, Kind.DRAG, Kind.RELEASE})
BEGINS_TRY = frozenset(
    {*DIRECTIONS, Kind.PRESS, Kind.CONFIRM, Kind.SECONDARY, Kind.DIGIT, Kind.PREVIOUS, Kind.NEXT, Kind.TURN}
)


class ExerciseScene(OnTable):
    """Starts at the first exercise that is not solved yet; pops after the last, with the route to the setup."""

    table: LessonTable

    def __init__(self, services: Services, spec: GameSpec) -> None:
        super().__init__(services.stage)
        self.services = services
        self.spec = spec
        self.exercises = lessons_of(spec).exercises
        done = solved(services.store, spec)
        self.index = next((i for i, exercise in enumerate(self.exercises) if exercise.key not in done), 0)
        self.remark: Remark | None = None
        self.is_solved = False
        self.selection: Any = None
        self._hint: Any = None
        self._legal: tuple[Any, Sequence[Any]] = (None, ())
        self._family = ""
        self._told: Remark | None = None  # the remark that was read aloud last

    # Life

    def enter(self) -> None:
        self._begin(self.index)

    def _begin(self, index: int) -> None:
        self.index = index
        self.exercise = self.exercises[index]
        self.remark, self._hint, self.is_solved = None, None, False
        self.stage.say(self.spoken, urgent=True, passing=True)
        self.table = LessonTable(self.services, self.spec, self.exercise.position)
        self.confirming: Confirming[Any, Any, Any] = Confirming(self.services, self.spec, self.table.board)
        self.resized()
        self._reset_selection()

    @property
    def spoken(self) -> str:
        key = self.exercise.key
        return sentences(self.stage.t(f"{key}.title"), self.stage.t(f"{key}.text"))

    def resized(self) -> None:
        self.table.lay(self.table.seats)
        pressed = self.table.board.beside(self.table.state)
        self.bar = place_bar(self.stage, TALL_BAR if pressed is None else LOW_BAR)
        self.panel = ExercisePanel(self.services, len(self.exercises), pressed is not None)
        self.places = self.panel.places

    def _reset_selection(self) -> None:
        self._family = self.stage.devices.current.family
        self.confirming.clear()
        self.selection = self.table.board.input.empty(self.table.state, self.legal, self._family)

    @property
    def legal(self) -> Sequence[Any]:
        """What the person may do now, talk aside; nothing while something moves or all is done."""
        if self.is_solved or not self.table.timeline.idle or 0 not in self.table.actors:
            return ()
        if self._legal[0] is not self.table.state:
            legal = self.spec.rules.legal(self.table.state, 0)
            self._legal = (self.table.state, tuple(action for action in legal if self.spec.play.is_move(action)))
        return self._legal[1]

    # Presses

    def intent(self, intent: Intent) -> Nav | None:
        meant = self.bar.translate(intent) or intent
        grasp = self.confirming.grasp
        if intent.kind is Kind.PRESS:
            grasp.let_go()
        on_bar = intent.point is not None and meant is intent and self.bar.covers(intent.point)
        if on_bar and grasp.at is None:
            return None
        if not self.table.timeline.idle:
            if intent.kind not in (Kind.HOVER, Kind.RELEASE, Kind.DRAG):
                self.table.timeline.skip()
            return None
        if meant.kind is Kind.BACK and (self.is_solved or not self.confirming.engaged(self.selection)):
            return Pop()
        if self.is_solved:
            return None if meant.kind in IGNORED or meant.repeat else self._go_on()
        if meant.kind is Kind.HINT:
            self._give_hint()
        elif self.legal:
            self._board_intent(meant)
        return None

    def scan(self) -> Sequence[Item]:
        """The legal actions and the bar; where a forbidden try is asked for, which is never lit, the way past it."""
        bar = prompt_stops(self, self.bar, () if self.is_solved else (Kind.CONFIRM,))
        board, state = self.table.board, self.table.state
        if not self.legal:
            return bar if self.table.timeline.idle else ()
        parts = board.branches(state, self.legal)
        skip = [Stop("skip", self.stage.t("scan.skip"), self._go_on)] if self.exercise.refused else []
        return (*as_items(self.stage, parts, self._leaf, self._reset_selection), *skip, *bar)

    def _leaf(self, leaf: Leaf[Any]) -> Stop:
        key = "action", self.spec.rules.text(leaf.action)
        return Stop(key, leaf.name, partial(self._try, leaf.action), (leaf.area,), partial(self._show, leaf.action))

    def _show(self, action: Any) -> None:
        """Select what is lit, unless that would take the place of a number being entered."""
        considering = self.table.board.input.considering(action)
        if self.table.board.simultaneous is None or type(considering) is type(self.selection):
            self.selection = considering

    def _go_on(self) -> Nav | None:
        if self.index + 1 == len(self.exercises):
            return Pop(ToSetup(self.spec.id))
        self._begin(self.index + 1)
        return None

    def _board_intent(self, intent: Intent) -> None:
        board, state = self.table.board.input, self.table.state
        if intent.device.family != self._family:
            self._family = intent.device.family
            begun = board.empty(state, self.legal, self._family)
            if intent.kind in DIRECTIONS and self.selection == board.empty(state, self.legal, "mouse") != begun:
                self.selection = begun
                return
        if intent.kind in BEGINS_TRY and self.remark is not None and self.remark.tone == "wrong":
            self.remark = None
        chosen = self.confirming.press(state, self.legal, self.selection, intent)
        self.selection = chosen.selection
        if chosen.action is not None:
            self._try(chosen.action)
            if chosen.carried:
                self.table.timeline.skip()
        elif self._is_try(intent.kind):
            tried = board.considered(self.selection)
            if tried is not None and tried not in self.legal:
                self._try_barred(tried)

    def _is_try(self, kind: Kind) -> bool:
        """Whether a press is a try, and not only a choice that waits for its confirm."""
        if kind is Kind.RELEASE:
            return self._family == "mouse" or self.table.board.input.taps_play
        return kind is Kind.CONFIRM or (kind is Kind.DIGIT and self.table.board.input.taps_play)

    def _try(self, action: Any) -> None:
        """A legal action: play it where it is asked for, else say why not."""
        exercise = self.exercise
        if exercise.refused or not exercise.accepted(self.table.state, action):
            self._explain(action)
            return
        self.remark, self._hint = None, None
        self.table.act(action, self._after_mine)

    def _try_barred(self, action: Any) -> None:
        """A try that the rules forbid: the very thing that some exercise asks for."""
        self.stage.audio.play("barred")
        if self.exercise.refused and self.exercise.accepted(self.table.state, action):
            self._celebrate()
            return
        problem = self._turn.problem
        if problem is not None:
            self.remark = Remark("wrong", problem.title, problem.text)

    def _explain(self, action: Any) -> None:
        t = self.stage.t
        state = self.table.state
        fitting = (wrong.text for wrong in self.exercise.wrong if wrong.matches(state, action))
        key = next(fitting, "")
        text = t(key) if key else t(f"{self.exercise.key}.hint")
        self.remark = Remark("wrong", t("practice.wrong"), text)
        self.stage.audio.play("barred")
        self._reset_selection()

    def _give_hint(self) -> None:
        """Say it in words, and show an action that would do."""
        state, accepted = self.table.state, self.exercise.accepted
        self._hint = None
        if not self.exercise.refused:
            self._hint = next((action for action in self.legal if accepted(state, action)), None)
        self.remark = Remark("hint", self.stage.t("practice.hint"), self.stage.t(f"{self.exercise.key}.hint"))

    @property
    def _turn(self) -> TurnWords:
        """What the board says about the selection."""
        return self.table.board.words.turn(self.table.state, self.selection, self.stage.devices.current.family)

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
            self._reset_selection()
            return
        self.table.act(plain_action(self.spec, self.table.state, seat), self._reset_selection)

    def _celebrate(self) -> None:
        self.is_solved = True
        keep_solved(self.services.store, self.spec, self.exercise.key)
        last = self.index + 1 == len(self.exercises)
        title = self.stage.t("practice.all" if last else "practice.right")
        self.remark = Remark("right", title, self.stage.t(f"{self.exercise.key}.success"))
        self.panel.cheer()
        self.stage.audio.play("win", 0.7)

    # Time and drawing

    def tick(self, dt: float) -> Nav | None:
        self.table.tick(dt)
        self.panel.tick(dt)
        if self.remark is not self._told:
            self._told = self.remark
            if self.remark is not None:
                self.stage.say(sentences(self.remark.title, self.remark.text), urgent=True)
        if legal := self.legal:
            chosen = self.table.board.input.elapsed(self.table.state, legal, self.selection, dt)
            self.selection = chosen.selection
            if chosen.action is not None:
                self._try(chosen.action)
        return None

    @property
    def lively(self) -> bool:
        return self.table.lively or self.panel.lively or self._hint is not None

    def draw(self, canvas: Canvas, alpha: float) -> None:
        legal = self.legal
        if self.is_solved and self.exercise.refused:  # what was tried stays in view, with the reason
            legal = (self.table.board.input.considered(self.selection),)
        hand = self.confirming.grasp.at
        self.table.draw(canvas, alpha, selection=self.selection, legal=legal, hint=self._hint, hand=hand)
        done = solved(self.services.store, self.spec)
        self.panel.draw(canvas, Task(self.exercises, self.index, done, self.is_solved, self.remark))
        self.bar.set(self._prompts(), self._touch_helper(), (SHOULDERS,))
        self.bar.draw(canvas)

    def _prompts(self) -> list[Prompt]:
        t = self.stage.t
        if self.is_solved:
            last = self.index + 1 == len(self.exercises)
            prompts = [Prompt(Kind.CONFIRM, t("glyph.play" if last else "glyph.next"), "primary")]
            return [*prompts, Prompt(Kind.BACK, t("glyph.close"))]
        prompts = list(self._turn.prompts) if self.legal else []
        prompts.append(Prompt(Kind.HINT, t("glyph.hint"), "minor"))
        if not any(prompt.control is Kind.BACK for prompt in prompts):
            prompts.append(Prompt(Kind.BACK, t("glyph.close"), "minor"))
        return prompts

    def _touch_helper(self) -> str:
        return self._turn.touch_helper if self.legal else ""


def solved(store: Store, spec: GameSpec) -> frozenset[str]:
    """The keys of the exercises that have been solved at this table."""
    kept = store.get(f"lessons.{spec.id}", [])
    return frozenset(key for key in kept if isinstance(key, str)) if isinstance(kept, list) else frozenset()


def keep_solved(store: Store, spec: GameSpec, key: str) -> None:
    """Remember that an exercise has been solved."""
    store.set(f"lessons.{spec.id}", sorted(solved(store, spec) | {key}))
