//! The program, called as a user calls it, with words, standard input and possibly a signal; and everything that is
//! visible from outside.
//!
//! Start at [`Program::call`].

use crate::process::{self, End};
use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The default time limit of a call: ten times that of the slowest on an idle machine.
const PATIENCE: Duration = Duration::from_secs(60);
/// The interval between two checks of a child.
const PAUSE: Duration = Duration::from_millis(1);
/// The number of bytes of each stream that are kept.
const KEPT: u64 = 16 << 20;

/// The path of the program.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    path: PathBuf,
}

/// A call to be made.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    program: PathBuf,
    folder: PathBuf,
    words: Vec<OsString>,
    input: Vec<u8>,
    patience: Duration,
    signal: Option<(Duration, i32)>,
    /// A command that a shell runs before it becomes the program, such as `ulimit -f 10`.
    before: Option<&'static str>,
    /// The user number under which the call is made.
    user: Option<u32>,
}

/// The observed result of a call.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) out: String,
    pub(crate) err: String,
    /// The exit code or the signal.
    pub(crate) how: Result<i32, i32>,
    pub(crate) cpu: Duration,
    pub(crate) wall: Duration,
    pub(crate) peak: u64,
    /// Whether it exceeded its time limit and was killed.
    pub(crate) overdue: bool,
    /// The elapsed time and the processor time after the signal of the call, if the program was still running when it
    /// was sent.
    pub(crate) after_signal: Option<(Duration, Option<Duration>)>,
}

impl Program {
    /// A program at an absolute path.
    pub(crate) fn new(path: PathBuf) -> Self {
        Program { path }
    }

    /// A call in a folder, which is also the directory of the tables unless the words say otherwise.
    pub(crate) fn call<W: Into<OsString>>(&self, folder: &Path, words: impl IntoIterator<Item = W>) -> Call {
        Call {
            program: self.path.clone(),
            folder: folder.to_path_buf(),
            words: words.into_iter().map(Into::into).collect(),
            input: Vec::new(),
            patience: PATIENCE,
            signal: None,
            before: None,
            user: None,
        }
    }

    /// Starts the program as a child that keeps running, for a server. Its standard output is a pipe.
    pub(crate) fn start(&self, folder: &Path, words: &[&str]) -> io::Result<std::process::Child> {
        let mut command = self.call(folder, words).command();
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()
    }
}

impl Call {
    pub(crate) fn input(mut self, input: impl Into<Vec<u8>>) -> Self {
        self.input = input.into();
        self
    }

    pub(crate) fn patience(mut self, seconds: u64) -> Self {
        self.patience = Duration::from_secs(seconds);
        self
    }

    /// Sends a signal this long after the start.
    pub(crate) fn signal(mut self, after: Duration, signal: i32) -> Self {
        self.signal = Some((after, signal));
        self
    }

    /// Makes a shell run a command before it becomes the program.
    pub(crate) fn before(mut self, script: &'static str) -> Self {
        self.before = Some(script);
        self
    }

    /// Makes the call as another user, which only root can do.
    pub(crate) fn user(mut self, user: u32) -> Self {
        self.user = Some(user);
        self
    }

    fn command(&self) -> Command {
        let mut command = match self.before {
            None => Command::new(&self.program),
            Some(script) => {
                let mut shell = Command::new("sh");
                shell.args(["-c", &format!("{script}; exec \"$0\" \"$@\"")]).arg(&self.program);
                shell
            }
        };
        command
            .args(&self.words)
            .current_dir(&self.folder)
            .env_remove("PERMUTANT_TABLES")
            .env("HOME", &self.folder)
            .env("XDG_CACHE_HOME", self.folder.join("cache"));
        #[cfg(unix)]
        if let Some(user) = self.user {
            std::os::unix::process::CommandExt::uid(&mut command, user);
        }
        command
    }

    /// The call as it would be typed in a shell.
    pub(crate) fn shown(&self) -> String {
        let mut words = vec!["permutant".to_string()];
        words.extend(self.words.iter().map(|word| quoted(&word.to_string_lossy())));
        let mut line = words.join(" ");
        if let Some(script) = self.before {
            line = format!("({script}; {line})");
        }
        if !self.input.is_empty() {
            line = format!("printf %s {} | {line}", quoted(&String::from_utf8_lossy(&self.input)));
        }
        match self.signal {
            Some((after, signal)) => format!("{line}  # signal {signal} after {after:?}"),
            None => line,
        }
    }

    /// Makes the call and waits for its end.
    pub(crate) fn run(&self) -> io::Result<Run> {
        let mut child =
            self.command().stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        let begun = Instant::now();
        let pid = child.id();
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        std::thread::scope(|scope| {
            scope.spawn(|| {
                // A program that needs no input may ignore it.
                stdin.map(|mut stdin| stdin.write_all(&self.input))
            });
            let out = scope.spawn(|| stdout.map(text).unwrap_or_default());
            let err = scope.spawn(|| stderr.map(text).unwrap_or_default());
            let (end, overdue, signalled) = self.look_after(pid, begun)?;
            let wall = begun.elapsed();
            let after_signal = signalled
                .map(|(at, cpu)| (wall.saturating_sub(at), cpu.map(|before| end.cpu.saturating_sub(before))));
            let (out, err) = (out.join().unwrap_or_default(), err.join().unwrap_or_default());
            let End { how, cpu, peak } = end;
            Ok(Run { out, err, how, cpu, wall, peak, overdue, after_signal })
        })
    }

    /// Waits for the end. Also returns whether the child had to be killed, and when it received its signal and what it
    /// had used by then.
    #[allow(clippy::type_complexity)] // three facts of one wait
    fn look_after(
        &self,
        pid: u32,
        begun: Instant,
    ) -> io::Result<(End, bool, Option<(Duration, Option<Duration>)>)> {
        let mut overdue = false;
        let mut signalled = None;
        loop {
            if let Some(end) = process::ended(pid)? {
                return Ok((end, overdue, signalled));
            }
            let passed = begun.elapsed();
            if let Some((after, signal)) = self.signal
                && signalled.is_none()
                && passed >= after
            {
                signalled = Some((passed, process::cpu_so_far(pid)));
                process::signal(pid, signal);
            }
            if passed > self.patience && !overdue {
                overdue = true;
                process::signal(pid, libc::SIGKILL);
            }
            std::thread::sleep(PAUSE);
        }
    }
}

/// The content of a stream, up to [`KEPT`] bytes. The rest is read and discarded, so that the writer is not blocked.
fn text(mut stream: impl Read) -> String {
    let mut bytes = Vec::new();
    let _ = stream.by_ref().take(KEPT).read_to_end(&mut bytes);
    let _ = io::copy(&mut stream, &mut io::sink());
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A word quoted for a shell.
pub(crate) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,%+@".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_string();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

impl Run {
    /// Whether it ended by itself with this code.
    pub(crate) fn is(&self, code: i32) -> bool {
        self.how == Ok(code) && !self.overdue
    }

    /// The results of `--json`, one per line; lines that are not JSON are omitted.
    pub(crate) fn json(&self) -> Vec<serde_json::Value> {
        self.out.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
    }

    /// The first result.
    pub(crate) fn first(&self) -> serde_json::Value {
        self.json().into_iter().next().unwrap_or_default()
    }

    /// A summary of how it ended and what it printed.
    pub(crate) fn told(&self) -> String {
        let how = match self.how {
            _ if self.overdue => format!("no end within {:.1} s", self.wall.as_secs_f64()),
            Ok(code) => format!("exit code {code}"),
            Err(signal) => format!("ended by signal {signal}"),
        };
        format!("{how}; {}{}", shortened(self.out.trim()), shortened(self.err.trim()))
    }

    /// A breach of the contract that applies to every call: an end by a signal, an unknown exit code, a panic, or no
    /// end in time.
    pub(crate) fn breach(&self) -> Option<&'static str> {
        if self.overdue {
            return Some("an answer in time");
        }
        let of_contract = self.how.is_ok_and(|code| [0, 1, 2, 3, 130].contains(&code));
        if !of_contract {
            return Some("an exit code of 0, 1, 2, 3 or 130");
        }
        ["panicked at", "internal error", "please report"]
            .iter()
            .any(|word| self.err.contains(word) || self.out.contains(word))
            .then_some("no internal error")
    }
}

fn shortened(text: &str) -> String {
    const SHOWN: usize = 600;
    if text.chars().count() <= SHOWN {
        return text.to_string();
    }
    text.chars().take(SHOWN).chain("…".chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(script: &str) -> Call {
        Program::new("/bin/sh".into()).call(Path::new("/"), ["-c", script])
    }

    #[test]
    fn what_a_call_does_is_seen() {
        let run = call("cat; echo \"$1\" >&2; exit 1").input("words").run().unwrap();
        assert_eq!((run.out.as_str(), run.how), ("words", Ok(1)));
        let late = Call { patience: Duration::from_millis(50), ..call("exec sleep 30") };
        let late = late.run().unwrap();
        assert!(late.overdue && late.breach() == Some("an answer in time"));
        let stopped = call("exec sleep 30").signal(Duration::from_millis(50), libc::SIGTERM).run().unwrap();
        assert!(stopped.how == Err(libc::SIGTERM) && stopped.after_signal.is_some());
        let limited = call("ulimit -n").before("ulimit -n 17").run().unwrap();
        assert_eq!(limited.out, "17\n");
        assert!(call("exit 101").run().unwrap().breach().is_some());
        assert!(call("echo 'thread panicked at'").run().unwrap().breach().is_some());
        assert!(call("exit 3").run().unwrap().breach().is_none());
    }

    #[test]
    fn commands_are_shown_as_they_are_typed() {
        let call = Program::new("/p".into()).call(Path::new("/"), ["solve", "3x3x3", "R U'"]).input("x\n");
        assert_eq!(call.shown(), "printf %s 'x\n' | permutant solve 3x3x3 'R U'\\'''");
    }
}
