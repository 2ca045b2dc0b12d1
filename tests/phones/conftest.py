"""What tests of phones share: a browser, and a phone server for those that are coroutines."""

import asyncio
import inspect
from contextlib import ExitStack

import pytest

from tests.phones.servers import LoopbackServer
from tools.phone_browser import chromium, launch


@pytest.fixture(scope="module")
def browser():
    """A Chromium; whoever asks for it is skipped where Playwright or it is missing."""
    playwright_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    with playwright_api.sync_playwright() as playwright:
        started = launch(playwright)
        yield started
        started.close()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """What needs a browser is marked so, and has time for what a busy machine does to it."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            for mark in (
                pytest.mark.browser,
                pytest.mark.skipif(chromium() is None, reason="no Chromium is installed"),
                pytest.mark.timeout(600),
            ):
                item.add_marker(mark)


@pytest.fixture
def around():
    """Ends at the end of the test what was opened in it."""
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def loopback():
    """Stands for the running server that a test which is a coroutine is given: it has to be made where that runs."""


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem):
    """Run a test that is a coroutine, with a phone server open where it asks for one."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    given = {name: pyfuncitem.funcargs[name] for name in inspect.signature(pyfuncitem.obj).parameters}

    async def within():
        if "loopback" not in given:
            return await pyfuncitem.obj(**given)
        async with LoopbackServer() as loopback:
            return await pyfuncitem.obj(**{**given, "loopback": loopback})

    asyncio.run(within())
    return True
