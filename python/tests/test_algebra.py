"""Permutations and groups, against SymPy and against counting."""

from __future__ import annotations

import itertools
import math
from typing import Literal

import permutant
import pytest
import sympy.combinatorics
from permutant import Permutation


def test_permutations_agree_with_sympy() -> None:
    p, q = Permutation([2, 0, 1, 4, 3, 5]), Permutation([1, 2, 3, 4, 5, 0])
    theirs = {name: eval(x.sympy(), {"Permutation": sympy.combinatorics.Permutation}) for name, x in (("p", p), ("q", q))}
    assert (p * q).moved_to == (theirs["p"] * theirs["q"]).array_form
    assert p.order == theirs["p"].order() and p.parity == theirs["p"].parity()
    assert (p**-3).moved_to == (theirs["p"] ** -3).array_form and (~q).moved_to == (~theirs["q"]).array_form
    assert p.conjugate(q).moved_to == (theirs["q"] ** -1 * theirs["p"] * theirs["q"]).array_form
    assert p.commutator(q) == ~p * ~q * p * q
    assert p.then(q) == q.after(p) and [p.then(q)(i) for i in range(6)] == [q(p(i)) for i in range(6)]
    assert p.gap() == "(1,3,2)(4,5)" and Permutation.from_cycles(p.gap(), 6) == p
    assert Permutation.from_replaced_by(p.replaced_by) == p and p.cycle_type == {1: 1, 2: 1, 3: 1}
    assert p.cycles == [[0, 2, 1], [3, 4]] and len(p) == 6 and hash(p) == hash(Permutation(p.moved_to))


def test_ranks_are_places_in_the_sorted_list() -> None:
    for rank, images in enumerate(itertools.permutations(range(5))):
        assert Permutation(images).rank() == rank and Permutation.unrank(rank, 5).moved_to == list(images)
    last = math.factorial(52) - 1
    assert Permutation.unrank(last, 52).moved_to == list(range(51, -1, -1))
    assert Permutation.unrank(last, 52).rank() == last
    assert (Permutation.unrank(last // 3, 52) ** (10**40)).degree == 52


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Permutation([0, 0]),
        lambda: Permutation([0, 7]),
        lambda: Permutation.unrank(6, 3),
        lambda: Permutation.unrank(-1, 3),
        lambda: Permutation.unrank(0, 1 << 40),
        lambda: Permutation.identity(1 << 40),
        lambda: Permutation.from_cycles("(1,2", 2),
        lambda: Permutation.from_cycles("(1,2)", 1 << 40),
        lambda: Permutation([-1]),
        lambda: Permutation("ab"),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_permutation(wrong: object) -> None:
    with pytest.raises(permutant.PermutantError):
        wrong()  # type: ignore[operator]


@pytest.mark.parametrize("name", ["2x2x2", "pyraminx", "m11", "skewb"])
def test_groups_agree_with_sympy(name: str) -> None:
    puzzle = permutant.Puzzle(name)
    group = puzzle.group()
    theirs = sympy.combinatorics.PermutationGroup(
        [sympy.combinatorics.Permutation(g.moved_to) for g in group.generators.values()]
    )
    assert group.order == theirs.order() == math.prod(group.transversals)
    orbits = sorted(sorted(orbit) for orbit in theirs.orbits() if len(orbit) > 1)
    assert sorted(points for _, points in group.orbits) == orbits
    odd = Permutation.from_cycles("(1,2)", group.degree)
    assert (odd in group) == theirs.contains(sympy.combinatorics.Permutation(odd.moved_to))
    assert (group.obstacle(odd) is None) == (odd in group)


def test_elements_are_words_in_the_moves(cube: permutant.Puzzle) -> None:
    group = cube.group()
    assert group.order == 43252003274489856000
    element = cube.position("R U R' U'").permutation
    r, u = group.generators["R"], group.generators["U"]
    assert element in group and "R U R' U'" in group and element == r * u * ~r * ~u
    efforts: tuple[Literal["table", "search", "beam"], ...] = ("table", "search", "beam")
    for effort in efforts:
        word = group.factor(element, effort=effort)
        assert cube.position(word).permutation == element
    # Facelets alone are no moves, though each of their letters names one.
    facelets = cube.position("R U R' U'").text
    assert cube.position(group.factor(facelets, effort="table")).text == facelets
    with pytest.raises(permutant.UnsolvableError):
        group.factor("(1,2)")
    with pytest.raises(permutant.ParseError):
        group.contains("(1,2")


def test_orders_of_all_elements_add_up() -> None:
    puzzle = permutant.Puzzle("pyraminx")
    orders = puzzle.orders()
    assert sum(orders.values()) == puzzle.group().order and orders[1] == 1
    small = permutant.Puzzle.from_moves({"a": [1, 2, 3, 0], "b": [1, 0, 2, 3]})
    counted: dict[int, int] = {}
    for images in itertools.permutations(range(4)):
        order = Permutation(images).order
        counted[order] = counted.get(order, 0) + 1
    assert small.orders() == dict(sorted(counted.items()))
    assert sum(puzzle.orders(sample=100, seed=1).values()) == 100
    # Eight moves and their inverses, and the sequence of no moves.
    assert puzzle.orders(length=1) == {1: 1, 3: 16}


def test_the_order_of_a_sequence(cube: permutant.Puzzle) -> None:
    found = cube.order("R U")
    assert found.order == found.coloured_order == 105 == found.stickers.order
    large = permutant.Puzzle("4x4x4").order("U R")
    assert large.order % large.coloured_order == 0 and large.coloured_order < large.order
    with pytest.raises(permutant.ParseError):
        cube.order("Q")


def test_gods_algorithm_in_known_numbers() -> None:
    counted = permutant.Puzzle("2x2x2").god(metric="qtm")
    assert counted.total == counted.states == 3674160 and counted.diameter == 14 and counted.is_complete
    assert counted.distribution[-1] == 276
    far, back = counted.antipodes[0]
    assert permutant.Puzzle("2x2x2").position(far).is_solved_by(back)
    part = permutant.Puzzle("3x3x3").god(depth=3)
    assert part.distribution == [1, 18, 243, 3240] and part.diameter is None and not part.is_complete
    with pytest.raises(permutant.UnsupportedError):
        permutant.Puzzle("3x3x3").god(moves=["Q"])
    with pytest.raises(permutant.LimitReached, match="depth") as reached:
        permutant.Puzzle("3x3x3").god(memory=1 << 20)
    assert reached.value.limit == "memory"
