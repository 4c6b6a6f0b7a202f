"""Permutant beside the packages kociemba and RubikTwoPhase, in one run on the same cubes.

    python beside.py [--cubes 1000] [--batch 100000] [--twophase]

Packages that are not installed are left out. RubikTwoPhase makes its tables in the current directory on first use, which
takes ten minutes or more; --twophase asks for it. Times are wall clock and processor time of this process.
"""

from __future__ import annotations

import argparse
import importlib
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

import numpy
import permutant
from permutant import kociemba as ours


def single(name: str, solve: Callable[[str], str], cubes: list[str]) -> None:
    """One cube after the other, on one thread."""
    solve(cubes[0])
    wall, processor = time.perf_counter(), time.process_time()
    lengths = [len(solve(cube).split()) for cube in cubes]
    wall, processor = time.perf_counter() - wall, time.process_time() - processor
    each, mean, most = 1000 / len(cubes), statistics.mean(lengths), max(lengths)
    print(f"{name:34} {wall * each:9.3f} ms, {processor * each:9.3f} ms of processor, {mean:.2f} moves, at most {most}")


def random_cubes(cube: permutant.Puzzle, count: int) -> numpy.typing.NDArray[numpy.uint8]:
    """Stickers of products of two of a thousand random states: as random, and made faster."""
    random = numpy.random.default_rng(1)
    states = numpy.array([cube.order(scramble).stickers.replaced_by for scramble in cube.scrambles(1000, seed=1)])
    first, second = random.integers(0, len(states), (2, count))
    rows: numpy.typing.NDArray[numpy.uint8] = cube.solved.stickers[
        numpy.take_along_axis(states[first], states[second], axis=1)
    ]
    return rows


def batch(cube: permutant.Puzzle, count: int) -> None:
    """Many cubes at once, on all cores, with the large tables."""
    permutant.build_table("3x3x3-two-phase")
    rows = random_cubes(cube, count)
    cube.solve_many(rows[:100], max_length=21)
    wall, processor = time.perf_counter(), time.process_time()
    solutions = cube.solve_many(rows, max_length=21)
    wall, processor = time.perf_counter() - wall, time.process_time() - processor
    lengths = solutions.lengths
    print(
        f"solve_many of {count} cubes: {wall:.1f} s, {processor:.1f} s of processor, {lengths.mean():.2f} moves,"
        f" at most {lengths.max()}"
    )


def overhead() -> None:
    """The time of a call that has nothing to do, and of the import."""
    position = permutant.Puzzle("2x2x2").solved
    position.solve()
    started = time.perf_counter()
    for _ in range(10_000):
        position.solve()
    print(f"solve of the solved 2x2x2: {(time.perf_counter() - started) * 100:.1f} µs")
    program = "import time; t = time.perf_counter(); import permutant; print(1000 * (time.perf_counter() - t))"
    times = [float(subprocess.check_output([sys.executable, "-c", program])) for _ in range(10)]
    print(f"import: {statistics.median(times):.1f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cubes", type=int, default=1000)
    parser.add_argument("--batch", type=int, default=100_000)
    parser.add_argument("--twophase", action="store_true")
    chosen = parser.parse_args()
    cube = permutant.Puzzle("3x3x3")
    cubes = [cube.position(scramble).text for scramble in cube.scrambles(chosen.cubes, seed=2)]
    for most in (24, 21):
        single(f"permutant.kociemba, at most {most}", lambda text: ours.solve(text, max_depth=most), cubes)
        try:
            theirs = importlib.import_module("kociemba")
        except ImportError:
            continue
        single(f"kociemba, at most {most}", lambda text: str(theirs.solve(text, max_depth=most)), cubes)
    if chosen.twophase:
        twophase = importlib.import_module("twophase.solver")
        single("RubikTwoPhase, at most 21", lambda text: str(twophase.solve(text, 21, 10)).rsplit("(", 1)[0], cubes)
    batch(cube, chosen.batch)
    overhead()


if __name__ == "__main__":
    main()
