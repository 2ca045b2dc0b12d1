"""The film of a game as a list of shots: positions, clips and captions over time.

It shows the turning points that the review found. Without a review, it shows the moments that the game's facts make
important.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from game.agents.agent import Agent
from game.core.incremental import Incremental
from game.core.record import CLOCK_SEAT, Record, record_from_json
from game.core.review import Fact
from game.core.rules import AnyStep, RecordError
from game.core.spec import GameSpec
from game.core.times import local_time
from game.records.films import CupFilm
from game.records.playback import Playback, moves_of
from game.registry import facts_of, find, rounds_of
from game.review.explaining import ExplainedPoint, explain
from game.review.reviewer import GameReviewer
from game.review.turning_points import PositionValue, review_from_json
from scenes.kit.drawing.timeline import Clip
from scenes.kit.text.strings import day_and_month
from scenes.services import Services
from scenes.table.contract.board import AnyBoard
from scenes.table.contract.view import BoardClip
from scenes.table.loading import make_board, scenes_of
from scenes.table.words import because, captions, how_text, result_text

# A film has at most MOST moments. Moments without weight are added only while there are fewer than FEW.
MOST, FEW = 5, 3
# Weight of a turning point, greater than any weight that comes from facts.
TURNING = 100.0
# Least plies between two moments, if possible.
APART = 2
# Least and greatest length of a film in seconds.
SHORTEST, LONGEST = 12.5, 24.5
# Seconds for the first position, for a passage, and before and after a moment.
OPENING, PASSAGE, BEFORE, AFTER = 1.8, 0.45, 0.5, 1.9
BETWEEN = 0.18  # seconds between two steps of a moment
# Seconds for which the end card fades in, and for which it is shown.
CARD_FADE, CARD = 0.4, 2.8
# A cup's film has a part for each game. PART is the greatest length of a part in seconds, without the end card.
# PART_OPENING is the time in seconds for the first position of a part.
PART, PART_OPENING = 4.2, 0.9
# Greatest speed of pieces, relative to that at the table. If the film is still too long, a moment is left out.
FASTEST = 1.8


@dataclass(frozen=True, slots=True)
class Moment:
    """The steps `begin` to `end` of a game, shown with their clips.

    `point` is the turning point that the review found there, if any. In a game in rounds, `number` is the number of
    the round (otherwise 0), and `optimum` is the length of the best answer, if known.
    """

    begin: int
    end: int
    point: ExplainedPoint | None = None
    optimum: int | None = None
    number: int = 0
    weight: float = 0.0


def choose_moments(
    spec: GameSpec, record: Record, steps: Sequence[AnyStep], values: Sequence[PositionValue | None], agent: Agent
) -> Incremental[tuple[Moment, ...]]:
    """Choose at most MOST moments of a game, in order.

    The last step is always among them; a game without steps has none.

    Each step of the work handles one action. `record` must have complete options. `values` are from the game's
    stored review, () without one. These values suffice, so `agent` is never asked.
    """
    if not steps:
        return ()
    points: tuple[ExplainedPoint, ...] = ()
    if values:
        found = GameReviewer(agent, spec, record, steps, values).points or ()
        points = tuple(explain(spec, steps, values, point) for point in found)
    rounds = rounds_of(spec)
    spans = () if rounds is None else rounds.spans(steps)
    moments = _of_rounds(spec, steps, spans, values) if spans else (yield from _of_steps(spec, steps))
    by_begin = {span[0]: point for point in points for span in spans if span[0] == point.point.ply}
    by_ply = {point.point.ply: point for point in points}
    for index, moment in enumerate(moments):
        point = by_begin.get(spans[moment.number - 1][0]) if spans else by_ply.get(moment.begin)
        if point is not None:
            weight = TURNING + point.point.loss
            moments[index] = Moment(moment.begin, moment.end, point, moment.optimum, moment.number, weight)
    return _chosen(moments)


def _chosen(told: Sequence[Moment]) -> tuple[Moment, ...]:
    """Return the moments with the greatest weights, in order, including the last one.

    Neighbours are chosen only if nothing else is left.
    """
    kept, rest = [told[-1]], sorted(told[:-1], key=lambda moment: (-moment.weight, moment.begin))
    for apart in (APART, 0):
        for moment in rest:
            is_near = any(moment.begin - apart < other.end and other.begin < moment.end + apart for other in kept)
            is_wanted = len(kept) < MOST if moment.weight else len(kept) < FEW and not apart
            if is_wanted and moment not in kept and not is_near:
                kept.append(moment)
    return tuple(sorted(kept, key=lambda moment: moment.begin))


def _of_steps(spec: GameSpec, steps: Sequence[AnyStep]) -> Incremental[list[Moment]]:
    """Return a moment for each move, and for the last action in any case."""
    found, last = [], len(steps) - 1
    for ply, step in enumerate(steps):
        yield ply / len(steps)
        if ply == last or (step.seat != CLOCK_SEAT and spec.play.is_move(step.action)):
            found.append(Moment(ply, ply + 1, weight=_weight(spec, step)))
    return found


def _of_rounds(
    spec: GameSpec, steps: Sequence[AnyStep], spans: Sequence[tuple[int, int]], values: Sequence[PositionValue | None]
) -> list[Moment]:
    """Return a moment for each finished round: the route that was shown last. Longer routes weigh more."""
    found = []
    for number, (first, end) in enumerate(spans, 1):
        begin = end - 1
        while begin > first and steps[begin - 1].seat == steps[begin].seat and _is_shown(spec, steps[begin - 1]):
            begin -= 1
        value = values[first] if values else None
        optimum = len(value.line) if value is not None else None
        found.append(Moment(begin, end, optimum=optimum, number=number, weight=float(end - begin)))
    return found


def _is_shown(spec: GameSpec, step: AnyStep) -> bool:
    """Whether a step is a move of the only seat that may act."""
    plain = spec.play.is_move(step.action) and step.seat != CLOCK_SEAT
    return plain and len(spec.rules.actors(step.before)) == 1


def _weight(spec: GameSpec, step: AnyStep) -> float:
    """Return the weight of a step.

    The weight grows with the number of the step's facts (not counting plain ones), and with the progress that a rival
    loses.
    """
    plain = scenes_of(spec).plain_facts
    facts = sum(fact.kind not in plain for fact in facts_of(spec, step))
    if spec.play.progress is None or step.seat == CLOCK_SEAT:
        return float(facts)
    before, after = spec.play.progress(step.before), spec.play.progress(step.after)
    lost = [was - now for was, now in zip(before, after, strict=True)]
    own = max(0, lost[step.seat])
    others = max((max(0, loss) for seat, loss in enumerate(lost) if seat != step.seat), default=0)
    return facts + 2.0 * max(0, others - own)


class FilmCaption(NamedTuple):
    """The text of a moment: when it was in the game, what happened, and details.

    The `fact` may be drawn on the board.
    """

    eyebrow: str
    text: str
    more: str = ""
    fact: Fact | None = None


@dataclass(frozen=True, slots=True)
class Shot:
    """A part of a film: a `clip` that begins in the position `shown`. Without a clip, it is a still of that position.

    The clip is of `step`, or of a passage. In a still, `step` led to the position. If a moment gets only one
    picture, the shot with `is_key` gives it.
    """

    seconds: float
    shown: object
    caption: FilmCaption
    clip: BoardClip | None = None
    step: AnyStep | None = None
    # The steps to draw as a shown route.
    shown_way: tuple[AnyStep, ...] = ()
    # True if the end card covers the board.
    has_card: bool = False
    # True if pieces move, or if the end card fades in.
    card_moves: bool = False
    is_key: bool = False
    # True at the end of the game.
    is_end: bool = False

    @property
    def is_hastened(self) -> bool:
        """Whether a higher speed of pieces makes the shot shorter."""
        return self.step is not None and not self.is_key and not self.has_card


class FilmFrame(NamedTuple):
    """A picture of a film: its shot, the time within the shot in seconds, and how long it is shown in milliseconds."""

    shot: int
    time: float
    milliseconds: int


class Reel:
    """The film of the game in `playback`, on a board of its own. The caller lays out the board."""

    def __init__(
        self,
        services: Services,
        playback: Playback,
        moments: Sequence[Moment],
        is_part: bool = False,
        end: tuple[FilmCaption, str] | None = None,
    ) -> None:
        """If `is_part`, the reel is a part of a cup's film. Only the last part has an `end` card: caption and names."""
        self.services = services
        self._is_part, self._end = is_part, end
        self.playback = playback
        self.spec, self.record, self.steps = playback.spec, playback.record, playback.steps
        self.moments = moments
        self.board: AnyBoard = make_board(services, self.spec, self.record.options)
        self.shots: tuple[Shot, ...] = ()

    def cut(self) -> None:
        """Make the shots, so that the film has an allowed length. The board must be laid out."""
        kept = list(self.moments)
        longest, shortest = (
            (PART + (CARD_FADE + CARD if self._end else 0), 0.0) if self._is_part else (LONGEST, SHORTEST)
        )
        while True:
            shots = self._shots(kept, 1.0)
            if sum(shot.seconds for shot in shots) <= longest:
                break
            still = sum(shot.seconds for shot in shots if not shot.is_hastened)
            speed = (sum(shot.seconds for shot in shots) - still) / max(0.1, longest - still)
            if speed <= FASTEST or len(kept) < 2:
                shots = self._shots(kept, speed)
                break
            kept.remove(min(kept[:-1], key=lambda moment: (moment.weight, -moment.begin)))
        total = sum(shot.seconds for shot in shots)
        if total < shortest:
            still = sum(shot.seconds for shot in shots if not shot.card_moves)
            slower = (shortest - total + still) / still
            shots = [shot if shot.card_moves else replace(shot, seconds=shot.seconds * slower) for shot in shots]
        self.shots = tuple(shots)

    @property
    def seconds(self) -> float:
        """The length of the film in seconds, known once the shots are made."""
        return sum(shot.seconds for shot in self.shots)

    def at(self, time: float) -> tuple[int, float]:
        """Return the shot at `time` seconds, and the seconds since the shot began.

        After the end it is the last shot.
        """
        for index, shot in enumerate(self.shots[:-1]):
            if time < shot.seconds:
                return index, time
            time -= shot.seconds
        return len(self.shots) - 1, time

    def frames(self, rate: int) -> Iterator[FilmFrame]:
        """Yield the pictures of a file: `rate` pictures a second during motion, and one for each still."""
        each = round(1000 / rate)
        for index, shot in enumerate(self.shots):
            if not shot.card_moves:
                yield FilmFrame(index, shot.seconds, 10 * round(shot.seconds * 100))
                continue
            for number in range(max(1, math.ceil(shot.seconds * rate - 1e-6))):
                yield FilmFrame(index, number / rate, each)

    def begins(self, shot: int) -> float:
        """Return the start of a shot in seconds."""
        return sum(each.seconds for each in self.shots[:shot])

    def keys(self, count: int) -> list[FilmFrame]:
        """Return `count` pictures, in the order of the film.

        The pictures are chosen in this order: the moments, beginning with the last one; the first position and the end
        card; other stills. If these are too few, the one chosen last is repeated.
        """
        still = [index for index, shot in enumerate(self.shots) if not shot.card_moves]
        wanted = [index for index in reversed(still) if self.shots[index].is_key]
        wanted += [index for index in (0, len(self.shots) - 1) if index not in wanted]
        wanted += [index for index in still if index not in wanted]
        while len(wanted) < count:
            wanted.append(wanted[-1])
        return [FilmFrame(index, self.shots[index].seconds, 0) for index in sorted(wanted[:count])]

    # Making shots

    def _shots(self, kept: Sequence[Moment], speed: float) -> list[Shot]:
        board, start = self.board, self.playback.start
        opening = FilmCaption(self.services.stage.t(f"game.{self.spec.id}"), *self.opening)
        shots = [Shot(PART_OPENING if self._is_part else OPENING, start, opening, is_key=not kept)]
        shown = start
        for moment in kept:
            caption = self._caption(moment)
            before = self.steps[moment.begin].before
            if before is not shown:
                clip = board.drawing.passage(shown, before, PASSAGE)
                shots.append(Shot(PASSAGE, shown, caption._replace(text="", more=""), clip, card_moves=True))
            waiting = caption._replace(text="", more="")
            shots.append(Shot(BEFORE, before, waiting))
            part = self.steps[moment.begin : moment.end]
            for step in part:
                clip = faster(board.drawing.animate(step), speed)
                shots.append(Shot(clip.seconds, step.before, waiting, clip, step, card_moves=True))
                if step is not part[-1]:
                    shots.append(Shot(BETWEEN / speed, step.after, waiting, step=step))
            shown = step.after
            is_end = moment.end == len(self.steps)
            way = tuple(part) if moment.number else ()
            shots.append(Shot(AFTER, shown, caption, step=step, shown_way=way, is_key=True, is_end=is_end))
        last = self.steps[-1] if self.steps else None
        end = self._ending()
        if self._is_part:
            if self._end is None:
                return shots
            end, _ = self._end
        for seconds, moves in ((CARD_FADE, True), (CARD, False)):
            shots.append(Shot(seconds, shown, end, step=last, has_card=True, card_moves=moves, is_end=True))
        return shots

    # Texts

    @property
    def opening(self) -> tuple[str, str]:
        """Return the players and the day as text; "" for an unknown day."""
        t = self.services.stage.t
        names = self.services.stage.list_of(map(self.services.people.full_name, self.record.seats), "result.and")
        played = local_time(self.record.played)
        if played is None:
            return names, ""
        return names, t("date.year", date=day_and_month(t, played.date()), year=played.year)

    @property
    def card_names(self) -> tuple[str, str]:
        """Return the names and the day on the end card as text."""
        return self.opening if self._end is None else (self._end[1], "")

    def _ending(self) -> FilmCaption:
        """Return the caption of the end card."""
        t = self.services.stage.t
        record = replace(self.record, result=self.playback.outcome)
        moves = t("archive.moves", count=moves_of(record))
        text = how_text(self.services.stage, record)
        return FilmCaption(t(f"game.{self.spec.id}"), result_text(self.services, record), text or moves)

    def _caption(self, moment: Moment) -> FilmCaption:
        """Return a moment's caption: the mistake and its reason if the review found one, otherwise the main fact of the
        last step.
        """
        t, spec, words = self.services.stage.t, self.spec, self.board.words
        step = self.steps[moment.end - 1]
        names = [self.services.people.name(seat) for seat in self.record.seats_at(step.ply)]
        plain = captions(t, spec, step, names, words, moment.optimum)[0]
        place = self._place(moment)
        point = moment.point
        if point is None:
            return FilmCaption(place, plain.text, fact=plain.fact)
        make = scenes_of(spec).missed
        if point.what is not None and make is not None:
            missed = make(t, point, names)
            return FilmCaption(place, missed.sentence, missed.better)
        reasons = [fact for fact in (point.reasons.fault, point.reasons.merit) if fact is not None]
        why = because(t, spec, reasons[0], names, words, seen=True) if reasons else plain.text
        name = names[point.point.seat]
        return FilmCaption(place, t(f"review.point.{point.kind}", name=name), why, plain.fact)

    def _place(self, moment: Moment) -> str:
        """Return the round or the move number of a moment as text."""
        t = self.services.stage.t
        if moment.number:
            return t("film.round", number=moment.number)
        return t("film.move", number=self.playback.moves(moment.begin + 1))


def cup_reels(services: Services, film: CupFilm) -> Incremental[tuple[Reel, ...]]:
    """Make the reels of a cup's film; each step of the work reads one action. Raises GameError for a wrong record."""
    reels = []
    for number, (text, review) in enumerate(film.games, 1):
        title, won, more, names = film.card
        end = (FilmCaption(title, won, more), names) if number == len(film.games) else None
        reel = yield from reel_in_steps(services, record_from_json(text), review)
        best = max(reel.moments, key=lambda moment: (moment.weight, moment.begin), default=None)
        reels.append(Reel(services, reel.playback, () if best is None else (best,), True, end))
    return tuple(reels)


def reel_in_steps(services: Services, record: Record, review: str = "") -> Incremental[Reel]:
    """Make the film of `record`. Each step of the work reads one action. `review` is the stored review, "" without one.

    Raises GameError if the record is invalid.
    """
    spec = find(record.game)
    playback = yield from Playback.reading(spec, record, len(record.actions))
    record = playback.record
    values: Sequence[PositionValue | None] = ()
    if review:
        # The review may be of another game or version.
        with contextlib.suppress(RecordError):
            values = review_from_json(review, playback.total + 1, spec.seat_count(record.options))
    moments = yield from choose_moments(spec, record, playback.steps, values, services.agent)
    return Reel(services, playback, moments)


def faster(clip: BoardClip, speed: float) -> BoardClip:
    """Return a clip that is `speed` times as fast as `clip`."""
    return clip if speed <= 1 else Clip(clip.seconds / speed, lambda time: clip.sample(time * speed))
