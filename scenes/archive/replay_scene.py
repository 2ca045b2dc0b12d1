"""Replays a stored game on its board, step by step or by itself, and offers to play on from any position.

If perfect play is switched on, an agent computes it for each position in view.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from game.agents.agent import Agent, Job
from game.core.record import Record
from game.core.rules import AnyStep
from game.core.spec import GameSpec
from game.records.playback import Playback
from game.registry import rounds_of
from game.review.reviewer import GameReviewer, can_review
from scenes.archive.branch_scene import RecordTable
from scenes.archive.transport import Transport, draw_note, note_place, speed_text
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.glyphs import ARROWS, SHOULDERS, Prompt
from scenes.kit.input.intents import Device, Intent, Kind
from scenes.kit.layout import Shape
from scenes.kit.scene import Item, Nav, PhoneView, Pop, Push
from scenes.kit.sound.speech import sentences
from scenes.kit.widgets.scanner import prompt_targets
from scenes.services import Services
from scenes.table.board.board_view import OnTable, place_bar
from scenes.table.chances import AnalysisView, PositionAnalysis, draw_analysis, draw_best_line, draw_edge
from scenes.table.column.move_list import MoveList, entries, move_at
from scenes.table.column.side_panel import PanelContent, match_by_touch
from scenes.table.contract.view import Theory
from scenes.table.loading import scenes_of
from scenes.table.sharing.take_home import TakeHome
from scenes.table.words import captions, result_text, verdict

LEVEL = 5


class ReplayTheory:
    """Asks the agent for perfect play in the shown positions, and keeps the answers by ply."""

    def __init__(self, agent: Agent, playback: Playback, before_asking: Callable[[], None]) -> None:
        """`before_asking` is called before each question, to stop other users of the agent."""
        self.agent = agent
        self._before_asking = before_asking
        self.playback = playback
        self.showing = False
        self._known: dict[int, Theory] = {}
        self._failed: set[int] = set()
        self._asked: int | None = None

    @property
    def theory(self) -> Theory | None:
        """The perfect play of the current position; None if it is hidden or not known yet."""
        return self._known.get(self.playback.ply) if self.showing else None

    @property
    def is_failed(self) -> bool:
        """Whether perfect play is switched on but the agent failed on the current position."""
        return self.showing and self.playback.ply in self._failed

    def toggle(self) -> None:
        """Show or hide perfect play."""
        self.showing = not self.showing
        if not self.showing:
            self.close()

    @property
    def is_asking(self) -> bool:
        """Whether a question to the agent is still unanswered."""
        return self._asked is not None

    def tick(self) -> None:
        """Take the agent's answer, and ask about the position now in view."""
        if not self.showing:
            return
        while (thought := self.agent.poll()) is not None:
            if thought.kind == "theory" and thought.revision == self._asked:
                self._known[self._asked] = thought.values
                if thought.fault:
                    self._failed.add(self._asked)
                self._asked = None
        ply = self.playback.ply
        if ply in self._known or ply == self._asked or not self.playback.actors():
            return
        self._before_asking()
        record = self.playback.branch(self.playback.record.seats)
        decision = self.playback.spec.rules.decision(self.playback.state)
        self.agent.request(Job("theory", record.to_json(), self.playback.actors()[0], LEVEL, 0, ply, decision))
        self._asked = ply

    def close(self) -> None:
        """Cancel the pending question."""
        if self._asked is not None:
            self.agent.cancel()
            self._asked = None


STEPS = {Kind.LEFT: -1, Kind.RIGHT: 1}
# Prompts that are also keys of the transport panel.
IN_TRANSPORT = (Kind.CONFIRM, Kind.SECONDARY, Kind.PREVIOUS, Kind.NEXT)
# Style and width of a note on the helper line.
HELD_NOTE, HELD_WIDTH = Style(theme.CAPTION), 376
SPEED_STEPS = {Kind.UP: 1, Kind.DOWN: -1}


class ReplayScene(OnTable):
    """Replays `record` from the position after `ply` actions. Back leads to `leave`; if that is None, the scene pops.

    `notes` are text keys by number of actions played. A note is shown beside the board, or in place of the helper line
    if there is no room. `playback` is the record already replayed to `ply`, if the caller has it. If `optima` is given
    (see `Sample`), a position without a note has a caption about the action that led to it.
    """

    table: RecordTable

    def __init__(
        self,
        services: Services,
        spec: GameSpec,
        record: Record,
        ply: int = 0,
        leave: Nav | None = None,
        notes: Mapping[int, str] | None = None,
        playback: Playback | None = None,
        optima: Mapping[int, int] | None = None,
    ) -> None:
        super().__init__(services.stage)
        self.services = services
        self.notes = notes or {}
        self._optima = optima
        self.leave_to: Nav = leave or Pop()
        self.playback = playback or Playback(spec, record, ply)
        self.scenes = scenes_of(spec)
        self.table = RecordTable(services, self.playback)
        self.board = self.table.board
        self.theory = ReplayTheory(services.agent, self.playback, services.reviews.pause)
        self._analyst = AnalysisView(spec, self.board)
        rounds, steps = rounds_of(spec), self.playback.steps
        spans = () if rounds is None else rounds.spans(steps)
        begun = [end for _, end in spans if end < len(steps)]
        self.chapters: Sequence[int] = () if rounds is None else (0, *begun)
        self._is_valued = can_review(spec) and not self.notes and (rounds is None or bool(spans))
        # Evaluates the positions; None while evaluations are hidden.
        self.analysing: GameReviewer | None = None
        self.win_time = theme.WIN_SECONDS
        self._pressed_move: int | None = None
        # The last ply that was read aloud.
        self._spoken_ply = self.playback.ply

    # Life

    def enter(self) -> None:
        self.resized()
        self.table.light(self.table.lit)

    def pause(self) -> None:
        self.services.reviews.pause()

    def leave(self) -> None:
        self.theory.close()
        self.services.reviews.pause()
        super().leave()

    def resized(self) -> None:
        self.table.lay(self.table.seated)
        self._written = entries(self.board.words, self.table.seats, self.playback.steps)
        name = self.stage.t(f"game.{self.playback.spec.id}")
        eyebrow = self.stage.t("replay.eyebrow", game=name)
        self.side_panel = self.scenes.side_panel(self.services, eyebrow, self.table.seats, self.board, is_replay=True)
        self.places = self.side_panel.places
        self._panel = self.side_panel.analysis if self.analysing is not None else None
        self.side_panel.has_edge = self.analysing is not None
        self.side_panel.is_analysed = self._panel is not None
        self.side_panel.is_paper_hidden = self._panel is not None and self._panel == self.side_panel.move_list
        if self.notes and self.stage.metrics.shape is Shape.CLASSIC:
            # In a 4:3 window, the note takes the place of the moves.
            self.side_panel.move_list = None
        place = note_place(self.stage.metrics)
        taken = [*self.side_panel.cards.values(), self.side_panel.transport]
        self._has_room_for_notes = not any(rect.colliderect(place) for rect in taken)
        self.transport = Transport(
            self.stage,
            self.side_panel.transport,
            self.playback,
            go=self.go,
            scrub=self.scrub,
            toggle=self.toggle,
            marks=self.chapters,
        )
        self.bar = place_bar(self.stage, (54, 1720, 972, 148))
        self._by_touch = match_by_touch(self.stage)

    # Time

    def tick(self, dt: float) -> Nav | None:
        if self._by_touch != match_by_touch(self.stage) or self.table.seats != self.table.seated:
            self.resized()
        timeline = self.table.timeline
        timeline.tick(dt)
        if self.playback.advance(dt) and timeline.is_idle:
            self._forward()
        if timeline.is_idle:
            self.win_time += dt
        self.table.tick_lights(self.table.lit, dt)
        self.transport.tick(dt)
        self.theory.tick()
        if self.analysing is not None and not self.theory.is_asking:
            self.services.reviews.tick()
        self._tell()
        return None

    def _tell(self) -> None:
        """Read aloud the action that led to the position, once for each position."""
        ply = self.playback.ply
        if ply != self._spoken_ply and ply:
            step = self.playback.steps[ply - 1]
            seats = self.playback.record.seats_at(step.ply)
            name = self.services.people.name(seats[step.seat]) if step.seat >= 0 else ""
            action = self.board.words.spoken(step)
            text = self.stage.t("speech.action", name=name, action=action) if name else action
            self.stage.say(sentences(text, self._sentence() if ply == self.playback.total else ""), passing=True)
        self._spoken_ply = ply

    def phone_view(self, device: Device) -> PhoneView:
        return PhoneView(self._sentence(), self.side_panel.eyebrow)

    @property
    def is_animated(self) -> bool:
        celebrating = self.playback.outcome is not None and self.win_time < theme.WIN_SECONDS
        looking = self.analysing is not None and not self.analysing.done
        return self.playback.playing or self.table.is_animated or celebrating or looking

    # Moving through the game

    def go(self, ply: int) -> None:
        """Show the position after `ply` actions.

        A step to the next position animates its action. For any other step, the pieces slide.
        """
        self.table.timeline.skip()
        if ply == self.playback.ply + 1 and ply <= self.playback.total:
            self._forward()
        elif self.playback.seek(ply):
            self.win_time = 0.0
            self.table.slide_there()

    def _leap(self, on: bool) -> int:
        """Return a ply at which a chapter begins: the nearest later one if `on`, otherwise the nearest earlier one.

        Without such a chapter, return the ply of the game's end or start.
        """
        ply, total = self.playback.ply, self.playback.total
        if on:
            return min((mark for mark in self.chapters if mark > ply), default=total)
        return max((mark for mark in self.chapters if mark < ply), default=0)

    def scrub(self, ply: int) -> None:
        """Stop a running replay and show the position after `ply` actions at once."""
        self.playback.playing = False
        if self.playback.seek(ply):
            self.table.timeline.skip()
            self.win_time = theme.WIN_SECONDS
            self.table.arrived(self.playback.state)

    def toggle(self) -> None:
        """Start or stop the running replay. At the end of the game, start over."""
        at_end = self.playback.ply == self.playback.total
        self.playback.toggle()
        if at_end and self.playback.playing:
            self.table.timeline.skip()
            self.table.arrived(self.playback.state)

    def _forward(self) -> None:
        step = self.playback.steps[self.playback.ply]
        self.playback.seek(self.playback.ply + 1)
        self.win_time = 0.0
        self.table.play(step, lambda: self.table.arrived(step.after))

    # Presses

    def intent(self, intent: Intent) -> Nav | None:
        meant = self.bar.translate(intent) or intent
        kind = meant.kind
        if meant.point is not None:
            if not self.transport.intent(meant):
                self._point(meant)
        elif kind is Kind.BACK:
            return self.leave_to
        elif kind is Kind.HINT and self.table.can_branch:
            return self.table.branch()
        elif kind is Kind.THEORY and self.can_analyse:
            self._toggle_analysis()
        elif kind is Kind.RULES and not self.notes:
            return Push(lambda: TakeHome(self.services, self.playback.record, self._short(), self.playback.ply))
        elif kind in STEPS:
            self.playback.playing = False
            self.go(self.playback.ply + STEPS[kind])
        elif kind in (Kind.PREVIOUS, Kind.NEXT):
            self.go(self._leap(kind is Kind.NEXT))
        elif kind in SPEED_STEPS:
            self.playback.change_speed(SPEED_STEPS[kind])
        elif kind is Kind.SECONDARY:
            self.transport.next_speed()
        elif kind in (Kind.CONFIRM, Kind.PAUSE):
            self.toggle()
        return None

    def scan(self) -> Sequence[Item]:
        return (self.transport.stops(), *prompt_targets(self, self.bar, IN_TRANSPORT))

    def _short(self) -> str:
        """Return the short text that replaces the game's code if this is too long to share.

        It has the game, its result, and the code of the position.
        """
        t, record = self.stage.t, self.playback.record
        lines = [f"{t('app.title')} · {t(f'game.{record.game}')}", result_text(self.services, record)]
        look_back, playback = self.board.look_back, self.playback
        code = "" if look_back is None else look_back.summary(playback.state, playback.steps[: playback.ply]).code
        return "\n".join(filter(None, [*lines, code]))

    def _point(self, intent: Intent) -> None:
        """Handle a pointer.

        A press on a listed action leads to the position after it. The mouse wheel goes step by step.
        """
        assert intent.point is not None
        if intent.kind is Kind.TURN:
            self.playback.playing = False
            self.go(self.playback.ply - intent.value)
        elif intent.kind in (Kind.PRESS, Kind.RELEASE) and self._is_listed:
            assert self.side_panel.move_list is not None
            count = len(self.table.seats)
            index = move_at(self.stage, self.side_panel.move_list, self._moves(), count, intent.point)
            if intent.kind is Kind.PRESS:
                self._pressed_move = index
            elif index is not None and index == self._pressed_move:
                self.playback.playing = False
                self.go(index + 1)

    @property
    def can_analyse(self) -> bool:
        """Whether evaluations or perfect play can be shown here."""
        return self.scenes.theory_overlay or self._is_valued

    def _toggle_analysis(self) -> None:
        """Show or hide evaluations and perfect play."""
        if self.scenes.theory_overlay:
            self.theory.toggle()
        if not self._is_valued:
            return
        if self.analysing is None:
            record, steps = self.playback.record, self.playback.steps
            self.analysing = self.services.reviews.reviewer(self.playback.spec, record, steps)
        else:
            self.services.reviews.pause()
            self.analysing = None
        self.resized()

    def _analysed(self) -> PositionAnalysis | None:
        """Return the analysis of the shown position; None while pieces move or the analysis is hidden."""
        if self.analysing is None or not self.table.timeline.is_idle:
            return None
        actors = self.playback.actors()
        seat = actors[0] if actors else self.playback.steps[-1].seat if self.playback.steps else 0
        values, ply = self.analysing.values, self.playback.ply
        value = self.analysing.value(ply)
        if value is None and self.analysing.done:
            return None
        return self._analyst.analysed(self.table.shown, seat, values, ply, value)

    @property
    def _is_listed(self) -> bool:
        """Whether the list of moves stands beside the board."""
        return self.side_panel.move_list is not None and not self.side_panel.is_paper_hidden

    # Drawing

    def _moves(self) -> MoveList:
        return MoveList(self._written, self.playback.ply - 1)

    def _last(self) -> AnyStep | None:
        """Return the step that led to the shown position; None while pieces still move."""
        ply = self.playback.ply
        return self.playback.steps[ply - 1] if ply and self.table.timeline.is_idle else None

    def _sentence(self) -> str:
        t = self.stage.t
        outcome = self.playback.outcome
        if outcome is not None:
            return verdict(self.stage, outcome, [self.services.people.name(seat) for seat in self.table.seats])
        if self.board.simultaneous is not None:
            shown, family = self.table.shown, self.stage.devices.current.family
            return self.board.words.turn(shown, self.board.input.empty(shown, (), family), family).sentence
        return t("match.turn", name=self.services.people.name(self.table.seats[self.playback.actors()[0]]))

    def draw(self, canvas: Canvas, alpha: float) -> None:
        canvas.blit(self.table.ground.picture, (0, 0))
        theory = self.theory.theory if self.table.timeline.is_idle else None
        view = self.table.view(alpha, last=self._last(), win_time=self.win_time, theory=theory)
        self.side_panel.draw_light(canvas, view.state, view.lights)
        self.board.drawing.draw(canvas, view)
        found = self._analysed()
        if found is not None and not self.theory.showing:
            draw_best_line(self.stage, canvas, self.board, found)
        if found is not None:
            draw_edge(self.stage, canvas, self.board, self.table.frame, found, self.table.bottom_seat)
        note = self.stage.t("weaker.advice") if self.theory.is_failed else self._note()
        helper = self._place()
        if note is not None and not self._has_room_for_notes:
            helper, note = "\n".join(self.stage.lines(note, HELD_NOTE, self.stage.metrics.px(HELD_WIDTH))), None
        if self.table.is_guest:
            helper = f"{helper}\n{self.stage.t('replay.guest')}"
        if (note is not None or self._panel is not None) and self.stage.metrics.shape is Shape.TALL:
            # A note or the analysis takes the helper's place.
            helper = ""
        self.side_panel.draw(canvas, PanelContent(self._sentence(), helper, view.state, view.lights, self._moves()))
        if note is not None:
            draw_note(self.stage, canvas, note)
        if found is not None and self._panel is not None:
            draw_analysis(self.stage, canvas, self._panel, self.board, found, self.table.bottom_seat)
        self.transport.draw(canvas)
        self.bar.set(self.prompts(), spare=(SHOULDERS, Kind.SECONDARY))
        self.bar.draw(canvas)

    def _note(self) -> str | None:
        """Return the note on the shown position, if any."""
        ply = self.playback.ply
        key = self.notes.get(ply)
        if key is not None:
            return self.stage.t(key)
        if self._optima is None or not ply:
            return None
        step = self.playback.steps[ply - 1]
        begun = [start for start in self._optima if start < ply]
        optimum = self._optima[max(begun)] if begun else None
        names = self.board.context.names
        return captions(self.stage.t, self.playback.spec, step, names, self.board.words, optimum)[0].text

    def _place(self) -> str:
        at, total = self.playback.moves(self.playback.ply), self.playback.moves(self.playback.total)
        return self.stage.t("review.at", move=at, total=total)

    def prompts(self) -> list[Prompt]:
        t = self.stage.t
        run = t("replay.stop") if self.playback.playing else t("replay.play")
        branch = [Prompt(Kind.HINT, t("replay.branch"), "primary")] if self.table.can_branch else []
        label = t("glyph.hide_theory" if self.theory.showing else "glyph.theory")
        if not self.scenes.theory_overlay:
            label = t("analysis.hide" if self.analysing is not None else "analysis.show")
        theory = [Prompt(Kind.THEORY, label, "main")] if self.can_analyse else []
        home = [] if self.notes else [Prompt(Kind.RULES, t("replay.home"), "minor")]
        return [
            Prompt(ARROWS, t("replay.step"), ""),
            Prompt(Kind.CONFIRM, run, ""),
            Prompt(SHOULDERS, t("replay.chapters" if self.chapters else "replay.ends"), ""),
            Prompt(Kind.SECONDARY, t("replay.speed", speed=speed_text(self.playback.speed)), ""),
            *theory,
            *branch,
            *home,
            Prompt(Kind.BACK, t("glyph.back"), "main"),
        ]
