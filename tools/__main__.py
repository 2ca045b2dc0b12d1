"""Lists the tools, one per line: python -m tools."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

FOLDER = Path(__file__).parent
COMMAND = re.compile(r"[:,]? `?python -m tools.*")


def tools(folder: Path = FOLDER) -> Iterator[tuple[str, str]]:
    """Return each module or package that can be run, with the first line of its docstring."""
    for path in sorted(folder.iterdir()):
        file = path / "__main__.py" if path.is_dir() else path
        text = file.read_text(encoding="utf-8") if file.suffix == ".py" and file.is_file() else ""
        if file != folder / "__main__.py" and 'if __name__ == "__main__":' in text:
            told = ast.get_docstring(ast.parse(text)) or ""
            yield path.stem, COMMAND.sub("", told.partition("\n")[0]).rstrip(".")


def main() -> None:
    """Print the tools."""
    found = dict(tools())
    width = max(map(len, found))
    for name, told in found.items():
        print(f"python -m tools.{name:{width}}  {told}")


if __name__ == "__main__":
    main()
