//! How many positions of the 3x3x3 are 16 turns from the solved one, 17, 18 and 19: estimates with standard errors, from counts of
//! random cosets and lengths of random positions.
//!
//! `docs/distances.md` explains the method, and how the two files with data are made. Run with
//! `cargo run --release --example distances`.

use std::error::Error;

/// By seed: the positions of a random coset of ⟨U, D, R2, L2, F2, B2⟩ at 13 to 17 turns.
const COSETS: &str = include_str!("../../../testdata/distances/cosets.txt");

/// By length: how many random positions need so many turns.
const LENGTHS: &str = include_str!("../../../testdata/distances/lengths.txt");

/// All positions.
const ALL: f64 = 43_252_003_274_489_856_000.0;

/// The positions of a coset.
const COSET: f64 = 19_508_428_800.0;

/// The positions at 0 to 15 turns (OEIS A080601).
const KNOWN: [f64; 16] = [
    1.0,
    18.0,
    243.0,
    3240.0,
    43_239.0,
    574_908.0,
    7_618_438.0,
    100_803_036.0,
    1_332_343_288.0,
    17_596_479_795.0,
    232_248_063_316.0,
    3_063_288_809_012.0,
    40_374_425_656_248.0,
    531_653_418_284_628.0,
    6_989_320_578_825_358.0,
    91_365_146_187_124_313.0,
];

/// The rows of a table of numbers; lines that begin with # are remarks.
fn rows(text: &str) -> Result<Vec<Vec<f64>>, Box<dyn Error>> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| Ok(line.split_whitespace().map(str::parse).collect::<Result<_, _>>()?)).collect()
}

fn mean(values: impl Iterator<Item = f64> + Clone) -> f64 {
    values.clone().sum::<f64>() / values.count() as f64
}

/// Counts of one coset at three distances that follow each other.
type Counts = [f64; 3];

/// The mean of the last counts where those of the first two are known: by the plane of least squared error.
fn regression(all: &[Counts], known: [f64; 2]) -> f64 {
    let [x, y, z] = [0, 1, 2].map(|at| mean(all.iter().map(|counts| counts[at])));
    let moment = |a: usize, b: usize| -> f64 {
        let middle = [x, y, z];
        all.iter().map(|counts| (counts[a] - middle[a]) * (counts[b] - middle[b])).sum()
    };
    let determinant = moment(0, 0) * moment(1, 1) - moment(0, 1).powi(2);
    let slope_x = (moment(0, 2) * moment(1, 1) - moment(1, 2) * moment(0, 1)) / determinant;
    let slope_y = (moment(1, 2) * moment(0, 0) - moment(0, 2) * moment(0, 1)) / determinant;
    z + slope_x * (known[0] - x) + slope_y * (known[1] - y)
}

/// The mean of the second numbers where that of the first ones is known: by the line of least squared error.
fn on_line(all: &[[f64; 2]], known: f64) -> f64 {
    let [x, y] = [0, 1].map(|at| mean(all.iter().map(|pair| pair[at])));
    let covariance: f64 = all.iter().map(|pair| (pair[0] - x) * (pair[1] - y)).sum();
    let variance: f64 = all.iter().map(|pair| (pair[0] - x).powi(2)).sum();
    y + covariance / variance * (known - x)
}

/// The mean number of positions of a coset at 15 or 16, from the counts of cosets and the known means at the two distances before.
fn mean_at(distance: usize, cosets: &[Vec<f64>]) -> f64 {
    // The first count of a row, after the seed, is that at 13.
    let last = distance - 12;
    let all: Vec<Counts> = cosets.iter().map(|row| [row[last - 2], row[last - 1], row[last]]).collect();
    regression(&all, [known(distance - 2), known(distance - 1)])
}

/// The mean number at 17, from the counts of cosets and the mean at 16 that they give.
fn mean_at_17(cosets: &[Vec<f64>]) -> f64 {
    let counted: Vec<[f64; 2]> = cosets.iter().map(|row| [row[4], row[5]]).collect();
    on_line(&counted, mean_at(16, cosets))
}

/// The known mean number of positions of a coset.
fn known(distance: usize) -> f64 {
    KNOWN[distance] / ALL * COSET
}

/// The number of all positions that a mean number of positions of a coset stands for, with its standard error. Leaving out one coset at a
/// time (the jackknife) tells the error, and the part of the bias that falls with their number.
fn estimated(cosets: &[Vec<f64>], mean_of: impl Fn(&[Vec<f64>]) -> f64) -> (f64, f64) {
    let count = cosets.len() as f64;
    let without = |at: usize| mean_of(&[&cosets[..at], &cosets[at + 1..]].concat());
    let parts: Vec<f64> = (0..cosets.len()).map(without).collect();
    let middle = mean(parts.iter().copied());
    let squares: f64 = parts.iter().map(|part| (part - middle).powi(2)).sum();
    let estimate = count * mean_of(cosets) - (count - 1.0) * middle;
    let error = (squares * (count - 1.0) / count).sqrt();
    (estimate / COSET * ALL, error / COSET * ALL)
}

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let cosets = rows(COSETS)?;
    let lengths = rows(LENGTHS)?;
    println!("{} cosets, {} positions", cosets.len(), lengths.iter().map(|row| row[1]).sum::<f64>());
    // The same method where the answer is known.
    let (at_15, error) = estimated(&cosets, |cosets| mean_at(15, cosets));
    println!("15 turns: {at_15:.4e} +- {error:.0e}, in truth {:.4e}", KNOWN[15]);
    let (at_16, error) = estimated(&cosets, |cosets| mean_at(16, cosets));
    println!("16 turns: {at_16:.4e} +- {error:.0e}");
    let (at_17, error) = estimated(&cosets, mean_at_17);
    println!("17 turns: {at_17:.4e} +- {error:.0e}");
    let rest = ALL - KNOWN.iter().sum::<f64>() - at_16;
    println!("18 turns or more: {:.4e} +- {error:.0e}", rest - at_17);
    // Independent estimates. The error of the rest is small beside that of a share.
    let found = |turns: f64| lengths.iter().filter(|row| row[0] == turns).map(|row| row[1]).sum::<f64>();
    let count = lengths.iter().filter(|row| row[0] >= 17.0).map(|row| row[1]).sum::<f64>();
    for turns in [17.0, 18.0, 19.0] {
        let share = found(turns) / count;
        let error = (share * (1.0 - share) / count).sqrt() * rest;
        println!("{turns} turns, by positions: {:.2e} +- {error:.0e}", share * rest);
    }
    Ok(())
}
