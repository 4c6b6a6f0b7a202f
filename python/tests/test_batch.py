"""Many positions at once."""

from __future__ import annotations

import numpy
import permutant
import pytest


def stickers_of(cube: permutant.Puzzle, count: int, seed: int) -> numpy.typing.NDArray[numpy.uint8]:
    return numpy.stack([cube.position(scramble).stickers for scramble in cube.scrambles(count, seed)])


def test_arrays_texts_and_positions_are_the_same(cube: permutant.Puzzle) -> None:
    rows = stickers_of(cube, 40, 1)
    solutions = cube.solve_many(rows, max_length=22)
    assert len(solutions) == 40 and len(solutions.algorithms) == 40 and not solutions.faults
    assert solutions.lengths.tolist() == [len(text.split()) for text in solutions.algorithms if text is not None]
    positions = [cube.position(row) for row in rows]
    assert all(position.is_solved_by(str(solution)) for position, solution in zip(positions, solutions))
    texts = [position.text for position in positions]
    for same in (texts, positions, numpy.asfortranarray(rows), rows.astype(numpy.uint16), iter(positions)):
        again = cube.solve_many(same, max_length=22, threads=3)  # type: ignore[arg-type]
        assert again.algorithms == solutions.algorithms
    assert solutions[-1] == solutions[39] and solutions[38:] == [solutions[38], solutions[39]]
    assert solutions[::-1][0] == solutions[39]
    with pytest.raises(IndexError):
        solutions[40]


def test_faults_are_numbered(cube: permutant.Puzzle) -> None:
    rows = stickers_of(cube, 6, 2)
    rows[4, 0] = 9
    rows[2, 0] = (rows[2, 0] + 1) % 6
    with pytest.raises(permutant.PermutantError, match="position 2") as first:
        cube.solve_many(rows)
    assert first.value.index == 2
    with pytest.raises(permutant.PermutantError) as mixed:
        cube.solve_many([cube.solved, "R U", "R Q"])
    assert mixed.value.index == 2
    assert [number for number, _ in cube.solve_many([cube.solved, "R Q"], on_error="keep").faults] == [1]
    kept = cube.solve_many(rows, on_error="keep")
    assert [number for number, _ in kept.faults] == [2, 4]
    assert kept[2] is None and kept[3] is not None and kept.lengths[4] == -1 and kept.algorithms[4] is None
    assert "face" in str(kept.faults[1][1])


def test_what_is_no_batch(cube: permutant.Puzzle) -> None:
    rows = stickers_of(cube, 2, 3)
    for wrong, said in [
        (rows.astype(float), "astype"),
        (rows[:, :50], "54 stickers"),
        (rows.reshape(1, 2, 54), "dimensions"),
    ]:
        with pytest.raises(permutant.UnsupportedError, match=said):
            cube.solve_many(wrong)
    with pytest.raises(TypeError, match="list"):
        cube.solve_many("R U")
    with pytest.raises(permutant.UnsupportedError, match="'raise' or 'keep'"):
        cube.solve_many(rows, on_error="skip")  # type: ignore[arg-type]
    assert len(cube.solve_many([])) == 0 and len(cube.solve_many(rows[:0])) == 0
    with pytest.raises(permutant.UnsupportedError, match="no arrays"):
        permutant.Puzzle("square-1").solved.stickers


def test_a_limit_of_time_is_that_of_each_position(cube: permutant.Puzzle) -> None:
    solutions = cube.solve_many(stickers_of(cube, 4, 6), time_limit=1)
    assert len(solutions) == 4 and not solutions.faults


def test_progress_counts_positions(cube: permutant.Puzzle) -> None:
    told: list[tuple[int, int]] = []
    cube.solve_many(stickers_of(cube, 10, 4), progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (10, 10)

    def stop(done: int, total: int) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        cube.solve_many(stickers_of(cube, 10, 5), max_length=18, progress=stop)
