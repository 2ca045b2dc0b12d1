"""A match's actions besides moves: hints, offers, taking back, giving up, and those of the pause menu."""

from __future__ import annotations

from collections.abc import Callable

from scenes.kit.input.intents import Device
from scenes.kit.scene import Nav, Pop, Push, Switch
from scenes.match.controller import MatchController
from scenes.match.pause_scene import PauseChoice, PauseScene
from scenes.match.playing_on import LeaveSeat, Leaving, TakeSeat
from scenes.match.questions import Agreement, PlayAction, Questions
from scenes.match.way_out import way_out
from scenes.routes import ToDemonstration, ToRematch
from scenes.table.contract.input import Wish
from scenes.table.exercises import puzzle_days


class MatchActions:
    """Asks where others have a say, and has the controller carry out what they agree on."""

    def __init__(self, controller: MatchController) -> None:
        self.controller = controller
        self.session = controller.session
        self.leaving = Leaving(controller.services, controller.session)
        self.questions = Questions(controller.services, controller.session, controller.board)
        self._owed = -1, False  # a revision of the game, and whether nothing but answers may be done then

    def carry_out(self, result: object) -> Nav | None:
        """Do what the dialog or menu above the match has led to."""
        controller = self.controller
        if isinstance(result, PauseChoice):
            return self._chosen(result)
        if isinstance(result, PlayAction) and (seat := controller.hands.person) is not None:
            controller.submit(seat, self.session.spec.rules.parse(result.text))
        elif isinstance(result, LeaveSeat):
            return self.leaving.ask_for(result)
        elif isinstance(result, TakeSeat) and self.leaving.needs_others(result):
            return self.leaving.ask_others(result)
        elif result is Agreement.UNDO:
            controller.undo()
        elif result is Agreement.MORE_TIME:
            controller.give_time()
        elif result is Agreement.RESIGN:
            controller.resign()
        elif result is Agreement.THEORY:
            controller.show_theory(True)
        elif result is Agreement.WATCH:
            return Push(ToDemonstration(self.session.spec.id, Pop()))
        elif result is Agreement.RESTART:
            return Switch(ToRematch(self.session.record()))
        return None

    def pause_menu(self) -> Nav:
        """Go to the pause menu."""
        services, resigner = self.controller.services, self.controller.resigner
        hint_service = self.controller.hint_service
        analysing = None if hint_service.evaluation is None else hint_service.showing
        return Push(lambda: PauseScene(services, self.session, resigner, analysing))

    def _chosen(self, choice: PauseChoice) -> Nav | None:
        if choice is PauseChoice.MENU:
            return way_out(self.controller.services, self.session)[1]()
        if choice is PauseChoice.RESIGN:
            seat = self.controller.resigner
            return None if seat is None else self.questions.resign(seat)
        ways: dict[PauseChoice, Callable[[], Nav | None]] = {
            PauseChoice.UNDO: self.ask_undo,
            PauseChoice.MORE_TIME: self._ask_more_time,
            PauseChoice.ANALYSIS: self.toggle_theory,
            PauseChoice.REDO: self.controller.redo,
            PauseChoice.HINT: self.controller.ask_hint,
            PauseChoice.LEAVE: self.leaving.ask,
            PauseChoice.RESTART: self.questions.restart,
        }
        return ways[choice]() if choice in ways else None

    def toggle_theory(self) -> Nav | None:
        """Show the theory or hide it; between people it is shown only if the others agree."""
        showing = self.controller.hint_service.showing
        if self.controller.has_several_people and not showing:
            return self.questions.theory(self.controller.hands.person, self.controller.scenes.theory_overlay)
        self.controller.show_theory(not showing)
        return None

    def leave_by(self, device: Device) -> Nav | None:
        """Let the person with this device leave."""
        seat = self.leaving.seat_of(device.held)
        return None if seat is None else self.leaving.ask_for(LeaveSeat(seat))

    def ask_undo(self) -> Nav | None:
        """Take back at once against AIs; between people ask for agreement first."""
        if not self.session.can_undo():
            return None
        if self.controller.has_several_people:
            return self.questions.undo()
        self.controller.undo()
        return None

    def _ask_more_time(self) -> Nav | None:
        """Give the clock more time at once against AIs; between people ask for agreement first."""
        if self.controller.has_several_people:
            return self.questions.more_time()
        self.controller.give_time()
        return None

    def grant(self, wish: Wish) -> Nav | None:
        """Do what a person who plays alone, or is in turn, has asked for."""
        if wish is Wish.CONCEDE:
            return self.questions.concede()
        if wish is Wish.NEXT and self._leaves_todays_puzzle:
            return self.questions.next_puzzle()
        if wish is Wish.NEXT:
            return Switch(ToRematch(self.session.record()))
        self.controller.undo_all()
        return None

    @property
    def _leaves_todays_puzzle(self) -> bool:
        """Whether the game is the puzzle of the day, which nobody has solved yet."""
        services, record = self.controller.services, self.session.record()
        if record.result is not None or puzzle_days.day_of(record, services.today) != services.today:
            return False
        return not puzzle_days.attempt_of(services, record.game, services.today).is_over

    def answer_owed(self) -> Nav | None:
        """The question that a person owes an answer to: a draw was offered."""
        if self._owed[0] != self.session.revision:
            self._owed = self.session.revision, self._are_answers()
        seat = self.controller.hands.person if self._owed[1] else None
        return None if seat is None else self.questions.answer(seat)

    def _are_answers(self) -> bool:
        """Whether everything that may be done now is an answer to an offer."""
        spec, actors = self.session.spec, self.session.actors()
        legal = self.session.legal(actors[0]) if spec.play.answers and actors else ()
        return bool(legal) and all(spec.rules.text(action) in spec.play.answers for action in legal)
