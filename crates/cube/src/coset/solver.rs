//! The levels of a coset.
use super::bitmap::Bitmap;
use super::layout::{ELEMENTS, Layout, PAGE};
use super::prepass::prepass;
use super::search::{Search, Ways, search};
use super::sweep::Sweep;
use crate::model::cubie::CubieCube;
use crate::two_phase::Solver;
use permutant_search::limits::Control;
use std::time::Instant;

/// Trial.
pub fn trial(solver: &Solver, cube: &CubieCube, searched: u32, all: u32, most: u32, threads: usize) {
    let tables = solver.large_tables().unwrap();
    let t = Instant::now();
    let layout = Layout::build();
    let sweep = Sweep::new(&layout);
    println!("layout {:?} slots {} bytes {}", t.elapsed(), sweep.slots(threads), sweep.slots(threads) * PAGE * 8);
    let mut memory = vec![0u64; sweep.slots(threads) * PAGE];
    let mut bitmap = Bitmap::new(&mut memory);
    let control = Control::new();
    let mut count = 0;
    for d in 0..=most {
        let before = count;
        if d > all {
            let t = Instant::now();
            let added = prepass(&mut bitmap, &layout, &sweep, None, count, threads, &control).unwrap();
            count += added;
            println!("{d}: prepass {added} {:?} cpu {:.2}", t.elapsed(), cpu());
        }
        if d <= searched {
            let t = Instant::now();
            let found = search(Search { tables: &tables, layout: &layout, bitmap: &bitmap, control: &control }, Ways { cube, length: d, leaving: d > all, one_of: if d == searched { std::env::var("ONE").map_or(1, |x| x.parse().unwrap()) } else { 1 } }, threads).unwrap();
            count += found.added;
            println!("{d}: search {found:?} {:?} cpu {:.2}", t.elapsed(), cpu());
        }
        println!("{d}: {} {count} left {}", count - before, ELEMENTS - count);
    }
    println!("missing {:?}", bitmap.missing(10).len());
}

fn cpu() -> f64 {
    let s = std::fs::read_to_string("/proc/self/stat").unwrap();
    let f: Vec<&str> = s.rsplit(')').next().unwrap().split_whitespace().collect();
    (f[11].parse::<f64>().unwrap() + f[12].parse::<f64>().unwrap()) / 100.0
}
