"""`main.py puzzle`, and `puzzle` of engine mode: days, packs, solutions, and what is said of wrong wishes."""

import json
from dataclasses import replace
from datetime import date

import pytest

import main
from game.command_line.parser import WRONG_USE
from game.core.spec import Study
from game.engine_mode.engine import Engine
from game.puzzles.stored import packs
from tests.puzzles.test_proofs import BOOKS
from tests.toy import NIM

pytestmark = pytest.mark.quick

DAY = date(2026, 11, 26)
GAME = next(iter(BOOKS))


def ask(**request):
    return Engine().handle(json.dumps({"cmd": "puzzle", **request}))


@pytest.mark.parametrize("game", BOOKS)
class TestEngine:
    def test_a_days_puzzle_is_a_position_and_a_task(self, game):
        answer = ask(game=game, date=DAY.isoformat())
        puzzle = BOOKS[game].of_day(DAY)
        assert (answer["puzzle"], answer["task"], answer["grade"]) == (puzzle.id, puzzle.task, puzzle.grade)
        assert "line" not in answer and "replies" not in answer and answer["date"] == "2026-11-26"
        position = {name: answer[name] for name in ("game", "options", "seed", "actions")}
        state = Engine().handle(json.dumps({"cmd": "state", **position}))
        assert state["actors"] == [answer["side"]] and state["text"] == answer["text"]

    def test_the_solution_is_told_where_it_is_asked_for(self, game):
        answer = ask(game=game, date=DAY.isoformat(), solution=True)
        assert len(answer["line"][::2]) == answer["moves"] or answer["task"] == "route"
        position = {name: answer[name] for name in ("game", "options", "seed")}
        state = Engine().handle(json.dumps({"cmd": "state", **position, "actions": answer["actions"] + answer["line"]}))
        assert state["ok"]
        for replies, key in zip(answer["replies"], answer["line"][::2], strict=False):
            assert replies and key not in replies

    def test_a_pack_is_told_one_by_one(self, game):
        pack = packs(BOOKS[game].practice())[0]
        answer = ask(game=game, pack=pack.id, index=1)
        assert (answer["puzzle"], answer["of"], answer["index"]) == (pack.puzzles[1].id, len(pack.puzzles), 1)
        for index in (-1, len(pack.puzzles), "1", True, None):
            refused = ask(game=game, pack=pack.id, index=index)
            assert refused["error"] == "bad_options" and "'index'" in refused["message"]


def test_without_a_date_it_is_today():
    before, answer, after = date.today(), ask(game=GAME), date.today()
    assert before.isoformat() <= answer["date"] <= after.isoformat()


def test_a_damaged_file_is_told():
    engine = Engine({"damaged": replace(NIM, study=Study(puzzles={}))})
    answer = engine.handle('{"cmd": "puzzle", "game": "damaged"}')
    assert answer["error"] == "bad_puzzle" and "nim.json: the puzzles cannot be read" in answer["message"]


class TestCommand:
    def test_todays_puzzles_of_all_games_that_have_some(self, capsys):
        assert main.main(["puzzle", "--date", DAY.isoformat()]) == 0
        output = capsys.readouterr().out
        assert all(book.of_day(DAY).id in output for book in BOOKS.values())

    def test_one_game_with_its_solution(self, capsys):
        assert main.main(["puzzle", "--game", GAME, "--date", DAY.isoformat(), "--solution"]) == 0
        output = capsys.readouterr().out
        puzzle = BOOKS[GAME].of_day(DAY)
        assert f"Seat {puzzle.side} is to move: " in output
        assert f"solution: {', '.join(puzzle.line)}" in output

    def test_a_pack_as_json_a_line_each(self, capsys):
        pack = packs(BOOKS[GAME].practice())[-1]
        assert main.main(["puzzle", "--game", GAME, "--pack", pack.id, "--json"]) == 0
        lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        assert [line["puzzle"] for line in lines] == [puzzle.id for puzzle in pack.puzzles]
        assert all("line" not in line for line in lines)

    def test_today_is_what_is_printed_without_anything_else(self, capsys):
        main.main(["puzzle", "--game", GAME])
        plain = capsys.readouterr().out
        main.main(["puzzle", "--game", GAME, "--today"])
        assert capsys.readouterr().out == plain

    @pytest.mark.parametrize(
        ("line", "said"),
        [
            (["--game", "chess"], "chess: 'game' is 'chess' (known:"),
            *(
                (["--date", day], f"'date' is '{day}', not a day like 2026-11-26")
                for day in ("tomorrow", "20261126", "2026W484", "2026-W48-4", "2026-W48", "２０２６-11-26")
            ),
            (["--pack", "grade-1"], "--pack wants --game"),
            (["--game", GAME, "--pack", "grade-0"], "unknown pack 'grade-0'"),
            (["--today", "--date", "2026-11-26"], "not allowed with argument --today"),
        ],
    )
    def test_what_is_wrong_ends_in_one_line(self, line, said, capsys):
        with pytest.raises(SystemExit) as end:
            main.main(["puzzle", *line])
        output = capsys.readouterr()
        assert end.value.code == WRONG_USE and said in output.err and output.err.count("\n") == 1
