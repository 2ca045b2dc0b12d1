"""The verbs of stories about the phone's page in a browser."""

import json
from typing import Any

from game.phones.protocol import read, to_json
from game.phones.snapshot import Snapshot
from tests.stories import Teller, same
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

    # What people do

    def do_taps(self, number, name):
        """NAME: Tap the button NAME."""
        self.phones[number].page.get_by_role("button", name=name, exact=True).tap()

    def do_touches(self, number, selector):
        """SELECTOR: Tap what SELECTOR finds."""
        self.phones[number].page.tap(selector)

    def do_types(self, number, text):
        """TEXT: Type TEXT into the field in focus."""
        self.phones[number].page.keyboard.type(text)

    def do_types_keys(self, number, key):
        """KEY: Press a key of a keyboard: "ArrowUp"."""
        self.phones[number].page.keyboard.press(key)

    def do_pushes(self, number, what):
        """KEY NAME: Press KEY while the button NAME has the focus, as a screen reader does."""
        key, name = what.split(maxsplit=1)
        self.phones[number].page.get_by_role("button", name=name, exact=True).press(key)

    def do_is_shown(self, number, what):
        """PAGE: Let the table show PAGE."""
        self.phones[number].show(snapshot(what))

    # What is on the page

    def do_waits_for(self, number, selector):
        """SELECTOR: Wait until SELECTOR finds something."""
        self.phones[number].page.wait_for_selector(selector, timeout=60_000)

    def do_waits_for_the_end_of(self, number, selector):
        """SELECTOR: Wait until SELECTOR finds nothing."""
        self.phones[number].page.wait_for_selector(selector, state="detached", timeout=60_000)

    def do_reads(self, number, what):
        """SELECTOR = TEXT: Check the whole text of what SELECTOR finds."""
        selector, text = what.split(" = ")
        same(self.phones[number].page.inner_text(selector), text)

    def do_reads_of(self, number, what):
        """SELECTOR = TEXT: Check that the text of what SELECTOR finds has TEXT in it."""
        selector, text = what.split(" = ")
        found = self.phones[number].page.inner_text(selector)
        assert text in found, found

    def do_lacks(self, number, text):
        """TEXT: Check that the page has no TEXT."""
        assert text not in self.phones[number].page.inner_text("#app")

    def do_has(self, number, what):
        """NUMBER SELECTOR: Check how many elements SELECTOR finds."""
        count, selector = what.split(maxsplit=1)
        same(self.phones[number].page.locator(selector).count(), int(count))

    def do_is(self, number, what):
        """EXPRESSION = TEXT: Check the value of an expression in JavaScript."""
        expression, value = what.split(" = ")
        same(str(self.phones[number].page.evaluate(expression)), value)

    def do_has_buttons(self, number, what):
        """NUMBER NAME: Check how many buttons have the name NAME."""
        count, name = what.split(maxsplit=1)
        same(self.phones[number].page.get_by_role("button", name=name, exact=True).count(), int(count))
