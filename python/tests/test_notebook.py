"""The notebook runs from its first cell to its last."""

from __future__ import annotations

from pathlib import Path

import nbclient
import nbformat


def test_the_notebook_runs() -> None:
    path = Path(__file__).parents[1] / "examples" / "tour.ipynb"
    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    assert not any(cell.get("outputs") for cell in notebook.cells), "the notebook is kept without its outputs"
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    shown = {kind for cell in notebook.cells for output in cell.get("outputs", []) for kind in output.get("data", {})}
    assert {"image/svg+xml", "image/png"} <= shown
