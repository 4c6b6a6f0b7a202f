//! Arrows along the glued edges of a board.
//!
//! Start at [`Seams::arrows`]. As usual for gluing diagrams, edges with as many heads are one, in the direction in which both point.

use super::outline::Outline;

/// The distance from a board to the arrows.
const ASIDE: f64 = 0.24;

/// The glued edges of a board whose squares have sides of 1, with its upper left corner at the origin: left and right, and perhaps top
/// and bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seams {
    /// The number of columns and of rows.
    pub sizes: [usize; 2],
    /// Whether left and right edge are glued upside down.
    pub is_twisted: bool,
    /// Whether top and bottom are glued too.
    pub has_ends: bool,
}

impl Seams {
    /// The arrows, as polygons. Not inlined, as size counts where a page loads it.
    #[inline(never)]
    pub(super) fn arrows(&self) -> Vec<Outline> {
        let sizes = self.sizes.map(|size| size as f64);
        let mut arrows = Vec::new();
        for edge in 0..if self.has_ends { 4 } else { 2 } {
            // Across the edge, and along it.
            let (across, along) = (edge / 2, 1 - edge / 2);
            let aside = if edge % 2 == 0 { -ASIDE } else { sizes[across] + ASIDE };
            let way = if self.is_twisted && edge == 1 { -1.0 } else { 1.0 };
            let mut draw = |points: &[[f64; 2]]| {
                let corner = |&[forward, by]: &[f64; 2]| {
                    let mut point = [0.0; 2];
                    point[along] = sizes[along] / 2.0 + way * forward;
                    point[across] = aside + by;
                    point
                };
                arrows.push(Outline::Polygon(points.iter().map(corner).collect()));
            };
            let end = sizes[along] / 2.0 - 0.06;
            draw(&[[-end, -0.015], [end, -0.015], [end, 0.015], [-end, 0.015]]);
            for head in 0..=across {
                let tip = 0.13 + 0.22 * head as f64 - 0.11 * across as f64;
                draw(&[[tip - 0.26, -0.1], [tip, 0.0], [tip - 0.26, 0.1]]);
            }
        }
        arrows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_agree_and_lie_outside() {
        // The direction of the heads, which are triangles whose second corner is the tip.
        let heads = |is_twisted, has_ends| -> Vec<[i32; 2]> {
            let arrows = Seams { sizes: [5, 3], is_twisted, has_ends }.arrows();
            for corner in arrows.iter().flat_map(Outline::corners) {
                let is_inside = (-0.1..5.1).contains(&corner[0]) && (-0.1..3.1).contains(&corner[1]);
                assert!(!is_inside, "{corner:?}");
            }
            let triangles = arrows.iter().map(Outline::corners).filter(|corners| corners.len() == 3);
            let way = |of: &[[f64; 2]], i: usize| (3.0 * (of[1][i] - (of[0][i] + of[2][i]) / 2.0)).round();
            triangles.map(|of| [0, 1].map(|i| way(of, i) as i32)).collect()
        };
        let (down, up, right) = ([0, 1], [0, -1], [1, 0]);
        assert_eq!(heads(true, false), [down, up]);
        assert_eq!(heads(false, true), [down, down, right, right, right, right]);
        assert_eq!(heads(true, true), [down, up, right, right, right, right]);
    }
}
