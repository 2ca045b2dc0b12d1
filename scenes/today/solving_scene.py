"""A puzzle on the game's own board: every try is judged, a wrong one answered there, and one tries again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import Enum, auto
from functools import partial
from typing import Any

import pygame

from game.puzzles.judging import Verdict, judge, stars
from game.puzzles.puzzle import Puzzle
from game.registry import facts_of, find
from scenes.kit import theme
from scenes.kit.canvas import Canvas
from scenes.kit.focus import Focus
from scenes.kit.glyphbar import Prompt
from scenes.kit.glyphs import SHOULDERS
from scenes.kit.intents import Intent, Kind
from scenes.kit.layout import Shape
from scenes.kit.scene import Item, Nav, Pop
from scenes.kit.speech import sentences
from scenes.kit.stops import prompt_stops
from scenes.kit.widgets import Button
from scenes.services import Services
from scenes.table.lesson_table import LessonTable, step_from
from scenes.table.lessons import Position
from scenes.table.tabletop import place_bar
from scenes.table.trying import TryingScene
from scenes.today import puzzle_words as words
from scenes.today.occasion import Occasion
from scenes.today.puzzle_words import HINTS, AnyStep, Reasons
from scenes.today.solving_panel import Asked, Remark, Slip, SolvingPanel

LOW_BAR = (54, 1700, 972, 191)  # design pixels of the bar in an upright window: below cards and remark


class Phase(Enum):
    """What goes on: somebody tries, a wrong try was answered, or all is done."""

    TRYING = auto()
    REFUTED = auto()
    OVER = auto()


class Onward(Enum):
    """How the scene is left, besides by going back."""

    NEXT = auto()


class SolvingScene(TryingScene):
    """One puzzle. What comes of it is kept at once; one that is over shows its solution."""

    def __init__(self, services: Services, occasion: Occasion) -> None:
        super().__init__(services, find(occasion.puzzle.game))
        self.occasion = occasion
        self.puzzle: Puzzle = occasion.puzzle
        self.person = self.puzzle.side
        self.attempt = occasion.attempt()
        self.phase = Phase.TRYING
        self.done = 0  # right moves of the solver
        self.level = 0  # of the hint to the next one
        self.remark: Remark | None = None
        self.line: list[AnyStep] = []  # what can be walked through: a refutation, or the solution
        self.at = 0  # how much of it the board shows
        self.pointed = Focus(services.stage)  # the buttons beside the board, for pointers: the bar has them all
        self._seconds = float(self.attempt.seconds)
        self._hint: Any = None
        self._told: Remark | None = None
        self._aim: Sequence[str] | None = None  # what was told of it, None before anybody has moved it
        self._since = 0.0  # seconds since the board came to rest

    # Life

    def enter(self) -> None:
        position = Position(self.puzzle.actions, self.puzzle.options)
        count = self.spec.seat_count(dict(self.puzzle.options))
        names = [words.side_name(self.stage, self.spec.id, seat) for seat in range(count)]
        self.take_table(LessonTable(self.services, self.spec, position, names, self.person))
        self.base = self.start = self.table.state  # where the solver's next move is looked for
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

    def resized(self) -> None:
        seats = [
            replace(seat, name=words.side_name(self.stage, self.spec.id, index))
            for index, seat in enumerate(self.table.seats)
        ]
        self.table.lay(seats)
        self.panel = SolvingPanel(self.services)
        self.places = self.panel.places
        self.table.cards = self.places.all("card")
        self.bar = place_bar(self.stage, LOW_BAR)
        self.reasons = Reasons(self.stage, self.spec, self.table.board, [seat.name for seat in seats])
        self._renew_buttons()

    def _renew_buttons(self) -> None:
        prompts = [prompt for prompt in self.own_prompts() if prompt.kind not in (Kind.BACK, Kind.NEXT)]
        pairs = zip(self.places.all("button"), prompts, strict=False)
        self.pointed.set([self._button(place, prompt) for place, prompt in pairs])

    def _button(self, place: pygame.Rect, prompt: Prompt) -> Button:
        kind = "primary" if prompt.button == "primary" else "normal"
        return Button(place, prompt.label, partial(self._pressed, prompt.kind), kind=kind)

    def _pressed(self, kind: Kind | None) -> Nav | None:
        return None if kind is None else self.meant(Intent(kind, self.stage.devices.current))

    # What is said

    @property
    def is_over(self) -> bool:
        return self.phase is not Phase.TRYING

    @property
    def spoken(self) -> str:
        stage, puzzle = self.stage, self.puzzle
        return sentences(words.task(stage, puzzle), words.goal(stage, puzzle), words.grade(stage, puzzle))

    @property
    def worth(self) -> int:
        """The stars that the next try can win, or that were won."""
        if self.attempt.is_over:
            return self.attempt.stars
        return stars(self.attempt.wrong, self.attempt.hints)

    @property
    def _note(self) -> str:
        t = self.stage.t
        if self.occasion.note:
            return self.occasion.note
        if self.attempt.solved is not None:
            return t("puzzle.done", time=words.clock(self.attempt.seconds))
        return t("puzzle.shown") if self.attempt.shown else t(f"puzzle.worth.{self.worth}")

    # Tries

    def try_action(self, action: Any) -> None:
        self.remark, self._hint = None, None
        verdict = judge(self.puzzle, self.done, self.spec.rules.text(action))
        step = self.table.step(action)
        if verdict.right:
            self._go_right(step, verdict)
        else:
            self._go_wrong(step, verdict)

    def try_barred(self, action: Any) -> None:
        """What the rules forbid costs no star."""
        super().try_barred(action)
        problem = self.turn.problem
        if problem is not None:
            self.remark = Remark(problem.title, problem.text, theme.WARN)

    def begin_try(self) -> None:
        if self.remark is not None and self.remark.edge == theme.WARN:
            self.remark = None

    def _go_wrong(self, tried: AnyStep, verdict: Verdict) -> None:
        """Play the try and the rival's reply, which the card then explains."""
        self._keep(wrong=self.attempt.wrong + 1)
        self._turn_into(Phase.REFUTED)
        replies = [self._reply(tried, verdict.reply)] if verdict.reply else []
        self.line, self.at = [tried, *replies], 1 + len(replies)
        sentence = self.reasons.against(self._key(), tried, replies[0] if replies else None)

        def answered() -> None:
            rival = self.table.seats[replies[0].seat if replies else self.person].identity
            color = self.stage.identities[rival].color
            self.remark = Remark(self.stage.t("puzzle.not_yet"), sentence, color)
            self.stage.audio.play("barred")

        self._play([tried, *replies], answered)

    def _go_right(self, step: AnyStep, verdict: Verdict) -> None:
        """Play the move and the longest defence, or be done."""
        if verdict.solved:
            self._turn_into(Phase.OVER)
            worth = stars(self.attempt.wrong, self.attempt.hints)
            done = replace(self.attempt, stars=worth, seconds=int(self._seconds))
            self.attempt = self.occasion.solve(done)
            self._play([step], lambda: self._praise(step))
            return
        reply = self._reply(step, verdict.reply)
        self.done += 1
        self.level = 0
        self.base = reply.after

        def answered() -> None:
            self.remark = Remark(self.stage.t("puzzle.goes_on"), self.reasons.speaks_for(step), theme.GOOD)
            self.reset_selection()

        self._play([step, reply], answered)

    def _praise(self, step: AnyStep) -> None:
        self.line = words.solution(self.spec, self.puzzle, self.start)
        self.at = len(self.line)
        self.remark = Remark(self.stage.t("puzzle.solved"), self.reasons.speaks_for(step), theme.GOOD)
        self.panel.stamp()
        self.stage.audio.play("win", 0.7)

    def _play(self, steps: Sequence[AnyStep], done: Any) -> None:
        """Show steps one after the other."""
        first, *rest = steps
        self._since = 0.0
        self.table.show(first, (lambda: self._play(rest, done)) if rest else done)

    def _key(self) -> AnyStep:
        """The solver's right move now."""
        return step_from(self.spec, self.base, self.spec.rules.parse(self.puzzle.keys[self.done]))

    def _reply(self, step: AnyStep, text: str | None) -> AnyStep:
        return step_from(self.spec, step.after, self.spec.rules.parse(text or ""))

    def try_again(self) -> None:
        """Back to where the wrong try began."""
        self._turn_into(Phase.TRYING)
        self.remark = None
        self.table.turn_to(self.base, done=self.reset_selection)

    def _turn_into(self, phase: Phase) -> None:
        self.phase = phase
        self._renew_buttons()

    # Help

    def give_hint(self) -> None:
        """Tell a little more than the hint before, for a star."""
        if self.phase is Phase.OVER or self.level == HINTS:
            return
        if self.phase is Phase.REFUTED:
            self.try_again()
            self.table.timeline.skip()
        self._keep(hints=self.attempt.hints + 1)
        self._tell_hint(self.level + 1)

    def _tell_hint(self, level: int) -> None:
        key, self.level = self._key(), level
        text = self.reasons.hint(level, self.puzzle, key, self.table.frame)
        self._hint = key.action if level == HINTS else None
        self.remark = Remark(self.stage.t("puzzle.hint", number=level, count=HINTS), text, theme.HIGHLIGHT)
        self._renew_buttons()

    def show_solution(self) -> None:
        """Play the solution; a puzzle that was not solved before is worth nothing any more."""
        if not self.attempt.is_over:
            self._keep(shown=True)
        self._turn_into(Phase.OVER)
        self.remark, self._hint, self.line, self.at = None, None, words.solution(self.spec, self.puzzle, self.start), 0
        self.table.turn_to(self.start, done=lambda: self._play(self.line, self._explain))

    def _explain(self) -> None:
        """Say what is good about the first move of the solution, which the board has shown."""
        self.at = len(self.line)
        self.remark = Remark(self.stage.t("puzzle.solution"), self.reasons.speaks_for(self.line[0]), theme.HIGHLIGHT)

    def walk(self, by: int) -> None:
        """Show one step more or fewer of what was played; after the last one comes the position before the first."""
        if not self.line:
            return
        self.at, before = (self.at + by) % (len(self.line) + 1), self.at
        if self.at == before + 1:
            self._play([self.line[before]], lambda: None)
            return
        last = self.line[self.at - 1] if self.at else None
        self._since = 0.0
        self.table.turn_to(self.line[0].before if last is None else last.after, last)

    # Presses

    def meant(self, intent: Intent) -> Nav | None:
        if intent.point is not None and self.confirming.grasp.at is None:
            used, nav = self.pointed.intent(intent)
            if used and (nav is not None or intent.kind is not Kind.HOVER):
                return nav
        if intent.kind is Kind.HINT:
            self.give_hint()
        elif intent.kind is Kind.THEORY:
            self.show_solution()
        elif intent.kind is Kind.WHERE:
            self.stage.say(sentences(self.spoken, *self.table.board.words.position(self.table.state)), urgent=True)
        elif self.phase is Phase.TRYING:
            if self.legal:
                self.board_intent(intent)
        elif intent.kind in (Kind.NEXT, Kind.PREVIOUS):
            self.walk(1 if intent.kind is Kind.NEXT else -1)
        elif intent.kind is Kind.CONFIRM and not intent.repeat:
            return self._go_on()
        return None

    def _go_on(self) -> Nav | None:
        if self.phase is Phase.OVER:
            return Pop(Onward.NEXT if self.occasion.has_next else None)
        self.try_again()
        return None

    def scan(self) -> Sequence[Item]:
        if not self.table.timeline.idle:
            return ()
        bar = prompt_stops(self, self.bar, (Kind.CONFIRM,) if self.legal else ())
        return (*self.action_items(), *bar) if self.legal else bar

    def own_prompts(self) -> list[Prompt]:
        """What can be pressed besides the board."""
        t = self.stage.t
        has_next, way_back = self.occasion.has_next, self.occasion.way_back
        back = Prompt(Kind.BACK, way_back, "minor")
        is_tall = self.stage.metrics.shape is Shape.TALL  # where five buttons stand in a row
        show = Prompt(Kind.THEORY, t("puzzle.solution" if is_tall else "puzzle.show"), "minor")
        step = Prompt(Kind.NEXT, t("puzzle.steps" if is_tall else "puzzle.step"), "minor")
        if self.phase is Phase.OVER:
            label = t("puzzle.next") if has_next else way_back
            return [Prompt(Kind.CONFIRM, label, "primary"), step, *([back] if has_next else [])]
        hint = [Prompt(Kind.HINT, t("glyph.hint"), "minor")] if self.level < HINTS else []
        if self.phase is Phase.REFUTED:
            return [Prompt(Kind.CONFIRM, t("puzzle.again"), "primary"), *hint, step, show, back]
        return [*hint, show, back]

    def _prompts(self) -> list[Prompt]:
        on_board = list(self.turn.prompts) if self.legal else []
        own = self.own_prompts()
        if any(prompt.control is Kind.BACK for prompt in on_board):
            own = [prompt for prompt in own if prompt.control is not Kind.BACK]
        return [*on_board, *own]

    # Time and drawing

    def tick(self, dt: float) -> Nav | None:
        self.wait(dt)
        self.panel.tick(dt)
        self.pointed.tick(dt)
        self._since += dt if self.table.timeline.idle else 0.0
        if not self.attempt.is_over:
            self._seconds += dt
        if self.remark is not self._told:
            self._told = self.remark
            if self.remark is not None:
                self.stage.say(sentences(self.remark.title, self.remark.text), urgent=True)
        self._tell_aim()
        return None

    def _tell_aim(self) -> None:
        """Where keys, a pad or a finger have brought the selection; a mouse shows that to whoever moves it."""
        if not self.stage.speech.enabled or not self.legal:
            return
        aim = self.turn.aim
        known, self._aim = aim if self._aim is None else self._aim, aim
        fresh = [part for part in aim if part not in known]
        if fresh and self.stage.devices.current.family != "mouse":
            self.stage.say(sentences(*fresh), passing=True)

    @property
    def lively(self) -> bool:
        moves = self.table.lively or self.panel.lively or self.pointed.lively
        return moves or self._hint is not None or self._since < theme.WIN_SECONDS

    def draw(self, canvas: Canvas, alpha: float) -> None:
        hand = self.confirming.grasp.at
        self.table.draw(canvas, alpha, selection=self.selection, legal=self.legal, hint=self._hint, hand=hand)
        self._draw_reason(canvas)
        if self.level == 1 and self.remark is not None and self.phase is Phase.TRYING:
            place = self.reasons.place(self._key(), self.table.frame)
            self.stage.put(canvas, self.stage.paint.ring(place.size), place.topleft)
        self.panel.draw(canvas, self._asked(), self._slip(), self.remark)
        self.pointed.draw(canvas, ring=False)
        self.bar.set(self._prompts(), self.turn.touch_helper if self.legal else "", (SHOULDERS, Kind.THEORY))
        self.bar.draw(canvas)

    def _draw_reason(self, canvas: Canvas) -> None:
        """Why the last step that is shown matters, on the board, where the game draws that."""
        last = self.table.last
        if self.phase is Phase.TRYING or last is None or not self.table.timeline.idle:
            return
        fact = next((fact for fact in facts_of(self.spec, last) if {"old", "new"} <= fact.cells.keys()), None)
        if fact is not None:
            self.table.board.drawing.draw_reason(canvas, last, fact.seats[0], fact.cells, self._since)

    def _asked(self) -> Asked:
        t, puzzle, stage = self.stage.t, self.puzzle, self.stage
        eyebrow = t("puzzle.eyebrow", game=t(f"game.{puzzle.game}"), name=self.occasion.name)
        count = "" if self.attempt.is_over else t("puzzle.try", number=self.attempt.wrong + 1)
        time = words.clock(int(self._seconds))
        return Asked(eyebrow, words.task(stage, puzzle), words.goal(stage, puzzle), time, count)

    def _slip(self) -> Slip:
        return Slip(self.occasion.number, self.puzzle.grade, self.worth, self._note)
