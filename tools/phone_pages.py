"""Snapshots of every page that a phone can show, as the table sends them, for screenshots and tests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import sqrt
from typing import Any

from game.phones.snapshot import (
    Axis,
    Clock,
    Figure,
    Language,
    PhoneBar,
    PhoneBoard,
    PhoneButton,
    PhoneCell,
    PhoneChip,
    PhoneDial,
    PhoneEdge,
    PhonePerson,
    PhonePiece,
    PhoneRobot,
    PhoneTrail,
    Point,
    Score,
    Sign,
    SignName,
    Snapshot,
    Socket,
    Steer,
    corners,
)

_SHELF = ("hint", "rules", "pause")
_NAMES = {"Aoi": "アオイ", "Ren": "レン", "Mio": "ミオ", "Kai": "カイ"}
Said = Callable[[str, str], str]


def _speaker(language: Language) -> Said:
    return lambda english, japanese: english if language == "en" else japanese


def _who(shape: str, name: str, language: Language) -> PhonePerson:
    return PhonePerson(shape, name if language == "en" else _NAMES[name])  # type: ignore[arg-type]


def _shelf(*off: str) -> tuple[PhoneButton, ...]:
    return tuple(PhoneButton(id, id, "shelf", enabled=id not in off) for id in _SHELF)


def _ways(*barred: str) -> tuple[PhoneButton, ...]:
    return tuple(PhoneButton(way, way, "way", enabled=way not in barred) for way in ("up", "down", "left", "right"))


def joined(language: Language) -> Snapshot:
    """Seated, waiting for the others."""
    say = _speaker(language)
    shapes = ("circle", "square", "triangle", "star", "", "", "", "")
    return Snapshot(
        "joined",
        language,
        _who("star", "Kai", language),
        sentence=say("Who plays? 4 at the table", "だれが遊びますか？ 4人が着席"),
        helper=say("Join, or start when all are here", "そろったら始めてください"),
        buttons=(
            PhoneButton("leave", say("Leave", "席を立つ")),
            PhoneButton("start", say("Start", "始める"), "primary"),
            *_shelf("hint"),
        ),
        sockets=tuple(Socket(shape) for shape in shapes),  # type: ignore[arg-type]
        renaming=True,
    )


def pad(language: Language) -> Snapshot:
    """The ring of directions, in Star."""
    say = _speaker(language)
    return Snapshot(
        "pad",
        language,
        _who("star", "Kai", language),
        mine=True,
        title=say("Star 3×3", "スター 3×3"),
        sentence=say("Your turn", "あなたの番です"),
        helper=say("Choose where it goes", "置く場所を選んでください"),
        focus="c2",
        buttons=(
            *_ways(),
            PhoneButton("confirm", say("Move", "置く"), "primary"),
            PhoneButton("back", say("Back", "戻る"), glyph="back"),
            PhoneButton("undo", say("Undo", "一手戻す"), glyph="undo"),
            *_shelf(),
        ),
    )


def dial(language: Language) -> Snapshot:
    """Bidding: choosing a number."""
    say = _speaker(language)
    return Snapshot(
        "dial",
        language,
        _who("triangle", "Mio", language),
        mine=True,
        title=say("Hyper Robots", "ハイパーロボット"),
        sentence=say("Green robot to the bell", "緑ロボットをベルへ"),
        clock=Clock(42, 60, running=False),
        dial=PhoneDial(
            6,
            2,
            99,
            7,
            _who("circle", "Aoi", language),
            below=7,
            why=say("It must be less than 7", "7手より少なくしてください"),
            caption=say("Best bid", "最少"),
            chip=PhoneChip("green", "bell"),
        ),
        buttons=(
            PhoneButton(
                "declare",
                say("Bid {number}", "{number}手を宣言"),
                "primary",
                spoken=say("Bid {number}, best bid 7", "{number}手を宣言、最少は7手"),
            ),
            PhoneButton("agree", say("Agree", "同意"), glyph="check"),
            PhoneButton("no_route", say("No route", "道なし"), glyph="dash"),
            *_shelf(),
        ),
    )


def steer(language: Language) -> Snapshot:
    """The demonstration."""
    say = _speaker(language)
    names = (("red", "Red", "赤"), ("yellow", "Yellow", "黄"), ("green", "Green", "緑"), ("blue", "Blue", "青"))
    robots = [
        PhoneRobot(id, say(en, ja), en[0], chosen=id == "green")  # type: ignore[arg-type]
        for id, en, ja in (*names, ("silver", "Silver", "銀"))
    ]
    return Snapshot(
        "steer",
        language,
        _who("circle", "Aoi", language),
        mine=True,
        title=say("Demonstration", "実演"),
        sentence=say("Green robot to the bell", "緑ロボットをベルへ"),
        focus="3/7",
        steer=Steer(tuple(robots), 3, 7, PhoneChip("green", "bell")),
        buttons=(
            *_ways("left"),
            PhoneButton("undo", say("Undo", "一手戻す"), glyph="undo"),
            PhoneButton(
                "concede", say("Concede", "あきらめる"), "danger", "flag", asks=say("Sure? Again", "もう一度押す")
            ),
            *_shelf(),
        ),
    )


def _at(cell: str) -> tuple[float, float]:
    """Return the centre of a cell of Quoridor, as seen by the player who moves up."""
    return (
        round(0.034 + 0.0415 + ("abcdefghi".index(cell[0])) * 0.1062, 4),
        round(0.073 + (9 - int(cell[1])) * 0.1062 + 0.0415, 4),
    )


def _wall(cell: str, level: bool, **more: str) -> PhoneBar:
    x, y = _at(cell)
    return PhoneBar(round(x + 0.0531, 4), round(y - 0.0531, 4), 0.19, 0 if level else 90, **more)  # type: ignore[arg-type]


_WALLS = (("c7", False), ("d6", True), ("g7", False), ("e4", True), ("f4", False), ("f3", True))


def _quoridor(mine: bool) -> PhoneBoard:
    marks: dict[str, Any] = dict.fromkeys(("d5", "c4", "e4", "d3"), "lit") if mine else {}
    marks |= {"g7": "last", "f7": "from"} if mine else {}
    names = [f"{column}{row}" for row in range(9, 0, -1) for column in "abcdefghi"]
    cells = [PhoneCell(name, *_at(name), marks.get(name, "")) for name in names]
    walls = [_wall(*wall) for wall in _WALLS]
    walls.append(_wall("g6", True, mark="ghost") if mine else _wall("g6", True, mark="last", owner="circle"))
    pieces = (PhonePiece(*_at("d4"), "pawn", "circle"), PhonePiece(*_at("g7"), "pawn", "square"))
    edges = (PhoneEdge(0.04, 0.03, 0.96, 0.03, "circle", mine), PhoneEdge(0.04, 1.038, 0.96, 1.038, "square", not mine))
    frame, field = corners(0, 0, 1, 1.06), corners(0.024, 0.063, 0.976, 1.0156)
    parts = (tuple(cells), tuple(walls), pieces, edges)
    return PhoneBoard("walnut", 0.083, 1.06, *parts, outline=frame, field=field, anywhere=mine)


def quoridor(language: Language) -> Snapshot:
    """My turn: placing a wall."""
    say = _speaker(language)
    return Snapshot(
        "board",
        language,
        _who("circle", "Aoi", language),
        mine=True,
        title=say("7 walls left", "壁は残り7枚"),
        sentence=say("Your turn", "あなたの番です"),
        helper=say("Place a wall at g6?", "g6に壁を置きますか？"),
        board=_quoridor(True),
        figures=(Figure("square", 7, 9), Figure("circle", 6, 6)),
        buttons=(
            *_ways(),
            PhoneButton("turn", say("Turn", "回す"), glyph="turn"),
            PhoneButton("confirm", say("Place", "置く"), "primary"),
            *_shelf(),
        ),
    )


def wait(language: Language) -> Snapshot:
    """One press later: it is the rival's turn."""
    say = _speaker(language)
    return Snapshot(
        "board",
        language,
        _who("circle", "Aoi", language),
        title=say("6 walls left", "壁は残り6枚"),
        sentence=say("Ren’s turn", "レンの番です"),
        helper=say("You placed a wall at g6", "g6に壁を置きました"),
        board=_quoridor(False),
        figures=(Figure("square", 9), Figure("circle", 6)),
        buttons=(
            PhoneButton("turn", say("Turn", "回す"), glyph="turn", enabled=False),
            PhoneButton("confirm", say("Place", "置く"), "primary", enabled=False),
            *_shelf("hint"),
        ),
    )


def tips(language: Language) -> Snapshot:
    """Waiting for a match of a cup: guesses of the next move, signs to give, and a sign of another person."""
    say = _speaker(language)
    moves = (
        ("Step ahead", "前へ"),
        ("Other step", "ほかの移動"),
        ("Wall across", "横の壁"),
        ("Wall lengthwise", "縦の壁"),
    )
    signs: tuple[tuple[SignName, str, str], ...] = (
        ("clap", "Clap", "拍手"),
        ("oh", "Oh!", "おおっ"),
        ("laugh", "Laugh", "笑う"),
        ("hurry", "Hurry!", "急いで"),
    )
    choices = [PhoneButton(f"tip{number}", say(*words), "tip") for number, words in enumerate(moves, 1)]
    given = [
        PhoneButton(f"tip{at}", say(*words), "sign", sign, spoken=say(*words))
        for at, (sign, *words) in enumerate(signs, 6)
    ]
    return replace(
        wait(language),
        helper=say("What will Ren play?", "レンの次の手は？"),
        buttons=(replace(choices[0], chosen=True), *choices[1:], *given, *_shelf("hint")),
        signs=(Sign("star", "clap", say("Haru. Clap.", "ハル。拍手。")),),
    )


_BLACK = ((1, 3), (2, 4), (3, 2), (3, 4), (4, 1), (4, 6), (5, 5), (6, 2), (7, 3), (8, 2))
_ORANGE = ((1, 4), (2, 1), (3, 3), (3, 5), (4, 3), (4, 4), (4, 5), (5, 3), (7, 2), (8, 1))


_HEXAGON = ((-0.247, -0.429), (0.247, -0.429), (0.495, 0.0), (0.247, 0.429), (-0.247, 0.429), (-0.495, 0.0))


def _saucer(row: int, place: int) -> tuple[float, float]:
    count = 9 - abs(4 - row)
    pitch = 0.1032
    return round(0.5 + (place - (count - 1) / 2) * pitch, 4), round(0.437 + (row - 4) * pitch * sqrt(3) / 2, 4)


def coffee(language: Language) -> Snapshot:
    """A bean is placed; the stick's direction is next."""
    say = _speaker(language)
    marks = {(3, 0): "line", (3, 1): "line", (3, 6): "line", (3, 7): "line", (3, 3): "chosen", (6, 4): "barred"}
    marks |= {(0, 3): "offered", (2, 3): "offered", (5, 2): "offered", (6, 1): "offered", (7, 0): "offered"}
    cells = [
        PhoneCell(f"{'ihgfedcba'[row]}{place + 1}", *_saucer(row, place), marks.get((row, place), ""))  # type: ignore[arg-type]
        for row in range(9)
        for place in range(9 - abs(4 - row))
    ]
    pieces = tuple(PhonePiece(*_saucer(*place), "black") for place in _BLACK)
    pieces += tuple(PhonePiece(*_saucer(*place), "orange") for place in _ORANGE)
    outline, field = (
        tuple(Point(round(0.5 + x * share, 4), round(0.437 + y * share, 4)) for x, y in _HEXAGON)
        for share in (1, 0.935)
    )
    bars = (PhoneBar(*_saucer(3, 2), 0.12, 0, "stick"), PhoneBar(*_saucer(3, 3), 0.12, -60, "stick"))
    trails = (PhoneTrail(*_saucer(0, 3), *_saucer(7, 0)), PhoneTrail(*_saucer(4, 6), *_saucer(8, 2), warning=True))
    return Snapshot(
        "board",
        language,
        _who("star", "Kai", language),
        mine=True,
        title=say("Orange roast · 9 beans", "オレンジ · 豆9個"),
        sentence=say("Your turn", "あなたの番です"),
        helper=say("Lay the stick on d4", "d4に棒を置いてください"),
        board=PhoneBoard(
            "saucers", 0.091, 0.875, tuple(cells), bars, pieces, trails=trails, outline=outline, field=field
        ),
        axes=(Axis("axis1", -60, 5, chosen=True), Axis("axis2", 0, 4), Axis("axis3", 60, 7, warning=True)),
        axes_title=say("Axis", "向き"),
        axes_note=say("cells left for Black", "黒の残りマス"),
        buttons=(
            *_ways(),
            PhoneButton("back", say("Cell", "マス"), glyph="back"),
            PhoneButton("confirm", say("Lay", "置く"), "primary"),
            *_shelf(),
        ),
    )


def star(language: Language) -> Snapshot:
    """The small board of Star."""
    say = _speaker(language)
    lit = {(0, 2), (2, 2), (1, 0)}
    cells = [
        PhoneCell(
            f"{'abc'[column]}{3 - row}", 0.18 + 0.32 * column, 0.18 + 0.32 * row, "lit" if (column, row) in lit else ""
        )
        for row in range(3)
        for column in range(3)
    ]
    pieces = (PhonePiece(0.5, 0.5, "ring"), PhonePiece(0.82, 0.5, "disc"), PhonePiece(0.18, 0.82, "star"))
    return Snapshot(
        "board",
        language,
        _who("star", "Kai", language),
        mine=True,
        title=say("Star 3×3", "スター 3×3"),
        sentence=say("Your turn", "あなたの番です"),
        helper=say("Tap a cell", "マスをタップしてください"),
        board=PhoneBoard(
            "felt",
            0.29,
            1.0,
            tuple(cells),
            pieces=pieces,
            outline=corners(0, 0, 1, 1),
            field=corners(0.022, 0.022, 0.978, 0.978),
        ),
        buttons=(*_ways(), PhoneButton("back", say("Back", "戻る"), glyph="back"), *_shelf()),
    )


def race(language: Language) -> Snapshot:
    """A puzzle race: one of four choices is lit."""
    say = _speaker(language)
    labels = (
        *(("Bean on e1, stick diagonal ↗", "e1に豆、棒は右上がり"), ("Bean on e1, stick across", "e1に豆、棒は横")),
        *(
            ("Bean on e6, stick diagonal ↘", "e6に豆、棒は右下がり"),
            ("Bean on e6, stick up and down", "e6に豆、棒は縦"),
        ),
    )
    offers = tuple(PhoneButton(f"option{at}", say(*label), "offer", chosen=at == 1) for at, label in enumerate(labels))
    return replace(
        coffee(language),
        title=say("Orange to move, wins in 4 moves", "オレンジの番、4手で勝ち"),
        sentence=say("Only one move wins", "勝つ手は1つだけ"),
        helper=say("Not this one, again in 5 s", "これではありません。5秒後にもう一度選べます"),
        axes=(),
        buttons=(*_ways(), *offers, PhoneButton("back", say("Leave", "やめる"), "ring", "back"), *_shelf("hint")),
    )


def result(language: Language) -> Snapshot:
    """The game is over."""
    say = _speaker(language)
    scores = (
        Score("circle", _who("circle", "Aoi", language).name, say("3 walls left", "壁 残り3枚"), True),
        Score("square", say("Milk", "ミルク"), say("AI 2 · 12 walls left", "AI2 · 壁 残り12枚")),
    )
    return Snapshot(
        "result",
        language,
        _who("circle", "Aoi", language),
        mine=True,
        title=say("Quoridor", "コリドール"),
        sentence=say("You win", "あなたの勝ち"),
        helper=say("Your pawn has arrived", "駒がゴールに着きました"),
        scores=scores,
        record=True,
        film=True,
        buttons=(
            PhoneButton("choice0", say("Rematch", "もう一局"), "primary"),
            PhoneButton("choice1", say("Review", "振り返る")),
            PhoneButton("choice2", say("Menu", "メニュー")),
        ),
    )


def results(language: Language) -> Snapshot:
    """The game is over at a full table."""
    names = ("Aoi", "Ren", "Mio", "Kai", "Sora", "Yuki", "Hana", "Bartholomew")
    shapes = ("circle", "square", "triangle", "diamond", "cross", "star", "hexagon", "moon")
    scores = tuple(
        Score(shape, name, str(8 - place), place == 0)  # type: ignore[arg-type]
        for place, (shape, name) in enumerate(zip(shapes, names, strict=True))
    )
    return replace(result(language), scores=scores)


def question(language: Language) -> Snapshot:
    """A player's phone sleeps: a question with two answers."""
    say = _speaker(language)
    return Snapshot(
        "result",
        language,
        _who("square", "Ren", language),
        mine=True,
        sentence=say("Aoi's phone does not answer", "アオイのスマホが応答しません"),
        helper=say(
            "Wake it, or press confirm on the device that plays on for Aoi. The clock stands still.",
            "画面をつけてください。アオイさんの操作を引き継ぐ人は、決定を押してください。時計は止まっています。",
        ),
        buttons=(
            PhoneButton("answer:0", say("The AI plays on", "AIに任せる")),
            PhoneButton("answer:1", say("This device plays on", "この機器で続ける"), "primary"),
        ),
    )


def answers(language: Language) -> Snapshot:
    """The pause menu: the longest list of answers."""
    say = _speaker(language)
    labels = (
        *(("Hint", "ヒント"), ("Show the analysis", "形勢を表示する"), ("Take back", "一手戻す"), ("Redo", "やり直す")),
        *(
            ("Resign", "投了する"),
            ("Start again", "最初からやり直す"),
            ("Rules", "ルール"),
            ("Free the seats", "席を空ける"),
        ),
        *(("Free the seats", "席を空ける"), ("Give 30 s more", "30秒延ばす"), ("To the menu", "メニューへ")),
    )
    plain = [PhoneButton(f"answer:{i}", say(*label)) for i, label in enumerate(labels, 1)]
    return Snapshot(
        "result",
        language,
        _who("circle", "Aoi", language),
        mine=True,
        sentence=say("Pause", "ポーズ"),
        helper=say("House rule: around two pawns.", "ハウスルール：2つの駒を回り込む"),
        buttons=(PhoneButton("answer:0", say("Resume", "続ける"), "primary"), *plain),
    )


def given(language: Language) -> Snapshot:
    """Just joined at a kiosk: choose one of the offered names."""
    names = {
        "en": ("Aoi", "Mio", "Haru", "Sora", "Kai", "Yui", "Nagi"),
        "ja": ("アオイ", "ミオ", "ハル", "ソラ", "カイ", "ユイ", "ナギ"),
    }
    return replace(joined(language), renaming=True, names=names[language])


PAGES: dict[str, Callable[[Language], Snapshot]] = {
    page.__name__: page
    for page in (
        joined,
        pad,
        dial,
        steer,
        quoridor,
        wait,
        tips,
        coffee,
        star,
        race,
        result,
        results,
        question,
        answers,
        given,
    )
}
