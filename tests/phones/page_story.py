"""The verbs with which stories tell of the phone's page in a browser."""

import json
from typing import Any

from game.phones.protocol import read, to_json
from game.phones.snapshot import Snapshot
from tests.stories import Teller, same
from tools.phone_pages import PAGES


def snapshot(what):
    """A page of the phone by its name, in Japanese after "ja", changed by the JSON behind it: a part of what a field
    has, or all of it, or more of it after "+"."""
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
    """What people do on the pages of `phones`, and what is there."""

    phones: dict[int, Any]

    # What people do

    def do_taps(self, number, name):
        self.phones[number].page.get_by_role("button", name=name, exact=True).tap()

    def do_touches(self, number, selector):
        self.phones[number].page.tap(selector)

    def do_types(self, number, text):
        self.phones[number].page.keyboard.type(text)

    def do_types_keys(self, number, key):
        self.phones[number].page.keyboard.press(key)

    def do_pushes(self, number, what):
        """A key on a button of this name, as a screen reader does."""
        key, name = what.split(maxsplit=1)
        self.phones[number].page.get_by_role("button", name=name, exact=True).press(key)

    def do_is_shown(self, number, what):
        self.phones[number].show(snapshot(what))

    # What is on the page

    def do_waits_for(self, number, selector):
        self.phones[number].page.wait_for_selector(selector, timeout=60_000)

    def do_waits_for_the_end_of(self, number, selector):
        self.phones[number].page.wait_for_selector(selector, state="detached", timeout=60_000)

    def do_reads(self, number, what):
        selector, text = what.split(" = ")
        same(self.phones[number].page.inner_text(selector), text)

    def do_reads_of(self, number, what):
        selector, text = what.split(" = ")
        found = self.phones[number].page.inner_text(selector)
        assert text in found, found

    def do_lacks(self, number, text):
        assert text not in self.phones[number].page.inner_text("#app")

    def do_has(self, number, what):
        count, selector = what.split(maxsplit=1)
        same(self.phones[number].page.locator(selector).count(), int(count))

    def do_is(self, number, what):
        expression, value = what.split(" = ")
        same(str(self.phones[number].page.evaluate(expression)), value)

    def do_has_buttons(self, number, what):
        count, name = what.split(maxsplit=1)
        same(self.phones[number].page.get_by_role("button", name=name, exact=True).count(), int(count))
