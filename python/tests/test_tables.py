"""Tables in files: the directory, and that a damaged file is replaced."""

from __future__ import annotations

from pathlib import Path

import permutant
import pytest


def test_a_table_is_stored_once(tables_of_their_own: Path) -> None:
    permutant.build_table("2x2x2-htm")
    stored = {table["name"] for table in permutant.tables() if table["stored"]}
    assert "2x2x2-htm" in stored
    file = tables_of_their_own / "2x2x2-htm.table"
    whole = file.read_bytes()
    file.write_bytes(whole[:-1])
    assert permutant.Puzzle("2x2x2").position("R U F").solve().length == 3
    assert file.read_bytes() == whole
    with pytest.raises(permutant.UnsupportedError, match="the tables are 2x2x2-htm"):
        permutant.build_table("no table")


def test_tables_may_stay_in_memory(tables_of_their_own: Path) -> None:
    permutant.set_tables(None)
    try:
        with pytest.raises(permutant.UnsupportedError, match="set_tables"):
            permutant.build_table("2x2x2-qtm")
        assert permutant.Puzzle("2x2x2").position("R U").solve(metric="qtm").length == 2
        assert not (tables_of_their_own / "2x2x2-qtm.table").exists()
    finally:
        permutant.set_tables(tables_of_their_own)
