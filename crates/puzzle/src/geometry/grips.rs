//! Names of moves: grips, and the blocks of layers that they turn.
//!
//! Start at [`GripNames`]. A grip is an end of an axis, named by the faces that meet there (in any order); `2F` is
//! the second layer from F, `Fw` or `f` the outer two, `3Fw` the outer three, `2-3Fw` a block, `Fv` the whole puzzle.
//! A block is named from the nearer end. On cubes the whole puzzle is `x y z`, a middle layer `M E S`.

use crate::definition::Role;
use crate::moves::{BaseMove, Weight};
use crate::puzzle::LayerNames;
use crate::small_map::Map;
use crate::sorting;
use crate::transformation::Transformation;

/// An end of an axis.
#[derive(Clone, Debug)]
pub(super) struct Grip {
    /// The name that is written.
    pub(super) name: String,
    /// The names of its faces, sorted.
    pub(super) faces: Vec<String>,
    pub(super) axis: usize,
    /// Whether it is the second end.
    pub(super) second: bool,
}

/// An axis with the effect of turning its layers.
#[derive(Clone, Debug)]
pub(super) struct TurningAxis {
    /// By layer from the first end: the least rotation, clockwise as seen from that end.
    pub(super) layers: Vec<Transformation>,
    /// The same rotation of the whole puzzle.
    pub(super) whole: Transformation,
}

/// A block of layers of an axis, counted from 0 at the first end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Block {
    axis: usize,
    from: usize,
    to: usize,
    /// Clockwise as seen from the second end.
    second: bool,
}

/// The names of all moves of a puzzle.
#[derive(Clone, Debug)]
pub(super) struct GripNames {
    grips: Vec<Grip>,
    axes: Vec<TurningAxis>,
    /// The names of faces, of which some move names are composed, and the separator between them.
    faces: Vec<String>,
    joint: &'static str,
    /// Moves with special names, and the block, grip and direction that each denotes.
    special: Map<&'static str, &'static str>,
}

/// Names used on cubes, and the faces that they follow: M follows L, E follows D, S follows F.
const WHOLE: [(&str, &str); 3] = [("x", "R"), ("y", "U"), ("z", "F")];
const MIDDLE: [(&str, &str); 3] = [("M", "L"), ("E", "D"), ("S", "F")];

impl GripNames {
    pub(super) fn new(
        grips: Vec<Grip>,
        axes: Vec<TurningAxis>,
        faces: Vec<String>,
        joint: &'static str,
        on_a_cube: bool,
    ) -> Self {
        let special = if on_a_cube { WHOLE.into_iter().chain(MIDDLE).collect() } else { Map::new() };
        GripNames { grips, axes, faces, joint, special }
    }

    fn grip(&self, name: &str) -> Option<&Grip> {
        if let Some(grip) = self.grips.iter().find(|grip| grip.name == name) {
            return Some(grip);
        }
        let mut faces: Vec<&str> = match self.joint {
            "" => name.split("").filter(|part| !part.is_empty()).collect(),
            joint => name.split(joint).collect(),
        };
        if faces.len() < 2 || faces.iter().any(|face| !self.faces.iter().any(|known| known == face)) {
            return None;
        }
        sorting::sort(&mut faces);
        self.grips.iter().find(|grip| grip.faces == faces)
    }

    /// The block of layers `from` to `to`, from 1, counted from a grip.
    fn at(&self, grip: &Grip, from: usize, to: usize) -> Option<Block> {
        let count = self.axes[grip.axis].layers.len();
        if from == 0 || from > to || to > count {
            return None;
        }
        let (from, to) = if grip.second { (count - to, count - from) } else { (from - 1, to - 1) };
        Some(Block { axis: grip.axis, from, to, second: grip.second })
    }

    fn block(&self, name: &str) -> Option<Block> {
        if let Some(&face) = self.special.get(name) {
            let grip = self.grip(face)?;
            let count = self.axes[grip.axis].layers.len();
            let whole = WHOLE.iter().any(|(known, _)| *known == name);
            return match whole {
                true => self.at(grip, 1, count),
                false => (count % 2 == 1).then(|| self.at(grip, count / 2 + 1, count / 2 + 1))?,
            };
        }
        let family = name.trim_start_matches(|c: char| c.is_ascii_digit() || c == '-');
        let layers = match name[..name.len() - family.len()].split_once('-') {
            None if family.len() == name.len() => None,
            None => Some((None, name[..name.len() - family.len()].parse().ok()?)),
            Some((from, to)) => Some((Some(from.parse().ok()?), to.parse().ok()?)),
        };
        if let Some(grip) = self.grip(family) {
            return match layers {
                None => self.at(grip, 1, 1),
                Some((None, layer)) => self.at(grip, layer, layer),
                Some((Some(from), to)) => self.at(grip, from, to),
            };
        }
        if let (Some(whole), None) = (family.strip_suffix('v'), layers) {
            let grip = self.grip(whole)?;
            return self.at(grip, 1, self.axes[grip.axis].layers.len());
        }
        let wide = match family.strip_suffix('w') {
            Some(wide) => self.grip(wide)?,
            None if family.chars().all(|c| c.is_ascii_lowercase() || c == '_') => {
                self.grip(&family.to_ascii_uppercase())?
            }
            None => return None,
        };
        match layers {
            None => self.at(wide, 1, 2),
            Some((from, to)) => self.at(wide, from.unwrap_or(1), to),
        }
    }

    /// The name of a block, and -1 if it is the name of the opposite turn.
    fn name(&self, block: Block) -> (String, i64) {
        let count = self.axes[block.axis].layers.len();
        let whole = block.from == 0 && block.to + 1 == count;
        let middle = block.from == block.to && block.from + block.to + 1 == count;
        let names = if whole { WHOLE } else { MIDDLE };
        if (whole || middle) && !self.special.is_empty() {
            let named = names.iter().find_map(|(name, face)| {
                let grip = self.grip(face).filter(|grip| grip.axis == block.axis)?;
                Some((name.to_string(), if grip.second == block.second { 1 } else { -1 }))
            });
            if let Some(named) = named {
                return named;
            }
        }
        let second = block.from + block.to + 1 > count;
        let wanted = |grip: &&Grip| grip.axis == block.axis && grip.second == second;
        let first = |grip: &&Grip| grip.axis == block.axis;
        let grip = self.grips.iter().find(wanted).or_else(|| self.grips.iter().find(first));
        let Some(grip) = grip else { return (String::new(), 1) };
        let (from, to) =
            if grip.second { (count - block.to, count - block.from) } else { (block.from + 1, block.to + 1) };
        let name = &grip.name;
        let written = match (from, to) {
            _ if whole => format!("{name}v"),
            (1, 1) => name.clone(),
            (1, 2) => format!("{name}w"),
            (1, to) => format!("{to}{name}w"),
            (from, to) if from == to => format!("{from}{name}"),
            (from, to) => format!("{from}-{to}{name}w"),
        };
        (written, if grip.second == block.second { 1 } else { -1 })
    }

    fn base_of(&self, block: Block) -> (BaseMove, i64) {
        let (name, sign) = self.name(block);
        let axis = &self.axes[block.axis];
        let layers = &axis.layers[block.from..=block.to];
        let whole = layers.len() == axis.layers.len();
        let outer = block.from == 0 || block.to + 1 == axis.layers.len();
        let (role, weight) = match (whole, outer) {
            (true, _) => (Role::Rotation, Weight::ROTATION),
            (false, true) => (Role::Turn, Weight::TURN),
            (false, false) => (Role::Named, Weight::SLICE),
        };
        let turned = match whole {
            true => axis.whole.clone(),
            false => Transformation::product(layers),
        };
        let turned = if block.second == (sign > 0) { turned.inverse() } else { turned };
        (BaseMove::new(name, role, turned).with_weight(weight).about(block.axis), sign)
    }

    /// The generators: every layer except a middle one, named from its nearer end, grip by grip; and the rotations of
    /// the whole puzzle about each axis.
    pub(super) fn generators(&self) -> (Vec<BaseMove>, Vec<BaseMove>) {
        let mut turns = Vec::new();
        let mut rotations = Vec::new();
        for grip in &self.grips {
            let count = self.axes[grip.axis].layers.len();
            turns.extend(
                (1..=count / 2).filter_map(|layer| Some(self.base_of(self.at(grip, layer, layer)?).0)),
            );
            if !grip.second {
                rotations.extend(self.at(grip, 1, count).map(|block| self.base_of(block).0));
            }
        }
        (turns, rotations)
    }
}

impl LayerNames for GripNames {
    fn base(&self, name: &str) -> Option<(BaseMove, i64)> {
        Some(self.base_of(self.block(name)?))
    }

    fn knows(&self, name: &str) -> bool {
        self.block(name).is_some()
    }

    fn examples(&self) -> Vec<&str> {
        Vec::new()
    }

    /// The outer blocks up to the middle. If the number of layers is even, the two halves are equivalent up to a
    /// rotation, and the first is used. With slices, every inner layer is included.
    fn search_bases(&self, slices: bool) -> Vec<BaseMove> {
        let mut blocks = Vec::new();
        for grip in &self.grips {
            let count = self.axes[grip.axis].layers.len();
            let most = if count.is_multiple_of(2) && grip.second { count / 2 - 1 } else { count / 2 };
            blocks.extend((1..=most).filter_map(|to| self.at(grip, 1, to)));
            if slices {
                blocks.extend((2..=count / 2).filter_map(|layer| self.at(grip, layer, layer)));
                let middle =
                    (!grip.second && count % 2 == 1).then(|| self.at(grip, count / 2 + 1, count / 2 + 1));
                blocks.extend(middle.flatten());
            }
        }
        blocks.into_iter().map(|block| self.base_of(block).0).collect()
    }
}
