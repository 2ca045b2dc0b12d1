"""The end of a match: counting and storing, the winner's joy, the result; or the shelf where it grows too long."""

from __future__ import annotations

from game.counting import moves_of
from game.party import EndedGame
from scenes.kit.drawing import theme
from scenes.kit.scene import Nav, Push
from scenes.match import verdict
from scenes.match.controller import MatchController
from scenes.match.questions import Questions
from scenes.match.result_scene import ResultScene
from scenes.table.exercises import puzzle_days


class MatchEnding:
    """The end of the match of `controller`; it is over once its session has an outcome."""

    def __init__(self, controller: MatchController, questions: Questions) -> None:
        self._controller = controller
        self._questions = questions
        self._services = controller.services
        self._session = controller.session
        self._ended: EndedGame | None = None  # what has come of it
        self.win_time = 0.0  # seconds for which the winner's joy has been seen
        self.result: ResultScene | None = None  # while it lies on the match
        self.is_shelved = False

    @property
    def is_celebrated(self) -> bool:
        """Whether the match is over and its result has not come yet."""
        return self._session.outcome is not None and self.result is None

    def count(self) -> None:
        """Count a game that is over, before anybody can leave."""
        if self._session.outcome is not None and self._ended is None:
            self._keep_puzzle()
            self._ended = self._services.people.end_game(self._session.record(), verdict.places_of(self._session))

    def _keep_puzzle(self, is_known: bool = False) -> None:
        """Keep the stars of a game that was a puzzle; `is_known`: for sure, for nothing more can come to be known."""
        if (look_back := self._controller.board.look_back) is not None:
            stars = look_back.told(self._session.state, self._session.steps).stars
            puzzle_days.keep_match(self._services, self._session.record(), stars, is_known)

    def celebrate(self, dt: float) -> Nav | None:
        """Let the winner's joy be seen before the result comes."""
        if not self.win_time:
            self._controller.sounds.ended()
        self.win_time += dt
        if self.win_time < self._controller.stage.seconds(theme.WIN_SECONDS):
            return None
        self._keep_puzzle(is_known=True)  # once more: the shortest route may have been found only now
        look_back = self._controller.board.look_back
        note = "" if look_back is None else look_back.told(self._session.state, self._session.steps).note
        result = self.result = ResultScene(self._controller, note, self._ended)
        return Push(lambda: result)

    def shelve(self) -> Nav:
        """Put a game that has grown too long to be read from a file on the shelf, unfinished, and leave it."""
        self.is_shelved = True
        self._services.store.shelve(self._session.spec.id)
        t = self._controller.stage.t
        text = t("match.shelved", count=moves_of(self._session.record()))
        return self._questions.tell(t("archive.unfinished"), text)
