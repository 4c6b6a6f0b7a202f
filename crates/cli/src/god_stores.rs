//! Where a count in parts keeps its states: a directory, or the directories of several processes.
//!
//! Start at [`Stores::open`]. With `--processes`, this process starts the others: the same command with the options of a cluster. They end
//! when this one does.

use crate::args::God;
use crate::exit::Failure;
use crate::interrupt;
use crate::output::Output;
use crate::text_file;
use permutant::search::limits::Control;
use permutant::search::parted::level_store::LevelStore;
use permutant_cluster::{Cluster, ClusterStore, ConnectError, HandshakeError, Hosts, Secret, free_addresses};
use permutant_store::LevelDir;
use std::ffi::OsString;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// The store of a count, and the processes that were started for it.
#[derive(Debug)]
pub(crate) struct Stores {
    store: Box<dyn LevelStore>,
    started: Started,
    /// Whether this process prints the result: the first of a cluster.
    pub(crate) is_first: bool,
    /// Threads and memory of each process.
    pub(crate) threads: usize,
    pub(crate) memory: u64,
}

/// Processes that end with this one.
#[derive(Debug, Default)]
struct Started(Vec<Child>);

impl Started {
    /// Waits until they end by themselves.
    fn wait(mut self) {
        for mut child in self.0.drain(..) {
            let _ = child.wait();
        }
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        // Without this process they cannot go on.
        for child in &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Stores {
    /// The store that the options name, if they name one. `request` says what is counted and how, in words that all processes agree on.
    pub(crate) fn open(
        args: &God,
        output: &Output,
        (threads, memory): (usize, u64),
        request: &str,
    ) -> Result<Option<Self>, Failure> {
        let Some(path) = &args.disk else { return Ok(None) };
        let single = |store| Stores { store, started: Started::default(), is_first: true, threads, memory };
        if let Some(processes) = args.processes {
            if processes == 1 {
                return Ok(Some(single(Box::new(LevelDir::new(path, args.keep)))));
            }
            return Stores::of_processes(args, path, usize::from(processes), (threads, memory), request)
                .map(Some);
        }
        let (Some(hosts), Some(process)) = (&args.hosts, args.process) else {
            return Ok(Some(single(Box::new(LevelDir::new(path, args.keep)))));
        };
        let hosts = Hosts::parse(&text_file::read(hosts)?)
            .map_err(|fault| Failure::bad_input(format!("{}: {fault}", hosts.display())))?;
        let process = usize::from(process);
        if process >= hosts.processes() {
            let most = hosts.processes() - 1;
            return Err(Failure::bad_input(format!(
                "--process {process}: the hosts are numbered 0 to {most}"
            )));
        }
        let secret = match &args.secret_file {
            Some(path) => Secret::new(text_file::read(path)?.as_bytes()),
            None if hosts.is_local() => Secret::new(b""),
            None => {
                return Err(Failure::bad_input("processes on several machines need a --secret-file")
                    .help("write a long random text to a file, and copy it to all machines by a safe way"));
            }
        };
        output.note(&format!("process {process} waits for the others"));
        let fingerprint = fingerprint(request, threads, memory);
        let cluster = Cluster { hosts, process, secret, fingerprint };
        let store = connect(&cluster, path, args.keep)?;
        Ok(Some(Stores { is_first: process == 0, ..single(Box::new(store)) }))
    }

    /// Starts processes on this machine, which divide threads and memory.
    fn of_processes(
        args: &God,
        path: &Path,
        processes: usize,
        (threads, memory): (usize, u64),
        request: &str,
    ) -> Result<Self, Failure> {
        if args.puzzle == "-" {
            return Err(Failure::bad_input("a puzzle from standard input reaches one process only")
                .help("write it to a file, and name the file"));
        }
        let failed = |what: &str, error: &dyn std::fmt::Display| Failure::limit(format!("{what}: {error}"));
        let (threads, memory) = ((threads / processes).max(1), memory / processes as u64);
        let addresses = free_addresses(processes).map_err(|error| failed("no free ports", &error))?;
        let hosts = Hosts::parse(&addresses).map_err(|fault| Failure::bad_input(fault.to_string()))?;
        let secret = Secret::random_text().map_err(|fault| failed("no secret", &fault))?;
        let program = std::env::current_exe().map_err(|error| failed("the program is not found", &error))?;
        // The others read hosts and secret from files that only the user can read.
        let files = tempfile::tempdir().map_err(|error| failed("no temporary directory", &error))?;
        let (hosts_file, secret_file) = (files.path().join("hosts"), files.path().join("secret"));
        std::fs::write(&hosts_file, &addresses)
            .and_then(|()| std::fs::write(&secret_file, &secret))
            .map_err(|error| failed("no temporary file", &error))?;
        let mut started = Started::default();
        for process in 1..processes {
            let child = Command::new(&program)
                .args(others_arguments())
                .arg("--hosts")
                .arg(&hosts_file)
                .args(["--process".to_string(), process.to_string()])
                .arg("--secret-file")
                .arg(&secret_file)
                .args([format!("--threads={threads}"), format!("--memory={memory}"), "--quiet".to_string()])
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .spawn()
                .map_err(|error| failed("a process was not started", &error))?;
            started.0.push(child);
        }
        let fingerprint = fingerprint(request, threads, memory);
        let secret = Secret::new(secret.as_bytes());
        let cluster = Cluster { hosts, process: 0, secret, fingerprint };
        let store = connect(&cluster, path, args.keep)?;
        Ok(Stores { store: Box::new(store), started, is_first: true, threads, memory })
    }

    /// The store.
    pub(crate) fn store(&self) -> &dyn LevelStore {
        &*self.store
    }

    /// Waits for the processes that were started, after a count that all of them ended. Otherwise they are ended when this is dropped.
    pub(crate) fn finish(self) {
        // The others wait until this one is done with the store.
        drop(self.store);
        self.started.wait();
    }
}

fn connect(cluster: &Cluster, path: &Path, stays: bool) -> Result<ClusterStore, Failure> {
    let control = Control::new().with_cancel(interrupt::flag());
    ClusterStore::connect(cluster, path, stays, &control).map_err(|fault| match fault {
        ConnectError::Handshake(HandshakeError::Stopped(_)) => Failure::interrupted(),
        fault => Failure::limit(fault.to_string()),
    })
}

/// What all processes must agree on.
fn fingerprint(request: &str, threads: usize, memory: u64) -> [u8; 32] {
    Cluster::fingerprint(&format!("{request}\n{threads} threads, {memory} bytes"))
}

/// The arguments of this process without those that differ for the others. The last of an option that occurs twice is not taken: clap
/// refuses it, so threads and memory are left out too.
fn others_arguments() -> Vec<OsString> {
    const VALUES: [&str; 3] = ["--processes", "--threads", "--memory"];
    const SWITCHES: [&str; 4] = ["--quiet", "-q", "--json", "--explain"];
    let mut kept = Vec::new();
    let mut arguments = std::env::args_os().skip(1);
    while let Some(argument) = arguments.next() {
        let text = argument.to_string_lossy();
        if VALUES.contains(&&*text) {
            arguments.next();
        } else if !SWITCHES.contains(&&*text)
            && !VALUES.iter().any(|name| text.strip_prefix(name).is_some_and(|rest| rest.starts_with('=')))
        {
            kept.push(argument);
        }
    }
    kept
}
