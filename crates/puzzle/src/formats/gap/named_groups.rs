//! The groups that GAP constructs by name and number, with GAP's generators.

use super::points::Points;
use crate::catalog::mathieu_generators;

/// The names of functions with one number.
const NAMES: [&str; 5] =
    ["SymmetricGroup", "AlternatingGroup", "CyclicGroup", "DihedralGroup", "MathieuGroup"];

pub(super) fn is_known(name: &str) -> bool {
    NAMES.contains(&name)
}

/// The generators of a group of [`NAMES`], or the numbers that its function accepts.
pub(super) fn generators(name: &str, number: i64) -> Result<Vec<Points>, &'static str> {
    let within = |least, most, numbers| {
        u16::try_from(number).ok().filter(|number| (least..=most).contains(number)).ok_or(numbers)
    };
    let circle = |points| cycles(&[(1..=points).collect()]);
    Ok(match name {
        "SymmetricGroup" => match within(2, u16::MAX - 1, "a number from 2 to 65534")? {
            2 => vec![circle(2)],
            points => vec![circle(points), circle(2)],
        },
        "AlternatingGroup" => match within(3, u16::MAX - 1, "a number from 3 to 65534")? {
            3 => vec![circle(3)],
            // The longest even cycle, and a cycle of the last three points.
            points => vec![circle(points - (points + 1) % 2), cycles(&[(points - 2..=points).collect()])],
        },
        "CyclicGroup" => vec![circle(within(2, u16::MAX - 1, "a number from 2 to 65534")?)],
        "DihedralGroup" => {
            let numbers = "an even number from 6 to 65534";
            let order = within(6, u16::MAX - 1, numbers)?;
            let points = if order % 2 == 0 { order / 2 } else { return Err(numbers) };
            let mirror = (2..=points / 2 + 1).map(|point| (point, points + 2 - point));
            let mirror: Vec<_> = mirror.filter(|(x, y)| x < y).map(|(x, y)| vec![x, y]).collect();
            vec![circle(points), cycles(&mirror)]
        }
        _ => {
            let known = usize::try_from(number).ok().and_then(mathieu_generators);
            let generators = known.ok_or("11, 12, 22, 23 or 24")?;
            let points = |cycle: &&[usize]| cycle.iter().map(|&point| point as u16).collect();
            generators
                .iter()
                .map(|generator| cycles(&generator.iter().map(points).collect::<Vec<_>>()))
                .collect()
        }
    })
}

fn cycles(cycles: &[Vec<u16>]) -> Points {
    Points::from_cycles(cycles.iter().map(Vec::as_slice))
}
