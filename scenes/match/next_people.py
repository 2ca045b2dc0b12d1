"""Those who come in for the game after a result, as the seats change while it is read."""

from __future__ import annotations

from game.people.party import EndedGame
from game.session.session import Session
from scenes.services import Services


class NextPeople:
    """`coming` are those who come in: at first as the game has ended."""

    def __init__(self, services: Services, session: Session, ended: EndedGame) -> None:
        self._people = services.people
        self._roster = self._people.roster
        self._played = [seat.identity for seat in session.record().owners if not seat.is_ai]
        self._follows = not ended.of_cup and all(map(self._roster.chair, self._played))  # a game of those at the table
        self.coming = ended.coming

    def follow(self) -> bool:
        """Let those come in who sit by now where the people of the game sat. Whether the seats have changed."""
        if self._roster == self._people.roster:
            return False
        self._roster = self._people.roster
        if self._follows:
            present = self._roster.people[: len(self._played)]
            self.coming = tuple(chair.seat() for chair in present if chair.identity not in self._played)
        return True
