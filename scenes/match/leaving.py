"""Somebody has to go in mid-game: who it is, who or what plays on for them, and whether the others agree."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from game.core.record import SeatConfig
from game.core.rules import Seat
from game.roster import pad_number
from game.session import Session
from game.table import NAMES
from scenes.kit.dialog import Answer, Dialog
from scenes.kit.intents import FIRST_PHONE
from scenes.kit.scene import Push
from scenes.services import Services

WIDTH = 860  # design pixels of a question


@dataclass(frozen=True, slots=True)
class Goes:
    """The person of `seat` has to go."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Takes:
    """`by` plays on for `seat`; `agreed`: nobody has to be asked about it any more."""

    seat: Seat
    by: SeatConfig
    agreed: bool = False


class Leaving:
    """The questions of one match. Each dialog pops with a Goes or a Takes, which leads to the next."""

    def __init__(self, services: Services, session: Session) -> None:
        self.services = services
        self.session = session

    @property
    def _people(self) -> list[Seat]:
        return [seat for seat, config in enumerate(self.session.seats) if not config.is_ai]

    @cached_property
    def _is_for_cup(self) -> bool:
        return self.services.is_cup_match(self.session.record())

    @property
    def is_possible(self) -> bool:
        """Whether somebody may go: whoever plays alone leaves the table, and a game of the cup is for its entrants."""
        return self.session.outcome is None and len(self.session.seats) > 1 and not self._is_for_cup

    def seat_of(self, key: str) -> Seat | None:
        """The seat of the person who plays by a device, where somebody may go."""
        found = (seat for seat in self._people if self.session.seats[seat].device == key)
        return next(found, None) if self.is_possible else None

    def ask(self) -> Push:
        """Who has to go; where one person plays, that is known."""
        people = self._people
        if len(people) == 1:
            return self.ask_for(Goes(people[0]))
        t = self.services.stage.t
        answers = [Answer(self.services.name(self.session.seats[seat]), Goes(seat)) for seat in people]
        return self._question(t("leave.who"), "", answers)

    def ask_for(self, goes: Goes) -> Push:
        """Who or what plays on for a seat: a level of the AI, somebody who waits at the table, or somebody new."""
        t, seat = self.services.stage.t, goes.seat
        config = self.session.seats[seat]
        answers = [Answer(self.services.name(by), Takes(seat, by)) for by in self._waiting(config)]
        is_phone = pad_number(config.device) >= FIRST_PHONE  # which goes with its owner
        somebody = replace(config, name=self._free_name, device="" if is_phone else config.device)
        answers.append(Answer(t("leave.somebody"), Takes(seat, somebody)))
        if len(self._people) > 1:
            for level in self.services.levels:
                by = replace(somebody, kind="ai", level=level, device="")
                answers.append(Answer(t("who.ai", level=level, name=t(f"level.{level}")), Takes(seat, by)))
        title = t("leave.title", name=self.services.name(config))
        return self._question(title, t("leave.body"), answers)

    def ask_others(self, takes: Takes) -> Push:
        """Whether the other people agree."""
        t = self.services.stage.t
        others = [self.session.seats[seat] for seat in self._people if seat != takes.seat]
        who = self._named(takes.by)
        agree = t("undo.agree", name=self.services.name(others[0])) if len(others) == 1 else t("undo.agree_all")
        answers = [
            Answer(t("undo.keep"), None, primary=True),
            Answer(t("leave.agree"), replace(takes, agreed=True)),
        ]
        title = t("leave.title", name=self.services.name(self.session.seats[takes.seat]))
        body = f"{t('leave.plays_on', name=who)}\n{agree}"
        return Push(lambda: Dialog(self.services.stage, title, body, answers, width=WIDTH))

    def needs_others(self, takes: Takes) -> bool:
        """Whether anybody else has a say."""
        return not takes.agreed and any(seat != takes.seat for seat in self._people)

    def _waiting(self, config: SeatConfig) -> list[SeatConfig]:
        """The people at the table who have no seat in this match, on the seat of `config`: colour and side stay."""
        seated = {seat.identity for seat in self.session.seats}
        waiting = [chair for chair in self.services.roster.people if chair.identity not in seated]
        return [replace(config, name=chair.name or self._free_name, device=chair.seat().device) for chair in waiting]

    @property
    def _free_name(self) -> str:
        """A name that nobody has here; "" where eight people have all of them, and a colour has to do."""
        taken = {seat.name for seat in self.session.seats}
        return next((name for name in NAMES if name not in taken), "")

    def _named(self, by: SeatConfig) -> str:
        t = self.services.stage.t
        return t("who.ai", level=by.level, name=t(f"level.{by.level}")) if by.is_ai else self.services.name(by)

    def _question(self, title: str, body: str, answers: list[Answer]) -> Push:
        stay = Answer(self.services.stage.t("leave.stay"), None, primary=True)
        return Push(
            lambda: Dialog(self.services.stage, title, body, [stay, *answers], stacked=True, columns=2, width=WIDTH)
        )
