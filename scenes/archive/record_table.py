"""The table of a record: a game that was played, in any of its positions."""

from __future__ import annotations

from typing import Any

from game.core.options import resolve
from game.core.record import Record, SeatConfig
from game.core.rules import Seat
from game.playback import Playback
from scenes.archive.branch_scene import BranchScene
from scenes.kit.scene import Nav, Push
from scenes.services import Services
from scenes.table.board_view import BoardView
from scenes.table.contract.view import View
from scenes.table.loading import make_board


class RecordTable(BoardView):
    """Shows the position that `playback` is at, once it has come to lie there."""

    def __init__(self, services: Services, record: Record, playback: Playback) -> None:
        board = make_board(services, playback.spec, resolve(playback.spec.options, record.options))
        super().__init__(services, board, record.seats, playback.state)
        self.playback = playback
        self.is_guest = services.store.is_guest

    @property
    def lit(self) -> tuple[Seat, ...]:
        """The seats to act; at the end those that have won."""
        outcome = self.playback.outcome
        return outcome.winners if outcome is not None else self.playback.actors()

    @property
    def seated(self) -> tuple[SeatConfig, ...]:
        """Who plays in the position that `playback` is at: who gives up later is still there."""
        return self.playback.record.seats_at(self.playback.ply)

    @property
    def can_branch(self) -> bool:
        """Whether one can play on from here: not beside another instance, which holds the store."""
        return not self.is_guest and self.playback.can_branch()

    def branch(self) -> Nav:
        """Play from here."""
        self.playback.playing = False
        self.timeline.skip()
        return Push(lambda: BranchScene(self.services, self.playback))

    def slide_there(self) -> None:
        """Slide to the position that playback is at, whatever lies between."""
        state = self.playback.state
        self.slide(state, lambda: self.arrived(state))

    def arrived(self, state: object) -> None:
        """A position has come to lie on the table."""
        self.shown = state

    def view(self, alpha: float, **more: Any) -> View[Any, Any, Any]:
        outcome = self.playback.outcome
        if outcome is not None and len(outcome.winners) == 1 and self.timeline.is_idle:
            more |= {"winner": outcome.winners[0], "steps": self.playback.steps}
        return super().view(alpha, **more)
