"""The laboratory's tests run like all others, but only if `lab` is named."""

import pytest

from tests import selection
from tests.conftest import own_folders, patient_store, quick_pins

__all__ = ["own_folders", "patient_store", "quick_pins"]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip tests that take hours, unless they are named."""
    selection.drop_left_out(config, items)
