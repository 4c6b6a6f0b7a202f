//! Counts of `god` on a disk and in several processes: equal counts, kills, damage, full disks.

use crate::program::{json_lines, ok, run};
use serde_json::Value;
use std::path::{Path, PathBuf};

fn count(args: &[&str]) -> Value {
    let args: Vec<&str> = ["god"].iter().chain(args).chain(&["--json", "--no-tables"]).copied().collect();
    json_lines(&ok(&args)).remove(0)
}

/// The files of the count in a directory, if it is unfinished.
fn files(directory: &Path) -> Vec<PathBuf> {
    let entries = |path: &Path| {
        let entries = std::fs::read_dir(path).into_iter().flatten().flatten();
        entries.map(|entry| entry.path()).collect::<Vec<_>>()
    };
    entries(directory).iter().flat_map(|count| entries(count)).collect()
}

/// By rows with symmetry and without, with identical pieces, with a blank, with moves of different costs, with moves that are not always
/// possible, with several goals; on a disk with a budget that holds hardly more than the program, and in two and three processes.
#[test]
fn counts_in_parts_equal_counts_in_memory() {
    let directory = tempfile::tempdir().unwrap();
    let disk = directory.path().to_str().unwrap();
    for args in [
        &["pancake:8"][..],
        &["2x2x2", "--symmetry", "off", "--moves", "U,R2,F2"],
        &["2x2x2", "--depth", "7"],
        &["3x3x3", "--ignore", "CORNERS", "--depth", "4"],
        &["3x3x3", "--subgroup", "U,D,R,L,F2,B2"],
        &["slide:3x2"],
        &["skewb", "--metric", "R=1,U=2,L=1,B=1", "--moves", "R,U,L", "--depth", "7"],
        &["bicube", "--depth", "5"],
        &["square-1", "--depth", "3"],
        &["2x2x2", "--up-to-rotation", "--depth", "5"],
        &["3x3x3", "--metric", "qtm", "--depth", "5"],
    ] {
        let expected = count(args);
        for more in [&["--memory", "16MiB"][..], &["--processes", "2"], &["--processes", "3"]] {
            let with_disk = [args, &["--disk", disk], more].concat();
            let told = count(&with_disk);
            for key in ["distribution", "total", "complete", "diameter"] {
                assert_eq!(told[key], expected[key], "{with_disk:?}");
            }
            let lengths = |told: &Value| {
                let antipodes = told["antipodes"].as_array().unwrap();
                antipodes.iter().map(|antipode| antipode["length"].clone()).collect::<Vec<_>>()
            };
            assert_eq!(lengths(&told), lengths(&expected), "{with_disk:?}");
            assert_eq!(told["method"], "parts");
        }
    }
}

#[test]
fn a_count_on_a_disk_continues() {
    let directory = tempfile::tempdir().unwrap();
    let disk = directory.path().to_str().unwrap();
    let expected = count(&["pyraminx", "--moves", "U,L,R,B"]);
    let mut args = vec!["pyraminx", "--moves", "U,L,R,B", "--disk", disk, "--depth", "5"];
    count(&args);
    assert!(!files(directory.path()).is_empty());
    // In other numbers of processes, and with another budget.
    args.truncate(5);
    count(&[&args[..], &["--depth", "6", "--processes", "3"]].concat());
    count(&[&args[..], &["--depth", "7", "--processes", "2"]].concat());
    let kept = [&args[..], &["--memory", "100MiB", "--keep"]].concat();
    let told = count(&kept);
    assert_eq!(told["distribution"], expected["distribution"]);
    assert!(!files(directory.path()).is_empty());
    let again = run(&[&["god"], &kept[..], &["--json", "--explain"]].concat());
    assert!(again.code == 0 && again.err.contains("continued after level"), "{}", again.err);
    assert_eq!(json_lines(&again.out)[0], told);
    count(&args);
    assert!(files(directory.path()).is_empty(), "a complete count leaves nothing");
}

#[test]
fn a_damaged_level_is_named() {
    let directory = tempfile::tempdir().unwrap();
    let disk = directory.path().to_str().unwrap();
    for (args, depths) in [
        (&["pancake:9"][..], ["5", "7"]),
        (&["skewb", "--metric", "R=1,U=2,L=1,B=1", "--moves", "R,U,L"], ["5", "8"]),
    ] {
        let with = |depth: &'static str| {
            [&["god"], args, &["--disk", disk, "--json", "--no-tables", "--depth", depth]].concat()
        };
        ok(&with(depths[0]));
        let is_part = |path: &&PathBuf| path.to_string_lossy().contains(".part-");
        let file = files(directory.path()).iter().filter(is_part).max().unwrap().clone();
        let whole = std::fs::read(&file).unwrap();
        let mut bytes = whole.clone();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 4;
        std::fs::write(&file, &bytes).unwrap();
        let refused = run(&with(depths[1]));
        assert_eq!(refused.code, 3, "{}", refused.err);
        let name = file.file_name().unwrap().to_str().unwrap();
        assert!(refused.err.contains(name) && refused.err.contains("damaged"), "{}", refused.err);
        // Shorter than it was, and absent.
        std::fs::write(&file, &whole[..middle]).unwrap();
        assert!(run(&with(depths[1])).err.contains(name));
        std::fs::remove_file(&file).unwrap();
        assert!(run(&with(depths[1])).err.contains(name));
        std::fs::write(&file, &whole).unwrap();
        ok(&with(depths[1]));
        std::fs::remove_dir_all(file.parent().unwrap()).unwrap();
    }
}

/// By rows with symmetry and without, by whole states, with several goals, with moves of different costs and with impossible ones.
#[test]
fn positions_are_solved_by_a_complete_count() {
    let directory = tempfile::tempdir().unwrap();
    let disk = directory.path().to_str().unwrap();
    for (puzzle, options) in [
        ("skewb", &[][..]),
        ("pancake:8", &[]),
        ("2x2x2", &["--moves", "U,R2,F2", "--symmetry", "off"]),
        ("3x3x3", &["--moves", "U2,R2,F2"]),
        ("skewb", &["--metric", "R=1,U=2,L=1,B=1", "--moves", "R,U"]),
        ("slide:3x2", &[]),
        ("2x2x2", &["--up-to-rotation", "--moves", "U,R2"]),
    ] {
        let told = ok(&[&["god", puzzle, "--disk", disk, "--keep", "--antipodes", "3"], options].concat());
        let scrambles =
            told.lines().filter_map(|line| line.strip_prefix("farthest: ")?.split_once("  solved"));
        let mut positions: Vec<&str> = scrambles.map(|(scramble, _)| scramble).collect();
        let shorter: Vec<String> =
            positions.iter().map(|all| all.rsplit_once(' ').unwrap().0.into()).collect();
        positions.extend(shorter.iter().map(String::as_str));
        assert!(positions.len() >= 2, "{puzzle}: {told}");
        for position in positions {
            let solve = |more: &[&str]| {
                json_lines(&ok(&[&["solve", puzzle, position, "--json"], more, options].concat())).remove(0)
            };
            let (by_count, by_search) =
                (solve(&["--disk", disk]), solve(&["--method", "search", "--optimal"]));
            assert_eq!(by_count["length"], by_search["length"], "{puzzle} {position}");
            assert_eq!((&by_count["method"], &by_count["optimal"]), (&"count".into(), &true.into()));
        }
    }
    // What was not counted, not to the end, or of states that are not there.
    for (args, code, expected) in [
        (&["solve", "pyraminx", "U"][..], 2, "no count of these states"),
        (&["solve", "skewb", "R", "--metric", "qtm", "--moves", "U"], 1, "cannot be solved"),
        (&["solve", "skewb", "R", "--solutions", "2"], 2, "--solutions"),
    ] {
        let refused = run(&[args, &["--disk", disk]].concat());
        assert!(refused.code == code && refused.err.contains(expected), "{args:?}: {}", refused.err);
    }
    ok(&["god", "dino", "--depth", "3", "--disk", disk]);
    let refused = run(&["solve", "dino", "UFR", "--disk", disk]);
    assert!(refused.code == 2 && refused.err.contains("up to distance 3"), "{}", refused.err);
    // Damage is found before anything is answered.
    for file in files(directory.path()) {
        let mut bytes = std::fs::read(&file).unwrap();
        if file.to_string_lossy().contains(".part-") {
            bytes[0] ^= 1;
            std::fs::write(&file, bytes).unwrap();
        }
    }
    let refused = run(&["solve", "skewb", "R U", "--disk", disk]);
    assert!(refused.code == 3 && refused.err.contains("damaged"), "{}", refused.err);
}

#[test]
fn options_that_make_no_sense_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let disk = directory.path().to_str().unwrap();
    let hosts = directory.path().join("hosts");
    std::fs::write(&hosts, "192.0.2.1:2101\n192.0.2.2:2101\n").unwrap();
    let hosts = hosts.to_str().unwrap();
    for (args, expected) in [
        (&["god", "2x2x2", "--keep"][..], "--disk"),
        (&["god", "2x2x2", "--processes", "2"], "--disk"),
        (&["god", "2x2x2", "--disk", disk, "--hosts", hosts], "--process"),
        (&["god", "2x2x2", "--disk", disk, "--hosts", hosts, "--process", "0"], "--secret-file"),
        (&["god", "2x2x2", "--disk", disk, "--hosts", hosts, "--process", "2"], "numbered 0 to 1"),
        (&["god", "2x2x2", "--disk", disk, "--classes"], "--classes"),
        (&["god", "-", "--disk", disk, "--processes", "2"], "standard input"),
    ] {
        let refused = crate::program::run_with_input(args, "Name a\nSet A 2 1\nSolved\nA\n1 2\nEnd\n");
        assert_eq!(refused.code, 2, "{args:?}: {}", refused.err);
        assert!(refused.err.contains(expected), "{args:?}: {}", refused.err);
    }
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::process::{Child, Command, Stdio};
    use std::time::Duration;

    fn start(args: &[&str]) -> Child {
        Command::new(env!("CARGO_BIN_EXE_permutant"))
            .args(args)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap()
    }

    /// The processes that a process started.
    fn children(parent: u32) -> Vec<u32> {
        let found = Command::new("pgrep").args(["-P", &parent.to_string()]).output();
        let text =
            found.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
        text.split_whitespace().filter_map(|word| word.parse().ok()).collect()
    }

    /// Numbers that look random and are the same every time.
    fn next(state: &mut u64) -> u64 {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        *state >> 33
    }

    #[test]
    fn killed_processes_lose_nothing() {
        let directory = tempfile::tempdir().unwrap();
        let disk = directory.path().to_str().unwrap();
        let args = ["god", "pancake:9", "--disk", disk, "--json", "--no-tables", "--processes"];
        let expected = count(&["pancake:9"]);
        let mut random = 7;
        for kill in 0..20 {
            let processes = ["1", "2", "3"][kill % 3];
            let mut first = start(&[&args[..], &[processes]].concat());
            std::thread::sleep(Duration::from_millis(20 + next(&mut random) % 400));
            let mut all = children(first.id());
            all.push(first.id());
            let victim = all[next(&mut random) as usize % all.len()];
            let _ = Command::new("kill").args(["-9", &victim.to_string()]).stderr(Stdio::null()).status();
            // The others end by themselves.
            first.wait().unwrap();
        }
        // On a busy machine, processes of the last one may still be about to end.
        let mut again = run(&[&args[..], &["2"]].concat());
        for _ in 0..100 {
            if !again.err.contains("another program counts there") {
                break;
            }
            std::thread::sleep(Duration::from_millis(100));
            again = run(&[&args[..], &["2"]].concat());
        }
        assert_eq!(again.code, 0, "{}", again.err);
        assert_eq!(json_lines(&again.out).remove(0)["distribution"], expected["distribution"]);
        assert!(files(directory.path()).is_empty());
    }

    /// Programs that count the same in one directory take turns; each finds it as the one before left it, or removed it. On a busy machine
    /// one may wait in vain, and says so.
    #[test]
    fn programs_take_turns() {
        let directory = tempfile::tempdir().unwrap();
        let disk = directory.path().to_str().unwrap();
        let args = ["god", "pancake:7", "--disk", disk, "--no-tables"];
        let program = || {
            Command::new(env!("CARGO_BIN_EXE_permutant"))
                .args(args)
                .stdout(Stdio::null())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap()
        };
        let all: Vec<Child> = (0..6).map(|_| program()).collect();
        let ended: Vec<_> = all.into_iter().map(|child| child.wait_with_output().unwrap()).collect();
        for output in &ended {
            let text = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success() || text.contains("another program counts there"), "{text}");
        }
        assert!(ended.iter().any(|output| output.status.success()));
        assert!(files(directory.path()).is_empty());
    }

    #[test]
    fn a_full_disk_loses_nothing() {
        let directory = tempfile::tempdir().unwrap();
        let disk = directory.path().to_str().unwrap();
        for (puzzle, limit) in [("pancake:9", 4), ("pancake:9", 100), ("square-1", 8)] {
            let script = format!(
                "ulimit -f {limit}; exec \"$0\" god {puzzle} --disk '{disk}' --no-tables --json --depth 6 --threads 1"
            );
            let full =
                Command::new("sh").args(["-c", &script, env!("CARGO_BIN_EXE_permutant")]).output().unwrap();
            let told = String::from_utf8(full.stderr).unwrap() + &String::from_utf8(full.stdout).unwrap();
            assert_eq!(full.status.code(), Some(3), "{told}");
            assert!(told.contains("cannot be written") && told.contains("level-"), "{told}");
            // The first one does not even hold the solved state.
            if limit > 4 {
                assert!(
                    told.contains(" had written ") && told.contains(" more; the states within "),
                    "{told}"
                );
            }
            let expected = count(&[puzzle, "--depth", "4"]);
            let told = count(&[puzzle, "--depth", "4", "--disk", disk]);
            assert_eq!(told["distribution"], expected["distribution"]);
        }
    }

    /// The greatest resident memory of a process so far, in bytes.
    #[cfg(target_os = "linux")]
    fn peak(process: u32) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        Some(line.trim().trim_end_matches("kB").trim().parse::<u64>().ok()? << 10)
    }

    /// By rows, by rows with symmetry, and by whole states, in one process and in several, which divide the memory.
    #[cfg(target_os = "linux")]
    #[test]
    fn memory_stays_within_the_budget() {
        let directory = tempfile::tempdir().unwrap();
        let disk = directory.path().to_str().unwrap();
        let weighted = ["skewb", "--metric", "R=1,U=2,L=1,B=1", "--moves", "R,U,L"];
        for (args, mebibytes, processes) in [
            (&["pancake:10"][..], 32, 1),
            (&["pancake:10"], 64, 2),
            (&["pancake:10"], 96, 3),
            (&["pyraminx"], 48, 1),
            (&["pyraminx"], 128, 3),
            (&weighted, 32, 1),
            (&weighted, 96, 3),
        ] {
            let (memory, number) = (format!("{mebibytes}MiB"), processes.to_string());
            let budget = ["--disk", disk, "--memory", &memory, "--processes", &number, "--no-tables"];
            let mut first = start(&[&["god"], args, &budget].concat());
            let (mut most, mut all) = (0, vec![first.id()]);
            while first.try_wait().unwrap().is_none() {
                if all.len() < processes {
                    all.truncate(1);
                    all.extend(children(first.id()));
                }
                most = all.iter().filter_map(|&process| peak(process)).max().unwrap_or(0).max(most);
                std::thread::sleep(Duration::from_millis(5));
            }
            let code = first.wait().unwrap().code();
            assert_eq!(code, Some(0), "{args:?}");
            let allowed = (mebibytes << 20) / processes as u64;
            assert!(
                most <= allowed + allowed / 10,
                "{args:?}: {most} bytes where {allowed} are allowed to each of {processes}"
            );
        }
    }

    /// Processes that are started by hand, each with a directory of its own, as on machines of their own.
    #[test]
    fn hosts_share_a_count() {
        let directory = tempfile::tempdir().unwrap();
        let at = |name: &str| directory.path().join(name).to_str().unwrap().to_string();
        let port = |base: u16| {
            let socket = std::net::TcpListener::bind(("127.0.0.1", base)).unwrap();
            socket.local_addr().unwrap().to_string()
        };
        let expected = count(&["pancake:8"]);
        std::fs::write(at("secret"), "a long text").unwrap();
        for (processes, depth) in [(2, "4"), (3, "6"), (3, "100")] {
            let hosts: String = (0..processes).map(|_| port(0) + "\n").collect();
            std::fs::write(at("hosts"), hosts).unwrap();
            let (hosts, secret) = (at("hosts"), at("secret"));
            let shared =
                ["god", "pancake:8", "--json", "--no-tables", "--hosts", &hosts, "--secret-file", &secret];
            let shared = [&shared[..], &["--depth", depth]].concat();
            let others: Vec<Child> = (1..processes)
                .map(|process| {
                    let (disk, process) = (at(&format!("disk-{process}")), process.to_string());
                    start(&[&shared[..], &["--disk", &disk, "--process", &process]].concat())
                })
                .collect();
            let disk = at("disk-0");
            let told = ok(&[&shared[..], &["--disk", &disk, "--process", "0"]].concat());
            let told = json_lines(&told).remove(0);
            let levels = told["distribution"].as_array().unwrap();
            assert_eq!(levels[..], expected["distribution"].as_array().unwrap()[..levels.len()]);
            for mut other in others {
                assert!(other.wait().unwrap().success());
            }
        }
    }
}
