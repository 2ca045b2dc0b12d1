"""The services of every scene: the stage, and state that outlives a scene."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any

from game.core.values import Values
from game.people.party import Party
from game.puzzles.results import Visit
from game.storage.store import Store
from scenes.house.applied_settings import AppliedSettings
from scenes.house.notices import Notices, Shortcomings
from scenes.house.offers import Offers
from scenes.house.people import People
from scenes.kit.stage import Stage

if TYPE_CHECKING:  # imported at the first use, since the first frame needs none of these
    from game.agents.agent import Agent
    from game.outside.table_agent import Engines
    from game.people.ratings import RatedMatch
    from game.records.films import Films
    from game.records.qr import QrMaker
    from game.review.review_cache import ReviewCache


class _NotGiven:
    """Placeholder for a service that a test leaves out."""

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"{name!r} was asked of a service that was not given")


_NOT_GIVEN: Any = _NotGiven()


@dataclass(kw_only=True, eq=False)
class Services:
    """One per window, passed from scene to scene. A test gives only the services that its scene uses."""

    stage: Stage = _NOT_GIVEN
    store: Store = _NOT_GIVEN
    make_agent: Callable[[], Agent] = _NOT_GIVEN
    compiling: Callable[[], tuple[int, int] | None] = lambda: None  # progress in games: see `WorkerAgent.compiling`
    people: People = _NOT_GIVEN
    offers: Offers = _NOT_GIVEN
    settings: AppliedSettings = _NOT_GIVEN
    notices: Notices = _NOT_GIVEN
    shortcomings: Shortcomings = _NOT_GIVEN  # what works less well than it could
    phones: Callable[[], object] = lambda: None  # the PhoneControllers
    visit: Visit = field(default_factory=Visit)  # the visitors' puzzle results, for one visit
    last_rated: RatedMatch | None = None  # kept since the end of the match may be taken back
    clock: Callable[[], datetime] = datetime.now  # the local time
    on_seed: Callable[[int], object] = lambda seed: None  # called with each new random seed
    offered_resume: bool = False  # whether people were asked about the interrupted game

    @cached_property
    def agent(self) -> Agent:
        """The AI players, in processes of their own."""
        return self.make_agent()

    @cached_property
    def reviews(self) -> ReviewCache:
        """The review of the game that was looked at last."""
        from game.review.review_cache import ReviewCache

        return ReviewCache(lambda: self.agent, self.store)

    @cached_property
    def qr(self) -> QrMaker:
        """Makes the codes that phones scan."""
        from game.records.qr import QrMaker

        return QrMaker()

    @cached_property
    def films(self) -> Films:
        """Makes films of games."""
        from game.records.films import Films

        return Films()

    @property
    def is_unattended(self) -> bool:
        """Whether this is an unattended table: visitors get no settings, no files, no free text and no way out."""
        return self.offers.is_unattended

    @property
    def puzzle_results(self) -> Values:
        """The store of puzzle results; visitors' results end with their visit."""
        return self.visit if self.is_unattended else self.store

    @property
    def today(self) -> date:
        """The date by the system clock."""
        return self.clock().date()

    def fresh_seed(self) -> int:
        """A seed for a new game."""
        seed = random.SystemRandom().randrange(2**31)
        self.on_seed(seed)
        return seed

    def close(self) -> None:
        """End the processes of AI, codes and films, and close the store."""
        for name in ("agent", "qr", "films", "store"):
            if name in vars(self):  # else nothing has asked for it
                getattr(self, name).close()


def open_services(
    stage: Stage,
    store: Store,
    make_agent: Callable[[], Agent],
    open_engines: Callable[[], Engines] | None = None,
    party: Party | None = None,
) -> Services:
    """All services of a window. `open_engines` gives the external programs; `party` is the stored party, if it
    was already read.
    """
    people = People(stage, store, party)
    offers = Offers(store, people, open_engines)
    settings, notices = AppliedSettings(stage, store, offers), Notices(stage, store, offers)
    services = Services(
        stage=stage,
        store=store,
        make_agent=make_agent,
        people=people,
        offers=offers,
        settings=settings,
        notices=notices,
    )
    services.shortcomings = Shortcomings(stage, store)
    services.shortcomings.codes = lambda: services.qr.failures
    services.shortcomings.film = lambda: services.films.last_error
    return services
