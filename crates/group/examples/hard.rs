//! x
use permutant_group::presentation::*;
use std::time::Instant;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let cap: u32 = args.get(1).map_or(20_000_000, |a| a.parse().unwrap());
    let only = args.get(2).cloned().unwrap_or_default();
    let which = args.get(3).cloned().unwrap_or_default();
    for line in std::fs::read_to_string("/tmp/hard.txt").unwrap().lines() {
        let parts: Vec<&str> = line.split(';').map(str::trim).collect();
        if parts.len() < 3 || !parts[0].contains(&only) {
            continue;
        }
        let p: Presentation = parts[1].parse().unwrap_or_else(|e| panic!("{line}: {e}"));
        let h = read_words(parts[2], &p).unwrap();
        for (name, s) in [("hlt", Strategy::Hlt), ("felsch", Strategy::Felsch), ("mix", Strategy::Mix)] {
            if !name.contains(&which) {
                continue;
            }
            let t = Instant::now();
            let r =
                Enumeration::new(&p, &h).strategy(s).capacity(cap).run_while(|_| t.elapsed().as_secs() < 150);
            let secs = t.elapsed().as_secs_f64();
            match r {
                Ok(e) => {
                    let ok = e.table.verify(&p, &h).is_ok();
                    println!(
                        "{:12} {:7} index {:8} max {:9} total {:10} {:8.3}s {:6.2} M/s {}",
                        parts[0],
                        name,
                        e.table.index(),
                        e.statistics.max,
                        e.statistics.total,
                        secs,
                        e.statistics.total as f64 / secs / 1e6,
                        ok
                    )
                }
                Err(e) => println!("{:12} {:7} {e} {secs:.1}s", parts[0], name),
            }
        }
    }
}
