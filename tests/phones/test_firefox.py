"""The phone's page in Debian's Firefox, once."""

import pytest

from game.phones.messages import Joined, Press, Tap
from tests.phones.hands import FirefoxPhone, firefox
from tools.phone_browser import FAULTS, Table
from tools.phone_pages import PAGES

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(firefox() is None, reason="no Firefox is installed"),
    pytest.mark.timeout(600),
]


def test_firefox_sits_down_and_plays(tmp_path, around):
    table = Table()
    around.callback(table.close)
    phone = FirefoxPhone(tmp_path, table.phones.join_code.url)
    around.callback(phone.close)
    table.until(lambda: table.all(Joined))

    def show(page, hand):
        table.phones.show(1, page)
        table.wait(0.4)  # the page before may look alike
        table.until(lambda: phone.shows(f".page.hand-{hand}"))

    for name, page in PAGES.items():
        show(page("ja"), page("ja").hand)
        assert phone.evaluate(f"({FAULTS.strip()})()") == [], name
    show(PAGES["pad"]("en"), "pad")
    phone.tap(".hub")
    table.until(lambda: [event.message.button for event in table.all(Press)] == ["confirm"])
    show(PAGES["quoridor"]("en"), "board")
    into = "new DOMPoint(30, 30).matrixTransform(document.querySelector('.board').getScreenCTM())"
    phone.touch(phone.evaluate(f"{into}.x"), phone.evaluate(f"{into}.y"))
    table.until(lambda: table.all(Tap))
    assert table.all(Tap)[0].message.x == pytest.approx(0.3, abs=0.01)
    assert phone.evaluate("getComputedStyle(document.querySelector('.page')).backgroundImage").startswith("radial")
