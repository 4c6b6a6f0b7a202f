//! Tables survive kills, damage and competing builders.

use permutant_search::table::{Description, HEADER_BYTES};
use permutant_store::table_dir::FileState;
use permutant_store::{TableDir, TableError, TableMemory};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// Set in a child process: the directory in which it builds until it is killed.
const CHILD: &str = "PERMUTANT_STORE_TEST_CHILD";

fn description(name: &str) -> Description {
    Description {
        name: name.into(),
        metric: "htm".into(),
        fingerprint: [1; 32],
        entry_bits: 8,
        entries: Some(1 << 20),
    }
}

fn entries() -> Vec<u8> {
    (0..1 << 20).map(|i: u64| ((i * i) >> 7) as u8).collect()
}

fn build(tables: &TableDir, name: &str) -> Result<permutant_store::TableFile, TableError> {
    tables.get_or_build(&description(name), || Ok(entries()))
}

/// Runs in a child process only: builds the same table again and again.
#[test]
fn child_that_builds_until_it_is_killed() {
    let Some(directory) = std::env::var_os(CHILD) else { return };
    let tables = TableDir::new(Path::new(&directory));
    loop {
        tables.build(&description("killed"), || Ok::<_, TableError>(entries())).unwrap();
    }
}

#[test]
fn a_killed_builder_leaves_a_whole_table_or_none() {
    let directory = tempfile::tempdir().unwrap();
    let tables = TableDir::new(directory.path());
    let mut seen = (0, 0);
    for round in 0..25u64 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "child_that_builds_until_it_is_killed"])
            .env(CHILD, directory.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // Different moments of the work, from before the first file to the middle of a later one.
        std::thread::sleep(Duration::from_micros(1500 * round + 777));
        child.kill().unwrap();
        child.wait().unwrap();
        for listed in tables.list().unwrap() {
            match listed.state {
                FileState::Whole { .. } => {
                    seen.0 += 1;
                    tables.open(&description("killed")).unwrap().verify().unwrap();
                }
                FileState::Unfinished => seen.1 += 1,
                FileState::Unusable(why) => panic!("{why}"),
                FileState::NotPlain(kind) => panic!("{kind}"),
            }
        }
        // The next builder is not blocked, and it removes the leftovers.
        build(&tables, "killed").unwrap().verify().unwrap();
        if round % 5 == 4 {
            assert!(tables.clean(true).unwrap().passed_over.is_empty());
            assert!(tables.list().unwrap().is_empty());
        }
    }
    assert!(seen.0 > 0, "no round left a table: {seen:?}");
}

#[test]
fn of_many_builders_one_builds() {
    let directory = tempfile::tempdir().unwrap();
    let tables = TableDir::new(directory.path().join("made/when/needed"));
    let built = AtomicU32::new(0);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                let table = tables.get_or_build(&description("wanted"), || {
                    built.fetch_add(1, Ordering::SeqCst);
                    std::thread::sleep(Duration::from_millis(30));
                    Ok::<_, TableError>(entries())
                });
                assert_eq!(table.unwrap().entries(), entries());
            });
        }
    });
    assert_eq!(built.load(Ordering::SeqCst), 1);
}

#[test]
fn damage_is_found() {
    let directory = tempfile::tempdir().unwrap();
    let tables = TableDir::new(directory.path());
    let path = directory.path().join("t.table");
    let whole = {
        build(&tables, "t").unwrap().verify().unwrap();
        std::fs::read(&path).unwrap()
    };
    let with = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = whole.clone();
        change(&mut bytes);
        std::fs::remove_file(&path).unwrap();
        std::fs::write(&path, bytes).unwrap();
        tables.open(&description("t"))
    };
    // Truncated, too long, or with another header: reported when the table is opened.
    let told = with(&|bytes| bytes.truncate(5000)).unwrap_err();
    assert!(matches!(told, TableError::Length { found: 5000, .. }), "{told}");
    assert!(told.to_string().contains("permutant tables build t"), "{told}");
    assert!(matches!(with(&|bytes| bytes.push(0)).unwrap_err(), TableError::Length { .. }));
    assert!(matches!(with(&|bytes| bytes[40] ^= 1).unwrap_err(), TableError::Header { .. }));
    assert!(with(&Vec::clear).is_err());
    // A flipped bit among the entries: reported when the table is verified.
    let table = with(&|bytes| bytes[HEADER_BYTES + 4321] ^= 16).unwrap();
    assert!(matches!(table.verify().unwrap_err(), TableError::Damaged { .. }));
    assert!(tables.verify(|_, _| Ok(())).unwrap()[0].result.is_err());
    // Another table with this name is replaced by the requested one.
    let other = Description { fingerprint: [2; 32], ..description("t") };
    assert!(matches!(tables.open(&other).unwrap_err(), TableError::Header { .. }));
    tables.get_or_build(&other, || Ok::<_, TableError>(entries())).unwrap();
    tables.open(&other).unwrap().verify().unwrap();
}

#[test]
fn a_builder_that_fails_leaves_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let tables = TableDir::new(directory.path());
    let short = tables.get_or_build(&description("t"), || Ok::<_, TableError>(vec![0; 5]));
    assert!(matches!(short.unwrap_err(), TableError::Built { found: 5, .. }));
    assert!(tables.list().unwrap().is_empty());
    let named = Description { name: "../escape".into(), ..description("t") };
    assert!(tables.get_or_build(&named, || Ok::<_, TableError>(entries())).is_err());
    let file = directory.path().join("file");
    std::fs::write(&file, "").unwrap();
    let told = build(&TableDir::new(file.join("below")), "t").unwrap_err().to_string();
    assert!(told.contains("cannot be created"), "{told}");
}

#[test]
fn the_users_directory_comes_from_the_environment() {
    let of = |set: &[(&str, &str)]| {
        let found = TableDir::of_user(|name| {
            set.iter().find(|(known, _)| *known == name).map(|(_, value)| value.into())
        });
        found.map(|tables| tables.path().to_string_lossy().into_owned())
    };
    assert_eq!(of(&[("PERMUTANT_TABLES", "/t"), ("HOME", "/h")]).as_deref(), Some("/t"));
    assert_eq!(of(&[]), None);
    if cfg!(all(unix, not(target_os = "macos"))) {
        assert_eq!(of(&[("HOME", "/h")]).as_deref(), Some("/h/.cache/permutant/tables"));
        assert_eq!(of(&[("HOME", "/h"), ("XDG_CACHE_HOME", "/c")]).as_deref(), Some("/c/permutant/tables"));
    }
}

#[test]
fn the_room_of_a_directory_is_that_of_its_disk() {
    let directory = tempfile::tempdir().unwrap();
    let here = TableDir::new(directory.path()).room().unwrap();
    // For a directory that does not exist yet, the disk of its parent counts.
    let below = TableDir::new(directory.path().join("not/yet")).room().unwrap();
    assert!(here > 0 && here.abs_diff(below) < here / 2, "{here} {below}");
}

/// A large table that was read once is trusted until its file changes; a small table is read each time.
#[test]
fn what_was_found_right_is_known_until_the_file_changes() {
    let directory = tempfile::tempdir().unwrap();
    let tables = TableDir::new(directory.path());
    let bytes: u64 = 17 << 20;
    let large = Description { entries: Some(bytes), ..description("large") };
    let table = tables.build(&large, || Ok::<_, TableError>(vec![5; bytes as usize])).unwrap();
    assert!(tables.is_checked(&table));
    assert!(!tables.is_checked(&build(&tables, "small").unwrap()));
    drop(table);
    let file = directory.path().join("large.table");
    let whole = std::fs::read(&file).unwrap();
    // The same bytes are written to the same file again: it must be read again, and is found intact.
    std::fs::write(&file, &whole).unwrap();
    let table = tables.open(&large).unwrap();
    assert!(!tables.is_checked(&table));
    let stamps = tables.clone();
    let memory = TableMemory::new(table, false, move |table| stamps.set_checked(table));
    assert_eq!(memory.check().is_sound(|| true), Some(true));
    assert!(tables.is_checked(&tables.open(&large).unwrap()));
    let check = memory.check();
    drop(memory);
    assert_eq!(check.is_sound(|| true), Some(true), "nobody uses it");
    let mut damaged = whole;
    damaged[HEADER_BYTES + 1_000_000] ^= 1;
    // A new file, as every builder creates one; programs may still read the old one.
    std::fs::remove_file(&file).unwrap();
    std::fs::write(&file, damaged).unwrap();
    let memory = TableMemory::new(tables.open(&large).unwrap(), false, |_| panic!("it is not right"));
    assert_eq!(memory.check().is_sound(|| true), Some(false));
    assert!(
        tables.verify(|_, _| Ok(())).unwrap().iter().any(|one| one.name == "large" && one.result.is_err())
    );
    tables.remove("large").unwrap();
    assert!(!directory.path().join("large.checked").exists());
}

/// A trusted table is copied after a while and then read from the copy.
#[test]
fn a_table_in_use_is_copied_beside_it() {
    let directory = tempfile::tempdir().unwrap();
    let tables = TableDir::new(directory.path());
    let table = build(&tables, "copied").unwrap();
    let mapped = table.entries().as_ptr();
    let memory = TableMemory::new(table, true, |_| panic!("it is known to be right"));
    assert_eq!(memory.as_ref().as_ptr(), mapped);
    let patience = std::time::Instant::now();
    while memory.as_ref().as_ptr() == mapped {
        assert!(patience.elapsed() < Duration::from_secs(60), "it is never copied");
        std::thread::sleep(Duration::from_millis(50));
    }
    assert!(memory.as_ref() == entries());
}

/// Links, pipes and directories in the place of a lock or a table are refused at once and left unchanged.
#[cfg(unix)]
#[test]
fn what_is_no_plain_file_is_refused() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name);
    let refused = |kind: &str| {
        let tables = TableDir::new(directory.path());
        let (sender, told) = std::sync::mpsc::channel();
        std::thread::spawn(move || sender.send(build(&tables, "t").unwrap_err().to_string()));
        let told = told.recv_timeout(Duration::from_secs(60)).expect("it waits for something");
        assert!(told.contains(kind) && told.contains("t.") && told.contains("remove it"), "{told}");
    };
    let pipe = |path: &Path| assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
    std::fs::write(at("mine"), "mine").unwrap();
    symlink(at("mine"), at("t.lock")).unwrap();
    refused("a symbolic link");
    assert_eq!(std::fs::read(at("mine")).unwrap(), b"mine");
    std::fs::remove_file(at("t.lock")).unwrap();
    pipe(&at("t.lock"));
    refused("a named pipe");
    std::fs::remove_file(at("t.lock")).unwrap();
    std::fs::create_dir(at("t.lock")).unwrap();
    refused("a directory");
    std::fs::remove_dir(at("t.lock")).unwrap();
    pipe(&at("t.table"));
    refused("a named pipe");
    std::fs::remove_file(at("t.table")).unwrap();
    std::fs::create_dir(at("t.table")).unwrap();
    refused("a directory");
    std::fs::remove_dir(at("t.table")).unwrap();
    // A table may be a link to another one. When it is built anew, it becomes a separate file.
    let tables = TableDir::new(at("below"));
    drop(build(&tables, "t").unwrap());
    std::fs::rename(at("below/t.table"), at("moved")).unwrap();
    symlink(at("moved"), at("below/t.table")).unwrap();
    tables.open(&description("t")).unwrap().verify().unwrap();
    tables.build(&description("t"), || Ok::<_, TableError>(entries())).unwrap();
    assert!(at("moved").is_file() && !at("below/t.table").is_symlink());
    let mode = |name: &str| at(name).metadata().unwrap().permissions().mode() & 0o7777;
    assert_eq!(["below", "below/t.table", "below/t.lock"].map(mode), [0o700, 0o600, 0o600]);
}

/// The record that a table was checked is not written through a link, and a pipe in its place causes no wait.
#[cfg(unix)]
#[test]
fn stamps_are_files_of_their_own() {
    let directory = tempfile::tempdir().unwrap();
    let tables = TableDir::new(directory.path());
    let at = |name: &str| directory.path().join(name);
    std::fs::write(at("mine"), "mine").unwrap();
    std::os::unix::fs::symlink(at("mine"), at("large.checked")).unwrap();
    let bytes: u64 = 17 << 20;
    let large = Description { entries: Some(bytes), ..description("large") };
    let table = tables.build(&large, || Ok::<_, TableError>(vec![5; bytes as usize])).unwrap();
    assert!(tables.is_checked(&table));
    assert_eq!(std::fs::read(at("mine")).unwrap(), b"mine");
    std::fs::remove_file(at("large.checked")).unwrap();
    assert!(Command::new("mkfifo").arg(at("large.checked")).status().unwrap().success());
    assert!(!tables.is_checked(&table));
}

#[test]
fn cleaning_passes_over_what_is_no_file() {
    let directory = tempfile::tempdir().unwrap();
    let tables = TableDir::new(directory.path());
    let at = |name: &str| directory.path().join(name);
    std::fs::create_dir(at("a.abc.unfinished")).unwrap();
    std::fs::write(at("b.abc.unfinished"), "half of it").unwrap();
    std::fs::write(at("c.table"), "no table").unwrap();
    let cleaned = tables.clean(false).unwrap();
    assert_eq!(cleaned.removed, 2);
    let [TableError::NotPlain { path, kind: "a directory" }] = &cleaned.passed_over[..] else {
        panic!("{:?}", cleaned.passed_over)
    };
    assert_eq!(path, &at("a.abc.unfinished"));
    // The object does not affect any other operation.
    build(&tables, "a").unwrap().verify().unwrap();
}

/// What only the writer of a table can check is left to the caller.
#[test]
fn contents_that_do_not_fit_together_are_found() {
    let directory = tempfile::tempdir().unwrap();
    let tables = TableDir::new(directory.path());
    build(&tables, "t").unwrap();
    let verified = tables.verify(|_, entries| Err(format!("{} are too many", entries.len()))).unwrap();
    let told = verified[0].result.as_ref().unwrap_err().to_string();
    assert!(told.contains("1048576 are too many") && told.contains("tables remove t"), "{told}");
}
