"""The laboratory's tests have the marker `lab`, so that only who names it asks them; else they run as all tests do."""

from pathlib import Path

import pytest

from tests.conftest import own_folders, patient_store, quick_pins

__all__ = ["own_folders", "patient_store", "quick_pins"]

HERE = Path(__file__).parent


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Mark them before those that a run does not ask are left out."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker("lab")
