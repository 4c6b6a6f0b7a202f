//! The work and the results of a campaign, by kind.
//!
//! Start at [`Tally::add`], which prints faults as they occur, and at the table in which a [`Tally`] is displayed.

use crate::round::{Fault, Round};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::time::Duration;

/// The number of faults of each check that are reported in full; the others are only counted.
const TOLD: u64 = 3;

/// The rounds of one kind.
#[derive(Debug, Default)]
struct Row {
    name: &'static str,
    rounds: u64,
    /// The number of times that each check was made, and that it failed.
    checks: BTreeMap<&'static str, (u64, u64)>,
    time: Duration,
}

/// The rounds of all kinds.
#[derive(Debug)]
pub(crate) struct Tally(Vec<Row>);

impl Tally {
    /// No rounds yet.
    pub(crate) fn new(names: impl Iterator<Item = &'static str>) -> Self {
        Tally(names.map(|name| Row { name, ..Row::default() }).collect())
    }

    /// The kind with the least total time, and the number of its next round.
    pub(crate) fn next(&self) -> (String, u64) {
        let row = self.0.iter().min_by_key(|row| row.time);
        row.map_or_else(Default::default, |row| (row.name.to_string(), row.rounds))
    }

    /// The checks of a kind whose faults are not reported any more because there were enough.
    pub(crate) fn told(&self, kind: &str) -> BTreeSet<&'static str> {
        let rows = self.0.iter().filter(|row| row.name == kind);
        let told = rows.flat_map(|row| &row.checks).filter(|(_, (_, faults))| *faults >= TOLD);
        told.map(|(check, _)| *check).collect()
    }

    /// The number of all faults.
    pub(crate) fn faults(&self) -> u64 {
        self.0.iter().flat_map(|row| row.checks.values()).map(|(_, faults)| faults).sum()
    }

    /// Counts a round and prints its faults.
    pub(crate) fn add(&mut self, kind: &str, number: u64, seed: u64, round: &Round<'_>, time: Duration) {
        let Some(row) = self.0.iter_mut().find(|row| row.name == kind) else { return };
        row.rounds += 1;
        row.time += time;
        for (check, count) in &round.checks {
            row.checks.entry(check).or_default().0 += count;
        }
        for fault in &round.faults {
            let entry = row.checks.entry(fault.check).or_default();
            entry.1 += 1;
            if entry.1 <= TOLD {
                print_fault(kind, number, seed, fault);
            }
        }
    }
}

fn print_fault(kind: &str, number: u64, seed: u64, fault: &Fault) {
    let again =
        format!("PERMUTANT_CAMPAIGN_SEED={seed} PERMUTANT_CAMPAIGN_ROUND='{kind}:{number}' ./check campaign");
    println!("\nFAULT {kind}: {}", fault.check);
    println!("  again     {again}");
    println!("  command   {}", harmless(&fault.command));
    for (name, text) in &fault.files {
        println!("  {name}:{}", harmless(&format!("\n{}", text.trim_end())).replace('\n', "\n      "));
    }
    println!("  expected  {}", harmless(&fault.expected));
    println!("  found     {}", harmless(&fault.found).replace('\n', "\n            "));
}

/// A text without control characters for a terminal, since faults concern such texts too.
fn harmless(text: &str) -> String {
    let steers = |c: char| {
        c != '\n' && c.is_control()
            || ('\u{200e}'..='\u{202e}').contains(&c)
            || ('\u{2066}'..='\u{2069}').contains(&c)
    };
    text.chars().map(|c| if steers(c) { c.escape_default().to_string() } else { c.to_string() }).collect()
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<50} {:>7} {:>9} {:>7} {:>8}", "kind", "rounds", "checks", "faults", "seconds")?;
        let mut sum = (0, 0, 0, Duration::ZERO);
        for row in &self.0 {
            let (checks, faults) =
                row.checks.values().fold((0, 0), |(checks, faults), one| (checks + one.0, faults + one.1));
            sum = (sum.0 + row.rounds, sum.1 + checks, sum.2 + faults, sum.3 + row.time);
            line(f, row.name, Some(row.rounds), checks, faults, Some(row.time))?;
            for (check, (count, faults)) in &row.checks {
                line(f, &format!("    {check}"), None, *count, *faults, None)?;
            }
        }
        line(f, "all", Some(sum.0), sum.1, sum.2, Some(sum.3))
    }
}

fn line(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    rounds: Option<u64>,
    checks: u64,
    faults: u64,
    time: Option<Duration>,
) -> fmt::Result {
    let rounds = rounds.map_or_else(String::new, |rounds| rounds.to_string());
    let time = time.map_or_else(String::new, |time| format!("{:.0}", time.as_secs_f64()));
    writeln!(f, "{name:<50} {rounds:>7} {checks:>9} {faults:>7} {time:>8}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;
    use crate::program::Program;
    use std::path::Path;

    #[test]
    fn nothing_steers_the_terminal() {
        assert_eq!(harmless("a\u{1b}[31m\nb\u{202e}"), "a\\u{1b}[31m\nb\\u{202e}");
    }

    #[test]
    fn rounds_are_counted_and_the_kind_with_least_time_is_next() {
        let mut tally = Tally::new(["a", "b"].into_iter());
        let program = Program::new("/".into());
        let mut round = Round::new(&program, Dice::new(1, "a", 0), Path::new("/"));
        round.check("one", None);
        round.check("one", None);
        tally.add("a", 0, 1, &round, Duration::from_secs(2));
        assert_eq!((tally.next(), tally.faults()), (("b".into(), 0), 0));
        tally.add("b", 0, 1, &round, Duration::from_secs(3));
        assert_eq!(tally.next(), ("a".into(), 1));
        assert!(tally.to_string().lines().last().unwrap().split_whitespace().eq(["all", "2", "4", "0", "5"]));
    }
}
