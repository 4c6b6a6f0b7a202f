//! The move names of a puzzle, as far as a reader of algorithms needs them.
//!
//! Start at [`Vocabulary`]. Three vocabularies are provided: [`AnyName`] accepts every word as a name, [`CubeNames`]
//! the names of [`cube_names`], and [`NameSet`] a fixed set.

use crate::sorting;

use super::cube_names;

/// The names that a reader of algorithms accepts.
///
/// A *closed* vocabulary rejects every unknown name. An *open* one accepts an unknown word as a name; its known names
/// only determine where words without spaces are split.
pub trait Vocabulary {
    /// Whether this is the family of a move, without layers and amount, such as `R`, `Rw`, `UFR`, `f0`, `R++`, `/`.
    fn knows(&self, name: &str) -> bool;

    /// Whether unknown words are accepted as names.
    fn is_open(&self) -> bool {
        false
    }

    /// Whether an amount after this name lacks a sign. `UR` of the clock only sets pins, which once is enough, and `UR3` may have been
    /// meant as `UR3+` or `UR3-`.
    fn lacks_sign(&self, _name: &str) -> bool {
        false
    }

    /// The length in bytes of the longest known name; longer words are not looked up. It bounds the work of the
    /// reader, which is O(length of the text · longest name) look-ups.
    fn longest_name(&self) -> usize {
        64
    }

    /// The known names, used for suggestions when a name is mistyped; possibly none.
    fn names(&self) -> Box<dyn Iterator<Item = &str> + '_> {
        Box::new(std::iter::empty())
    }
}

/// A vocabulary in which every word is a name. Words that consist only of names of the cube, such as `RUR`, are split
/// into those.
#[derive(Clone, Copy, Debug, Default)]
pub struct AnyName;

impl Vocabulary for AnyName {
    fn knows(&self, name: &str) -> bool {
        name == "/" || cube_names::is_cube_name(name)
    }

    fn is_open(&self) -> bool {
        true
    }

    fn longest_name(&self) -> usize {
        cube_names::LONGEST_NAME
    }
}

/// The names of cubes as a closed vocabulary.
#[derive(Clone, Copy, Debug, Default)]
pub struct CubeNames;

impl Vocabulary for CubeNames {
    fn knows(&self, name: &str) -> bool {
        cube_names::is_cube_name(name)
    }

    fn longest_name(&self) -> usize {
        cube_names::LONGEST_NAME
    }

    fn names(&self) -> Box<dyn Iterator<Item = &str> + '_> {
        let plain = ["U", "R", "F", "D", "L", "B", "x", "y", "z", "M", "E", "S"];
        let wide = ["u", "r", "f", "d", "l", "b", "Uw", "Rw", "Fw", "Dw", "Lw", "Bw"];
        let rare = ["m", "e", "s", "Uv", "Rv", "Fv", "Dv", "Lv", "Bv"];
        Box::new(plain.into_iter().chain(wide).chain(rare))
    }
}

/// A fixed set of names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NameSet {
    /// Ascending.
    names: Vec<String>,
    longest: usize,
}

impl NameSet {
    /// The set of these names, except the empty name.
    pub fn new<S: Into<String>>(names: impl IntoIterator<Item = S>) -> Self {
        let mut names: Vec<String> =
            names.into_iter().map(Into::into).filter(|name| !name.is_empty()).collect();
        sorting::sort(&mut names);
        names.dedup();
        let longest = names.iter().map(String::len).max().unwrap_or(0);
        NameSet { names, longest }
    }
}

impl Vocabulary for NameSet {
    fn knows(&self, name: &str) -> bool {
        self.names.binary_search_by(|known| known.as_str().cmp(name)).is_ok()
    }

    fn longest_name(&self) -> usize {
        self.longest
    }

    fn names(&self) -> Box<dyn Iterator<Item = &str> + '_> {
        Box::new(self.names.iter().map(String::as_str))
    }
}

impl<S: Into<String>> FromIterator<S> for NameSet {
    fn from_iter<I: IntoIterator<Item = S>>(names: I) -> Self {
        NameSet::new(names)
    }
}
