"""Questions to an engine from outside for a seat's turn or plan, and their answers for the session."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Mapping
from dataclasses import replace

from game.agents.agent import Job, SeatPlan, Thought
from game.core.options import resolve
from game.core.record import Record, action_text, parse_action, record_from_json, replay
from game.core.rules import GameError, OptionError
from game.core.spec import GameSpec
from game.outside.engine import OutsideEngine, OutsideError, position_request
from game.registry import Find, load_questions

MOST_TEXT = 200  # characters of an action
OTHER_SEED = 0x6B69  # makes of a game's seed that of a game that is not played
MOST_STARTS = 3  # of an engine that ends each time before it has answered a question of the match
NO_ROUTE: Mapping[str, object] = {"moves": None}


def stamp(thought: Thought, job: Job) -> Thought:
    """The thought as the answer to `job`."""
    return replace(thought, kind=job.kind, revision=job.revision, decision=job.decision, seat=job.seat)


def another_start(spec: GameSpec, record: Record) -> Record:
    """The start of a game that `record` is none of: it shows another position, by its seed or else by one option.

    The number of players stays. A game that has one position to start from, whatever its seed and options, gives that.
    """
    options = resolve(spec.options, record.options)
    played, seats = _shown(spec, options, record.seed), spec.seat_count(options)
    others = [
        {**record.options, option.name: [value] * seats if option.per_seat else value}
        for option in spec.options
        if option.name != "players"
        for value in (option.kind.values if option.per_seat else option.values(options))
        if value != options[option.name]
    ]
    seed = record.seed ^ OTHER_SEED
    for given in (record.options, *others):
        with contextlib.suppress(OptionError):  # the others leave some values no room
            if _shown(spec, resolve(spec.options, given), seed) != played:
                return replace(record, options=resolve(spec.options, given), seed=seed, actions=())
    return replace(record, seed=seed, actions=())


def _shown(spec: GameSpec, options: dict[str, object], seed: int) -> tuple[str, object]:
    """What anybody can see of a game's start."""
    state = spec.rules.start(options, seed)
    return spec.rules.picture(state), spec.rules.details(state)


class OutsidePlayer:
    """One engine, which answers an Agent's jobs as long as it takes. A question that comes again is not asked again."""

    def __init__(self, engine: OutsideEngine, find: Find) -> None:
        self.engine = engine
        self._find = find
        self._fruitless = 0  # starts since it has answered a question of the match
        # The last question, its answer and the seconds that it took.
        self._known: tuple[dict[str, object], Mapping[str, object], float] | None = None

    def begin_match(self) -> None:
        """Begin another match, in which the engine may be started as often again."""
        self._fruitless = 0

    def warm_up(self, record: Record) -> None:
        """Start it where it does not run, and let it get ready for games like `record`. Raises OutsideError.

        It is asked about the start of a game that is not played; see `another_start`.
        """
        if self.engine.pid is not None:
            return
        if self._fruitless >= MOST_STARTS:
            told = f"it has ended {MOST_STARTS} times before it had answered, and is not started again in this match"
            raise OutsideError(self.engine.command.name, "crash", told)
        self._fruitless += 1
        spec, other = self._find(record.game), another_start(self._find(record.game), record)
        state = self._position(other)[1]
        question = load_questions(spec).question(state) if spec.simultaneous else position_request(other)
        self.engine.warm(question, others=bool(spec.protocols))

    def think(self, job: Job, seconds: float) -> Thought:
        """A legal action of the engine's, or what it means to do at this decision. Raises OutsideError."""
        record = record_from_json(job.record, "job")
        spec, state = self._position(record)
        if job.kind == "plan":
            thought = Thought("", plan=self._plan(spec, state, record, job, seconds))
        else:
            thought = Thought(self._move(spec, state, record, job, seconds))
        return stamp(thought, job)

    def _move(self, spec: GameSpec, state: object, record: Record, job: Job, seconds: float) -> str:
        self.warm_up(record)
        self._check_protocol(spec, record)
        legal = [action_text(spec, job.seat, action) for action in spec.rules.legal(state, job.seat)]
        text = self.engine.choose(record, job.seat, seconds, job.agent_seed, legal=legal, nodes=job.nodes)
        self._fruitless = 0
        shown = repr(text[:MOST_TEXT])
        try:
            if len(text) > MOST_TEXT:
                raise GameError("no action is so long")
            seat, action = parse_action(spec, state, text)
            if seat != job.seat:
                raise GameError("that is another seat's")
            spec.rules.apply(state, seat, action)
        except GameError as error:
            raise OutsideError(self.engine.command.name, "illegal", f"{shown}: {error}") from error
        return spec.rules.text(action)

    def _check_protocol(self, spec: GameSpec, record: Record) -> None:
        """Raises OutsideError for a game that the engine's protocol cannot say."""
        protocol = self.engine.protocol
        if protocol and (protocol not in spec.protocols or record.options != resolve(spec.options, {})):
            what = "with these options" if protocol in spec.protocols else f"of {spec.id}"
            raise OutsideError(self.engine.command.name, "refusal", f"{protocol} has no games {what}")

    def _plan(self, spec: GameSpec, state: object, record: Record, job: Job, seconds: float) -> SeatPlan:
        questions = load_questions(spec)
        question = questions.question(state)
        if self._known is None or self._known[0] != question:
            self._known = question, NO_ROUTE, 0.0  # what stays where it fails
            self.warm_up(record)
            begun = time.monotonic()  # its start is none of its thinking
            answer = self.engine.ask(question, seconds)
            self._known = question, answer, time.monotonic() - begun
            self._fruitless = 0
        try:
            return questions.plan(state, job.seat, *self._known[1:])
        except GameError as error:
            self._known = question, NO_ROUTE, 0.0
            raise OutsideError(self.engine.command.name, "illegal", str(error)) from error

    def _position(self, record: Record) -> tuple[GameSpec, object]:
        spec = self._find(record.game)
        return spec, replay(spec, resolve(spec.options, record.options), record.seed, record.actions).state
