"""The laboratory's tests run as all others do, but only where `lab` is named."""

import pytest

from tests import selection
from tests.conftest import own_folders, patient_store, quick_pins

__all__ = ["own_folders", "patient_store", "quick_pins"]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what takes hours, unless it is named."""
    selection.drop_left_out(config, items)
