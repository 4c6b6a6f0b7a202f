"""Every test run keeps its tables apart from those of the user."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import permutant
import pytest


@pytest.fixture(scope="session", autouse=True)
def tables_of_their_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    directory = tmp_path_factory.mktemp("tables")
    # For the kernel of the notebook and for the program.
    os.environ["PERMUTANT_TABLES"] = str(directory)
    permutant.set_tables(directory)
    yield directory


@pytest.fixture(scope="session")
def cube(tables_of_their_own: Path) -> permutant.Puzzle:
    return permutant.Puzzle("3x3x3")
