"""Solutions: checked by arithmetic on stickers in numpy, which shares nothing with the library's referee."""

from __future__ import annotations

import itertools
from typing import Any

import numpy
import permutant
import pytest


class Replay:
    """Applies algorithms to stickers of a cube by the permutations of its quarter turns."""

    def __init__(self, cube: permutant.Puzzle) -> None:
        self.turns = {name: numpy.array(cube.order(name).stickers.replaced_by) for name in cube.moves}
        self.solved = cube.solved.stickers

    def after(self, stickers: Any, steps: list[tuple[str, int]]) -> Any:
        for name, amount in steps:
            for _ in range(amount % 4):
                stickers = stickers[self.turns[name]]
        return stickers

    def solves(self, stickers: Any, solution: permutant.Solution | None) -> bool:
        assert solution is not None
        faces = self.after(stickers, solution.steps).reshape(6, -1)
        return bool((faces == faces[:, :1]).all())


@pytest.fixture(scope="module")
def replay(cube: permutant.Puzzle) -> Replay:
    return Replay(cube)


def test_stickers_move_as_numpy_moves_them(cube: permutant.Puzzle, replay: Replay) -> None:
    for scramble in cube.scrambles(20, 1):
        steps = [(word[0], {"": 1, "2": 2, "'": -1}[word[1:]]) for word in scramble.split()]
        assert (replay.after(replay.solved, steps) == cube.position(scramble).stickers).all()


def test_solutions_solve(cube: permutant.Puzzle, replay: Replay) -> None:
    for scramble in cube.scrambles(20, 2):
        position = cube.position(scramble)
        solution = position.solve()
        assert replay.solves(position.stickers, solution) and position.is_solved_by(str(solution))
        assert len(solution) == solution.length == len(solution.steps) == len(solution.algorithm.split())
        assert solution.lower_bound <= solution.length and solution.metric == "htm"


def test_optimal_lengths_are_those_of_a_breadth_first_search() -> None:
    puzzle = permutant.Puzzle("2x2x2")
    replay = Replay(puzzle)
    powers = [(name, amount) for name in "URF" for amount in (1, 2, -1)]
    seen, level = {replay.solved.tobytes(): 0}, [replay.solved]
    for distance in range(1, 5):
        reached = []
        for stickers, step in itertools.product(level, powers):
            turned = replay.after(stickers, [step])
            if turned.tobytes() not in seen:
                seen[turned.tobytes()] = distance
                reached.append(turned)
        level = reached
    distribution = puzzle.god(depth=4).distribution
    assert distribution == [list(seen.values()).count(distance) for distance in range(5)] == [1, 9, 54, 321, 1847]
    rng = numpy.random.default_rng(1)
    for key in rng.choice(list(seen), 100):
        solution = puzzle.position(numpy.frombuffer(key, numpy.uint8)).solve()
        assert solution.optimal and solution.length == solution.lower_bound == seen[bytes(key)]


def test_methods_and_limits(cube: permutant.Puzzle) -> None:
    position = cube.position("R U2 F' D B2 L")
    assert position.solve(optimal=True).length == 6
    assert position.solve(optimal=True).optimal
    assert position.solve(method="thistlethwaite").length <= 45
    assert position.solve(moves=["R", "U", "F", "D", "B", "L"], metric="qtm", method="search").metric == "qtm"
    # A weight counts by whatever name its turn has, and one of no move is refused.
    assert cube.position("R").solve(metric="R3=9", optimal=True).length == 2
    with pytest.raises(permutant.PermutantError, match="no move 'Q'"):
        position.solve(metric="Q=5")
    assert position.after(str(position.solve(to="R"))) == cube.position("R")
    with pytest.raises(permutant.LimitReached) as reached:
        position.solve(max_length=3)
    assert reached.value.limit == "length"
    tiles = permutant.Puzzle("slide:4x4")
    with pytest.raises(permutant.LimitReached) as reached:
        tiles.position(tiles.scrambles(1, 1)[0]).solve(optimal=True, max_nodes=10)
    assert reached.value.limit == "nodes"
    with pytest.raises(permutant.UnsupportedError, match="the methods are auto, two-phase"):
        position.solve(method="guess")  # type: ignore[arg-type]
    with pytest.raises(permutant.UnsupportedError, match="time_limit is -1"):
        position.solve(time_limit=-1)
    with pytest.raises(permutant.UnsupportedError, match="time_limit is NaN"):
        position.solve(time_limit=float("nan"))


def test_all_shortest_solutions() -> None:
    puzzle = permutant.Puzzle("pyraminx")
    position = puzzle.position("U L' R B")
    found = position.solutions()
    assert len(found) == len({solution.algorithm for solution in found}) >= 1
    assert all(solution.optimal and position.is_solved_by(solution.algorithm) for solution in found)
    longer = position.solutions(max_length=found[0].length + 2)
    assert longer[: len(found)] == found and len(longer) > len(found)
    assert position.solutions(count=2, max_length=found[0].length + 2) == longer[:2]


def test_improvements_become_shorter(cube: permutant.Puzzle) -> None:
    position = cube.position(cube.scrambles(1, 3)[0])
    lengths = [solution.length for solution in cube.improvements(position, max_nodes=200_000)]
    assert lengths and all(shorter < longer for longer, shorter in zip(lengths, lengths[1:]))
    search = cube.improvements(position)
    first = next(search)
    assert first.length >= lengths[-1]
    search.close()
    assert len(list(search)) < 20
    with pytest.raises(permutant.UnsolvableError):
        twisted = cube.solved.stickers
        twisted[[8, 9, 20]] = twisted[[9, 20, 8]]
        next(cube.improvements(twisted))


def test_time_limits_end_searches(cube: permutant.Puzzle) -> None:
    position = cube.position(cube.scrambles(1, 4)[0])
    assert position.is_solved_by(str(position.solve(time_limit=1)))


def test_progress_is_told_and_may_stop(cube: permutant.Puzzle) -> None:
    position = cube.position(cube.scrambles(1, 5)[0])

    def stop(stage: str, done: int, total: int) -> None:
        raise RuntimeError(stage)

    with pytest.raises(RuntimeError):
        position.solve(optimal=True, progress=stop)
