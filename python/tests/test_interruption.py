"""Ctrl-C in a process of its own, and threads that go on meanwhile."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time

import permutant
import pytest

LONG = {
    "one position on several threads": "cube.position(cube.scrambles(1, 1)[0]).solve(optimal=True, threads=2)",
    "one position on one thread": "permutant.Puzzle('slide:5x5')"
    ".position(' '.join(map(str, reversed(range(25))))).solve(optimal=True, threads=1)",
    "many positions": "cube.solve_many(cube.scrambles(50, 1), max_length=17)",
    "improvements": "list(cube.improvements(cube.scrambles(1, 1)[0]))",
    "a count": "cube.god(depth=9)",
}


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("call", LONG.values(), ids=LONG)
def test_ctrl_c_ends_long_calls(call: str) -> None:
    program = f"""
import permutant
permutant.set_tables(None)
cube = permutant.Puzzle("3x3x3")
print("ready", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("interrupted")
"""
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.7)
        process.send_signal(signal.SIGINT)
        try:
            output, _ = process.communicate(timeout=120)
        finally:
            process.kill()
    assert output == "interrupted\n" and process.returncode == 0


def test_other_threads_go_on(cube: permutant.Puzzle) -> None:
    over, count = threading.Event(), 0

    def work() -> None:
        try:
            cube.position(cube.scrambles(1, 6)[0]).solve(time_limit=2)
        finally:
            over.set()

    thread = threading.Thread(target=work)
    thread.start()
    while not over.is_set():
        count += 1
        time.sleep(0.001)
    thread.join()
    assert count > 5


def test_one_puzzle_for_several_threads(cube: permutant.Puzzle) -> None:
    scrambles = cube.scrambles(40, 7)
    expected = cube.solve_many(scrambles).algorithms
    found: list[str | None] = [None] * len(scrambles)

    def work(first: int) -> None:
        for number in range(first, len(scrambles), 4):
            found[number] = cube.position(scrambles[number]).solve().algorithm

    threads = [threading.Thread(target=work, args=(first,)) for first in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == expected
