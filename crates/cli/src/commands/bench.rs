//! `bench`: fixed workloads with their checksums and rates.

use super::{Context, End};
use crate::args;
use crate::exit::{Exit, Failure};
use crate::interrupt;
use crate::output::{Record, rounded};
use permutant::search::limits::Control;
use permutant::workload::{WORKLOADS, Workload};
use permutant_store::table_file::checksum;
use serde_json::json;
use std::fmt::Write as _;
use std::time::Instant;

pub(super) fn run(context: &Context, args: &args::Bench) -> Result<Exit, End> {
    let known = |name: &String| WORKLOADS.iter().any(|workload| workload.name.eq_ignore_ascii_case(name));
    if let Some(name) = args.names.iter().find(|name| !known(name)) {
        let names: Vec<&str> = WORKLOADS.iter().map(|workload| workload.name).collect();
        return Err(Failure::bad_input(format!("no workload '{name}'; expected {}", names.join(", "))).into());
    }
    let is_wanted = |workload: &&Workload| {
        args.names.is_empty() || args.names.iter().any(|name| workload.name.eq_ignore_ascii_case(name))
    };
    let control = Control::new().with_cancel(interrupt::flag());
    for workload in WORKLOADS.iter().filter(is_wanted) {
        let started = Instant::now();
        let signature = workload.run(&control);
        let seconds = started.elapsed().as_secs_f64();
        if interrupt::happened() {
            // Incomplete work has no checksum.
            return Err(Failure::interrupted().into());
        }
        let checksum = checksum(&signature.result).iter().take(8).fold(String::new(), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        });
        let (name, unit, count) = (workload.name, workload.unit, signature.count);
        let rate = (count as f64 / seconds).round();
        let text =
            format!("{name:14} {count:>10} {unit:7}  {checksum}  {seconds:8.3} s  {rate:>11} a second");
        let json = json!({
            "name": name,
            "about": workload.about,
            // The unit of the workload; searches count nodes.
            "nodes": count,
            "unit": unit,
            "checksum": checksum,
            "seconds": rounded(seconds),
            "rate": rate,
        });
        context.results(&[Record::done(text, json)])?;
    }
    Ok(Exit::Done)
}
