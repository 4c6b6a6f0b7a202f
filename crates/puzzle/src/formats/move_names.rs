//! Names of moves with an amount (`R`, `R2`, `R3'`), looked up among the moves of a definition.
//!
//! Start at [`MoveNames`]. The formats name moves one by one, without brackets; the notation of algorithms is
//! implemented elsewhere. A name that is defined in full takes precedence over a shorter one with an amount.

use crate::definition::{Action, Definition, Role};
use crate::transformation::Transformation;
use std::collections::HashMap;

/// Whether twsearch treats a move of this name as a rotation of the whole puzzle: `x`, `y` or `z`, alone or with `2` or
/// `'`; or capitals and `_` followed by `v`.
///
/// ```
/// use permutant_puzzle::formats::is_rotation_name;
/// assert!(["x", "y2", "z'", "Uv", "FRB_Av"].into_iter().all(is_rotation_name));
/// assert!(!["X", "v", "xx", "x3", "Rw", "uv"].into_iter().any(is_rotation_name));
/// ```
pub fn is_rotation_name(name: &str) -> bool {
    if let Some(amount) = name.strip_prefix(['x', 'y', 'z']) {
        return ["", "2", "'"].contains(&amount);
    }
    name.strip_suffix('v')
        .is_some_and(|faces| !faces.is_empty() && faces.bytes().all(|b| b.is_ascii_uppercase() || b == b'_'))
}

/// The role that a move has by its name alone.
pub(super) fn role_of(name: &str) -> Role {
    if is_rotation_name(name) { Role::Rotation } else { Role::Turn }
}

/// A name as a whole, and without its amount together with that amount.
fn readings(name: &str) -> [(&str, Option<i64>); 2] {
    let (unsigned, sign) = match name.strip_suffix('\'') {
        Some(unsigned) => (unsigned, -1),
        None => (name, 1),
    };
    let base = unsigned.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = &unsigned[base.len()..];
    let amount = if digits.is_empty() { Some(1) } else { digits.parse::<i64>().ok() };
    [(name, Some(1)), (base, amount.map(|amount| amount * sign))]
}

/// The names of a definition's moves.
pub(super) struct MoveNames<'d> {
    by_name: HashMap<&'d str, usize>,
    aliases: HashMap<&'d str, &'d str>,
}

impl<'d> MoveNames<'d> {
    /// All moves and aliases of the definition.
    pub(super) fn new(definition: &'d Definition) -> Self {
        let names = definition.generators.iter().enumerate();
        let aliases = &definition.aliases;
        MoveNames {
            by_name: names.map(|(index, generator)| (generator.name.as_str(), index)).collect(),
            aliases: (aliases.iter().map(|a| (a.name.as_str(), a.stands_for.as_str()))).collect(),
        }
    }

    /// The number of a move and its multiplicity; the name may be an alias.
    pub(super) fn find(&self, name: &str) -> Option<(usize, i64)> {
        self.find_move(name).or_else(|| self.find_move(self.aliases.get(name)?))
    }

    /// The number of a move and its multiplicity.
    fn find_move(&self, name: &str) -> Option<(usize, i64)> {
        readings(name).into_iter().find_map(|(base, amount)| Some((*self.by_name.get(base)?, amount?)))
    }
}

/// The reason why sequences cannot be expanded: the number of one, and the word that causes the error.
#[derive(Debug)]
pub(super) struct Stuck {
    /// The number of the move given by a sequence.
    pub(super) index: usize,
    /// A word in it that is not a move, or a move that refers back to itself.
    pub(super) word: String,
}

/// The numbers of all moves, ordered so that every sequence comes after the moves that it contains. O(length of the
/// sequences).
pub(super) fn order_of_definition(definition: &Definition) -> Result<Vec<usize>, Stuck> {
    let names = MoveNames::new(definition);
    let count = definition.generators.len();
    let mut waits = vec![0usize; count];
    let mut used_by = vec![Vec::new(); count];
    for (index, generator) in definition.generators.iter().enumerate() {
        if let Action::Sequence(sequence) = &generator.action {
            for word in sequence.split_whitespace() {
                let (of, _) = names.find(word).ok_or_else(|| Stuck { index, word: word.to_owned() })?;
                waits[index] += 1;
                used_by[of].push(index);
            }
        }
    }
    let mut order: Vec<usize> = (0..count).filter(|&index| waits[index] == 0).collect();
    let mut done = 0;
    while let Some(&index) = order.get(done) {
        done += 1;
        for &user in &used_by[index] {
            waits[user] -= 1;
            if waits[user] == 0 {
                order.push(user);
            }
        }
    }
    match waits.iter().position(|&waits| waits > 0) {
        None => Ok(order),
        Some(index) => {
            let Action::Sequence(sequence) = &definition.generators[index].action else {
                return Ok(order);
            };
            let circular = |word: &&str| names.find(word).is_some_and(|(of, _)| waits[of] > 0);
            let word = sequence.split_whitespace().find(circular).unwrap_or_default().to_owned();
            Err(Stuck { index, word })
        }
    }
}

/// The effect of every move, with sequences multiplied out. O(length of the sequences × slots × log amount).
pub(super) fn expand(definition: &Definition) -> Result<Vec<Transformation>, Stuck> {
    let names = MoveNames::new(definition);
    let mut all = vec![Transformation::identity(); definition.generators.len()];
    for index in order_of_definition(definition)? {
        all[index] = match &definition.generators[index].action {
            Action::Given(transformation) => transformation.clone(),
            Action::Sequence(sequence) => (sequence.split_whitespace().filter_map(|word| names.find(word)))
                .fold(Transformation::identity(), |product, (of, amount)| {
                    product.then(&all[of].power(amount))
                }),
        };
    }
    Ok(all)
}
