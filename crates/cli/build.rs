//! Embeds the files of the page in the program if the feature `page` is enabled; otherwise there are none.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let folder = variable("CARGO_MANIFEST_DIR")?.join("../../web/dist");
    let mut files = Vec::new();
    if env::var_os("CARGO_FEATURE_PAGE").is_some() {
        println!("cargo::rerun-if-changed={}", folder.display());
        if !folder.join("index.html").is_file() {
            println!("cargo::error=there is no page in web/dist: build it first with ./check page");
            return Ok(());
        }
        list(&folder, &mut files)?;
        files.sort();
    }
    let mut source = String::from(
        "/// The files of the page, by their paths.\npub(super) const FILES: &[(&str, &[u8])] = &[\n",
    );
    for file in &files {
        let name = file.strip_prefix(&folder).map_err(io::Error::other)?.to_string_lossy().replace('\\', "/");
        writeln!(source, "    ({name:?}, include_bytes!({:?})),", file.display().to_string())
            .map_err(io::Error::other)?;
    }
    source.push_str("];\n");
    fs::write(variable("OUT_DIR")?.join("page.rs"), source)
}

fn variable(name: &str) -> io::Result<PathBuf> {
    env::var_os(name).map(PathBuf::from).ok_or_else(|| io::Error::other(format!("{name} is not set")))
}

/// All files below a folder.
fn list(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            list(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
