"""A small engine for tests that plays Nim by taking 1. Its argument says how it misbehaves."""

import json
import os
import sys
import time
from pathlib import Path

how = sys.argv[1] if len(sys.argv) > 1 else "well"
marker = sys.argv[2] if len(sys.argv) > 2 else ""
asked = sys.argv[3] if how in ("slow", "notes") and len(sys.argv) > 3 else ""


def say(answer):
    print(json.dumps(answer), flush=True)


if marker:
    with Path(marker).open("a") as file:
        print(os.getpid(), file=file)
for number, line in enumerate(sys.stdin):
    request = json.loads(line)
    identity = request["id"]
    if asked:
        with Path(asked).open("a") as file:
            print(line.strip(), file=file)
    good = {"id": identity, "ok": True, "action": "take 1"}
    odd = {
        "refuses": {"id": identity, "ok": False, "error": "no\nidea"},
        "echo": {**good, "request": request},
        "decimal": {**good, "id": float(identity)},
        "other id": {**good, "id": identity + 1},
        "no id": {"ok": True},
        "array": [1],
        "no action": {"id": identity, "ok": True},
        "illegal": {**good, "action": "take 9"},
    }
    if number == 0:
        say(good)
        if how == "dies early":
            sys.exit(3)
        continue
    if how == "answers once" and number == 2:
        sys.exit(3)
    elif how == "late":
        time.sleep(request["seconds"] + 1.3)
    elif how == "slow":
        time.sleep(0.3)
    elif how == "hangs":
        time.sleep(1000)
    elif how == "crashes":
        sys.exit(7)
    elif how == "talks":
        say({"id": identity - 1, "ok": True, "action": "take 9"})
    while how == "endless":
        sys.stdout.write("[" * 100_000)
    if how in ("garbage", "marked"):
        print("what?" if how == "garbage" else "\ufeff" + json.dumps(good), flush=True)
    else:
        say(odd.get(how, good))
