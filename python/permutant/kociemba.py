"""The call of the package kociemba, answered by Permutant.

    >>> from permutant import kociemba
    >>> kociemba.solve("UUUUUUFFFUBBRRRRRRRRRFFDFFDDDBDDBDDBFFDLLLLLLLLLUBBUBB")
    "U' R'"

It takes the same arguments, raises ValueError where the other does, and writes solutions in the same way. It differs in
three points: the solved cube has the solution of no moves, solutions are found in at most 24 turns but usually fewer, and
a message says why a cube cannot be solved.
"""

from __future__ import annotations

from typing import Optional

from permutant._native import Position, Puzzle
from permutant.errors import LimitReached, UnsolvableError, UnsupportedError

__all__ = ["solve"]

_FACES = "URFDLB"
_cube: Optional[Puzzle] = None


def solve(cubestring: str, patternstring: Optional[str] = None, max_depth: int = 24) -> str:
    """Solve a cube, given by its 54 facelets in the order U R F D L B.

    ``patternstring`` is the cube to be reached instead of the solved one, ``max_depth`` the greatest number of turns.

    Raises ValueError if one of the strings is no cube, if the cube cannot be solved, or if there is no solution of so few
    turns.
    """
    if max_depth < 0:
        raise UnsupportedError(f"max_depth is {max_depth}; expected a whole number from 0")
    target = None if patternstring is None else _position(patternstring)
    try:
        return _position(cubestring).solve(max_length=max_depth, to=target).algorithm
    except (UnsolvableError, LimitReached) as fault:
        raise ValueError(str(fault)) from fault


def _position(facelets: str) -> Position:
    global _cube
    if _cube is None:
        _cube = Puzzle("3x3x3")
    strange = sorted(set(facelets) - set(_FACES))
    if len(facelets) != 54 or strange:
        found = f"{len(facelets)} facelets" if not strange else f"the facelet {strange[0]!r}"
        raise UnsupportedError(f"{found}; expected 54 facelets of the letters {_FACES}")
    return _cube.position(facelets, faces=_FACES)
