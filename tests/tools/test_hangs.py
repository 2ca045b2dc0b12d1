"""What becomes of a test that its time limit cannot interrupt."""

import sys
from pathlib import Path

import pytest

from tests.processes import ROOT, run

HANGING = """
import ctypes
import signal
import pytest

def test_before():
    pass

@pytest.mark.timeout(0.5)
def test_in_native_code():
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])
    ctypes.PyDLL(None).sleep(100)  # without letting go of the interpreter

def test_after():
    pass
"""


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="calls the C library by its name on POSIX")
def test_a_test_that_hangs_in_native_code_is_named_and_the_others_go_on(tmp_path: Path) -> None:
    (tmp_path / "test_hanging.py").write_text(HANGING)
    (tmp_path / "conftest.py").write_text(
        "from tests import conftest\n"
        "conftest.HANGS = 0.5\n"
        "from tests.conftest import STDERR, pytest_addoption, pytest_configure, pytest_runtest_protocol\n"
    )
    command = ("-m", "pytest", "-o", "timeout=60", "-n", "1", "-q", tmp_path)
    done = run(*command, root=tmp_path, PYTHONPATH=ROOT)
    assert "in test_in_native_code" in done.stderr, done.stdout
    assert "crashed while running 'test_hanging.py::test_in_native_code'" in done.stdout
    assert "1 failed, 2 passed" in done.stdout
