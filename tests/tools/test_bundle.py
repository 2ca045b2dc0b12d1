"""The command that makes the download."""

import pytest

from tools.bundle.__main__ import main


def test_a_missing_package_is_named_with_the_command_that_installs_it(capsys):
    with pytest.raises(SystemExit, match="2"):
        main([], needed=("sys", "no_such_package"))
    assert "no_such_package not installed: python -m pip install -r requirements-bundle.txt" in capsys.readouterr().err
