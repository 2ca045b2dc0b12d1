"""The verbs of stories about the phone's page in a browser."""

import json
from typing import Any, ClassVar

from game.phones.protocol import read, to_json
from game.phones.snapshot import Snapshot
from tests.stories import Teller
from tools.phone_pages import PAGES


def snapshot(what):
    """Return a page that a phone can be shown: its name, then "ja" for Japanese, or changes as JSON. An object changes
    a part of a field, a list with "+" before the field's name adds to it, other values replace it."""
    page, _, rest = what.partition(" ")
    shown = to_json(PAGES[page]("ja" if rest == "ja" else "en"))
    for name, value in ({} if rest in ("", "ja") else json.loads(rest)).items():
        before = shown.get(name.removeprefix("+"))
        if name.startswith("+"):
            shown[name[1:]] = [*before, *value]
        else:
            shown[name] = {**before, **value} if isinstance(value, dict) else value
    return read(Snapshot, shown)


class PageVocabulary(Teller):
    """Tells of the phone's page in a browser. The number of a PHONE stands in front of its steps: "1 taps: Start". A
    SELECTOR is one of Playwright's. PAGE is a page of tools/phone_pages.py, then "ja", or changes of its fields as
    JSON."""

    phones: dict[int, Any]
    facts: ClassVar = {
        # SELECTOR: how many elements it finds
        "count": lambda s, number, *selector: s.phones[number].page.locator(" ".join(selector)).count(),
        # EXPRESSION: its value in JavaScript
        "script": lambda s, number, *expression: s.phones[number].page.evaluate(" ".join(expression)),
        # SELECTOR: the text of what it finds
        "text": lambda s, number, *selector: s.phones[number].page.inner_text(" ".join(selector)),
    }

    def answers(self, number):
        """Let the table answer a press."""

    def do_taps(self, number, name):
        """NAME: Tap the button NAME. The table answers the press."""
        self.phones[number].page.get_by_role("button", name=name, exact=True).tap()
        self.answers(number)

    def do_touches(self, number, selector):
        """SELECTOR: Tap what SELECTOR finds. The table answers the press."""
        self.phones[number].page.tap(selector)
        self.answers(number)

    def do_types(self, number, text):
        """TEXT: Type TEXT into the field in focus."""
        self.phones[number].page.keyboard.type(text)

    def do_keys(self, number, names):
        """NAMES: Press keys of a keyboard, one after the other: "ArrowUp Enter"."""
        for name in names.split():
            self.phones[number].page.keyboard.press(name)

    def do_is_shown(self, number, what):
        """PAGE: Let the table show PAGE."""
        self.phones[number].show(snapshot(what))

    def do_waits_for(self, number, what):
        """[no] SELECTOR: Wait until SELECTOR finds something, or nothing."""
        state = "detached" if what.startswith("no ") else "visible"
        self.phones[number].page.wait_for_selector(what.removeprefix("no "), state=state, timeout=60_000)
