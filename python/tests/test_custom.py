"""Puzzles made of permutations, against a search in plain Python."""

from __future__ import annotations

import itertools

import numpy
import permutant
import pytest

# Two rings of five points that share two.
MOVES = {"l": [1, 2, 3, 4, 0, 5, 6, 7], "r": [0, 1, 2, 4, 5, 6, 7, 3]}
SOLVED = ["A", "A", "A", "C", "C", "B", "B", "B"]


def apply(state: tuple[str, ...], move: list[int]) -> tuple[str, ...]:
    return tuple(state[source] for source in move)


def inverse(move: list[int]) -> list[int]:
    return sorted(range(len(move)), key=move.__getitem__)


def distances() -> dict[tuple[str, ...], int]:
    moves = [*MOVES.values(), *map(inverse, MOVES.values())]
    start = tuple(SOLVED)
    seen, level = {start: 0}, [start]
    while level:
        reached = []
        for state, move in itertools.product(level, moves):
            new = apply(state, move)
            if new not in seen:
                seen[new] = seen[state] + 1
                reached.append(new)
        level = reached
    return seen


def test_distances_are_those_of_a_search() -> None:
    puzzle = permutant.Puzzle.from_moves(MOVES, SOLVED, name="rings")
    seen = distances()
    counted = puzzle.god(metric="qtm")
    assert counted.distribution == [list(seen.values()).count(d) for d in range(max(seen.values()) + 1)]
    assert counted.is_complete and counted.total == len(seen)
    for state in list(seen)[:: len(seen) // 50]:
        position = puzzle.position(list(state))
        assert tuple(position.labels) == state
        solution = position.solve(metric="qtm", optimal=True)
        assert solution.length == seen[state]
        for name, amount in solution.steps:
            for _ in range(abs(amount)):
                state = apply(state, MOVES[name] if amount > 0 else inverse(MOVES[name]))
        assert state == tuple(SOLVED)


def test_readings_and_labels() -> None:
    numbers = permutant.Puzzle.from_moves(MOVES, [5, 5, 5, 7, 7, 6, 6, 6])
    position = numbers.position("l r")
    assert set(map(int, position.stickers)) == {5, 6, 7} and numbers.faces == ["5", "7", "6"]
    assert numbers.position(position.stickers) == position
    moved = permutant.Puzzle.from_moves({n: inverse(m) for n, m in MOVES.items()}, reading="moved to")
    plain = permutant.Puzzle.from_moves(MOVES)
    assert (moved.position("l r'").stickers == plain.position("l r'").stickers).all()
    assert plain.position("l").stickers.tolist() == MOVES["l"]
    rows = numpy.stack([plain.position(text).stickers for text in ("l", "r", "l r")])
    assert plain.solve_many(rows, metric="qtm").lengths.tolist() == [1, 1, 2]


def test_inverses_are_read_as_moves_backwards() -> None:
    both = {"l": MOVES["l"], "l'": inverse(MOVES["l"]), "r": MOVES["r"], "q": inverse(MOVES["r"])}
    puzzle = permutant.Puzzle.from_moves(both)
    assert puzzle.moves == ["l", "r"]
    assert puzzle.position("l' q") == puzzle.position("l' r'")
    double = permutant.Puzzle.from_moves({"s": [1, 0, 2], "t": [0, 2, 1]})
    assert double.moves == ["s", "t"] and double.god().total == 6


@pytest.mark.parametrize(
    ("moves", "solved", "said"),
    [
        ({}, None, "at least one move"),
        ({"a": [0, 0]}, None, "the move 'a'"),
        ({"a": [0, 2]}, None, "the move 'a'"),
        ({"a": [1, 0], "b": [1, 2, 0]}, None, "the move 'b'"),
        ({"a": [1, 0]}, ["x"], "1 labels for 2 points"),
        ({"a": [-1, 0]}, None, "list of points"),
        ({"a": "no list"}, None, "list of points"),
        ({"a": []}, None, "0 points"),
        ({"(": [1, 0]}, None, "cannot be the name"),
        ({"a": [1, 0]}, [0, 1.5], "labels are a list"),
    ],
)
def test_what_is_no_puzzle(moves: object, solved: object, said: str) -> None:
    with pytest.raises(permutant.UnsupportedError, match=said):
        permutant.Puzzle.from_moves(moves, solved)  # type: ignore[arg-type]


def test_what_is_no_position() -> None:
    puzzle = permutant.Puzzle.from_moves(MOVES, SOLVED)
    for given, said in [
        (["A"] * 8, "A|piece"),
        (SOLVED[:-1], "8 stickers"),
        ([*SOLVED[:-1], "Z"], "'Z' is not a label"),
        ([0.5] * 8, "labels"),
        (7, "labels"),
    ]:
        with pytest.raises(permutant.UnsupportedError, match=said):
            puzzle.position(given)  # type: ignore[arg-type]
