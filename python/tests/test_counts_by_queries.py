"""Numbers of states at each distance, compared with those of a database: states are text, a move is a SELECT that picks characters.

The moves are written down here, independently of the catalogue, so that nothing is shared but the puzzle itself.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import duckdb
import pytest

PROGRAM = os.environ.get("PERMUTANT_PROGRAM")

# The 2x2x2 with the corner at the back, below and on the left held fixed: it has then 8!/8 * 3^7 / 3 = 3 674 160 states. Its 24 stickers
# are numbered U 0-3, R 4-7, F 8-11, D 12-15, L 16-19, B 20-23, each face row by row as one looks at it. A cycle (a, b, c, d) takes the
# sticker at a to b.
QUARTER_TURNS: dict[str, list[tuple[int, ...]]] = {
    "U": [(0, 1, 3, 2), (8, 16, 20, 4), (9, 17, 21, 5)],
    "R": [(4, 5, 7, 6), (1, 22, 13, 9), (3, 20, 15, 11)],
    "F": [(8, 9, 11, 10), (2, 4, 13, 19), (3, 6, 12, 17)],
}


def turned(cycles: list[tuple[int, ...]]) -> list[int]:
    """Where the sticker comes from that is at each place after the turn."""
    source = list(range(24))
    for cycle in cycles:
        for place, following in zip(cycle, cycle[1:] + cycle[:1]):
            source[following] = place
    return source


def twice(source: list[int]) -> list[int]:
    return [source[place] for place in source]


def cube() -> tuple[str, list[list[int]]]:
    """The solved state and the turns, by any angle."""
    turns = []
    for cycles in QUARTER_TURNS.values():
        once = turned(cycles)
        turns += [once, twice(once), [once.index(place) for place in range(24)]]
    return "".join(face * 4 for face in "URFDLB"), turns


def pancakes(count: int) -> tuple[str, list[list[int]]]:
    """A sorted stack and the flips of its uppermost pancakes."""
    flips = [list(range(top))[::-1] + list(range(top, count)) for top in range(2, count + 1)]
    return "0123456789"[:count], flips


def counted(solved: str, moves: list[list[int]]) -> list[int]:
    """The number of states at each distance. As every move can be undone, only the last two levels have to be compared."""
    database = duckdb.connect(config={"threads": 2, "memory_limit": "1GB"})
    database.execute("CREATE TABLE before (state VARCHAR)")
    database.execute("CREATE TABLE last AS SELECT ? AS state", [solved])

    def after(source: list[int]) -> str:
        # Neighbouring characters that stay together are taken together.
        picks: list[list[int]] = []
        for place in source:
            if picks and picks[-1][0] + picks[-1][1] == place:
                picks[-1][1] += 1
            else:
                picks.append([place, 1])
        return " || ".join(f"substring(state, {start + 1}, {length})" for start, length in picks)

    neighbours = " UNION ALL ".join(f"SELECT {after(source)} AS state FROM last" for source in moves)
    counts = [1]
    while True:
        database.execute(
            f"CREATE TABLE next AS SELECT DISTINCT state FROM ({neighbours}) AS reached"
            " WHERE NOT EXISTS (SELECT 1 FROM last WHERE last.state = reached.state)"
            " AND NOT EXISTS (SELECT 1 FROM before WHERE before.state = reached.state)"
        )
        found = database.execute("SELECT count(*) FROM next").fetchone()
        assert found is not None
        if found[0] == 0:
            return counts
        counts.append(found[0])
        database.execute("DROP TABLE before")
        database.execute("ALTER TABLE last RENAME TO before")
        database.execute("ALTER TABLE next RENAME TO last")


@pytest.mark.skipif(PROGRAM is None, reason="PERMUTANT_PROGRAM does not name the program")
@pytest.mark.parametrize(
    ("puzzle", "moves", "states", "space"),
    [("2x2x2", ["--moves", "U,R,F"], 3_674_160, cube()), ("pancake:10", [], 3_628_800, pancakes(10))],
)
def test_a_database_counts_the_same(
    tmp_path: Path, puzzle: str, moves: list[str], states: int, space: tuple[str, list[list[int]]]
) -> None:
    expected = counted(*space)
    assert sum(expected) == states
    on_disk = ["--disk", str(tmp_path), "--memory", "16MiB"]
    for options in ([], on_disk, [*on_disk, "--symmetry", "off"], ["--disk", str(tmp_path), "--processes", "2"]):
        command = [str(PROGRAM), "god", puzzle, *moves, *options, "--json", "--no-tables"]
        run = subprocess.run(command, capture_output=True, text=True, check=True)
        assert json.loads(run.stdout)["distribution"] == expected, options
