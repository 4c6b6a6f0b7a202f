"""The licences of the libraries that are compiled into the program."""

import json
import subprocess
from pathlib import Path

# Beginnings of the names of files in which libraries state their terms.
NAMES = ("license", "licence", "copying", "copyright", "notice", "unlicense")


def libraries(package: str, target: str) -> list[dict]:
    """The packages from registries that a package contains on a platform, by name and version."""
    command = ["cargo", "metadata", "--locked", "--format-version", "1", "--filter-platform", target]
    command += ["--all-features"]
    metadata = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    packages = {one["id"]: one for one in metadata["packages"]}
    needs = {
        node["id"]: [
            need["pkg"] for need in node["deps"] if any(kind["kind"] is None for kind in need["dep_kinds"])
        ]
        for node in metadata["resolve"]["nodes"]
    }
    found: set[str] = set()
    waiting = [id for id, one in packages.items() if one["name"] == package]
    while waiting:
        id = waiting.pop()
        if id not in found:
            found.add(id)
            waiting += needs[id]
    libraries = [packages[id] for id in found if packages[id]["source"]]
    return sorted(libraries, key=lambda one: (one["name"], one["version"]))


def text(package: str, target: str) -> str:
    """One text with the licences of all libraries. Equal texts are printed once, below all libraries to which they apply."""
    holders: dict[str, list[str]] = {}
    for library in libraries(package, target):
        heading = f"{library['name']} {library['version']} ({library['license'] or 'see below'})"
        folder = Path(library["manifest_path"]).parent
        files = sorted(file for file in folder.iterdir() if file.name.lower().startswith(NAMES) and file.is_file())
        terms = "\n\n".join(file.read_text(encoding="utf-8", errors="replace").strip() for file in files)
        if not terms:
            terms = f"Copyright: {', '.join(library['authors']) or 'the authors of ' + library['name']}"
        holders.setdefault(terms, []).append(heading)
    rule = "\n\n" + "=" * 80 + "\n\n"
    parts = ["\n".join(headings) + "\n\n" + terms for terms, headings in holders.items()]
    return "The program contains these libraries." + rule + rule.join(parts) + "\n"
