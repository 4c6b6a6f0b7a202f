//! The puzzles that a page offers.
//!
//! Start at [`puzzles`].

use permutant::puzzle::catalog;
use serde::Serialize;

/// A puzzle to choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Offer {
    /// Its name, as [`crate::game::Game::new`] takes it.
    pub name: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
}

/// The puzzles of the catalog, in its order: of a family its examples. Every puzzle of the catalog has a look.
pub fn puzzles() -> Vec<Offer> {
    let offers =
        |line: &'static catalog::Line| line.examples.iter().map(|&name| Offer { name, about: line.about });
    catalog::list().flat_map(offers).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use permutant::model::Model;

    #[test]
    fn every_puzzle_that_is_offered_can_be_drawn() {
        let offered = puzzles();
        assert!(offered.len() > 50);
        for Offer { name, about } in offered {
            assert!(!about.is_empty(), "{name}");
            // Those of a thousand pieces are cut by the same code as smaller ones, in seconds.
            if !["teraminx", "petaminx", "examinx", "zetaminx", "yottaminx"].contains(&name) {
                assert!(Model::find(name).is_ok_and(|model| model.look().is_some()), "{name}");
            }
        }
    }
}
