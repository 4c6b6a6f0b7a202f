"""Exceptions: one tree, with the place of the fault, and none that ends the interpreter."""

from __future__ import annotations

import pickle

import permutant
import pytest


def test_a_place_in_characters(cube: permutant.Puzzle) -> None:
    with pytest.raises(permutant.ParseError) as found:
        cube.position("R’ U\n R Qq")
    fault = found.value
    assert fault.text[fault.start : fault.end] in ("Q", "Qq")
    assert (fault.line, fault.column) == (2, 4) and fault.expected and isinstance(fault, ValueError)
    assert "^" in str(fault) and "help:" in str(fault)
    again = pickle.loads(pickle.dumps(fault))
    assert str(again) == str(fault) and again.start == fault.start


def test_the_tree() -> None:
    for kind in (
        permutant.ParseError,
        permutant.UnknownPuzzleError,
        permutant.UnsupportedError,
        permutant.UnsolvableError,
        permutant.LimitReached,
        permutant.InternalError,
    ):
        assert issubclass(kind, permutant.PermutantError)
    with pytest.raises(permutant.UnknownPuzzleError, match="did you mean 'skewb'"):
        permutant.Puzzle("skweb")
    with pytest.raises(permutant.ParseError):
        permutant.Puzzle("d f 7/0")
    with pytest.raises(permutant.ParseError):
        permutant.Puzzle.from_definition("Set A 1")


def test_no_option_of_the_program_is_named(cube: permutant.Puzzle) -> None:
    for call in (
        lambda: cube.position("R U").solve(method="words", optimal=True),
        lambda: cube.position("R").solve(method="reduction"),
        lambda: permutant.Puzzle("megaminx").solved.after("U").solve(method="two-phase"),
        lambda: permutant.Puzzle("megaminx").orders(length=9, memory=1),
        lambda: permutant.Puzzle("3x3x3").god(memory=1),
    ):
        with pytest.raises(permutant.PermutantError) as found:
            call()
        assert "--" not in str(found.value), str(found.value)


# Arguments that a program might hand on without looking at them.
STRANGE = ["", " ", "\0", "R" * 10_000, "(" * 5000, "((((R)9999)9999)9999)9999", "[R,U][", "∞", "1 2 3", "{}", "-1", "CPOS"]
STRANGE += ["R99999999999999999999"]


@pytest.mark.parametrize("text", STRANGE)
def test_strange_texts_are_answered(text: str, cube: permutant.Puzzle) -> None:
    for call in (
        lambda: cube.position(text),
        lambda: cube.order(text),
        lambda: cube.solved.after(text),
        lambda: cube.solved.is_solved_by(text),
        lambda: permutant.Puzzle(text),
        lambda: permutant.Puzzle.from_definition(text),
        lambda: permutant.Permutation.from_cycles(text),
        lambda: cube.position(cube.solved.text, faces=text),
        lambda: cube.solved.solve(metric=text),
        lambda: cube.solved.solve(moves=[text]),
        lambda: permutant.build_table(text),
    ):
        try:
            call()
        except permutant.PermutantError as fault:
            assert str(fault) and not isinstance(fault, permutant.InternalError)


@pytest.mark.parametrize("number", [0, 1, 2**31, 2**32 - 1])
def test_strange_numbers_are_answered(number: int, cube: permutant.Puzzle) -> None:
    position = cube.position("R U")
    for call in (
        lambda: position.solve(max_length=number, max_nodes=1000),
        lambda: position.solve(min_length=number, max_nodes=1000),
        lambda: position.solve(threads=number, max_nodes=1000),
        lambda: position.solve(memory=number, max_nodes=1000),
        lambda: position.picture(width=number),
        lambda: cube.scrambles(1, number, length=number),
        lambda: cube.god(depth=1, antipodes=number),
        lambda: cube.orders(sample=10, length=min(number, 1000)),
    ):
        try:
            call()
        except permutant.PermutantError as fault:
            assert str(fault) and not isinstance(fault, permutant.InternalError)
