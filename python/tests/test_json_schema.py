"""The schema of the program's records, by a validator of the whole language.

./check python names the program in PERMUTANT_PROGRAM; without it only the schema itself is checked. The tests of the program
check every command.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import jsonschema
import pytest

SCHEMA = json.loads((Path(__file__).parents[2] / "docs" / "json.schema.json").read_text(encoding="utf-8"))
PROGRAM = os.environ.get("PERMUTANT_PROGRAM")

RUNS = {
    "solution": ["solve", "3x3x3", "R U2 F' D"],
    "position": ["apply", "3x3x3", "R U", "--symmetry"],
    "orders-of-sequences": ["orders", "3x3x3", "--length", "2"],
    "coordinates": ["coordinates", "3x3x3", "R U F"],
    "group": ["group", "pyraminx"],
    "distances": ["god", "2x2x2", "--depth", "3"],
    "puzzle": ["puzzles", "2x2x2", "--slots"],
    "failure": ["solve", "3x3x3", "R Q"],
}


def validator(record: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator({**SCHEMA, "$ref": f"#/$defs/{record}"})


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert set(RUNS) <= set(SCHEMA["$defs"])


@pytest.mark.skipif(PROGRAM is None, reason="PERMUTANT_PROGRAM does not name the program")
@pytest.mark.parametrize("record", RUNS)
def test_records_are_valid(record: str) -> None:
    run = subprocess.run([str(PROGRAM), *RUNS[record], "--json"], capture_output=True, text=True, check=False)
    printed = [json.loads(line) for line in run.stdout.splitlines()]
    assert printed
    for value in printed:
        validator(record).validate(value)
        others = [name for name in SCHEMA["$defs"] if name != record and validator(name).is_valid(value)]
        assert others == [], "a record is of one kind only"
