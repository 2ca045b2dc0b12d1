"""The table of a record: a game that was played, in any of its positions."""

from __future__ import annotations

from game.core.record import SeatConfig
from game.playback import Playback
from scenes.archive.branch_scene import BranchScene
from scenes.kit.scene import Nav, Push
from scenes.services import Services
from scenes.table.board.board_view import PlaybackView
from scenes.table.loading import make_board


class RecordTable(PlaybackView):
    """The record of a game that was played, from which one can play on."""

    def __init__(self, services: Services, playback: Playback) -> None:
        super().__init__(services, make_board(services, playback.spec, playback.record.options), playback)
        self.is_guest = services.store.is_guest

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
