"""Writes the commands and options as Markdown for docs/command-line.md, from the parser."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from game.command_line.parser import build_parser

PROGRAM = "python main.py"


def sections() -> str:
    """Return a section for the program's own options, then one for each command, in the parser's order."""
    parser = build_parser()
    parts = ["".join(_section(parser, "Options", ""))]
    for name, command in _commands(parser).items():
        parts.append("".join(_section(command, f"`{name}`", f" {name}")))
    return "\n".join(parts)


def _commands(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """Return the commands by name; a parser keeps them in one of its actions."""
    return next(dict(action.choices) for action in parser._actions if isinstance(action, argparse._SubParsersAction))


def _section(parser: argparse.ArgumentParser, heading: str, command: str) -> Iterator[str]:
    """Yield the heading, description, usage and a row for each argument. Only the first section has screen options."""
    yield f"## {heading}\n\n"
    if command:
        yield f"{parser.description}\n\n"
        options = " [OPTIONS]" if any(action.option_strings for action in parser._actions if _is_shown(action)) else ""
        yield f"    {PROGRAM}{command}{_positional(parser)}{options}\n\n"
    rows = []
    for group in parser._action_groups:
        if command and group.title == "screen":
            continue
        rows += [_row(action) for action in group._group_actions if _is_shown(action)]
    yield from ("| argument | what it does |\n| --- | --- |\n", *rows) if rows else ("It has no options.\n",)
    if command and any(group.title == "screen" for group in parser._action_groups):
        yield "\nThe options of the screen (`--windowed`, `--size`, `--lang` and the others above) may follow.\n"


def _positional(parser: argparse.ArgumentParser) -> str:
    taken = ((_taken(action), action.nargs) for action in parser._actions if not action.option_strings)
    return "".join(f" [{text}]" if nargs == "?" else f" {text}" for text, nargs in taken)


def _is_shown(action: argparse.Action) -> bool:
    is_command = isinstance(action, argparse._SubParsersAction)
    return not is_command and action.help is not argparse.SUPPRESS and action.dest not in ("help", "version")


def _row(action: argparse.Action) -> str:
    """Return the table row of an argument: how it is written, the values it takes, its help."""
    written = " ".join(part for part in (", ".join(action.option_strings), _taken(action)) if part)
    cells = (f"`{written}`", action.help or "")
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |\n"


def _taken(action: argparse.Action) -> str:
    """Return what an argument takes: its placeholders, else its choices; "" if it takes nothing."""
    if isinstance(action.metavar, tuple):
        return " ".join(action.metavar)
    return action.metavar or "|".join(map(str, action.choices or ()))
