"""The call of the package kociemba."""

from __future__ import annotations

import permutant
import pytest
from permutant import kociemba

SOLVED = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"


def test_the_cube_of_its_documentation(cube: permutant.Puzzle) -> None:
    text = "DRLUUBFBRBLURRLRUBLRDDFDLFUFUFFDBRDUBRUFLLFDDBFLUBLRBD"
    solution = kociemba.solve(text)
    assert cube.position(text).is_solved_by(solution) and len(solution.split()) <= 24
    assert kociemba.solve(SOLVED) == ""


def test_to_a_pattern(cube: permutant.Puzzle) -> None:
    start, pattern = cube.position("R U F2 D'").text, cube.position("L2 B").text
    assert cube.position(start).after(kociemba.solve(start, pattern)).text == pattern
    assert len(kociemba.solve(start, max_depth=4).split()) == 4


@pytest.mark.parametrize("text", ["", "U" * 54, SOLVED[:-1], SOLVED + "B", "x" * 54, SOLVED[9:] + SOLVED[:8] + "R", "R U"])
def test_no_cubes_are_value_errors(text: str) -> None:
    with pytest.raises(ValueError):
        kociemba.solve(text)


def test_no_solution_is_a_value_error(cube: permutant.Puzzle) -> None:
    with pytest.raises(ValueError):
        kociemba.solve(cube.position("R U F").text, max_depth=2)
    flipped = list(SOLVED)
    flipped[7], flipped[19] = flipped[19], flipped[7]
    with pytest.raises(ValueError, match="flip"):
        kociemba.solve("".join(flipped))
