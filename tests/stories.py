"""Stories: what people do and what must be so then, told in text files beside the tests. All have one grammar.

    Text before the first heading is for the reader; only "NAME := text" there gives a text the name $NAME.

    # A heading that reads as a sentence
    for game: star coffee      tells the story once with each of these words for {game}
    -- a remark
    verb: what                 a step; "verb" alone if it takes nothing
    1 2 verb: what             the step of each of these phones or seats
        . . *                  behind four spaces: more lines of the step above them, such as a drawing
      > fact = value           what must be so now; of something: "fact what = value", of a phone: "1 fact = value"
      > fact =
          . . *                a value of several lines
      > said = value           the next line of what the last step has said

Steps are the methods do_VERB of a vocabulary. Facts are its methods ask_FACT, or keys of its `facts`. A fact with dots
reads public attributes: "top.page" is `page` of the vocabulary's `top`, "seats.name" the name of each seat, and
"seats.count" their number. A step with dots calls a public method or sets a public attribute: "store.discard:
quoridor", with quotes around a text that has blanks. A verb has blanks in place of underscores. A fact is compared by
"=" or another entry of COMPARED. If a step says something, the story must tell all of it before the next step.
docs/tests.md lists all verbs.
"""

from __future__ import annotations

import json
import re
import shlex
import textwrap
import zlib
from collections.abc import Callable, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from inspect import isroutine
from itertools import product
from pathlib import Path
from typing import Any, ClassVar

import pytest

STEP = re.compile(r"(\d[\d ]* )?([^:]+?)(?::(?: (.*))?)?")
COMPARED: dict[str, Callable[[str, str], bool]] = {
    "=": lambda value, wanted: value == wanted,
    "~": lambda value, wanted: is_like(value, wanted),
    "is not": lambda value, wanted: value != wanted,
    "has": lambda value, wanted: wanted in value,
    "lacks": lambda value, wanted: wanted not in value,
    "begins": lambda value, wanted: value.startswith(wanted),
    "above": lambda value, wanted: float(value) > float(wanted),
    "below": lambda value, wanted: float(value) < float(wanted),
}
"""How a fact is compared with the story's value. With "~", "…" stands for anything."""
RESULT = re.compile(rf"(.+?) ({'|'.join(COMPARED)})(?: (.*))?")
FAILURES = (AssertionError, LookupError, AttributeError, TypeError, ValueError)


@dataclass(frozen=True, slots=True)
class Line:
    """A step or, behind "> ", a result; with its number in the file and the lines below it."""

    number: int
    text: str
    below: str = ""


@dataclass(frozen=True)
class Story:
    """A story: its heading, its lines, the words of its "for" lines, and the last drawing before it."""

    file: str
    title: str
    lines: list[Line] = field(default_factory=list)
    given: dict[str, str] = field(default_factory=dict)
    drawing: str = ""


def stories(path: Path) -> list[Story]:
    """Return the stories of a file, each once with each choice of the words of its "for" lines."""
    found: list[tuple[Story, dict[str, list[str]]]] = []
    names: dict[str, str] = {}
    drawing = ""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("# "):
            assert all(story.title != line[2:] for story, _ in found), f"{path.name}:{number}: it is told already"
            found.append((Story(path.name, line[2:], drawing=drawing), {}))
        elif not found:
            name, defines, text = line.partition(" := ")
            names |= {name: text} if defines else {}
        elif line.startswith("    "):
            last = found[-1][0].lines.pop()
            found[-1][0].lines.append(Line(last.number, last.text, f"{last.below}{line}\n"))
            drawing = drawing if last.text.startswith("> ") else f"{last.below}{line}\n"
        elif line.strip() and not line.lstrip().startswith("-- "):
            text = re.sub(r"\$(\w+)", lambda name, names=names: names[name[1]], line.strip())
            if words := re.fullmatch(r"for (\w+): (.*)", text):
                found[-1][1][words[1]] = words[2].split()
            else:
                assert line.startswith("  ") == text.startswith(">"), f"{path.name}:{number}: a step or a result?"
                found[-1][0].lines.append(Line(number, text))
    return [_with(story, choices, words) for story, choices in found for words in product(*choices.values())]


def _with(story: Story, choices: Mapping[str, list[str]], words: tuple[str, ...]) -> Story:
    given = dict(zip(choices, words, strict=True))
    places = {f"{{{name}}}": word for name, word in given.items()}

    def put(text: str) -> str:
        for place, word in places.items():
            text = text.replace(place, word)
        return text

    lines = [Line(line.number, put(line.text), line.below) for line in story.lines] if given else story.lines
    return Story(story.file, story.title, lines, given, story.drawing)


def each_story(*paths: Path, by_turns: bool = False) -> pytest.MarkDecorator:
    """Parametrize a test with each story of these files, as `story`. With `by_turns`, only one choice of the "for"
    words runs by default. The others are long tests."""
    found = []
    for path in paths:
        told: dict[str, list[Story]] = {}
        for story in stories(path):
            told.setdefault(story.title, []).append(story)
        for title, cases in told.items():
            for number, story in enumerate(cases, zlib.crc32(title.encode())):
                file = f"{path.stem}: " * (len(paths) > 1)
                marks = [pytest.mark.long] if by_turns and number % len(cases) else []
                found.append(pytest.param(story, id=file + " ".join([title, *story.given.values()]), marks=marks))
    return pytest.mark.parametrize("story", found)


def cases(path: Path) -> dict[str, list[str]]:
    """Return the tables of a file: the lines below each heading, one for each case. The test that reads them explains
    them."""
    parts = path.read_text(encoding="utf-8").split("\n# ")[1:]
    return {heading: lines for heading, *lines in ([one for one in part.splitlines() if one.strip()] for part in parts)}


def is_like(text: str, told: str) -> bool:
    """Return whether a text is what a story tells. "…" stands for anything."""
    return re.fullmatch(".*".join(map(re.escape, told.split("…"))), text, re.DOTALL) is not None


def listed(what: str) -> list[str]:
    """Return the items between commas."""
    return [each.strip() for each in what.split(",") if each.strip()]


def value_of(word: str) -> Any:
    """Return the number, the list or another value that a word is in JSON; else the word."""
    with suppress(ValueError):
        return json.loads(word)
    return word


def options_of(text: str) -> dict[str, Any]:
    """Return the values of NAME=VALUE …"""
    return {name: value_of(value) for name, value in (told.split("=", 1) for told in text.split())}


def same(found: object, told: object) -> None:
    """Check that what is found is what the story tells."""
    assert found == told, f"{found!r}, not {told!r}"


def read(one: Any, name: str) -> Any:
    """Return an attribute of an object, or those of the items of a list. Of a list, "count" is the length."""
    if isinstance(one, str) or not isinstance(one, Sequence | Set) or hasattr(one, "_fields"):
        return getattr(one, name)
    return len(one) if name == "count" else [read(item, name) for item in one]


def follow(one: Any, path: str) -> Any:
    """Return what a path of public names leads to. Methods on the way are called, the last one is not."""
    if re.search(r"\b_", path):  # a step that waits for a fact passes over an AssertionError
        raise LookupError(f"{path} is private")
    for name in path.split("."):
        one = read(one() if isroutine(one) else one, name)
    return one


class Teller:
    """The base of all vocabularies. Reads a story, takes its steps and checks its facts."""

    facts: ClassVar[Mapping[str, Callable[..., Any]]] = {}
    refusals: ClassVar[tuple[type[Exception], ...]] = ()  # errors with which a step says "refused: …"
    # A story that begins with a verb of none of these steps begins with the first of them.
    begins: ClassVar[tuple[str, ...]] = ()
    drawing = ""  # the last drawing of the story

    def __init_subclass__(cls) -> None:
        """Add the facts of the bases to those of the class."""
        of_each = [vars(kind).get("facts", {}) for kind in reversed(cls.__mro__)]
        cls.facts = {name: fact for facts in of_each for name, fact in facts.items()}

    @cached_property
    def untold(self) -> list[str]:
        """What the last step has said, without the lines that the story has told."""
        return []

    def tell(self, story: Story) -> None:
        """Go through a story. An error names the line that is not true or cannot be done."""
        self.drawing = story.drawing
        has_begun = story.lines[0].text.split(":")[0] in [step.split(":")[0] for step in self.begins]
        beginning = [] if has_begun else [Line(0, step) for step in self.begins[:1]]
        for line in beginning + story.lines:
            try:
                self.line(line.text, line.below)
            except FAILURES as error:
                place = f"{story.file}:{line.number}: {line.text}"
                raise AssertionError(f"{place}\n{type(error).__name__}: {error}") from error
        assert not self.untold, f"{story.file}: {story.title}: at the end it says {self.untold}"

    def line(self, text: str, below: str = "") -> None:
        """Take the step of a line, or check its fact."""
        if text.startswith("> "):
            self.see(text[2:], below)
            return
        assert not self.untold, f"the step before it says {self.untold}"
        self.drawing = below or self.drawing
        numbers, verb, what = STEP.fullmatch(text).groups()
        try:
            for number in [[int(each)] for each in (numbers or "").split()] or [[]]:
                said = self.do(verb, *number, *([] if what is None else [what]))
                self.untold += said.splitlines() if isinstance(said, str) else said if isinstance(said, list) else []
        except self.refusals as error:
            self.untold.append(f"refused: {error}")

    def do(self, verb: str, *given: Any) -> Any:
        """Take a step. What it returns is what it says."""
        if "." in verb:
            values = [value_of(word) for what in given for word in shlex.split(what)]
            if isroutine(found := follow(self, verb)):
                return found(*values)
            owner, _, name = verb.rpartition(".")
            return setattr(follow(self, owner), name, *values)
        return getattr(self, "do_" + re.sub("[ -]", "_", verb).replace("'", ""))(*given)

    def see(self, text: str, below: str = "") -> None:
        """Check a fact."""
        value, how, wanted = self.compared(text)
        wanted = textwrap.dedent(below).rstrip("\n") if below else wanted
        assert COMPARED[how](value, wanted), f"it is {value!r}"

    def is_so(self, text: str) -> bool:
        """Return whether "FACT = VALUE" is true, with any comparison. Raises LookupError if there is no such fact."""
        value, how, wanted = self.compared(text)
        return COMPARED[how](value, wanted)

    def compared(self, text: str) -> tuple[str, str, str]:
        """Return the value of a fact, how to compare it, and with what."""
        parts = RESULT.fullmatch(text)
        if parts is None:  # a step that waits for a fact passes over an AssertionError
            raise LookupError(f"{text!r} compares no fact with anything")
        return self.shown(self.fact(parts[1])), parts[2], parts[3] or ""

    def fact(self, text: str) -> Any:
        """Return the value of "fact", "fact what", "object.attribute", or "number fact what" for a phone or a seat."""
        words = text.split()
        number = [int(words.pop(0))] if words[0].isdecimal() else []
        if ask := getattr(self, f"ask_{words[0]}", None):
            return ask(*number, *([" ".join(words[1:])] if words[1:] else []))
        if "." in words[0]:
            found = follow(self, words[0])
            return found(*words[1:]) if words[1:] or isroutine(found) else found
        if words[0] not in self.facts:
            raise LookupError(f"there is no fact {words[0]!r}")
        return self.facts[words[0]](self, *number, *words[1:])

    def ask_said(self) -> str:
        """Return the next line of what the last step has said."""
        assert self.untold, "it says nothing"
        return self.untold.pop(0)

    def shown(self, value: Any) -> str:
        """Return a value as stories write it."""
        if value is None:
            return "none"
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, list | tuple):
            return ", ".join(map(self.shown, value))
        return str(value)
