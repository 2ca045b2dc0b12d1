"""The limit by nodes: in engine mode, in jobs, and for engines from outside."""

import json

import pytest

from game.agents.agent import Job
from game.agents.worker import think
from game.command_line import parser
from game.core.options import resolve
from game.core.record import Record
from game.engine_mode import engine
from game.engine_mode.engine import Engine
from game.registry import find


def choose(game, **more):
    return Engine().handle(json.dumps({"cmd": "choose", "game": game, "level": 5, **more}))


@pytest.mark.parametrize(("game", "spare"), [("quoridor", 0), ("coffee", 1)])
def test_no_more_is_searched_than_is_allowed(game, spare):
    few, many = (choose(game, nodes=nodes) for nodes in (50, 400))
    assert 0 < few["nodes"] <= 50 + spare and 50 < many["nodes"] <= 400 + spare
    assert few["depth"] <= many["depth"]


def test_a_level_may_search_more_than_it_does_by_itself():
    usual, more = choose("coffee", level=3)["nodes"], choose("coffee", level=3, nodes=5000)["nodes"]
    assert usual <= 3001 < more


def test_the_time_ends_it_before():
    assert choose("quoridor", nodes=10**9, seconds=0.05)["seconds"] < 2


@pytest.mark.parametrize(("game", "error"), [("quoridor", ""), ("star", "nodes")])
def test_a_job_carries_the_limit(game, error):
    record = Record(game, resolve(find(game).options, {}))
    thought = think(Job("move", record.to_json(), 0, 5, 0, 0, None, nodes=60), find, lambda: False)
    assert error in thought.error and bool(thought.error) == bool(error)
    assert thought.nodes is None if error else thought.nodes <= 60


def test_the_command_line_allows_what_a_request_may_have():
    assert parser.MOST_NODES == engine.MOST_NODES
