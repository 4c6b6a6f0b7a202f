//! The drawn shape of a part: a polygon or a disc.
//!
//! Start at [`Outline`]. Coordinates increase to the right and downwards.

/// A point in the picture: to the right, and down.
pub type Flat = [f64; 2];

/// The number of sides of a polygon that replaces a disc.
const SIDES: u32 = 96;

/// The outline of a filled part.
#[derive(Clone, Debug, PartialEq)]
pub enum Outline {
    /// A polygon by its corners, clockwise as seen.
    Polygon(Vec<Flat>),
    /// A disc.
    Disc {
        /// Its middle.
        centre: Flat,
        /// Its radius.
        radius: f64,
    },
}

impl Outline {
    /// A rectangle, given by its upper left and lower right corners.
    pub fn rectangle([left, top]: Flat, [right, bottom]: Flat) -> Self {
        Outline::Polygon(vec![[left, top], [right, top], [right, bottom], [left, bottom]])
    }

    /// The corners of a polygon; a disc has none.
    pub fn corners(&self) -> &[Flat] {
        match self {
            Outline::Polygon(corners) => corners,
            Outline::Disc { .. } => &[],
        }
    }

    /// The corners of a polygon, or of the polygon that replaces a disc.
    pub(super) fn around(&self) -> Vec<Flat> {
        match self {
            Outline::Polygon(corners) => corners.clone(),
            Outline::Disc { centre: [x, y], radius } => {
                let angle = |i: u32| f64::from(i) * std::f64::consts::TAU / f64::from(SIDES);
                (0..SIDES).map(|i| [x + radius * angle(i).cos(), y + radius * angle(i).sin()]).collect()
            }
        }
    }

    /// Its area.
    pub fn area(&self) -> f64 {
        match self {
            Outline::Polygon(corners) => {
                let pairs = (0..corners.len()).map(|at| (corners[at], corners[(at + 1) % corners.len()]));
                (pairs.map(|(x, y)| x[0] * y[1] - x[1] * y[0]).sum::<f64>() / 2.0).abs()
            }
            Outline::Disc { radius, .. } => std::f64::consts::PI * radius * radius,
        }
    }

    /// The mean of its corners, or its centre.
    pub fn middle(&self) -> Flat {
        match self {
            Outline::Polygon(corners) => {
                let count = corners.len().max(1) as f64;
                [0, 1].map(|i| corners.iter().map(|corner| corner[i]).sum::<f64>() / count)
            }
            Outline::Disc { centre, .. } => *centre,
        }
    }

    /// Its least and greatest x and y.
    pub fn bounds(&self) -> [Flat; 2] {
        match self {
            Outline::Polygon(corners) => [
                [0, 1].map(|i| corners.iter().map(|corner| corner[i]).fold(f64::INFINITY, f64::min)),
                [0, 1].map(|i| corners.iter().map(|corner| corner[i]).fold(f64::NEG_INFINITY, f64::max)),
            ],
            Outline::Disc { centre, radius } => [centre.map(|x| x - radius), centre.map(|x| x + radius)],
        }
    }
}

/// The extent of the outlines: least x and y, width and height.
pub(super) fn frame<'a>(outlines: impl IntoIterator<Item = &'a Outline>) -> [f64; 4] {
    let start = [[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]];
    let [least, most] =
        outlines.into_iter().map(Outline::bounds).fold(start, |[least, most], [low, high]| {
            [[0, 1].map(|i| f64::min(least[i], low[i])), [0, 1].map(|i| f64::max(most[i], high[i]))]
        });
    [least[0], least[1], most[0] - least[0], most[1] - least[1]]
}
