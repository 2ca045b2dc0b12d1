"""Writes the parts of the docs that come from the program itself.

- docs/settings.md and docs/kiosk.toml, from the descriptions of the settings;
- the options in docs/command-line.md, from the parser;
- the picture in docs/architecture.md, from the imports;
- docs/contract.md, from the docstrings of the parts that a game writes for its screens;
- the verbs of stories in docs/tests.md, from the docstrings of the tests' vocabularies;
- the list of games in docs/engines.md and docs/engines.toml, from the registry.

    python -m tools.write_docs [--check]

Run it again when one of these changes. `--check` compares without writing, and exits with 1 if a file differs.
"""

from __future__ import annotations

import argparse
import json
import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any

from game.core.kinds import Setting, Several
from game.kiosk.config import KEYS, split_key
from game.registry import GAMES
from scenes.commands.settings import Group, about, bindings_note, groups, value_text
from scenes.kit.text.strings import Strings
from tools import command_line_page, contract_page, import_picture, story_page

DOCS = Path(__file__).resolve().parents[1] / "docs"
WIDTH = 120
COMMANDS_MARK = "<!-- Written from here on by `python -m tools.write_docs`, from game/command_line/parser.py. -->"
STORIES_MARK = "<!-- Written from here on by `python -m tools.write_docs`, from the docstrings in tests. -->"
PICTURE_MARK = "<!-- Written by `python -m tools.write_docs` from the imports. -->"
PICTURE_END = "<!-- End of the picture. -->"
_FILE_HEAD = """\
# The kiosk's configuration, with every key at its default. Copy it to the data folder as kiosk.toml, or name it:
#
#     python main.py --kiosk --config FILE
#     python main.py operator --check-config FILE     what is wrong with it, if anything
#
# A key that is missing or wrong takes its default, and the operator's menu lists what is wrong. That menu changes this
# file and leaves the comments. If the file cannot be written, changes are kept with the saved games.
"""
_PAGE_HEAD = """\
<!-- Written by `python -m tools.write_docs` from the settings' own descriptions: change those. -->

# Settings

Everything that can be set, with the values it takes. Preferences are changed on the screen (*Settings* on the menu and
in the pause menu), those of a kiosk in the operator's menu or in [its file](kiosk.md#configuration). All of them can be
read and changed at the command line too:

    python main.py settings --list                       each with its value, what is allowed and its default
    python main.py settings --get text_scale             the value alone
    python main.py settings --set text_scale 1.5         while the program does not run
    python main.py settings --set idle.menu 60           a kiosk's, also while it runs; --config FILE for another file

A list has commas: `--set games.shown star,coffee`. An empty text is `""`.
"""


def kiosk_file() -> str:
    """Return the kiosk's configuration with every key at its default, with comments."""
    parts = [_FILE_HEAD]
    for table, settings in groupby(KEYS.values(), key=lambda setting: split_key(setting.key)[0]):
        parts.append(f"\n[{table}]\n")
        for described in _alike(settings):
            parts.append(_comment(described[0]))
            parts += [f"{split_key(one.key)[1]} = {_toml(one.kind.plain(one.default))}\n" for one in described]
    return "".join(parts)


def page() -> str:
    """Return docs/settings.md: a table for the program, for each game and for the kiosk."""
    strings = Strings("en", strict=True)
    parts = [_PAGE_HEAD]
    for number, group in enumerate(groups(strings)):
        parts.append(f"\n## {group.heading}\n\n" + "".join(f"{line}\n" for line in _table(group, strings)))
        if not number:
            parts.append(f"\n{bindings_note(strings)}\n")
    return "".join(parts)


def _alike(settings: Iterable[Setting]) -> Iterator[list[Setting]]:
    """Group neighbouring settings that differ only in their keys; keep the order."""
    for _, alike in groupby(settings, key=lambda setting: replace(setting, key="" if setting.about else setting.key)):
        yield list(alike)


def _comment(setting: Setting) -> str:
    """Describe a setting: what it does, its values, its default; on one line if that fits."""
    facts = f"Allowed: {setting.kind.range}. Default: {_default(setting)}"
    whole = f"# {setting.about} {facts}"
    lines = [whole] if len(whole) <= WIDTH else [*_folded(setting.about), *_folded(facts)]
    return "".join(f"{line}\n" for line in lines)


def _folded(text: str) -> list[str]:
    return textwrap.wrap(
        text, WIDTH, initial_indent="# ", subsequent_indent="# ", break_long_words=False, break_on_hyphens=False
    )


def _default(setting: Setting) -> str:
    is_whole = isinstance(setting.kind, Several) and setting.default == tuple(setting.kind.values)
    return "all of them" if is_whole else _toml(setting.kind.plain(setting.default))


def _toml(value: Any) -> str:
    """Return a value as TOML, which for settings is the same as JSON."""
    return json.dumps(value, ensure_ascii=False)


def _table(group: Group, strings: Strings) -> Iterator[str]:
    yield _row("key", "what it does", "allowed", "default")
    yield _row(*["---"] * 4)
    for described in _alike(group.settings):
        one, keys = described[0], [f"`{setting.key}`" for setting in described]
        key = keys[0] if len(keys) == 1 else f"{keys[0]} to {keys[-1]}"
        yield _row(key, about(one, strings), one.kind.range, f"`{value_text(one, one.default)}`")


def _row(*cells: str) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def with_games(path: Path) -> str:
    """Return a page about engines with the registry's list of games."""
    *others, last = GAMES
    games = f"{', '.join(others)} and {last}"
    return re.sub(r"(?<=it plays, of ).*(?=\. Without)", games, path.read_text(encoding="utf-8"))


def command_line(path: Path) -> str:
    """Return docs/command-line.md: its hand-written examples, and the parser's options below the mark."""
    examples, mark, _ = path.read_text(encoding="utf-8").partition(COMMANDS_MARK)
    return f"{examples}{mark}\n\n{command_line_page.sections()}"


def tests(path: Path) -> str:
    """Return docs/tests.md: its hand-written part, and the verbs of stories below the mark."""
    before, mark, _ = path.read_text(encoding="utf-8").partition(STORIES_MARK)
    return f"{before}{mark}\n{story_page.section()}"


def architecture(path: Path) -> str:
    """Return docs/architecture.md with the picture of the current imports."""
    before, start, rest = path.read_text(encoding="utf-8").partition(PICTURE_MARK)
    _, end, after = rest.partition(PICTURE_END)
    return f"{before}{start}\n\n{import_picture.mermaid()}\n\n{end}{after}"


FILES: dict[Path, Callable[[], str]] = {
    DOCS / "kiosk.toml": kiosk_file,
    DOCS / "settings.md": page,
    DOCS / "contract.md": contract_page.page,
    DOCS / "architecture.md": partial(architecture, DOCS / "architecture.md"),
    DOCS / "tests.md": partial(tests, DOCS / "tests.md"),
    DOCS / "command-line.md": partial(command_line, DOCS / "command-line.md"),
    **{DOCS / name: partial(with_games, DOCS / name) for name in ("engines.md", "engines.toml")},
}


def main(arguments: Sequence[str] | None = None, files: Mapping[Path, Callable[[], str]] = FILES) -> int:
    """Write or compare `files`; return the exit status."""
    parser = argparse.ArgumentParser(description="Write what the docs say of settings, options and games.")
    parser.add_argument("--check", action="store_true", help="compare with the files, exit 1 on a difference")
    given = parser.parse_args(arguments)
    different = False
    for path, text in files.items():
        if path.exists() and path.read_text(encoding="utf-8") == text():
            continue
        different = True
        if given.check:
            print(f"{path.name} is not up to date: python -m tools.write_docs")
        else:
            path.write_text(text(), encoding="utf-8")
            print(f"{path.name} is written")
    return int(given.check and different)


if __name__ == "__main__":
    raise SystemExit(main())
