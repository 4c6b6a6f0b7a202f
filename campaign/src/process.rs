//! What the standard library does not report about a child: its processor time and memory; and signals to it.
//!
//! Start at [`ended`]. This file contains all `unsafe` code of the crate.

use std::time::Duration;

/// How a child ended, and the resources that it used.
#[derive(Clone, Copy, Debug)]
pub(crate) struct End {
    /// Its exit code, or the signal that ended it.
    pub(crate) how: Result<i32, i32>,
    /// Processor time, including that of the system on its behalf.
    pub(crate) cpu: Duration,
    /// The peak resident memory in bytes.
    pub(crate) peak: u64,
}

fn duration(time: libc::timeval) -> Duration {
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_usec.unsigned_abs() as u32 * 1000)
}

/// How a child of this process ended; `None` while it runs. The result is available once, since the child is then
/// removed.
pub(crate) fn ended(pid: u32) -> std::io::Result<Option<End>> {
    let mut status = 0;
    // SAFETY: `rusage` consists of numbers, for which all-zero is a valid value.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: both pointers refer to variables of this frame, of the types that the call writes.
    let found = unsafe { libc::wait4(pid as libc::pid_t, &mut status, libc::WNOHANG, &mut usage) };
    if found < 0 {
        return Err(std::io::Error::last_os_error());
    }
    if found == 0 {
        return Ok(None);
    }
    let how =
        if libc::WIFSIGNALED(status) { Err(libc::WTERMSIG(status)) } else { Ok(libc::WEXITSTATUS(status)) };
    // Linux counts in units of 1024 bytes, macOS in bytes.
    let unit = if cfg!(target_os = "macos") { 1 } else { 1024 };
    let cpu = duration(usage.ru_utime) + duration(usage.ru_stime);
    Ok(Some(End { how, cpu, peak: usage.ru_maxrss.unsigned_abs() * unit }))
}

/// Sends a signal to a child that is not known to have ended; until then its number is not reused.
pub(crate) fn signal(pid: u32, signal: i32) {
    // SAFETY: the call takes two numbers and touches no memory of this process.
    let _ = unsafe { libc::kill(pid as libc::pid_t, signal) };
}

/// Whether this process may bypass the permissions of files.
pub(crate) fn is_root() -> bool {
    // SAFETY: the call has no arguments and cannot fail.
    unsafe { libc::geteuid() == 0 }
}

/// The processor time of a process so far, to a hundredth of a second, if the system reports it (Linux).
pub(crate) fn cpu_so_far(pid: u32) -> Option<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The program name in brackets may contain anything. After it, the times are the 12th and the 13th word.
    let words: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks: u64 = words.get(11)?.parse::<u64>().ok()? + words.get(12)?.parse::<u64>().ok()?;
    Some(Duration::from_millis(ticks * 10))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;
    use std::time::Instant;

    #[allow(clippy::zombie_processes)] // `ended` waits for it
    fn end_of(script: &str) -> End {
        let child = Command::new("sh").args(["-c", script]).spawn().unwrap();
        let begun = Instant::now();
        loop {
            if let Some(end) = ended(child.id()).unwrap() {
                return end;
            }
            assert!(begun.elapsed() < Duration::from_secs(60));
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn the_end_of_a_child_is_told() {
        assert_eq!(end_of("exit 3").how, Ok(3));
        assert_eq!(end_of("kill -TERM $$").how, Err(libc::SIGTERM));
        let busy = end_of("i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done");
        assert!(busy.cpu > Duration::ZERO && busy.peak > 100_000, "{busy:?}");
        assert!(cpu_so_far(std::process::id()).is_some() || !cfg!(target_os = "linux"));
    }
}
