"""A small engine for tests. It speaks UCI or QTP, with oddities that its arguments name, and walks straight on.

python tests/foreign_engine.py uci|qtp|both [ODDITY ...]
"""

import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from game.core.options import resolve  # noqa: E402
from game.quoridor import SPEC, rules  # noqa: E402
from game.quoridor.rules import fallback_action  # noqa: E402

kind, odd = sys.argv[1], set(sys.argv[2:])
START = rules.start(resolve(SPEC.options, {}), 0)
state = START
OFFSETS = {"upper": (0, 1), "right": (1, 0), "far": (1, 1)}  # from our vertex of a wall to the engine's
DX, DY = next((OFFSETS[word] for word in OFFSETS if word in odd), (0, 0))
SIDES = {"h": "horizontal", "v": "vertical"}


def say(text):
    end = "\r\n" if "cr" in odd else "\n"
    sys.stdout.write((text.upper() if "capitals" in odd and not text.startswith("id ") else text) + end)
    sys.stdout.flush()


def played(now, text):
    return rules.apply(now, now.mover, rules.parse(text))[0]


def move():
    if "walls" in odd and state.walls_left[state.mover]:
        walls = [a for a in rules.legal(state, state.mover) if len(rules.text(a)) == 3]
        if walls:
            return rules.text(walls[(7 * len(walls)) // 11])
    return rules.text(fallback_action(state, state.mover))


def uci(words):
    global state
    name, given = words[0], words[1:]
    if name == "uci":
        if "banner" in odd:
            say("Welcome! \u00e9")
            say("")
        say("id name Foreign")
        say("option name MoveTime type spin default 100 min 1 max 600000")
        say("uciok")
    elif name == "isready":
        time.sleep(0.3 if "slow" in odd else 0)
        say("readyok")
    elif name == "position":
        state = START
        for text in given[2:]:
            state = played(state, text)
    elif name == "go":
        if "chatty" in odd:
            for depth in range(2_000):
                say(f"info depth {depth} nodes 1 pv e2")
        while "babble" in odd:
            say("so many words")
        if "crash" in odd:
            sys.exit(3)
        if "hang" in odd:
            time.sleep(100)
        if "none" in odd:
            say("info string error no idea")
            say("bestmove (none)")
            return
        if "late" in odd:
            time.sleep(int(given[1]) / 1000 + 1.3)
        text = move() if "illegal" not in odd else "e9"
        if "before" in odd and len(text) == 3:
            text = text[2] + text[:2]
        more = " ponder e5" * ("ponder" in odd) + "\nand a remark" * (200 * ("remarks" in odd))
        say(f"bestmove {text}{more}")
    elif name not in ("ucinewgame", "stop") and "silent" not in odd:
        say(f"info string error unknown {name}")


def vertex(text):
    return f"{chr(ord(text[0]) + DX)}{int(text[1]) + DY}"


def ours(text):
    return f"{chr(ord(text[0]) - DX)}{int(text[1]) - DY}"


def answer(text, sign="="):
    say(f"{sign} {text}".rstrip())
    if "no blank" not in odd:
        say("")


def qtp(words):
    global state
    name, given = words[0], words[1:]
    if name == "clear_board":
        state = START
        answer("")
    elif name in ("boardsize", "walls"):
        answer("")
    elif name in ("playmove", "playwall"):
        text = given[1] if name == "playmove" else ours(given[1]) + given[2][0]
        try:
            state = played(state, text)
        except Exception:
            answer("illegal move", "?")
        else:
            answer("")
    elif name == "genmove":
        if "hang" in odd:
            time.sleep(100)
        while "babble" in odd:
            say("= e2")
        if "none" in odd:
            answer("resign")
            return
        text = move()
        state = played(state, text)
        answer(text if len(text) == 2 else f"{vertex(text)} {SIDES[text[2]] if 'short' not in odd else text[2]}")
    else:
        answer("unknown command", "?")


for line in sys.stdin:
    words = line.lower().split()
    if words and words[0] == "quit":
        break
    if words:
        {"uci": uci, "qtp": qtp}[kind](words)
