//! A solid flattened into the plane: inflated to a sphere and projected stereographically from a point of it.
//!
//! Start at [`Stereographic`]. The centre of projection is the middle of a sticker at the back, which then surrounds
//! all others. Sides of stickers become circles or lines, drawn as short straight segments. If that sticker is small,
//! its neighbours would extend very far; points farther out than the side of the solid are drawn closer in, so that
//! everything stays visible.

use super::outline::{Flat, Outline};
use super::rotation::{cross, dot};
use crate::geometry::{Point, Shape};

/// A projection of the sphere about the centre of a solid.
#[derive(Clone, Debug)]
pub(super) struct Stereographic {
    /// Directions to the right, down, and towards the viewer.
    frame: [Point; 3],
    /// The sticker whose middle is the centre of projection.
    around: usize,
    /// The radius of the circle outside which that sticker is drawn.
    rim: f64,
    /// The exponent for radii beyond [`NEAR`], relative to it: 1 if no point lies far out.
    power: f64,
}

/// The number of segments into which a side is divided.
const PIECES: usize = 16;
/// Points within this radius are drawn as projected: all except 53 degrees around the back.
const NEAR: f64 = 4.0;
/// The greatest radius of all other points, and that of the surrounding sticker then.
const FAR: f64 = 10.0;
const RIM: f64 = 11.0;

fn unit(x: Point) -> Point {
    let length = dot(x, x).sqrt();
    x.map(|part| part / length)
}

pub(super) fn middle(corners: &[Point]) -> Point {
    std::array::from_fn(|i| corners.iter().map(|c| c[i]).sum::<f64>() / corners.len().max(1) as f64)
}

/// The corners of a polygon and points on its sides, in order.
fn along_sides(corners: &[Point]) -> impl Iterator<Item = Point> {
    let sides = (0..corners.len()).map(|at| (corners[at], corners[(at + 1) % corners.len()]));
    sides.flat_map(|(start, end)| {
        (0..PIECES).map(move |i| {
            let part = i as f64 / PIECES as f64;
            std::array::from_fn(|axis| start[axis] + part * (end[axis] - start[axis]))
        })
    })
}

impl Stereographic {
    /// A view of a solid from a direction, with another one upwards. `None` if it has no stickers.
    pub(super) fn new(shape: &Shape, from: Point, up: Point) -> Option<Self> {
        let towards = |corners: &[Point]| dot(unit(middle(corners)), unit(from));
        let stickers = shape.stickers().iter().enumerate();
        let (around, sticker) =
            stickers.min_by(|x, y| towards(&x.1.corners).total_cmp(&towards(&y.1.corners)))?;
        let front = unit(middle(&sticker.corners)).map(|x| -x);
        // The given direction upwards, or any other one if it points towards the viewer.
        let ups = [up, [0.0, 0.0, -1.0], [1.0, 0.0, 0.0]];
        let up = ups.into_iter().find(|&up| dot(unit(up), front).abs() < 0.99)?;
        let right = unit(cross(up, front));
        let down = cross(right, front).map(|x| -x);
        let down = if dot(down, up) > 0.0 { down.map(|x| -x) } else { down };
        let mut projection = Stereographic { frame: [right, down, front], around, rim: RIM, power: 1.0 };
        let others = shape.stickers().iter().enumerate().filter(|(number, _)| *number != around);
        let points = others.flat_map(|(_, sticker)| along_sides(&sticker.corners));
        let far = points.map(|point| projection.flat(point)).map(|[x, y]| x.hypot(y)).fold(0.0, f64::max);
        projection.rim = f64::min(1.15 * far, RIM);
        if far > FAR {
            // (far / NEAR)^power · NEAR = FAR
            projection.power = (FAR / NEAR).ln() / (far / NEAR).ln();
        }
        Some(projection)
    }

    fn flat(&self, point: Point) -> Flat {
        let [right, down, front] = self.frame;
        let point = unit(point);
        // 2·tan of half the angle from the front, in the direction of the point; bounded at the very back.
        let scale = 2.0 / f64::max(1.0 + dot(point, front), 1e-9);
        let [x, y] = [scale * dot(point, right), scale * dot(point, down)];
        let by = f64::max(x.hypot(y) / NEAR, 1.0).powf(self.power - 1.0);
        [by * x, by * y]
    }

    /// Whether a sticker is the one that surrounds all others.
    pub(super) fn is_around(&self, sticker: usize) -> bool {
        sticker == self.around
    }

    /// The outline of a sticker.
    pub(super) fn outline(&self, sticker: usize, corners: &[Point]) -> Outline {
        if sticker == self.around {
            return Outline::Disc { centre: [0.0; 2], radius: self.rim };
        }
        let points = along_sides(corners);
        Outline::Polygon(points.map(|point| self.flat(point)).collect())
    }
}
