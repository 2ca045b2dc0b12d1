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
    if number == 0:
        say(good)
        if how == "dies early":
            sys.exit(3)
    elif how == "answers once":
        if number == 2:
            sys.exit(3)
        say(good)
    elif how == "late":
        time.sleep(request["seconds"] + 1.3)
        say(good)
    elif how == "slow":
        time.sleep(0.3)
        say(good)
    elif how == "hangs":
        time.sleep(1000)
    elif how == "crashes":
        sys.exit(7)
    elif how == "refuses":
        say({"id": identity, "ok": False, "error": "no\nidea"})
    elif how == "talks":
        say({"id": identity - 1, "ok": True, "action": "take 9"})
        say(good)
    elif how == "endless":
        while True:
            sys.stdout.write("[" * 100_000)
    elif how == "echo":
        say({**good, "request": request})
    elif how == "garbage":
        print("what?", flush=True)
    elif how == "decimal":
        say({**good, "id": float(identity)})
    elif how == "marked":
        print("\ufeff" + json.dumps(good), flush=True)
    elif how == "other id":
        say({**good, "id": identity + 1})
    elif how == "no id":
        say({"ok": True})
    elif how == "array":
        say([1])
    elif how == "no action":
        say({"id": identity, "ok": True})
    elif how == "illegal":
        say({**good, "action": "take 9"})
    else:
        say(good)
