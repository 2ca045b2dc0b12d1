"""What a match says aloud: each action, notes, whose turn it is, and where the selection is."""

from __future__ import annotations

from collections.abc import Sequence

from scenes.kit.speech import sentences
from scenes.match.controller import MatchController
from scenes.match.words import MatchWords


class MatchVoice:
    """Follows a match at every tick and says what is new, the most important first; it changes nothing there."""

    def __init__(self, controller: MatchController, words: MatchWords) -> None:
        self.controller = controller
        self.words = words
        self.stage = controller.stage
        self._told = controller.session.ply  # actions that need not be said any more
        self._note = ""
        self._turn = ""
        self._aim: Sequence[str] = ()

    def again(self) -> None:
        """Say once more whose turn it is: another scene has been in the way."""
        self._turn = ""

    def tell_position(self) -> None:
        """Say whose turn it is and what lies where: what the board shows, not what is about to be shown."""
        shown = self.controller.session.state if self.controller.table.timeline.idle else self.controller.table.shown
        told = sentences(self.words.sentence(), *self.controller.board.words.position(shown))
        self.stage.say(told, urgent=True)

    def tick(self) -> None:
        """Say what is new."""
        if not self.stage.speech.enabled:
            self._told = self.controller.session.ply
            return
        self._tell_actions()
        self._tell_note()
        if self.controller.session.outcome is None:  # the result says the rest
            self._tell_turn()
            self._tell_aim()

    def _tell_actions(self) -> None:
        session, board = self.controller.session, self.controller.board
        for step in session.steps[self._told :]:
            name = board.context.names[step.seat]
            self.stage.say(self.stage.t("speech.action", name=name, action=board.words.told(step)), urgent=True)
        self._told = session.ply

    def _tell_note(self) -> None:
        note = self.controller.note
        if note != self._note:
            self.stage.say(note, urgent=True)
            self._note = note

    def _tell_turn(self) -> None:
        """Whose turn it is; where all act at once, what is asked for as well."""
        turn = self.words.sentence()
        if self.controller.simultaneous:
            task, *_ = self.words.helper().split("\n")
            turn = sentences(turn, task)
        if turn != self._turn:
            self.stage.say(turn)
            self._turn = turn

    def _tell_aim(self) -> None:
        """Where keys, a pad or a finger have brought the selection; a mouse shows that to whoever moves it."""
        aim = self._parts()
        fresh = [part for part in aim if part not in self._aim]
        self._aim = aim
        if fresh and self.stage.devices.current.family != "mouse":
            self.stage.say(sentences(*fresh), passing=True)

    def _parts(self) -> Sequence[str]:
        hands, words = self.controller.hands, self.controller.board.words
        if hands.person is None:
            return ()
        parts = [*words.aim(self.controller.session.state, hands.selection)]
        if hands.problem is not None:
            parts += [hands.problem.title, hands.problem.text]
        if hands.armed is not None:
            parts.append(self.words.confirm_text(hands.armed))
        return parts
