"""Define, play, analyse and solve permutation puzzles.

Start at Puzzle: a puzzle of the catalog by its name, from a definition, or from permutations. Everything else comes from
a puzzle: positions, solutions, scrambles, its group, God's algorithm.

    >>> import permutant
    >>> cube = permutant.Puzzle("3x3x3")
    >>> solution = cube.position("R U F").solve(optimal=True)
    >>> str(solution), solution.optimal
    ("F' U' R'", True)

Exceptions are those of permutant.errors; permutant.kociemba takes the place of the package kociemba.
"""

from permutant import errors
from permutant._native import (
    GodsCount,
    Group,
    Improvements,
    Permutation,
    Picture,
    Position,
    Puzzle,
    SequenceOrder,
    Solution,
    Solutions,
    __version__,
    build_table,
    puzzles,
    set_tables,
    tables,
)
from permutant.errors import (
    InternalError,
    LimitReached,
    ParseError,
    PermutantError,
    UnknownPuzzleError,
    UnsolvableError,
    UnsupportedError,
)

__all__ = [
    "GodsCount",
    "Group",
    "Improvements",
    "InternalError",
    "LimitReached",
    "ParseError",
    "PermutantError",
    "Permutation",
    "Picture",
    "Position",
    "Puzzle",
    "SequenceOrder",
    "Solution",
    "Solutions",
    "UnknownPuzzleError",
    "UnsolvableError",
    "UnsupportedError",
    "__version__",
    "build_table",
    "errors",
    "puzzles",
    "set_tables",
    "tables",
]
