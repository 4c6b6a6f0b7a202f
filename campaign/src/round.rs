//! One round of one kind: its data, its checks, and the faults found.
//!
//! Start at [`Round`]. Each check has a name. The first faults under each name are reported in full; all are counted.

use crate::dice::Dice;
use crate::program::{Call, Program, Run};
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

/// A difference between the expected and the observed behaviour.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    /// The name of the check.
    pub(crate) check: &'static str,
    /// The command, as typed in a shell.
    pub(crate) command: String,
    /// What it should have done.
    pub(crate) expected: String,
    /// What it did.
    pub(crate) found: String,
    /// The files that the command needs: name and text.
    pub(crate) files: Vec<(String, String)>,
}

impl Fault {
    /// The fault of a call that behaved differently.
    pub(crate) fn of_call(
        check: &'static str,
        call: &Call,
        run: &Run,
        expected: impl Into<String>,
        files: &[(&str, &str)],
    ) -> Self {
        let files = files.iter().map(|(name, text)| ((*name).to_string(), (*text).to_string())).collect();
        Fault { check, command: call.shown(), expected: expected.into(), found: run.told(), files }
    }
}

/// The data of a round.
pub(crate) struct Round<'a> {
    pub(crate) program: &'a Program,
    pub(crate) dice: Dice,
    /// An empty folder for this round, which is removed afterwards.
    pub(crate) folder: PathBuf,
    /// The number of times that each check was made.
    pub(crate) checks: BTreeMap<&'static str, u64>,
    pub(crate) faults: Vec<Fault>,
    /// Checks whose faults were reported often enough; their cases are not reduced any more.
    pub(crate) told: BTreeSet<&'static str>,
}

impl<'a> Round<'a> {
    pub(crate) fn new(program: &'a Program, dice: Dice, folder: &Path) -> Self {
        let (folder, told) = (folder.to_path_buf(), BTreeSet::new());
        Round { program, dice, folder, checks: BTreeMap::new(), faults: Vec::new(), told }
    }

    /// A call in the folder of the round.
    pub(crate) fn call(&self, words: &[&str]) -> Call {
        self.program.call(&self.folder, words)
    }

    /// Counts a check and keeps its fault, if any.
    pub(crate) fn check(&mut self, check: &'static str, fault: Option<Fault>) {
        *self.checks.entry(check).or_default() += 1;
        self.faults.extend(fault);
    }

    /// Makes a call. Under the name of the check, tests what must hold for every call, and then whether it did as
    /// `expected`.
    pub(crate) fn expect(
        &mut self,
        check: &'static str,
        call: &Call,
        expected: &str,
        holds: impl FnOnce(&Run) -> bool,
    ) -> io::Result<Run> {
        let run = call.run()?;
        let wanted = run.breach().unwrap_or(expected);
        let is_fault = run.breach().is_some() || !holds(&run);
        self.check(check, is_fault.then(|| Fault::of_call(check, call, &run, wanted, &[])));
        Ok(run)
    }

    /// Writes a file into the folder of the round.
    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) -> io::Result<PathBuf> {
        let path = self.folder.join(name);
        std::fs::write(&path, text)?;
        Ok(path)
    }
}
