"""The film of a cup: the decisive moments of up to three of its games, on the screen and as a file to take home."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path

from game import paths
from game.core.record import Record, record_from_json
from game.people.cup import Cup
from game.people.party import game_id
from game.records import files
from game.records.films import CupFilm, FilmOrder
from scenes.kit.drawing.glyphs import Prompt
from scenes.kit.input.intents import Intent, Kind
from scenes.kit.scene import Nav, Push
from scenes.kit.widgets.dialog import tell
from scenes.services import Services
from scenes.table.film.reel import Reel
from scenes.table.film.watch_scene import FilmingScene, FilmOutcome, WatchScene
from scenes.table.pictures import saved_name
from scenes.table.sharing.take_home import FilmKind, ask_kind

MOST = 3  # the most games in the film


def decisive(cup: Cup, records: Iterable[Record]) -> tuple[Record, ...]:
    """Return the records of at most MOST matches that decided a cup, in order.

    Matches won by a winner of the cup are preferred, and among them the last match of each game. Otherwise later
    matches are preferred.
    """
    by_id = {game_id(record): record for record in records if record.actions}
    found = [(number, result) for number, result in enumerate(cup.results) if result.id in by_id]
    games = [by_id[result.id].game for _, result in found]

    def weight(at: int) -> tuple[bool, bool, int]:
        number, result = found[at]
        is_won = bool(cup.leaders & {*result.best})
        return is_won, is_won and games[at] not in games[at + 1 :], number

    best = sorted(sorted(range(len(found)), key=weight)[-MOST:])
    return tuple(by_id[found[at][1].id] for at in best)


class CupFilmScene(WatchScene):
    """Plays a cup's film; it can be taken home as a file, except by visitors."""

    def __init__(self, services: Services, film: CupFilm, reels: tuple[Reel, ...]) -> None:
        super().__init__(services, *reels)
        self.cup_film = film

    @property
    def _can_save(self) -> bool:
        return self.services.offers.has_films and not self.services.is_unattended

    def prompts(self) -> list[Prompt]:
        home = [Prompt(Kind.SECONDARY, self.stage.t("film.home"))] if self._can_save else []
        return [*super().prompts(), *home]

    def intent(self, intent: Intent) -> Nav | None:
        meant = self.bar.translate(intent) or intent
        if meant.kind is Kind.SECONDARY and self._can_save:
            self.running = False
            return ask_kind(self.stage)
        return super().intent(meant)

    def resume(self, result: object) -> Nav | None:
        if isinstance(result, FilmKind):
            last = self.cup_film.games[-1][0]
            order = FilmOrder(last, "", self.stage.strings.language, result.value, cup=self.cup_film)
            return Push(lambda: FilmingScene(self.services, order, partial(self._save, result.value)))
        if isinstance(result, FilmOutcome):
            return tell(self.stage, result.title, result.body)
        return super().resume(result)

    def _save(self, ending: str, data: bytes) -> Path:
        """Write the film as a new file. Raises OSError."""
        record = record_from_json(self.cup_film.games[-1][0])
        return files.export_bytes(data, paths.export_dir(), saved_name(self.services, record, f" cup{ending}"))
