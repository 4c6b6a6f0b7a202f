"""What the library offers to Python. Names and meanings are those of the program's commands and options."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from os import PathLike
from typing import Any, Literal, Optional, TypedDict, Union, final, overload, type_check_only

import numpy
import numpy.typing

__version__: str

_Method = Literal[
    "auto",
    "two-phase",
    "two-phase-large",
    "thistlethwaite",
    "optimal",
    "three-axes",
    "huge",
    "search",
    "korf",
    "words",
    "beam",
    "phases",
    "insertion",
    "local",
    "reduction",
]
_Stickers = numpy.typing.NDArray[Any]
#: Text in any notation that the program reads, stickers as an array or a list, or a position of the same puzzle.
_PositionLike = Union[str, "Position", _Stickers, Sequence[int], Sequence[str]]
#: A permutation, its cycles, an algorithm, or a position.
_ElementLike = Union["Permutation", _PositionLike]
#: Called a few times a second with the stage, how far it is, and its end, 0 if that is not known.
_Progress = Callable[[str, int, int], object]

@type_check_only
class _Table(TypedDict):
    """A table that solvers use."""

    name: str
    about: str
    bytes: int
    stored: bool

def puzzles() -> dict[str, str]:
    """The names of the catalog, with a description. Capitals in names stand for numbers, as in NxNxN."""

def tables() -> list[_Table]:
    """Every table that can be stored."""

def set_tables(directory: Union[str, PathLike[str], None]) -> None:
    """Choose the directory of tables for puzzles that are made from now on; None keeps them in memory.

    Without this call, it is that of the program: $PERMUTANT_TABLES, otherwise in the user's cache.
    """

def build_table(name: str, *, threads: Optional[int] = None, progress: Optional[_Progress] = None) -> None:
    """Build a table and store it, as `permutant tables build` does. A stored one is kept."""

@final
class Puzzle:
    """A permutation puzzle. It keeps tables and other preparations of its solvers for the next position."""

    def __new__(cls, name: str) -> Puzzle:
        """A puzzle of the catalog, as "3x3x3", or by a description of its cuts, as "d f 0.64"."""

    @staticmethod
    def from_definition(text: str) -> Puzzle:
        """A puzzle from the text of a definition: twsearch, ksolve, KPuzzle, GAP, or TOML."""

    @staticmethod
    def from_moves(
        moves: Mapping[str, Sequence[int]],
        solved: Union[Sequence[int], Sequence[str], None] = None,
        *,
        name: str = "custom",
        reading: Literal["replaced by", "moved to"] = "replaced by",
    ) -> Puzzle:
        """A puzzle whose moves are permutations of points counted from 0.

        After a move, point i holds what was at point list[i]; with reading="moved to", the content of i goes to list[i].
        ``solved`` labels the points; points with the same label look the same. A move that is the inverse of an earlier
        one is read as that move backwards, as R' for R.
        """

    @property
    def name(self) -> str: ...
    @property
    def moves(self) -> list[str]:
        """The names of the generators."""

    @property
    def faces(self) -> list[str]:
        """The names of the values in arrays of stickers, in their order; empty if the puzzle has no such arrays."""

    @property
    def sticker_count(self) -> int:
        """The length of a row of stickers."""

    @property
    def solved(self) -> Position: ...
    def position(self, position: Optional[_PositionLike] = None, *, faces: Optional[str] = None) -> Position:
        """A position; without an argument the solved one.

        ``faces`` are the symbols of the faces in facelet strings, if they are not the usual letters.
        """

    def definition(self, kind: Literal["kpuzzle", "tws", "ksolve", "gap"] = "kpuzzle") -> str:
        """The definition in a format of other programs."""

    def solve_many(
        self,
        positions: Union[_Stickers, Sequence[_PositionLike]],
        *,
        method: _Method = "auto",
        optimal: bool = False,
        max_length: Optional[int] = None,
        time_limit: Optional[float] = None,
        max_nodes: Optional[int] = None,
        metric: str = "htm",
        threads: Optional[int] = None,
        memory: int = ...,
        on_error: Literal["raise", "keep"] = "raise",
        progress: Optional[Callable[[int, int], object]] = None,
    ) -> Solutions:
        """Solve many positions, each on one thread: rows of stickers, texts, or positions.

        ``time_limit`` and ``max_nodes`` apply to each position. The first position in order that cannot be solved raises
        its exception, whose ``index`` is its number; with on_error="keep" it has no solution instead. ``progress`` is
        called with the number of solved positions and of all. Ctrl-C ends the call.
        """

    def improvements(
        self,
        position: _PositionLike,
        *,
        method: _Method = "auto",
        optimal: bool = False,
        time_limit: Optional[float] = None,
        max_nodes: Optional[int] = None,
        metric: str = "htm",
        threads: Optional[int] = None,
        memory: int = ...,
    ) -> Improvements:
        """Solutions as they are found, each shorter than the one before, until no shorter one is possible.

        The last one may be repeated, proven shortest.
        """

    def scrambles(
        self,
        count: int,
        seed: Optional[int] = None,
        *,
        moves: Optional[int] = None,
        length: Optional[int] = None,
    ) -> list[str]:
        """Random scrambles. Every state is equally likely where the puzzle allows it; the same seed gives the same list.

        ``moves`` asks for so many random moves instead, ``length`` for algorithms of exactly this length (3x3x3: 20 to
        30).
        """

    def order(self, algorithm: str) -> SequenceOrder:
        """How often an algorithm must be repeated until it has no effect."""

    def orders(
        self,
        *,
        length: Optional[int] = None,
        sample: Optional[int] = None,
        seed: int = 0,
        moves: Optional[Sequence[str]] = None,
        metric: str = "htm",
        threads: Optional[int] = None,
        memory: int = ...,
        progress: Optional[_Progress] = None,
    ) -> dict[int, int]:
        """How many elements of the group have each order, exactly.

        With ``length``, the same of all canonical sequences of up to that length; with ``sample``, of so many random
        sequences, of 20 moves unless ``length`` says otherwise.
        """

    def god(
        self,
        *,
        metric: str = "htm",
        moves: Optional[Sequence[str]] = None,
        depth: Optional[int] = None,
        antipodes: int = 1,
        threads: Optional[int] = None,
        memory: int = ...,
        progress: Optional[_Progress] = None,
    ) -> GodsCount:
        """The number of states at each distance from the solved one."""

    def group(self) -> Group:
        """The group that the moves generate."""

@final
class Position:
    """A position of a puzzle. Positions are values: they can be compared and be keys."""

    @property
    def puzzle(self) -> Puzzle: ...
    @property
    def text(self) -> str:
        """Text from which Puzzle.position reads the same position: facelets, or another compact form."""

    @property
    def stickers(self) -> _Stickers:
        """The stickers, as solve_many takes them."""

    @property
    def labels(self) -> list[str]:
        """The names of the stickers: letters of faces, or the labels of points."""

    @property
    def is_solved(self) -> bool: ...
    @property
    def permutation(self) -> Permutation:
        """What makes this position of the solved one, as a permutation of the points of the group."""

    def obstacle(self) -> Optional[str]:
        """Why the position cannot be solved. None if it can, or if only a search would tell."""

    def after(self, algorithm: str) -> Position:
        """The position after an algorithm."""

    def is_solved_by(self, algorithm: str) -> bool:
        """Whether an algorithm solves the position, according to the referee that checks every solution."""

    def solve(
        self,
        *,
        method: _Method = "auto",
        optimal: bool = False,
        min_length: int = 0,
        max_length: Optional[int] = None,
        time_limit: Optional[float] = None,
        max_nodes: Optional[int] = None,
        metric: str = "htm",
        moves: Optional[Sequence[str]] = None,
        to: Optional[_PositionLike] = None,
        threads: Optional[int] = None,
        memory: int = ...,
        progress: Optional[_Progress] = None,
    ) -> Solution:
        """A solution, within the limits the best that is found.

        With ``time_limit`` in seconds and no ``max_length``, shorter solutions are searched until the time is up. With
        ``progress``, tables that make the answer much shorter are built first, if that takes at most about a minute.
        """

    def solutions(
        self,
        *,
        count: Optional[int] = None,
        min_length: int = 0,
        max_length: Optional[int] = None,
        time_limit: Optional[float] = None,
        max_nodes: Optional[int] = None,
        metric: str = "htm",
        moves: Optional[Sequence[str]] = None,
        threads: Optional[int] = None,
        memory: int = ...,
        progress: Optional[_Progress] = None,
    ) -> list[Solution]:
        """All shortest solutions; with ``max_length``, all up to that length; with ``count``, so many, shortest first."""

    def picture(
        self,
        *,
        view: Literal["solid", "net", "stereographic"] = "solid",
        scheme: Literal["usual", "safe"] = "usual",
        theme: Literal["clear", "light", "dark"] = "clear",
        letters: bool = False,
        width: int = 400,
    ) -> Picture: ...
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Solution:
    """An algorithm that solves a position; the referee has replayed it. str() gives the algorithm, len() its length."""

    @property
    def algorithm(self) -> str: ...
    @property
    def length(self) -> int: ...
    @property
    def metric(self) -> str: ...
    @property
    def lower_bound(self) -> int:
        """A length below which there is no solution."""

    @property
    def optimal(self) -> bool:
        """Whether no solution is shorter, which is proven."""

    @property
    def method(self) -> str:
        """The engine that found it."""

    @property
    def nodes(self) -> int:
        """The number of states that were visited."""

    @property
    def steps(self) -> list[tuple[str, int]]:
        """The moves with their amounts: ("R", -1) for R', ("R", 2) for R2."""

    def __len__(self) -> int: ...
    def __bool__(self) -> Literal[True]: ...
    def __eq__(self, other: object, /) -> bool: ...

@final
class Solutions:
    """Solutions of many positions, in the order of the positions."""

    @property
    def algorithms(self) -> list[Optional[str]]: ...
    @property
    def lengths(self) -> numpy.typing.NDArray[numpy.int64]:
        """The lengths; -1 where there is no solution."""

    @property
    def faults(self) -> list[tuple[int, Exception]]:
        """The numbers of positions without a solution, and why."""

    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, index: int, /) -> Optional[Solution]: ...
    @overload
    def __getitem__(self, index: slice, /) -> list[Optional[Solution]]: ...
    def __iter__(self) -> Iterator[Optional[Solution]]: ...

@final
class Improvements:
    """Solutions, each shorter than the one before. The search ends when it is closed or no longer referred to."""

    def __iter__(self) -> Improvements: ...
    def __next__(self) -> Solution: ...
    def close(self) -> None: ...

@final
class Picture:
    """A picture, which Jupyter shows by itself."""

    def svg(self) -> str: ...
    def png(self) -> bytes: ...
    def save(self, path: Union[str, PathLike[str]]) -> None:
        """Write the picture to a file; its ending, .svg or .png, chooses the format."""

    def _repr_svg_(self) -> str: ...
    def _repr_png_(self) -> bytes: ...

@final
class Permutation:
    """A permutation of points counted from 0, read "moved to": the content of point i goes to p(i).

    Products act left to right, as in GAP and SymPy: p * q is p.then(q).
    """

    def __new__(cls, images: Sequence[int]) -> Permutation:
        """From the list of images; the same as from_moved_to."""

    @staticmethod
    def from_moved_to(images: Sequence[int]) -> Permutation:
        """From the list in which entry i is the point to which i goes."""

    @staticmethod
    def from_replaced_by(sources: Sequence[int]) -> Permutation:
        """From the list in which entry i is the point whose content comes to i."""

    @staticmethod
    def from_cycles(text: str, degree: int = 0) -> Permutation:
        """From cycles with points counted from 1, as "(1,2,3)(4,5)"; of at least this degree."""

    @staticmethod
    def identity(degree: int) -> Permutation: ...
    @staticmethod
    def unrank(rank: int, degree: int) -> Permutation:
        """The permutation with this rank, from 0, in the lexicographic order of lists of images."""

    def rank(self) -> int: ...
    @property
    def degree(self) -> int:
        """The number of points, which is part of the value."""

    @property
    def moved_to(self) -> list[int]: ...
    @property
    def replaced_by(self) -> list[int]: ...
    @property
    def cycles(self) -> list[list[int]]:
        """The cycles of at least two points."""

    @property
    def cycle_type(self) -> dict[int, int]:
        """The number of cycles of each length, fixed points included."""

    @property
    def order(self) -> int: ...
    @property
    def parity(self) -> Literal[0, 1]:
        """0 if the permutation is even, 1 if it is odd."""

    @property
    def is_identity(self) -> bool: ...
    def then(self, other: Permutation) -> Permutation:
        """First this one, then the other: p.then(q)(i) == q(p(i))."""

    def after(self, other: Permutation) -> Permutation:
        """First the other one, then this: p.after(q)(i) == p(q(i))."""

    def inverse(self) -> Permutation: ...
    def power(self, exponent: int) -> Permutation: ...
    def conjugate(self, by: Permutation) -> Permutation:
        """by.inverse() * self * by"""

    def commutator(self, other: Permutation) -> Permutation:
        """self.inverse() * other.inverse() * self * other"""

    def gap(self) -> str:
        """Cycles with points counted from 1."""

    def sympy(self) -> str:
        """An expression of SymPy."""

    def __call__(self, point: int) -> int: ...
    def __mul__(self, other: Permutation, /) -> Permutation: ...
    def __pow__(self, exponent: int, modulus: None = None, /) -> Permutation: ...
    def __invert__(self) -> Permutation: ...
    def __len__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Group:
    """The group that the moves of a puzzle generate, on points for the orientations of its pieces, counted from 0."""

    @property
    def order(self) -> int: ...
    @property
    def degree(self) -> int: ...
    @property
    def proof(self) -> str:
        """How the order was proved."""

    @property
    def envelope(self) -> str:
        """A product of simpler groups that contains it."""

    @property
    def generators(self) -> dict[str, Permutation]: ...
    @property
    def orbits(self) -> list[tuple[str, list[int]]]:
        """The orbits of at least two points, each with the name of its set of pieces."""

    @property
    def base(self) -> list[int]:
        """The base of the stabilizer chain."""

    @property
    def transversals(self) -> list[int]:
        """The number of images of each base point under the stabilizer of those before it; their product is the order."""

    def contains(self, element: _ElementLike) -> bool: ...
    def __contains__(self, element: _ElementLike, /) -> bool: ...
    def obstacle(self, element: _ElementLike) -> Optional[str]:
        """Why moves cannot make an element; None if they can."""

    def factor(
        self,
        element: _ElementLike,
        *,
        effort: Literal["table", "search", "beam"] = "beam",
        width: int = 500,
        metric: str = "qtm",
    ) -> str:
        """An algorithm that makes an element; it is multiplied out before it is returned."""

@final
class GodsCount:
    """The number of states of a puzzle at each distance."""

    @property
    def puzzle(self) -> str: ...
    @property
    def metric(self) -> str: ...
    @property
    def distribution(self) -> list[int]:
        """The number of states at distance 0, 1, and so on."""

    @property
    def total(self) -> int:
        """The number of states that were counted."""

    @property
    def diameter(self) -> Optional[int]:
        """God's number, if all states were counted."""

    @property
    def is_complete(self) -> bool: ...
    @property
    def states(self) -> Optional[int]:
        """The number of all states, if it is known."""

    @property
    def antipodes(self) -> list[tuple[str, str]]:
        """Farthest states: an algorithm that leads there, and a shortest solution."""

    @property
    def method(self) -> str: ...

@final
class SequenceOrder:
    """What an algorithm does when it is repeated."""

    @property
    def order(self) -> int:
        """The least number of repetitions without effect, with all pieces told apart."""

    @property
    def coloured_order(self) -> int:
        """The same as the puzzle is coloured."""

    @property
    def cycles(self) -> list[str]:
        """The cycles of the pieces, a line for each orbit."""

    @property
    def stickers(self) -> Permutation:
        """The effect on the stickers."""
