//! A dissected solid: its axes with their layers, and its stickers with the layers that contain them.
//!
//! Start at [`Dissection::of`]. Parallel cuts belong to one axis and divide the solid into layers, numbered from the
//! first end of the axis. Its face and its layer about every axis identify a sticker, and two stickers in the same
//! layers belong to one piece. Of several faces that rotations map to each other, only one is cut.

use super::cells::{Cell, Cells, MOST_CELLS};
use super::depths::Planes;
use super::description::Cut;
use super::rotations::Rotations;
use super::solid::Solid;
use super::surd::Surd;
use crate::diagnostic::Diagnostic;
use crate::small_map::Map;
use crate::sorting;
use std::cmp::Ordering;

/// The greatest number of stickers of a puzzle.
pub(super) const MOST_STICKERS: usize = 30_000;

/// Parallel cuts.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    /// The directions of its two ends; the second is `None` if no feature of the solid points there.
    pub(super) ends: [Option<usize>; 2],
    /// The number of layers: one more than the number of cuts.
    pub(super) layers: u8,
}

/// By axis: the layer, counted from the axis' first end.
pub(super) type Layers = Vec<u8>;

/// A part of a face that moves as one.
#[derive(Clone, Debug)]
pub(super) struct Sticker {
    pub(super) face: usize,
    pub(super) layers: Layers,
    /// Clockwise as seen from outside, rounded.
    pub(super) corners: Vec<[f64; 3]>,
}

impl Sticker {
    /// The mean of its corners: a point inside, for drawing and for orders that are conventions.
    pub(super) fn middle(&self) -> [f64; 3] {
        let count = self.corners.len() as f64;
        std::array::from_fn(|i| self.corners.iter().map(|corner| corner[i]).sum::<f64>() / count)
    }
}

/// A dissected solid.
#[derive(Clone, Debug)]
pub(super) struct Dissection {
    pub(super) axes: Vec<Axis>,
    /// By direction: the axis of which it is an end, and whether it is the second end.
    end_of: Vec<Option<(usize, bool)>>,
    pub(super) stickers: Vec<Sticker>,
    number: Map<(usize, Layers), usize>,
    /// The layers in which the centre lies, unless a cut passes through it.
    pub(super) core: Option<Layers>,
}

/// For each face, the first face that a rotation carries onto it, and that rotation.
pub(super) fn face_classes(solid: &Solid, rotations: &Rotations) -> Vec<(usize, usize)> {
    let carried = |face: usize| {
        (0..face).find_map(|first| {
            let rotation = (0..rotations.count()).find(|&r| rotations.image(r, first) == face)?;
            Some((first, rotation))
        })
    };
    (0..solid.offsets.len()).map(|face| carried(face).unwrap_or((face, 0))).collect()
}

impl Dissection {
    pub(super) fn of(
        solid: &Solid,
        rotations: &Rotations,
        planes: &Planes,
        cuts: &[Cut],
    ) -> Result<Self, Diagnostic> {
        let (axes, end_of) = axes(solid, planes);
        let mut dissection =
            Dissection { axes, end_of, stickers: Vec::new(), number: Map::new(), core: None };
        let classes = face_classes(solid, rotations);
        let last = cuts.last().map_or(0..0, |cut| cut.span.clone());
        let too_many = || {
            Diagnostic::new(
                last.clone(),
                format!(
                    "too many stickers: at most {MOST_STICKERS}, and {MOST_CELLS} of a face, are supported"
                ),
            )
        };
        let images = PlaneImages::of(solid, planes);
        let mut divides = vec![false; planes.cuts().len()];
        let mut by_class: Map<usize, Vec<Cell>> = Map::new();
        for (face, &(first, rotation)) in classes.iter().enumerate() {
            if first == face {
                let cells = Cells::of_face(solid, planes, face).ok_or_else(too_many)?;
                divides.iter_mut().zip(cells.divides).for_each(|(any, here)| *any |= here);
                by_class.insert(face, cells.cells);
            }
            let cells = by_class.get(&first).map_or(&[][..], |cells| cells);
            if dissection.stickers.len() + cells.len() > MOST_STICKERS {
                return Err(too_many());
            }
            for cell in cells {
                let layers =
                    dissection.turned(rotations, rotation, &dissection.layers(planes, |at| cell.outside[at]));
                let sides = cell.sides.iter().map(|&side| images.image(rotations, rotation, side)).collect();
                let corners = Cell { sides, outside: Vec::new() }.corners(solid, planes, face);
                dissection.number.insert((face, layers.clone()), dissection.stickers.len());
                dissection.stickers.push(Sticker { face, layers, corners });
            }
        }
        // Either all images of a cut divide the solid or none does, so one face of each class suffices.
        for (number, cut) in cuts.iter().enumerate() {
            let of_cut = |at: &usize| planes.all[planes.faces + at].cut == Some(number);
            if !(0..divides.len()).filter(of_cut).any(|at| divides[at]) {
                return Err(Diagnostic::new(cut.span.clone(), "this cut misses the solid")
                    .expected("a depth between the centre and the surface (the faces are at 1)"));
            }
        }
        let signs: Vec<Ordering> =
            planes.cuts().map(|plane| planes.ring.sign(planes.all[plane].offset)).collect();
        if !signs.contains(&Ordering::Equal) {
            dissection.core = Some(dissection.layers(planes, |at| signs[at] == Ordering::Less));
        }
        Ok(dissection)
    }

    /// The layers of what lies on the outer sides of given cuts.
    fn layers(&self, planes: &Planes, outside: impl Fn(usize) -> bool) -> Layers {
        let mut layers = vec![0; self.axes.len()];
        for (at, plane) in planes.cuts().enumerate() {
            if let Some((axis, second)) = self.end_of[planes.all[plane].direction] {
                // Counted from the first end: the cuts between that end and this place.
                layers[axis] += u8::from(outside(at) == second);
            }
        }
        layers
    }

    /// The image of layers under a rotation.
    fn turned(&self, rotations: &Rotations, rotation: usize, layers: &Layers) -> Layers {
        let mut turned = vec![0; layers.len()];
        for (axis, &layer) in self.axes.iter().zip(layers) {
            let [Some(end), _] = axis.ends else { continue };
            if let Some((image, second)) = self.end_of[rotations.image(rotation, end)] {
                turned[image] = if second { axis.layers - 1 - layer } else { layer };
            }
        }
        turned
    }

    /// The image of a sticker under a rotation.
    pub(super) fn image(&self, rotations: &Rotations, rotation: usize, sticker: usize) -> Option<usize> {
        let Sticker { face, layers, .. } = &self.stickers[sticker];
        let to = (rotations.image(rotation, *face), self.turned(rotations, rotation, layers));
        self.number.get(&to).copied()
    }
}

/// Groups the cuts by axis.
fn axes(solid: &Solid, planes: &Planes) -> (Vec<Axis>, Vec<Option<(usize, bool)>>) {
    let mut axes: Vec<Axis> = Vec::new();
    let mut end_of = vec![None; solid.directions.len()];
    let mut directions: Vec<usize> = planes.cuts().map(|plane| planes.all[plane].direction).collect();
    sorting::sort(&mut directions);
    for direction in directions {
        if end_of[direction].is_none() {
            let opposite = opposite(solid, direction);
            end_of[direction] = Some((axes.len(), false));
            if let Some(opposite) = opposite {
                end_of[opposite] = Some((axes.len(), true));
            }
            axes.push(Axis { ends: [Some(direction), opposite], layers: 1 });
        }
        if let Some((axis, _)) = end_of[direction] {
            axes[axis].layers += 1;
        }
    }
    (axes, end_of)
}

fn opposite(solid: &Solid, direction: usize) -> Option<usize> {
    let normal = solid.directions[direction].normal.map(|x| -x);
    solid.directions.iter().position(|other| other.normal == normal)
}

/// The images of planes under rotations.
struct PlaneImages<'p> {
    planes: &'p Planes,
    opposite: Vec<Option<usize>>,
    number: Map<(usize, Surd), usize>,
}

impl<'p> PlaneImages<'p> {
    fn of(solid: &Solid, planes: &'p Planes) -> Self {
        let opposite = (0..solid.directions.len()).map(|direction| opposite(solid, direction)).collect();
        let number =
            planes.cuts().map(|at| ((planes.all[at].direction, planes.all[at].offset), at)).collect();
        PlaneImages { planes, opposite, number }
    }

    fn image(&self, rotations: &Rotations, rotation: usize, plane: usize) -> usize {
        let direction = rotations.image(rotation, self.planes.all[plane].direction);
        if plane < self.planes.faces {
            return direction;
        }
        let offset = self.planes.all[plane].offset;
        let there = self.number.get(&(direction, offset));
        let turned = || self.number.get(&(self.opposite[direction]?, -offset));
        *there.or_else(turned).unwrap_or(&plane)
    }
}
