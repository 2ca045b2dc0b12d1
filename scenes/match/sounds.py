"""Sounds of a match besides those of the board's clips. Everything here can be seen as well."""

from __future__ import annotations

from game.core.rules import Seat
from game.session.session import Session
from scenes.kit.input.intents import DIRECTIONS, Kind
from scenes.kit.sound.audio import Audio
from scenes.table.contract.placements import seat_pitch

MUSIC_LEVEL = 0.5  # of the menu's
PHRASE_SECONDS = 1.2  # of the phrases at the end of a game
EVERYBODY, EACH_SEAT = ("barred", "hint", "undo", "win", "over", "focus", "back"), ("turn", "lift")
SELECTING = {
    **dict.fromkeys((*DIRECTIONS, Kind.PREVIOUS, Kind.NEXT, Kind.TURN), "focus"),
    Kind.SECONDARY: "lift",
    Kind.BACK: "back",
}


class MatchSounds:
    """The voice of one session; `clips` are the sounds of its board's clips."""

    def __init__(self, audio: Audio, session: Session, clips: tuple[str, ...]) -> None:
        self.audio = audio
        self.session = session
        self._clips = clips

    def begin(self) -> None:
        """The match comes on: the music steps back, and all its sounds are made ready."""
        self.audio.start_music(MUSIC_LEVEL)
        self.audio.play("start")
        self.audio.preload(EVERYBODY)
        self.audio.preload((*EACH_SEAT, *self._clips), map(seat_pitch, range(len(self.session.seats))))

    def selected(self, kind: Kind, seat: Seat) -> None:
        """A press of this kind changed what `seat` considers."""
        name = SELECTING.get(kind)
        if name is not None:
            self.audio.play(name, 0.5 if name == "focus" else 1.0, seat_pitch(seat) if name == "lift" else 0)

    def barred(self) -> None:
        """A try that is not allowed."""
        self.audio.play("barred")

    def turn(self, seat: Seat) -> None:
        """Let this person hear that it is their turn now."""
        self.audio.play("turn", pitch=seat_pitch(seat))

    def ended(self) -> None:
        """The game is over: a phrase for people who won, or for AIs among themselves; else its quiet end."""
        outcome = self.session.outcome
        winners = [] if outcome is None else [self.session.seats[seat] for seat in outcome.winners]
        only_robots = all(seat.is_ai for seat in self.session.seats)
        won = bool(winners) and (only_robots or any(not seat.is_ai for seat in winners))
        self.audio.duck(PHRASE_SECONDS)
        self.audio.play("win" if won else "over")
