"""What is done in a match besides moves: advice, offers, taking back, giving up, and what the pause menu leads to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.core.rules import Seat
from game.session import AnyStep
from scenes import routes
from scenes.kit.scene import Nav, Push
from scenes.match.pause_scene import Choice, PauseScene
from scenes.match.questions import Agreed, Play, Questions
from scenes.table.board import Wish

if TYPE_CHECKING:
    from scenes.match.match_scene import MatchScene


class MatchActions:
    """Asks where others have a say, and carries out what they agree on."""

    def __init__(self, match: MatchScene) -> None:
        self.match = match
        self.stage = match.stage
        self.session = match.session
        self.board = match.board
        self.adviser = match.adviser
        self.questions = Questions(match.services, match.session, match.board)

    def carry_out(self, result: object) -> Nav | None:
        """Do what the dialog or menu above the match has led to."""
        if isinstance(result, Choice):
            return self._chosen(result)
        if isinstance(result, Play) and (seat := self.match.hands.person) is not None:
            self.match.submit(seat, self.session.spec.rules.parse(result.text))
        elif result is Agreed.UNDO:
            self._undo()
        elif result is Agreed.RESIGN:
            self._resign()
        elif result is Agreed.THEORY:
            self._show_theory(True)
        elif result is Agreed.RESTART:
            return routes.rematch(self.match.services, self.session.record(), self.session.spec)
        return None

    def pause_menu(self) -> Nav:
        """To the pause menu."""
        return Push(lambda: PauseScene(self.match.services, self.session, self.resigner))

    def _chosen(self, choice: Choice) -> Nav | None:
        if choice is Choice.UNDO:
            return self.ask_undo()
        if choice is Choice.REDO:
            self.redo()
        elif choice is Choice.HINT:
            self.ask_hint()
        elif choice is Choice.MENU:
            return routes.menu(self.match.services)
        elif choice is Choice.RESTART:
            return self.questions.restart()
        elif choice is Choice.RESIGN and (seat := self.resigner) is not None:
            return self.questions.resign(seat)
        return None

    @property
    def _several_people(self) -> bool:
        return sum(not seat.is_ai for seat in self.session.seats) > 1

    # Advice

    def ask_hint(self) -> None:
        """Look for a hint for the person to act."""
        if self.match.hands.person is not None:
            self.adviser.ask_hint()

    def take_advice(self) -> None:
        """Take what the agent has found; a hint is considered at once, so that a confirm plays it."""
        if self.adviser.take_hint():
            self.match.note = ""
            if self.adviser.hint is not None:
                self.stage.audio.play("hint")
                self.match.note = self.board.hint_text(self.adviser.hint)
                self.match.hands.selection = self.board.considering(self.adviser.hint)
        self.adviser.look_up()
        self.adviser.review(self.board)

    def toggle_theory(self) -> Nav | None:
        """Show the theory or hide it; between people it is shown only if the others agree."""
        if self._several_people and not self.adviser.showing:
            return self.questions.theory(self.match.hands.person)
        self._show_theory(not self.adviser.showing)
        return None

    def _show_theory(self, on: bool) -> None:
        self.adviser.show_theory(on)
        self.match.note = self.stage.t("match.theory_shown") if on else ""

    # Offers

    @property
    def answer_owed(self) -> bool:
        """Whether a person has an offer to answer."""
        spec = self.session.spec
        seat = self.match.hands.person if spec.answers else None
        return seat is not None and all(spec.rules.text(action) in spec.answers for action in self.session.legal(seat))

    # Taking back

    def ask_undo(self) -> Nav | None:
        """Take back at once against AIs; between people ask for agreement first."""
        if not self.session.can_undo():
            return None
        if self._several_people:
            return self.questions.undo()
        self._undo()
        return None

    def _undo(self) -> None:
        self._put_back(self.session.undo())

    def _put_back(self, taken: list[AnyStep]) -> None:
        """Show that the game is where it was before the actions taken back."""
        if taken:
            self.stage.audio.play("undo")
            self._forget_advice()
            self.match.table.slide(taken[0].before, lambda: self.match.arrived(taken[0].before))

    def redo(self) -> None:
        """Play again what was taken back."""
        for step in self.session.redo():
            self.match.play(step)

    def grant(self, wish: Wish) -> Nav | None:
        """Do what a person who plays alone has asked for."""
        if wish is Wish.NEXT:
            return routes.rematch(self.match.services, self.session.record(), self.session.spec)
        taken = []
        while self.session.can_undo():
            taken = self.session.undo()
        self._put_back(taken)
        return None

    # Giving up

    @property
    def resigner(self) -> Seat | None:
        """Who would give up: the person to move, or the only person; nobody where it might be one of several."""
        people = [i for i, seat in enumerate(self.session.seats) if not seat.is_ai]
        acting = [seat for seat in self.session.actors() if seat in people]
        candidates = acting or people
        return candidates[0] if len(candidates) == 1 else None

    def _resign(self) -> None:
        seat = self.resigner
        if seat is None:
            return
        ply = self.session.ply
        self.session.resign(seat)
        if self.session.ply > ply:  # by an action
            self.match.play(self.session.steps[-1])
        self._forget_advice()
        self.match.hands.begin()
        self.match.resized()

    def _forget_advice(self) -> None:
        self.adviser.drop_hint()
        self.match.note = ""
