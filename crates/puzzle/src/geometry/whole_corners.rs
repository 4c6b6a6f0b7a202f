//! Corners that fill the faces of a solid because all other pieces were left out, as on the kilominx.
//!
//! Start at [`Shape::with_whole_corners`]. Such puzzles are not cut by planes: the cuts bend so that the corners meet in the middles of faces
//! and edges. Both are the points of their faces and edges that are nearest to the centre of the solid.

use super::shape::{Point, Shape};

fn dot(x: Point, y: Point) -> f64 {
    x[0] * y[0] + x[1] * y[1] + x[2] * y[2]
}

impl Shape {
    /// Only the stickers of pieces, each a quadrilateral: a vertex of the solid, the middles of two edges, and that of the face. The same
    /// shape if a piece is not on a vertex, all of which are equally far from the centre.
    pub(super) fn with_whole_corners(mut self) -> Self {
        let mut farthest = 0.0;
        for corner in self.stickers().iter().flat_map(|sticker| &sticker.corners) {
            farthest = f64::max(farthest, dot(*corner, *corner) - 1e-6);
        }
        let mut stickers = self.stickers().to_vec();
        stickers.retain(|sticker| sticker.place.is_some());
        for sticker in &mut stickers {
            let corners = &sticker.corners;
            let Some(at) = corners.iter().position(|&corner| dot(corner, corner) > farthest) else {
                return self;
            };
            let (vertex, face) = (corners[at], &self.faces()[sticker.face]);
            let middle = |beside: usize| -> Point {
                let along: Point = std::array::from_fn(|i| corners[beside % corners.len()][i] - vertex[i]);
                let part = dot(vertex, along) / dot(along, along);
                std::array::from_fn(|i| vertex[i] - part * along[i])
            };
            let (next, last) = (middle(at + 1), middle(at + corners.len() - 1));
            sticker.corners = vec![vertex, next, face.normal.map(|x| x * face.distance), last];
        }
        self.keep(stickers);
        self
    }
}

#[cfg(test)]
mod tests {
    use crate::catalog;

    /// Five kites meet in the middle of each face of a kilominx, and cover it.
    #[test]
    fn corners_alone_fill_their_faces() {
        for (name, faces, each, area) in [
            // A regular pentagon around a circle of radius r has area 5 r² tan 36°; r = 1/φ if the face has distance 1.
            ("kilominx", 12, 5, 5.0 * 36f64.to_radians().tan() * (5f64.sqrt() / 2.0 - 0.5).powi(2)),
            ("3x3x3 without edges, centers", 6, 4, 4.0),
        ] {
            let entry = catalog::find(name).unwrap();
            let shape = entry.shape.unwrap();
            assert_eq!(shape.stickers().len(), faces * each, "{name}");
            for (number, face) in shape.faces().iter().enumerate() {
                let own: Vec<_> = shape.stickers().iter().filter(|sticker| sticker.face == number).collect();
                let mut sum = 0.0;
                for sticker in &own {
                    let [a, b, c, d] = sticker.corners[..] else { panic!("{name}: {sticker:?}") };
                    assert!(sticker.place.is_some());
                    for (x, y) in [(a, b), (b, c), (c, d), (d, a)] {
                        // Twice the triangle from the centre of the solid along the normal: negative where the corners are clockwise.
                        let n = face.normal;
                        let across =
                            [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]];
                        sum -= (across[0] * n[0] + across[1] * n[1] + across[2] * n[2]) / 2.0;
                    }
                }
                assert!((sum - area).abs() < 1e-6, "{name}: {sum}");
                assert!(own.iter().all(|sticker| sticker.corners[2] == own[0].corners[2]), "{name}");
            }
            let colours = shape.colours(entry.puzzle.solved(), entry.puzzle.solved());
            assert!(colours.iter().all(Option::is_some), "{name}");
        }
        // Edges or tips stay, and so does what is beside them.
        for (name, stickers) in
            [("3x3x3 without corners", 54), ("void cube", 54), ("pyraminx without edges", 36)]
        {
            assert_eq!(catalog::find(name).unwrap().shape.unwrap().stickers().len(), stickers, "{name}");
        }
    }
}
