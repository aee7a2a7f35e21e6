"""The command line: one way for all commands that play."""

import argparse
import hashlib
import os
import sys
from collections.abc import Sequence
from dataclasses import fields
from importlib.metadata import version
from pathlib import Path

import numpy as np

import saboteur_env

from . import recorded, suites
from .commands import COMMANDS
from .faulty import FAULTS, told
from .options import PLAYING, SUITES, Parser, add, settings
from .refused import Refused
from .run import Plan, play_cells
from .store import Store
from .suites import Suite
from .tables import Results, Row, show, write_csv, write_json

FILES = ("json", "csv", "record")  # options that name a file to be written


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit status."""
    options = _parser().parse_args(arguments)
    try:
        return options.run(options)
    except (Refused, OSError) as error:
        print(f"arena: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        kept = f"; go on with --resume ({work_file(options.json)})" if getattr(options, "json", None) else ""
        print(f"arena: interrupted{kept}", file=sys.stderr)
        return 130


def _parser() -> Parser:
    parser = Parser(prog="python -m agents.arena", description="Agents against each other, on deals that never change.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND", parser_class=Parser)
    for name, command in COMMANDS.items():
        example = f"example: python -m agents.arena {name} {command.example}"
        own = commands.add_parser(name, help=command.help, description=command.help, epilog=example)
        add(own, (*command.options, *PLAYING))
        own.set_defaults(run=play, **command.defaults)
    own = commands.add_parser("suites", help="list, check or make the frozen deals", description=suites.__doc__)
    add(own, SUITES)
    own.set_defaults(run=list_suites)
    return parser


def list_suites(options: argparse.Namespace) -> int:
    """List the suites, check them, or make a new one."""
    if options.new:
        if options.new.suffix != ".json":
            raise Refused(f"a suite is a .json file, not {options.new}")
        if options.new.exists():
            raise Refused(f"{options.new} is there already; suites are frozen")
        options.new.write_text(suites.new(options.new.stem, options.seed).dumps(), encoding="utf-8")
        return 0
    for suite in map(suites.load, suites.names()):
        if options.check:
            for way, players in suite.sha256:
                suite.check(way, players)
        print(f"{suite.name}: {suite.deals} deals each, sha256 {suite.digest}{', checked' if options.check else ''}")
    return 0


def play(options: argparse.Namespace) -> int:
    """Play what a command asks for and show, write and draw the results."""
    command, suite = COMMANDS[options.command], suites.load(options.suite)
    check(options, suite)
    values = {"command": options.command, **settings(options), "suite_sha256": suite.digest, "code": code()}
    cells = command.cells(options)
    if options.resume and not work_file(options.json).exists():
        print(f"arena: there is no interrupted run in {work_file(options.json)}; all is played", file=sys.stderr)
    store = Store(options.json and work_file(options.json), values, options.resume)
    try:
        played = play_cells(_plan(options, suite), cells, store)
    finally:
        store.close()
    tables = [*command.results(options, cells, played), Results("faults", "Faults", FAULTS, told(cells, played))]
    report(options, {**values, "versions": versions()}, tables)
    if options.record:
        recorded.write(options.record, suite, cells, played, options.recorded)
    store.discard()
    return 0


def check(options: argparse.Namespace, suite: Suite) -> None:
    """Raise Refused for what would come to light only after all is played."""
    if options.rounds > suite.deals:
        raise Refused(f"suite {suite.name} has {suite.deals} deals, not {options.rounds}; see --repeats")
    files = {name: getattr(options, name).absolute() for name in FILES if getattr(options, name) is not None}
    for name, path in files.items():
        check_file(name, path)
    if len({path.resolve() for path in files.values()}) < len(files):
        raise Refused(f"{' and '.join(f'--{name}' for name in files)} need files of their own")
    if options.plot is not None:
        check_folder(COMMANDS[options.command].picture, options)
    if options.resume and options.json is None:
        raise Refused("--resume goes on with the run of a --json FILE; name it")
    for way in options.deal:
        for players in options.players:
            suite.check(way, players)


def check_file(name: str, path: Path) -> None:
    """Raise Refused unless a file can be written there."""
    if not path.parent.is_dir():
        raise Refused(f"--{name}: there is no folder {path.parent}")
    if path.exists() and not path.is_file():
        raise Refused(f"--{name}: {path} is a folder or a device, not a file")
    if not os.access(path.parent, os.W_OK) or path.exists() and not os.access(path, os.W_OK):
        raise Refused(f"--{name}: {path} cannot be written")


def check_folder(picture: str | None, options: argparse.Namespace) -> None:
    """Make the folder for pictures; raise Refused where there are none to draw, or a file is in the way."""
    if picture is None:
        raise Refused(f"--plot: {options.command} draws no pictures; matrix, inference and frontier do")
    if options.plot.exists() and not options.plot.is_dir():
        raise Refused(f"--plot: {options.plot} is a file, not a folder")
    options.plot.mkdir(parents=True, exist_ok=True)


def _plan(options: argparse.Namespace, suite: Suite) -> Plan:
    """How the options want cells to be played."""
    names = {field.name for field in fields(Plan)} - {"suite"}
    return Plan(suite, **{name: value for name, value in vars(options).items() if name in names})


def work_file(path: Path) -> Path:
    """Where the finished parts of a run are kept."""
    return path.with_name(path.name + ".work")


def code() -> str:
    """A hash of everything in the checkout that can decide a result: parts of two versions must not be joined."""
    digest = hashlib.sha256()
    for folder in (Path(saboteur_env.__file__).parent, Path(__file__).parent.parent):
        for path in sorted([*folder.rglob("*.py"), *folder.rglob("*.json")]):
            digest.update(path.relative_to(folder).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def versions() -> Row:
    """What the results were made with."""
    return {"saboteur_env": saboteur_env.__version__, "numpy": np.__version__, "openskill": version("openskill")}


def report(options: argparse.Namespace, header: Row, tables: Sequence[Results]) -> None:
    """Show tables in the terminal and write the files that are asked for."""
    for table in tables:
        show(table)
    if options.json:
        write_json(options.json, header, tables)
    if options.csv:
        write_csv(options.csv, tables[0].rows)
    picture = COMMANDS[options.command].picture
    if options.plot and picture:
        from . import pictures  # matplotlib takes its time

        pictures.draw_all(options.plot, options.command, tables[0].rows, getattr(pictures, picture))
