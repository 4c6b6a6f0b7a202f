//! Coloured parts of a solid that are no pieces of the definition, such as the centres of a megaminx. A state does not say where they are,
//! but the turns that led to it do: a rotation of the whole puzzle carries them, and so does `R++`, which turns all but one layer.
//!
//! Start at [`Loose::home`] and [`Loose::turn`].

use super::look::Look;
use super::scene::{Scene, SceneMove, Shown};
use crate::moves::Turn;

/// Where such parts are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Loose {
    /// Their numbers, ascending.
    parts: Vec<usize>,
    /// By each of them: the one that is there now.
    shown: Vec<usize>,
}

impl Loose {
    /// Each in its solved place; none for a puzzle without such parts. O(parts).
    pub fn home(look: &Look) -> Self {
        let parts: Vec<usize> = match look {
            Look::Solid(shape) => (0..look.len())
                .filter(|&part| look.place(part).is_none() && !shape.is_left_out(part))
                .collect(),
            Look::Plane(_) => Vec::new(),
        };
        Loose { shown: parts.clone(), parts }
    }

    /// Those that are in these places, by part in ascending order. `None` if they are not the parts of the look in some order.
    pub fn of(look: &Look, shown: Vec<usize>) -> Option<Self> {
        let Loose { parts, .. } = Loose::home(look);
        let mut sorted = shown.clone();
        sorted.sort_unstable();
        (sorted == parts).then_some(Loose { parts, shown })
    }

    /// Whether each is in its solved place.
    pub fn is_home(&self) -> bool {
        self.parts == self.shown
    }

    /// By each of them in ascending order: the one that is there now.
    pub fn shown(&self) -> &[usize] {
        &self.shown
    }

    /// Carries them along with turns. O(parts × turns) and O(stickers) for each move, and nothing without such parts.
    pub fn turn<'t>(&mut self, look: &Look, turns: impl IntoIterator<Item = &'t Turn>) {
        if self.parts.is_empty() {
            return;
        }
        // By move: pairs of indices.
        let mut known: Vec<(&str, Vec<(usize, usize)>)> = Vec::new();
        for turn in turns {
            let name = turn.base().name.as_str();
            let at = known.iter().position(|(other, _)| *other == name).unwrap_or_else(|| {
                let index = |part: usize| self.parts.binary_search(&part).ok();
                let carries = SceneMove::new(look, turn.base()).carries;
                let moved =
                    carries.iter().filter_map(|carried| Some((index(carried.from)?, index(carried.to)?)));
                known.push((name, moved.filter(|(from, to)| from != to).collect()));
                known.len() - 1
            });
            let moved = &known[at].1;
            let times = if moved.is_empty() { 0 } else { turn.amount().unsigned_abs() };
            for _ in 0..times {
                let before = self.shown.clone();
                for &(from, to) in moved {
                    let (from, to) = if turn.amount() < 0 { (to, from) } else { (from, to) };
                    self.shown[to] = before[from];
                }
            }
        }
    }

    /// Carried on as others were carried from their solved places. Both are of one look. O(parts · log parts).
    #[must_use]
    pub fn then(&self, other: &Loose) -> Self {
        let index = |part: &usize| self.parts.binary_search(part).unwrap_or_default();
        let shown = other.shown.iter().filter_map(|part| self.shown.get(index(part)).copied()).collect();
        Loose { parts: self.parts.clone(), shown }
    }

    /// Moves what these parts show: `shows` has for each part of the look what it shows if they are in their solved places. O(parts).
    pub fn place<T: Clone>(&self, shows: &mut [T]) {
        let now: Vec<Option<T>> = self.shown.iter().map(|&home| shows.get(home).cloned()).collect();
        for (&part, now) in self.parts.iter().zip(now) {
            if let (Some(shows), Some(now)) = (shows.get_mut(part), now) {
                *shows = now;
            }
        }
    }
}

impl Scene {
    /// Moves what parts show that are no pieces. O(stickers).
    pub fn place(&mut self, loose: &Loose) {
        let mut shown: Vec<Option<Shown>> =
            self.stickers.iter().map(|sticker| sticker.shows.clone()).collect();
        loose.place(&mut shown);
        for (sticker, shows) in self.stickers.iter_mut().zip(shown) {
            sticker.shows = shows;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::look;
    use super::*;

    fn after(name: &str, text: &str) -> Loose {
        let (puzzle, look) = look(name);
        let mut loose = Loose::home(&look);
        let turns: Vec<Turn> = text.split_whitespace().map(|word| puzzle.turn(word).unwrap()).collect();
        loose.turn(&look, &turns);
        loose
    }

    #[test]
    fn rotations_carry_centres_and_turns_of_faces_do_not() {
        assert_eq!(after("megaminx", "").parts.len(), 12);
        assert!(after("megaminx", "U R2 F'").is_home());
        for text in ["Uv", "R++", "D--"] {
            let moved = after("megaminx", text);
            let stay = moved.parts.iter().zip(&moved.shown).filter(|(part, shown)| part == shown).count();
            assert_eq!(stay, 2, "{text}");
        }
        assert!(
            after("megaminx", "Uv R++ R-- Uv'").is_home() && after("megaminx", "Uv Uv Uv Uv Uv").is_home()
        );
        assert_eq!(after("3x3x3", "x y"), Loose::default());
        assert_eq!(after("megaminx", "Uv").then(&after("megaminx", "Rv")), after("megaminx", "Uv Rv"));
    }

    #[test]
    fn only_an_order_of_the_parts_is_read() {
        let (_, look) = look("megaminx");
        let turned = after("megaminx", "Uv Rv");
        assert_eq!(Loose::of(&look, turned.shown().to_vec()), Some(turned.clone()));
        assert_eq!(Loose::of(&look, turned.shown()[1..].to_vec()), None);
        assert_eq!(Loose::of(&look, vec![turned.shown()[0]; 12]), None);
        let mut shows: Vec<usize> = (0..look.len()).collect();
        turned.place(&mut shows);
        let moved = turned.parts.iter().map(|&part| shows[part]);
        assert_eq!(moved.collect::<Vec<_>>(), turned.shown);
    }
}
