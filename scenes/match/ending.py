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
from scenes.table import daily, puzzle_days
from scenes.table.loading import daily_of


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
            self.keep_daily()
            self._keep_practice()
            self._ended = self._services.people.end_game(self._session.record(), verdict.places_of(self._session))

    def keep_daily(self) -> None:
        """Keep what the puzzle of a day was worth, if that has been solved: today's, or that of an earlier day."""
        services, game, record = self._services, self._session.spec.id, self._session.record()
        puzzles, today = daily_of(self._session.spec), services.today
        day = None if puzzles is None else puzzle_days.day_of(puzzles, record, today)
        if puzzles is None or day is None:
            return
        stars = puzzles.stars(record, self._controller.board, day)
        if stars is not None:
            puzzle_days.keep_match(services, game, day, stars)
            if day == today:
                daily.keep(services.store, game, today, stars)

    def _keep_practice(self, rates: bool = False) -> None:
        """Keep what a puzzle to practise from was worth; its strength is rated once that is known for sure."""
        puzzles, record = daily_of(self._session.spec), self._session.record()
        stars = None if puzzles is None else puzzles.worth(record, self._controller.board)
        if stars is not None:
            puzzle_days.keep_practice_match(self._services, record, stars, rates)

    def celebrate(self, dt: float) -> Nav | None:
        """Let the winner's joy be seen before the result comes."""
        if not self.win_time:
            self._controller.sounds.ended()
        self.win_time += dt
        if self.win_time < self._controller.stage.seconds(theme.WIN_SECONDS):
            return None
        self.keep_daily()  # once more: the shortest route may have been found only now
        self._keep_practice(rates=True)
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
