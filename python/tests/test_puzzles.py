"""Puzzles and positions: where they come from, and that all notations agree."""

from __future__ import annotations

import numpy
import permutant
import pytest


def test_names_of_the_catalog_are_puzzles() -> None:
    names = permutant.puzzles()
    assert "pyraminx" in names and all(names.values())
    for name in ["pyraminx", "skewb", "sq1", "Clock", "torus:3x3", "c e 0.83"]:
        assert permutant.Puzzle(name).moves


def test_one_position_in_all_its_forms(cube: permutant.Puzzle) -> None:
    position = cube.position("R U2 F'")
    assert position == cube.position(position.text) == cube.position(position.stickers)
    assert position == cube.position(list(map(int, position.stickers))) == cube.position(position)
    assert position == cube.solved.after("R U2").after("F'")
    assert hash(position) == hash(cube.position(position.text)) and position != cube.solved
    assert "".join(position.labels) == position.text
    assert position in {cube.position(position.stickers)}
    assert cube.position(cube.solved.text.translate(str.maketrans("URFDLB", "wrgyob")), faces="wrgyob").is_solved
    other = permutant.Puzzle("3x3x3")
    with pytest.raises(permutant.UnsupportedError, match="another puzzle"):
        other.position(position)


@pytest.mark.parametrize("name", ["2x2x2", "5x5x5", "pyraminx", "skewb", "megaminx"])
def test_stickers_of_solids(name: str) -> None:
    puzzle = permutant.Puzzle(name)
    position = puzzle.position(puzzle.scrambles(1, 3, moves=20)[0])
    stickers = position.stickers
    assert stickers.dtype == numpy.uint8 and len(stickers) == puzzle.sticker_count
    assert puzzle.position(stickers).text == position.text
    counts = numpy.bincount(stickers, minlength=len(puzzle.faces))
    assert (counts == puzzle.sticker_count // len(puzzle.faces)).all()


def test_definitions_are_read_as_they_are_written() -> None:
    puzzle = permutant.Puzzle("skewb")
    for kind in ["kpuzzle", "tws", "ksolve", "gap"]:
        text = puzzle.definition(kind)  # type: ignore[arg-type]
        read = permutant.Puzzle.from_definition(text)
        assert len(read.moves) == len(puzzle.moves)
        assert read.group().order == puzzle.group().order
    assert permutant.Puzzle.from_definition("a := (1,2,3); b := (3,4);").god().total == 24


def test_what_a_position_cannot_be(cube: permutant.Puzzle) -> None:
    twisted = cube.solved.stickers
    twisted[[8, 9, 20]] = twisted[[9, 20, 8]]
    position = cube.position(twisted)
    assert "twist" in (position.obstacle() or "")
    with pytest.raises(permutant.UnsolvableError, match="twist"):
        position.solve()
    assert cube.position("R U").obstacle() is None
    unknown = cube.position("?UUUUU?U?U??RRRRRRU??FFFFFFDDDDDDDDDU??LLLLLL???BBBBBB")
    with pytest.raises(permutant.UnsupportedError, match="incomplete"):
        unknown.stickers
    assert "incomplete" in repr(unknown) and not unknown.is_solved
    assert unknown.is_solved_by(unknown.solve(optimal=True).algorithm)


def test_pictures_show_themselves(cube: permutant.Puzzle, tmp_path_factory: pytest.TempPathFactory) -> None:
    position = cube.position("R U")
    picture = position.picture(width=200, view="net")
    assert position._repr_svg_().startswith("<svg") and picture._repr_svg_().startswith("<svg")
    assert picture._repr_png_() == picture.png() and picture.png().startswith(b"\x89PNG")
    folder = tmp_path_factory.mktemp("pictures")
    picture.save(folder / "cube.svg")
    picture.save(str(folder / "cube.png"))
    assert (folder / "cube.svg").read_text() == picture.svg()
    assert (folder / "cube.png").read_bytes() == picture.png()
    with pytest.raises(permutant.UnsupportedError, match="svg"):
        picture.save(folder / "cube.gif")
    with pytest.raises(permutant.UnsupportedError, match="solid, net"):
        position.picture(view="side")  # type: ignore[arg-type]
