"""The browser that the phones of a module share."""

import pytest

from tools.phone_browser import launch


@pytest.fixture(scope="module")
def browser():
    """A Chromium; whoever asks for it is skipped where Playwright or it is missing."""
    playwright_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    with playwright_api.sync_playwright() as playwright:
        started = launch(playwright)
        yield started
        started.close()
