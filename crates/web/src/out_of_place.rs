//! How many pieces are out of place, as a player counts them.
//!
//! Start at [`count`]. What is glued together is one piece, like the two halves of a corner of Square-1, and a hole is none.

use permutant::puzzle::picture::Look;
use permutant::puzzle::puzzle::Puzzle;
use permutant::puzzle::state::State;

/// The number of pieces that are not in their solved slots or not oriented as when solved: the least over all ways of holding the puzzle, if
/// it counts as solved in any orientation. A piece identical to the solved one counts as correct. O(slots × rotations × glued pieces).
pub fn count(puzzle: &Puzzle, look: &Look, state: &State) -> usize {
    let hole = if let Look::Plane(plane) = look { plane.blank } else { None };
    let blocks = &puzzle.definition().restrictions.blocks;
    let mut fewest = usize::MAX;
    for rotation in puzzle.rotations() {
        let (mut wrong, mut glued) = (0, vec![false; blocks.len()]);
        for (orbit, slot) in state.differing(puzzle.solved(), rotation) {
            let piece = (orbit, state.orbits[orbit].pieces[slot]);
            if Some(piece) == hole {
                continue;
            }
            let block = blocks.iter().position(|block| block.pieces.contains(&piece));
            wrong += usize::from(block.is_none_or(|block| !std::mem::replace(&mut glued[block], true)));
            // Another orientation is better.
            if wrong >= fewest {
                break;
            }
        }
        fewest = fewest.min(wrong);
    }
    fewest
}

#[cfg(test)]
mod tests {
    use crate::game::Game;

    fn after(puzzle: &str, moves: &str) -> usize {
        let mut game = Game::new(puzzle).unwrap();
        game.play(moves).unwrap();
        game.status().wrong
    }

    #[test]
    fn pieces_are_counted_as_a_player_does() {
        assert_eq!(after("3x3x3", "R"), 8);
        // Turned as a whole, it is solved; so are all pieces but those of the layer on the other side.
        assert_eq!(after("2x2x2", "R L'"), 0);
        assert_eq!(after("2x2x2", "R"), 4);
        // A tile, and not the hole it left.
        assert_eq!(after("slide:4x4", "R"), 1);
        assert_eq!(after("slide:4x4", "R D L"), 3);
        // Two corners and two edges of each layer, each of which is one piece, and the halves of the middle.
        assert_eq!(after("square-1", "/"), 10);
        let glued = "3x3x3 with UF+UFR+FR glued";
        assert_eq!((after("3x3x3", "U"), after(glued, "D")), (8, 8));
    }
}
