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

/// The component of a direction perpendicular to another one of length 1, normalized; `None` if it is 0.
fn across(direction: Point, up: Point) -> Option<Point> {
    let along = dot(direction, up);
    let rest: Point = std::array::from_fn(|i| direction[i] - along * up[i]);
    let length = dot(rest, rest).sqrt();
    (length > 1e-6).then(|| rest.map(|x| x / length))
}

impl Upright {
    /// The orientation by the names of the faces: F is in front if it is visible, otherwise the face that is seen
    /// first.
    pub(super) fn of(shape: &Shape) -> Self {
        let Pose { from, up, eye } = Pose::of(shape);
        let length = dot(up, up).sqrt().max(1e-9);
        let up = up.map(|x| x / length);
        let named = shape.faces().iter().find(|face| face.name == "F");
        let fronts = named.map(|face| face.normal).into_iter();
        let fronts = fronts.chain([from, [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]);
        let seen = |front: &Point| dot(*front, from) >= 0.0;
        let front = fronts.filter_map(|front| across(front, up)).find(seen).unwrap_or([0.0, 0.0, 1.0]);
        let mut upright = Upright { axes: [cross(up, front), up, front], eye };
        upright.eye = upright.point(eye);
        upright
    }

    /// A point of the shape, rotated.
    pub(super) fn point(&self, point: Point) -> Point {
        self.axes.map(|axis| dot(axis, point))
    }

    /// The direction from which the solid is seen at first, rotated.
    pub(super) fn eye(&self) -> Point {
        self.eye
    }
}
