//! A solid in upright position for the viewer: the top is at the top and the front at the front.
//!
//! Start at [`Upright::of`]. Solids are cut in coordinates that suit exact arithmetic; scenes are rotated.

use super::layout::Pose;
use super::rotation::{cross, dot};
use crate::geometry::{Point, Shape};

/// Directions to the right, up, and to the front.
#[derive(Clone, Copy, Debug)]
pub(super) struct Upright {
    axes: [Point; 3],
    eye: Point,
}

/// What is left of a direction across another one of length 1, with length 1; `None` if it is nothing.
fn across(direction: Point, up: Point) -> Option<Point> {
    let along = dot(direction, up);
    let rest: Point = std::array::from_fn(|i| direction[i] - along * up[i]);
    let length = dot(rest, rest).sqrt();
    (length > 1e-6).then(|| rest.map(|x| x / length))
}

impl Upright {
    /// By the names of the faces: F is in front where there is one that is seen, else what is looked at first.
    pub(super) fn of(shape: &Shape) -> Self {
        let Pose { from, up } = Pose::of(shape);
        let length = dot(up, up).sqrt().max(1e-9);
        let up = up.map(|x| x / length);
        let named = shape.faces().iter().find(|face| face.name == "F");
        let fronts = named.map(|face| face.normal).into_iter();
        let fronts = fronts.chain([from, [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]);
        let seen = |front: &Point| dot(*front, from) >= 0.0;
        let front = fronts.filter_map(|front| across(front, up)).find(seen).unwrap_or([0.0, 0.0, 1.0]);
        let mut upright = Upright { axes: [cross(up, front), up, front], eye: from };
        upright.eye = upright.point(from);
        upright
    }

    /// A point of the shape, turned.
    pub(super) fn point(&self, point: Point) -> Point {
        self.axes.map(|axis| dot(axis, point))
    }

    /// From where the solid is looked at first, turned.
    pub(super) fn eye(&self) -> Point {
        self.eye
    }
}
