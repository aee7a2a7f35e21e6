"""What source files import."""

import ast
from pathlib import Path

ROOT = Path(__file__).parent.parent


def imported(path):
    """The modules that a file of the checkout imports, dotted from there."""
    home, found = path.relative_to(ROOT).parts[:-1], []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = home[: len(home) + 1 - node.level] if node.level else ()
            found.append(".".join([*base, *filter(None, [node.module])]))
    return found
