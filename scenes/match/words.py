"""What a match says: sentence and helper beside the board, the list of moves, and the prompts of the bar."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.core.rules import Seat
from scenes.kit.glyphbar import Prompt
from scenes.kit.intents import Intent, Kind
from scenes.table.move_list import MoveList, entries
from scenes.table.side_panel import PanelContent

if TYPE_CHECKING:
    from scenes.match.match_scene import MatchScene


class MatchWords:
    """The voice of one match; it changes nothing there."""

    def __init__(self, match: MatchScene) -> None:
        self.match = match
        self.stage = match.stage
        self.services = match.services
        self.session = match.session
        self.board = match.board
        self._undo_known = (-1, False)

    @property
    def beside(self) -> PanelContent:
        """What the side panel say."""
        session = self.session
        actor = next(iter(session.actors()), None)
        moves = MoveList(
            entries(self.board.notation, session.seats, session.steps),
            session.ply - 1,
            "" if actor is None else session.seats[actor].identity,
        )
        thinking = actor is not None and session.seats[actor].is_ai and not self.note
        return PanelContent(
            self._sentence(),
            self._helper(),
            self.match.shown,
            self.match.table.drawn_lights(),
            moves,
            self.match.hands.problem,
            thinking,
            self.match.hands.actors(),
            self.match.hands.selection,
        )

    def _sentence(self) -> str:
        t = self.stage.t
        outcome = self.session.outcome
        if outcome is not None and not outcome.winners:
            return t("result.draw")
        if outcome is not None:
            names = self.services.names([self.session.seats[seat] for seat in outcome.winners])
            return t("result.wins", name=names, count=len(outcome.winners))
        turn = t("match.turn", name=self._name(self.session.actors()[0]))
        state = self.match.shown if self.match.simultaneous else self.session.state
        return self.board.sentence(state) or turn

    @property
    def note(self) -> str:
        """A sentence that stays for a while, where there is one."""
        return self.stage.t("match.looking") if self.match.adviser.looking else self.match.note

    def _helper(self) -> str:
        if self.note:
            return self.note
        if self.session.outcome is not None:
            return ""
        if self.match.simultaneous:  # there is something to say for everybody, whoever is a person
            family = self.stage.devices.current.family
            return self.board.helper(self.match.shown, self.match.hands.selection, family)
        actor = self.session.actors()[0]
        if self.session.seats[actor].is_ai and self.match.hands.person is None:
            return self.stage.t("match.thinking", name=self._name(actor))
        if self.match.hands.person is None:
            return ""
        return self.board.helper(self.session.state, self.match.hands.selection, self.stage.devices.current.family)

    def prompts(self, seat: Seat | None) -> list[Prompt]:
        """What presses do now, with `seat` to act."""
        t = self.stage.t
        prompts: list[Prompt] = []
        if seat is not None:
            prompts = list(self.board.prompts(self.session.state, self.match.hands.selection))
            prompts += self._advice()
        if self._can_undo():
            prompts.append(Prompt(Kind.UNDO, t("glyph.undo"), "minor"))
        device, selection = self.stage.devices.current, self.match.hands.selection
        taken = self.board.claims(selection, Intent(Kind.PAUSE, device))  # its key is somebody's buzzer
        return [*prompts, Prompt(Kind.BACK if taken else Kind.PAUSE, t("glyph.pause"), "minor")]

    def _advice(self) -> list[Prompt]:
        """Hint and theory; a pad has one button for the two, and shows the theory where there is one."""
        t = self.stage.t
        device = self.stage.devices.current
        if self.board.claims(self.match.hands.selection, Intent(Kind.HINT, device)):
            return []
        hint = Prompt(Kind.HINT, t("glyph.hint"), "minor")
        if not self.board.theory_overlay:
            return [hint]
        label = t("glyph.hide_theory" if self.match.adviser.showing else "glyph.theory")
        return [Prompt(Kind.HINT, label, "minor")] if device.is_pad else [hint, Prompt(Kind.THEORY, label, "minor")]

    def _can_undo(self) -> bool:
        """Whether an undo is possible, found out once per change of the game."""
        if self._undo_known[0] != self.session.revision:
            self._undo_known = (self.session.revision, self.session.can_undo())
        return self._undo_known[1] and self.session.outcome is None

    def _name(self, seat: Seat) -> str:
        return self.services.name(self.session.seats[seat])
