"""A match's questions to the people at the table. Each dialog pops with the action for the match to take."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial

from game.core.rules import Seat
from game.session.session import Session
from scenes.kit.scene import Nav, Pop, Push, Quit
from scenes.kit.stage import Stage
from scenes.kit.widgets.dialog import Dialog, DialogAnswer, sure, tell
from scenes.services import Services
from scenes.table.contract.board import AnyBoard

MORE_SECONDS = 30  # added to a running clock


class Agreement(Enum):
    """What the people in a match have agreed to."""

    UNDO = auto()
    MORE_TIME = auto()
    RESIGN = auto()
    RESTART = auto()
    THEORY = auto()
    WATCH = auto()


class CloseDialog(Dialog):
    """Asks before the program ends in mid-game."""

    def __init__(self, stage: Stage) -> None:
        answers = [
            DialogAnswer(stage.t("close.stay"), None, primary=True),
            DialogAnswer(stage.t("close.leave"), Quit(), is_for_owner=True),
        ]
        super().__init__(stage, stage.t("close.title"), stage.t("close.body"), answers)

    def answered(self, result: object) -> Nav | None:
        return result if isinstance(result, Quit) else Pop(result)


@dataclass(frozen=True, slots=True)
class PlayAction:
    """An action, as text, that the seat in turn chose in a dialog."""

    text: str


class Questions:
    """The dialogs of one session."""

    def __init__(self, services: Services, session: Session, board: AnyBoard) -> None:
        self.services = services
        self.stage = services.stage
        self.session = session
        self.board = board

    def tell(self, title: str, text: str) -> Push:
        """Show a message that must be seen."""
        return tell(self.stage, title, text, width=880)

    def undo(self) -> Push:
        """Ask the others to agree to an undo."""
        session = self.session
        movers = (step.seat for step in reversed(session.steps) if not session.seats[step.seat].is_ai)
        mover = next(movers, None)
        body = self.stage.strings.lines(self._undo_target(), self._agreement(mover))
        return self._sure("undo.title", body, "undo.keep", "undo.confirm", Agreement.UNDO, 760)

    def _undo_target(self) -> str:
        """The position to which an undo leads, in words."""
        ply = self.session.decision_ply()
        if not ply:
            return self.stage.t("undo.back_to_start")
        if ply == self.session.ply:  # the game ended by resignation or timeout, without an action
            return self.stage.t("undo.play_on")
        move = self.board.words.action(self.session.steps[ply].action).spoken
        return self.stage.t("undo.back_to", number=ply // len(self.session.seats) + 1, move=move)

    def _agreement(self, asking: Seat | None) -> str:
        """The sentence that asks everybody except `asking` to agree; a single person is asked by name."""
        people = [seat for i, seat in enumerate(self.session.seats) if not seat.is_ai and i != asking]
        if len(people) == 1:
            return self.stage.t("undo.agree", name=self.services.people.name(people[0]))
        return self.stage.t("undo.agree_all")

    def more_time(self) -> Push:
        """Ask everybody to agree to more time for the running clock. It is unknown which person asked."""
        body = self.stage.strings.lines(self.stage.t("more_time.body", seconds=MORE_SECONDS), self._agreement(None))
        return self._sure("more_time.title", body, "more_time.keep", "more_time.give", Agreement.MORE_TIME, 760)

    def resign(self, seat: Seat) -> Push:
        """Ask for confirmation of a resignation."""
        ai = self.session.stand_in(seat)
        key = "resign.body" if ai is None else "resign.body_for_ai"
        ai_name = "" if ai is None else self.services.people.name(ai)
        body = self.stage.t(key, name=self.services.people.name(self.session.seats[seat]), ai=ai_name)
        return self._sure("resign.title", body, "resign.cancel", "resign.confirm", Agreement.RESIGN)

    def concede(self) -> Push:
        """Ask for confirmation of giving up the shown route."""
        return self._sure(
            "concede.title", self.stage.t("concede.body"), "concede.keep", "concede.confirm", PlayAction("concede"), 760
        )

    def restart(self) -> Push:
        """Ask whether to abandon this game for a new one."""
        return self._sure(
            "restart.title", self.stage.t("restart.body"), "restart.cancel", "restart.confirm", Agreement.RESTART
        )

    def next_puzzle(self) -> Push:
        """Ask whether to leave the puzzle of the day unsolved for another one."""
        return self._sure(
            "today.leave.title",
            self.stage.t("today.leave.body"),
            "today.leave.stay",
            "today.leave.go",
            Agreement.RESTART,
        )

    def demonstration(self) -> Push:
        """Ask a newcomer to this game whether to watch its demonstration."""
        t = self.stage.t
        answers = [DialogAnswer(t("first.play"), None), DialogAnswer(t("first.watch"), Agreement.WATCH, primary=True)]
        title = t("first.title", game=t(f"game.{self.session.spec.id}"))
        return self._ask(title, t("first.body"), answers, width=820)

    def close(self) -> Push:
        """Ask whether to end the program in mid-game; the game is kept."""
        return Push(lambda: CloseDialog(self.stage))

    def theory(self, asking: Seat | None, of_actions: bool) -> Push:
        """Ask the others to agree that everybody sees the evaluation (of each action if `of_actions` is true)."""
        title, body = ("theory.title", "theory.body") if of_actions else ("analysis.title", "analysis.body")
        text = self.stage.strings.lines(self.stage.t(body), self._agreement(asking))
        return self._sure(title, text, "theory.keep", "theory.show", Agreement.THEORY, 760)

    def offer(self, seat: Seat) -> Push:
        """Ask for confirmation of a draw offer."""
        t = self.stage.t
        body = t("offer.body", name=self._others(seat))
        answers = [
            DialogAnswer(t("offer.keep"), None),
            DialogAnswer(t("offer.send"), PlayAction(self.session.spec.play.offer), primary=True),
        ]
        return self._ask(t("offer.title"), body, answers)

    def answer(self, seat: Seat) -> Push:
        """Ask for the answer to a draw offer; the board stays visible, and back refuses."""
        t = self.stage.t
        accept, refuse = (PlayAction(text) for text in self.session.spec.play.answers)
        answers = [DialogAnswer(t("offer.accept"), accept), DialogAnswer(t("offer.refuse"), refuse, primary=True)]
        title = t("offer.asked", name=self.services.people.name(self.session.seats[seat]))
        body = t("offer.asked.body", name=self._others(seat))
        places = self.board.seats
        across = 2 * list(places).index(seat) >= len(places)
        card = partial(Dialog, self.stage, cancel=refuse, stacked=True, aside=True, across=across, width=560)
        identity = self.session.seats[seat].identity
        return Push(lambda: card(title, body, answers, identity=identity))

    def _others(self, seat: Seat) -> str:
        return self.services.people.names([config for i, config in enumerate(self.session.seats) if i != seat])

    def _sure(self, title: str, body: str, stay: str, go: str, result: object, width: float = 720) -> Push:
        """Ask for a confirmation. The first answer, `stay`, changes nothing.

        `title`, `stay` and `go` are keys of texts.
        """
        t = self.stage.t
        return sure(self.stage, t(title), body, t(stay), t(go), result, width)

    def _ask(self, title: str, body: str, answers: Sequence[DialogAnswer], width: float = 720) -> Push:
        return Push(lambda: Dialog(self.stage, title, body, answers, width=width))
