"""A tournament's games as JSON Lines. Each line is a record for `replay`, with one more field for the results.

A line is written when its game ends, so that a killed tournament can resume.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterable
from dataclasses import asdict, replace
from pathlib import Path
from types import TracebackType

from game.core.decode import DecodeError, decode, read_json
from game.core.plain_text import printable
from game.core.record import FORMAT, VERSION, Record, record_from_json
from game.core.rules import Outcome, RecordError
from game.match_setup import with_fitting_names
from game.platforms.locks import FileLock, LockTakenError
from game.records.validation import RESIGNED
from game.tournament.match import Match, TournamentGame

EXTRA = "tournament"  # the name of the additional field


class LogError(Exception):
    """A file that cannot be written or resumed. The message is one line."""


class TournamentLog:
    """The file `path` for the games of `match`. With `resume`, an existing file is continued.

    `games` has the games that were in the file. If `path` is a link, the file is the one that it leads to.

    A lock file beside it keeps other writers out. Raises LogError if the lock is taken or the content does not fit.
    Raises OSError, too.
    """

    def __init__(self, path: Path, match: Match, *, resume: bool) -> None:
        self.games: list[TournamentGame] = []
        self._match = match
        target = Path(os.path.realpath(path))
        with contextlib.ExitStack() as stack:
            try:
                stack.enter_context(FileLock(target.with_name(f"{target.name}.lock")))
            except LockTakenError as error:
                raise LogError(printable(f"{path}: another tournament is writing to it")) from error
            self._file = stack.enter_context(target.open("r+b" if resume and target.exists() else "x+b"))
            self._go_on(path, resume=resume)
            self._stack = stack.pop_all()

    def __enter__(self) -> TournamentLog:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def _go_on(self, path: Path, *, resume: bool) -> None:
        """Read the existing lines, and go to the end. Raises LogError."""
        end, seen = 0, set[int]()
        for number, line in enumerate(self._file if resume else (), 1):
            place = f"{path}: line {number}"
            if _is_torn(line, self._match):
                break
            game = _read(line, self._match, place, is_first=number == 1)
            if not line.endswith(b"\n"):
                # The program was killed before the line's end. The game is played again.
                break
            if game.number in seen:
                raise LogError(printable(f"{place}: game {game.number} is there twice"))
            seen.add(game.number)
            self.games.append(game)
            end += len(line)
        self._file.seek(end)
        self._file.truncate()

    def add(self, game: TournamentGame) -> None:
        """Write a game at once. Raises LogError; after this error, the log cannot be used."""
        try:
            self._file.write(line_of(self._match, game).encode() + b"\n")
            self._file.flush()
        except OSError as error:
            # Flushing the buffer may fail again.
            with contextlib.suppress(OSError):
                self._file.close()
            raise LogError(printable(f"{self._file.name}: {error.strerror}")) from error


def line_of(match: Match, game: TournamentGame) -> str:
    """Return a game's line.

    A game that an engine lost by a fault is written as a resignation, so that it can be replayed.
    """
    record = json.loads(_record(match, game).to_json())
    extra = asdict(game)
    del extra["actions"]
    return json.dumps({**record, EXTRA: {**extra, "match": _key(match)}}, ensure_ascii=True)


def missing_games(games: Iterable[TournamentGame], planned: int) -> list[int]:
    """Return the numbers of the games that have not been played."""
    there = {game.number for game in games}
    return [number for number in range(planned) if number not in there]


def _record(match: Match, game: TournamentGame) -> Record:
    fitting = with_fitting_names(match.players)
    players = [player if player.name else named for player, named in zip(match.players, fitting, strict=True)]
    seats = tuple(players[player] for player in game.seating)
    winners = None if game.winners is None else tuple(sorted(game.seating.index(player) for player in game.winners))
    reason = RESIGNED if game.fault else game.reason
    result = None if winners is None else Outcome(winners, reason)
    return Record(match.game, match.options, match.seed_of(game.number), game.actions, seats, result=result)


def _key(match: Match) -> dict[str, object]:
    """Return what identifies a tournament: a log is resumed only if this is equal. Engines count by name."""
    players = [player.name or f"ai:{player.plays_at:g}" for player in match.players]
    return {
        "game": match.game,
        "options": match.options,
        "players": players,
        "seed": match.seed,
        "opening": match.opening,
        "seconds": match.seconds,
        "nodes": match.nodes,
        "pairings": [list(pairing) for pairing in match.pairings],
    }


def _read(line: bytes, match: Match, place: str, *, is_first: bool) -> TournamentGame:
    """Read a game from a line. Raises LogError."""
    try:
        text = line.decode("utf-8-sig" if is_first else "utf-8")
        record = record_from_json(text, place)
        extra = decode(dict[str, object], read_json(text).get(EXTRA))
        key = decode(dict[str, object], extra.pop("match", None))
        game = replace(decode(TournamentGame, extra), actions=record.actions)
        _check(game, len(match.players))
    except RecordError as error:
        raise LogError(printable(str(error))) from error
    except ValueError as error:
        what = f"wrong {error}" if isinstance(error, DecodeError) and error.path else str(error)
        raise LogError(printable(f"{place}: this is no tournament's game ({what})")) from error
    if key != json.loads(json.dumps(_key(match))):
        differing = ", ".join(name for name, value in _key(match).items() if key.get(name) != value)
        raise LogError(printable(f"{place}: the game is of another tournament ({differing} differ)"))
    if game.seating != match.seating(game.number):
        raise LogError(printable(f"{place}: the seats are not those of game {game.number}"))
    return game


def _is_torn(line: bytes, match: Match) -> bool:
    """Return whether `line` is only the beginning of a game's line, because the program was killed while it wrote.

    After a power cut, zeros may follow. Other lines without an end are somebody's own file, which must stay.
    """
    if line.endswith(b"\n"):
        return False
    written = line.rstrip(b"\0")
    try:
        json.loads(written)
    except (ValueError, RecursionError):
        begin = json.dumps({"format": FORMAT, "version": VERSION, "game": match.game}).removesuffix("}").encode()
        return begin.startswith(written[: len(begin)])
    return False


def _check(game: TournamentGame, players: int) -> None:
    """Raise ValueError for an impossible game of `players` players."""
    if not len(game.moves) == len(game.seconds) == players:
        raise ValueError("wrong moves and seconds of each player")
    if not set(game.winners or ()) <= set(game.seating):
        raise ValueError("wrong winners")
