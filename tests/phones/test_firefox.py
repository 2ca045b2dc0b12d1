"""The phone's page in Debian's Firefox, once."""

import threading

import pytest

from game.phones.messages import Joined, Press, Tap
from tests.phones.marionette import Firefox, firefox
from tools.phone_browser import FAULTS, Table
from tools.phone_pages import PAGES

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(firefox() is None, reason="no Firefox is installed"),
    pytest.mark.timeout(180),
]


def test_firefox_sits_down_and_plays(tmp_path):
    table = Table()
    browser = Firefox(tmp_path)

    def do(command, **values):
        """A command, while the table goes on."""
        done: list = []
        thread = threading.Thread(target=lambda: done.append(browser.ask(command, values)))
        thread.start()
        while thread.is_alive():
            table.wait(0.01)
        return (done[0] or {}).get("value")

    def run(script, *values):
        return do("WebDriver:ExecuteScript", script=script, args=list(values))

    try:
        do("WebDriver:SetWindowRect", width=420, height=940)
        do("WebDriver:Navigate", url=table.phones.join_code.url)
        table.until(lambda: table.all(Joined), seconds=60)
        for name, page in PAGES.items():
            table.phones.show(1, page("ja"))
            table.wait(0.4)
            assert run("return document.querySelector('.page').className").split()[1] == f"hand-{page('ja').hand}", name
            assert run(f"return ({FAULTS.strip()})()") == [], name
        table.phones.show(1, PAGES["pad"]("en"))
        table.wait(0.4)
        run("document.querySelector('.hub').click()")
        table.until(lambda: [event.message.button for event in table.all(Press)] == ["confirm"])
        table.phones.show(1, PAGES["quoridor"]("en"))
        table.wait(0.4)
        run(
            "const b = document.querySelector('.board'), m = b.getScreenCTM();"
            "const p = new DOMPoint(30, 30).matrixTransform(m), o = {clientX: p.x, clientY: p.y, bubbles: true};"
            "for (const kind of ['pointerdown', 'pointerup']) b.dispatchEvent(new PointerEvent(kind, o));"
        )
        table.until(lambda: table.all(Tap))
        assert table.all(Tap)[0].message.x == pytest.approx(0.3, abs=0.01)
        assert run("return getComputedStyle(document.querySelector('.page')).backgroundImage").startswith("radial")
    finally:
        browser.close()
        table.close()
