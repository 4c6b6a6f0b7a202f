"""The examples of the documentation."""

from __future__ import annotations

import doctest
from pathlib import Path
from types import ModuleType

import permutant
import permutant.kociemba
import pytest

FLAGS = doctest.ELLIPSIS


def test_the_guide() -> None:
    guide = Path(__file__).parents[2] / "docs" / "python.md"
    assert doctest.testfile(str(guide), module_relative=False, optionflags=FLAGS).failed == 0


@pytest.mark.parametrize("module", [permutant, permutant.kociemba])
def test_modules(module: ModuleType) -> None:
    result = doctest.testmod(module, optionflags=FLAGS)
    assert result.failed == 0 and result.attempted > 0
