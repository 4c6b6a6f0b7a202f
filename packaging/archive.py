"""Packs the program for the platform on which this runs, as a release hands it out.

The archive holds the program with the page in it, manual pages, completions for shells, and licences. It is written into
target/archives with its SHA-256 beside it, unpacked into a fresh folder, and tried. Build the page first (./check page).
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

import licences

ROOT = Path(__file__).resolve().parent.parent
SHELLS = {"bash": "permutant.bash", "zsh": "_permutant", "fish": "permutant.fish", "powershell": "permutant.ps1", "elvish": "permutant.elv"}


def output(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True, encoding="utf-8").stdout


def fill(folder: Path, target: str) -> None:
    """Puts into a folder what the archive is to hold."""
    build = ["cargo", "build", "--profile", "dist", "--locked", "-p", "permutant-cli", "--features", "page"]
    subprocess.run([*build, "--target", target], check=True)
    name = "permutant.exe" if os.name == "nt" else "permutant"
    built = Path(os.environ.get("CARGO_TARGET_DIR", "target")) / target / "dist" / name
    folder.mkdir(parents=True)
    program = str(shutil.copy2(built, folder / name))
    for file in ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"]:
        shutil.copy2(file, folder)
    (folder / "LICENSES-OF-LIBRARIES.txt").write_text(licences.text("permutant-cli", target), encoding="utf-8")
    subprocess.run([program, "man", "--dir", str(folder / "man1"), "--quiet"], check=True)
    (folder / "completions").mkdir()
    for shell, file in SHELLS.items():
        (folder / "completions" / file).write_text(output(program, "completions", shell), encoding="utf-8")


def pack(folder: Path, archives: Path) -> Path:
    """A zip file for Windows, otherwise a compressed tar file."""
    if os.name == "nt":
        return Path(shutil.make_archive(str(archives / folder.name), "zip", folder.parent, folder.name))
    # Not `gztar` of shutil, which takes over the owner of the files.
    path = archives / f"{folder.name}.tar.gz"

    def without_owner(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = "root"
        return entry

    with tarfile.open(path, "w:gz") as archive:
        archive.add(folder, folder.name, filter=without_owner)
    return path


def attempt(path: Path, name: str, version: str) -> None:
    """Unpacks an archive and runs the program that it holds."""
    with tempfile.TemporaryDirectory() as place:
        if path.suffix == ".zip":
            with zipfile.ZipFile(path) as archive:
                archive.extractall(place)
        else:
            with tarfile.open(path) as archive:
                archive.extractall(place)
        program = str(Path(place) / name / "permutant")
        assert version in output(program, "--version")
        solution = output(program, "solve", "3x3x3", "R U2 F' D B2 L", "--no-tables")
        assert "f" in solution, solution


def main() -> None:
    os.chdir(ROOT)
    # The program is run here, so this is the only platform.
    target = output("rustc", "--print", "host-tuple").strip()
    version = output("cargo", "pkgid", "--locked", "-p", "permutant-cli").strip().rpartition("@")[2].rpartition("#")[2]
    name = f"permutant-{version}-{target}"
    archives = Path(os.environ.get("CARGO_TARGET_DIR", "target")) / "archives"
    archives.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / name
        fill(folder, target)
        path = pack(folder, archives)
    attempt(path, name, version)
    checksum = hashlib.sha256(path.read_bytes()).hexdigest()
    path.with_name(path.name + ".sha256").write_text(f"{checksum}  {path.name}\n", encoding="ascii")
    print(f"{path}: {path.stat().st_size} bytes, tried")


if __name__ == "__main__":
    sys.exit(main())
