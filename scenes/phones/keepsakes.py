"""Sends a phone what its holder wants to keep: a finished game, its card (a picture) or film, or the film of a cup."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable
from typing import Literal, NamedTuple

from game.core.record import Record
from game.phones.process import Phones
from game.records.films import ENDINGS, SIZES, CupFilm, FilmError, FilmOrder, Key
from scenes.kit.scene import Scene
from scenes.services import Services

What = Literal["game", "card", "film"]
Note = Callable[[int, str], None]
# How often a visitor's phone gets the same card or film. A sleeping phone may lose one on its way.
MOST_TIMES = 3
log = logging.getLogger(__name__)


class _Waiting(NamedTuple):
    """A card or film that a phone waits for, and the name that its file gets."""

    order: FilmOrder
    name: str


class Keepsakes:
    """Sends phones the files that they ask for. `note` shows a text on a phone.

    Another process makes the cards and films, one at a time. It pauses while an AI thinks about its turn. A phone can
    wait for one file at a time, even asleep. Visitors get each card and film at most MOST_TIMES.
    """

    def __init__(self, services: Services, phones: Phones, note: Note) -> None:
        self._services = services
        self._phones = phones
        self._note = note
        self._waiting: dict[int, _Waiting] = {}
        self._had: Counter[tuple[int, Key]] = Counter()

    def ask(self, number: int, record: Record, what: What) -> None:
        """Handle a phone's request: send the game, order its card or film, or tell the phone why it gets nothing."""
        services = self._services
        name = f"kissaten-{record.game}-{services.today}"
        if what == "game":
            self._give(number, f"{name}.json", record.to_json() + "\n")
            return
        review, language = services.store.review(record) or "", services.stage.strings.language
        film = FilmOrder(record.to_json(), review, language)
        card = FilmOrder(record.to_json(), review, language, ENDINGS[-1], SIZES[-1], pictures=1)
        self._order(number, film if what == "film" else card, name)

    def ask_for_cup(self, number: int, film: CupFilm) -> None:
        """Order a cup's film for a phone, or tell the phone why it gets nothing."""
        services = self._services
        order = FilmOrder(film.games[-1][0], "", services.stage.strings.language, cup=film)
        self._order(number, order, f"kissaten-cup-{services.today}")

    def _order(self, number: int, order: FilmOrder, name: str) -> None:
        services, t = self._services, self._services.stage.t
        if order.is_film and not services.offers.has_films:
            self._note(number, t("phones.no_record"))
            return
        if services.is_unattended and self._had[number, order.key] >= MOST_TIMES:
            self._note(number, t("phones.had"))
            return
        self._drop(number, order.key)
        self._waiting[number] = _Waiting(order, name + order.ending)
        self._note(number, t("phones.making"))

    def tick(self, scene: Scene | None) -> None:
        """Order files, and send those that are ready. Called once a frame; `scene` is the top scene."""
        films = self._services.films
        for number in self._waiting.keys() - self._phones.known.keys():
            self._drop(number)
        films.tick(may_run=scene is None or not scene.awaits_ai)
        for number, (order, name) in tuple(self._waiting.items()):
            try:
                data = films.ask(order)
            except FilmError as error:
                log.warning("phone %d has no film: %s", number, error)
                self._note(number, self._services.stage.t("film.failed"))
                del self._waiting[number]
                continue
            if data is not None and self._phones.known[number].awake:
                del self._waiting[number]
                self._had[number, order.key] += 1
                self._give(number, name, data)
        self._had = Counter({had: times for had, times in self._had.items() if had[0] in self._phones.known})

    def _give(self, number: int, name: str, content: str | bytes) -> None:
        try:
            self._phones.give(number, name, content)
        except ValueError as error:
            log.warning("phone %d cannot take the game along: %s", number, error)
            self._note(number, self._services.stage.t("phones.large_record"))

    def _drop(self, number: int, key: Key | None = None) -> None:
        """Cancel a phone's order unless it has this `key`. The file is still made if another phone waits for it."""
        dropped = self._waiting.pop(number, None)
        if dropped is None or dropped.order.key == key:
            return
        if all(waiting.order.key != dropped.order.key for waiting in self._waiting.values()):
            self._services.films.drop(dropped.order)
