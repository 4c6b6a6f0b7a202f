//! The seventeen events, with their codes and the puzzle that is scrambled in each.
//!
//! Start at [`Event`].

use std::fmt;
use std::str::FromStr;

/// An event of the World Cube Association (article 9b of its regulations).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// 3x3x3.
    Three,
    /// 2x2x2.
    Two,
    /// 4x4x4.
    Four,
    /// 5x5x5.
    Five,
    /// 6x6x6.
    Six,
    /// 7x7x7.
    Seven,
    /// 3x3x3 blindfolded.
    ThreeBlindfolded,
    /// 3x3x3 in the fewest moves.
    FewestMoves,
    /// 3x3x3 one-handed.
    OneHanded,
    /// Clock.
    Clock,
    /// Megaminx.
    Megaminx,
    /// Pyraminx.
    Pyraminx,
    /// Skewb.
    Skewb,
    /// Square-1.
    SquareOne,
    /// 4x4x4 blindfolded.
    FourBlindfolded,
    /// 5x5x5 blindfolded.
    FiveBlindfolded,
    /// Several 3x3x3 blindfolded.
    MultiBlind,
}

/// A code that names no event.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no event '{0}'; the events are {codes}", codes = Event::ALL.map(Event::code).join(", "))]
pub struct NoSuchEvent(pub String);

impl Event {
    /// All seventeen, in the order of the association's lists.
    pub const ALL: [Event; 17] = [
        Event::Three,
        Event::Two,
        Event::Four,
        Event::Five,
        Event::Six,
        Event::Seven,
        Event::ThreeBlindfolded,
        Event::FewestMoves,
        Event::OneHanded,
        Event::Clock,
        Event::Megaminx,
        Event::Pyraminx,
        Event::Skewb,
        Event::SquareOne,
        Event::FourBlindfolded,
        Event::FiveBlindfolded,
        Event::MultiBlind,
    ];

    /// Code, name, puzzle of the catalog, and the least number of moves that a scrambled position may be from solved.
    const fn facts(self) -> (&'static str, &'static str, &'static str, u32) {
        match self {
            Event::Three => ("333", "3x3x3 Cube", "3x3x3", 2),
            Event::Two => ("222", "2x2x2 Cube", "2x2x2", 4),
            Event::Four => ("444", "4x4x4 Cube", "4x4x4", 2),
            Event::Five => ("555", "5x5x5 Cube", "5x5x5", 2),
            Event::Six => ("666", "6x6x6 Cube", "6x6x6", 2),
            Event::Seven => ("777", "7x7x7 Cube", "7x7x7", 2),
            Event::ThreeBlindfolded => ("333bf", "3x3x3 Blindfolded", "3x3x3", 2),
            Event::FewestMoves => ("333fm", "3x3x3 Fewest Moves", "3x3x3", 2),
            Event::OneHanded => ("333oh", "3x3x3 One-Handed", "3x3x3", 2),
            Event::Clock => ("clock", "Clock", "clock", 2),
            Event::Megaminx => ("minx", "Megaminx", "megaminx", 2),
            Event::Pyraminx => ("pyram", "Pyraminx", "pyraminx", 6),
            Event::Skewb => ("skewb", "Skewb", "skewb", 7),
            Event::SquareOne => ("sq1", "Square-1", "square-1", 11),
            Event::FourBlindfolded => ("444bf", "4x4x4 Blindfolded", "4x4x4", 2),
            Event::FiveBlindfolded => ("555bf", "5x5x5 Blindfolded", "5x5x5", 2),
            Event::MultiBlind => ("333mbf", "3x3x3 Multi-Blind", "3x3x3", 2),
        }
    }

    /// Whether results are times: in the fewest-moves event they are numbers of moves, and several cubes blindfolded count points.
    pub const fn is_timed(self) -> bool {
        !matches!(self, Event::FewestMoves | Event::MultiBlind)
    }

    /// The association's code, such as `333bf`.
    pub const fn code(self) -> &'static str {
        self.facts().0
    }

    /// The association's name.
    pub const fn name(self) -> &'static str {
        self.facts().1
    }

    /// The puzzle of the catalog.
    pub const fn puzzle(self) -> &'static str {
        self.facts().2
    }

    /// Positions that can be solved in fewer moves are drawn again (articles 4b3 and 4b3b to 4b3f).
    pub const fn least_moves(self) -> u32 {
        self.facts().3
    }

    /// Whether every permitted state is equally likely; otherwise scrambles consist of random moves (article 4b3e).
    pub const fn is_random_state(self) -> bool {
        !matches!(self, Event::Five | Event::Six | Event::Seven | Event::FiveBlindfolded | Event::Megaminx)
    }

    /// Whether the puzzle must be held in a random orientation (article 4b3a).
    pub const fn is_blindfolded(self) -> bool {
        matches!(
            self,
            Event::ThreeBlindfolded | Event::MultiBlind | Event::FourBlindfolded | Event::FiveBlindfolded
        )
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl FromStr for Event {
    type Err = NoSuchEvent;

    /// Reads a code, in upper or lower case.
    fn from_str(text: &str) -> Result<Self, NoSuchEvent> {
        let known = Event::ALL.into_iter().find(|event| event.code().eq_ignore_ascii_case(text.trim()));
        known.ok_or_else(|| NoSuchEvent(text.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_again_and_faults_list_all() {
        for event in Event::ALL {
            assert_eq!(event.code().parse(), Ok(event));
            assert_eq!(event.code().to_uppercase().parse(), Ok(event));
        }
        let told = "333ft".parse::<Event>().unwrap_err().to_string();
        for event in Event::ALL {
            assert!(told.contains(event.code()), "{told}");
        }
    }
}
