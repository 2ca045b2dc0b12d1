"""Folders that nobody else can write: what passes for one, what does not, and by stand-in how Windows is asked."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from game.platforms.files import make_own_folder, why_not_own
from tests.processes import play_system
from tests.tables import rows

posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such rights")


@pytest.fixture
def folder(tmp_path):
    """A folder in a folder, both the user's alone, with a file in it."""
    leaf = tmp_path / "upper" / "leaf"
    make_own_folder(leaf)
    (leaf / "inner").mkdir()
    (leaf / "inner" / "file").touch()
    return leaf


def trouble(folder):
    return why_not_own(folder, lambda: pytest.fail("only Windows looks at it"))


@posix
class TestPosix:
    def test_what_is_made_is_the_users_alone_whatever_the_umask(self, tmp_path):
        before = os.umask(0o002)
        try:
            make_own_folder(tmp_path / "a" / "b")
        finally:
            os.umask(before)
        assert [stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("a", "a/b")] == [0o700, 0o700]
        assert trouble(tmp_path / "a" / "b") is None

    def test_a_file_in_the_way(self, tmp_path):
        (tmp_path / "file").touch()
        with pytest.raises(OSError):
            make_own_folder(tmp_path / "file")
        with pytest.raises(OSError):
            make_own_folder(tmp_path / "file" / "folder")

    @pytest.mark.parametrize(("command", "place", "what"), rows("own_folders", 3))
    def test_what_makes_it_nobodys_own(self, folder, command, place, what):
        if command.startswith("chown") and os.getuid() != 0:
            pytest.skip("only root can give files away")
        subprocess.run(command.split(), cwd=folder, check=True)
        found = trouble(folder)
        assert found == (f"{Path(os.path.normpath(folder / place))} {what}" if what else None)

    def test_a_link_to_it(self, folder, tmp_path):
        link = tmp_path / "link"
        link.symlink_to(folder)
        assert trouble(link) == f"{link} is a link"

    def test_a_link_above_it(self, folder, tmp_path):
        link = tmp_path / "link"
        link.symlink_to(folder.parent)
        assert trouble(link / "leaf") == f"{link} is a link"

    def test_a_path_from_here(self, folder, monkeypatch):
        monkeypatch.chdir(folder.parent)
        assert trouble(Path("leaf")) is None
        folder.parent.chmod(0o777)
        assert trouble(Path("leaf")) == f"{folder.parent} can be written by others"


class TestWindows:
    """Not tried on the real thing."""

    @pytest.fixture(autouse=True)
    def windows(self, monkeypatch):
        play_system(monkeypatch, "win32")

    def test_only_the_users_local_data_will_do(self, folder, tmp_path):
        folder.parent.chmod(0o777)
        assert why_not_own(folder, lambda: folder.parent) is None
        assert why_not_own(folder, lambda: tmp_path / "elsewhere") == f"{folder} is not in {tmp_path / 'elsewhere'}"

    def test_a_link_out_of_it(self, folder, tmp_path):
        (tmp_path / "local").mkdir()
        (tmp_path / "local" / "kernels").symlink_to(folder)
        assert "is not in" in why_not_own(tmp_path / "local" / "kernels", lambda: tmp_path / "local")
