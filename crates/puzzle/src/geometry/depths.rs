//! Converts depths as written into exact planes.
//!
//! Start at [`Planes::settle`]. Whether a decimal such as 0.577350269189626 means 1/√3 matters only where cuts meet:
//! where a cut passes through a corner of the solid, or three cuts through one point of a face. Every such meeting is
//! an equation, linear in the offsets of the planes, with exact coefficients, and all of them are examined. An
//! equation that the written depths satisfy within the precision of their digits is taken as intended, and these
//! equations are solved exactly. A depth that no equation determines may be any nearby number; a dyadic one is taken.
//! An equation that nearly holds, but not within the digits, would produce a sliver and is rejected. The signs of all
//! predicates are thus certain, and no unstated tolerance decides anything.

use super::description::Cut;
use super::solid::{Solid, determinant};
use super::surd::{Fraction, Ring, Surd, gcd};
use crate::decimal::{self, MOST_PLACES};
use crate::diagnostic::Diagnostic;
use crate::small_map::Set;
use std::cmp::Ordering;
use std::sync::Arc;

/// A plane, normal · x = offset, where the normal is that of a direction of the solid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Plane {
    pub(super) direction: usize,
    /// Multiplied by [`Planes::under`].
    pub(super) offset: Surd,
    /// The cut of which it is an image; `None` for a face of the solid.
    pub(super) cut: Option<usize>,
}

/// The exact planes: those of the faces in their order, then those of the cuts.
#[derive(Clone, Debug)]
pub(super) struct Planes {
    pub(super) ring: Ring,
    pub(super) all: Vec<Plane>,
    /// The number of faces among them.
    pub(super) faces: usize,
    /// The common denominator of the offsets.
    pub(super) under: i128,
    /// How depths were interpreted, in words.
    pub(super) notes: Vec<String>,
    determinants: Arc<Determinants>,
}

/// The greatest number of planes: three times as many as the 40x40x40 needs.
const MOST_PLANES: usize = 360;

/// Three cuts and a face that come closer to meeting than this, in units of the distance of a face, are refused.
const SLIVER: f64 = 1e-6;

/// The greatest effect of rounding on the value of an equation, whose terms are below 2^20.
const ROUNDING: f64 = 1e-12;

/// Offsets that no equation determines are multiples of 2^-32.
const DYADIC: i128 = 1 << 32;

/// The bits of an offset's numerator: with minors below 2^28, sums stay below 2^127.
const OFFSET_BITS: u32 = 90;

/// Determinants of the normals of three directions, exactly and rounded.
#[derive(Debug)]
pub(super) struct Determinants {
    count: usize,
    /// Entries of normals are below 2^8, so those of the minors are below 6 · 2^24 · (1 + 3d) < 2^31.
    exact: Vec<[i32; 2]>,
    rounded: Vec<f64>,
}

impl Determinants {
    pub(super) fn of(solid: &Solid) -> Self {
        let normals: Vec<_> = solid.directions.iter().map(|direction| &direction.normal).collect();
        let count = normals.len();
        let mut exact = vec![[0; 2]; count * count * count];
        let mut rounded = vec![0.0; count * count * count];
        for (a, b, c) in (0..count).flat_map(|a| (0..a).flat_map(move |b| (0..b).map(move |c| (a, b, c)))) {
            let value = determinant(solid.ring, normals[a], normals[b], normals[c]);
            let near = solid.ring.value(value);
            let [over, root] = [value.a, value.b].map(|part| part as i32);
            debug_assert_eq!(value, Surd::new(i128::from(over), i128::from(root)));
            for (x, y, z) in [(a, b, c), (b, c, a), (c, a, b)] {
                let (even, odd) = ((x * count + y) * count + z, (y * count + x) * count + z);
                (exact[even], exact[odd]) = ([over, root], [-over, -root]);
                (rounded[even], rounded[odd]) = (near, -near);
            }
        }
        Determinants { count, exact, rounded }
    }

    fn at(&self, [a, b, c]: [usize; 3]) -> usize {
        (a * self.count + b) * self.count + c
    }

    fn exact(&self, directions: [usize; 3]) -> Surd {
        let [over, root] = self.exact[self.at(directions)];
        Surd::new(i128::from(over), i128::from(root))
    }
}

/// Four planes meet if Σ ±(determinant of the normals of the other three) · offset is 0, with the signs of an expansion
/// along the last column.
const OTHERS: [([usize; 3], bool); 4] =
    [([1, 2, 3], false), ([0, 2, 3], true), ([0, 1, 3], false), ([0, 1, 2], true)];

/// An equation in the offsets of the cuts: Σ coefficient · offset + constant = 0.
type Equation = Vec<Surd>;

/// A plane whose offset is not exact yet.
#[derive(Clone, Copy)]
struct Draft {
    direction: usize,
    cut: Option<usize>,
    offset: f64,
}

/// The search for meetings. All its values are rounded, and only values far from 0 are relied on.
struct Meetings<'s> {
    solid: &'s Solid,
    determinants: &'s Determinants,
    drafts: Vec<Draft>,
    /// By cut: the distance by which its offset may differ from the intended one.
    radius: Vec<f64>,
    lengths: Vec<f64>,
}

/// Four planes that meet or nearly meet on a face.
struct Meeting {
    planes: [usize; 4],
    /// Whether they meet within the precision of the written digits.
    within: bool,
}

impl Meetings<'_> {
    fn coefficients(&self, planes: [usize; 4]) -> [f64; 4] {
        let directions = planes.map(|plane| self.drafts[plane].direction);
        std::array::from_fn(|at| {
            let (others, positive) = OTHERS[at];
            let value =
                self.determinants.rounded[self.determinants.at(others.map(|other| directions[other]))];
            if positive { value } else { -value }
        })
    }

    /// All sets of a face of `faces` and three other planes, at least one of them a cut, that meet or nearly meet on
    /// the face. O(planes³) for each face.
    fn all(&self, faces: &[usize]) -> Vec<Meeting> {
        let mut found = Vec::new();
        let count = self.drafts.len();
        for &face in faces {
            for a in (0..count).filter(|&a| a != face) {
                for b in (a + 1..count).filter(|&b| b != face) {
                    let from = (b + 1).max(self.solid.offsets.len());
                    found.extend((from..count).filter_map(|c| self.meeting([face, a, b, c])));
                }
            }
        }
        found
    }

    fn meeting(&self, planes: [usize; 4]) -> Option<Meeting> {
        let coefficients = self.coefficients(planes);
        let mut sum = 0.0;
        let mut open = 0.0;
        let mut nearest = f64::INFINITY;
        for (at, &coefficient) in coefficients.iter().enumerate() {
            let draft = &self.drafts[planes[at]];
            sum += coefficient * draft.offset;
            open += coefficient.abs() * (draft.cut.map_or(0.0, |cut| self.radius[cut]) + ROUNDING);
            if at > 0 && coefficient != 0.0 {
                nearest = nearest.min(1.0 / (coefficient.abs() * self.lengths[draft.direction]));
            }
        }
        // The least distance, over all choices, of the fourth plane from the point where the other three meet.
        let distance = nearest * sum.abs() / self.solid.unit;
        let within = sum.abs() <= open;
        // Whether faces alone meet does not depend on the cuts. (Only a determinant of 0 is rounded to 0.)
        let depends = planes
            .iter()
            .zip(coefficients)
            .any(|(&plane, coefficient)| coefficient != 0.0 && self.drafts[plane].cut.is_some());
        ((within || distance < SLIVER) && depends && self.is_on_the_face(planes, coefficients))
            .then_some(Meeting { planes, within })
    }

    /// Whether the planes meet on the face, within a thousand slivers.
    fn is_on_the_face(&self, planes: [usize; 4], coefficients: [f64; 4]) -> bool {
        // Three planes, including the face, that meet in a point: one whose coefficient is not 0 is omitted.
        let Some(left_out) = (1..4).find(|&at| coefficients[at] != 0.0) else { return false };
        let three: Vec<usize> = (0..4).filter(|&at| at != left_out).map(|at| planes[at]).collect();
        let point = self.point([three[0], three[1], three[2]]);
        self.drafts.iter().filter(|draft| draft.cut.is_none()).all(|face| {
            let normal = self.normal(face.direction);
            let along: f64 = (0..3).map(|i| normal[i] * point[i]).sum();
            along - face.offset < 1e3 * SLIVER * self.lengths[face.direction] * self.solid.unit
        })
    }

    /// The equation for the meeting of four planes.
    fn equation(&self, planes: [usize; 4], cuts: usize) -> Equation {
        let ring = self.solid.ring;
        let mut equation = vec![Surd::ZERO; cuts + 1];
        let directions = planes.map(|plane| self.drafts[plane].direction);
        for (&plane, (others, positive)) in planes.iter().zip(OTHERS) {
            let minor = self.determinants.exact(others.map(|other| directions[other]));
            let minor = if positive { minor } else { -minor };
            let Draft { direction, cut, .. } = self.drafts[plane];
            match cut {
                Some(cut) => equation[cut] = equation[cut] + minor,
                None => equation[cuts] = equation[cuts] + ring.product(minor, self.solid.offsets[direction]),
            }
        }
        equation
    }

    fn normal(&self, direction: usize) -> [f64; 3] {
        self.solid.rounded(&self.solid.directions[direction].normal)
    }

    fn point(&self, planes: [usize; 3]) -> [f64; 3] {
        let planes = planes.map(|plane| &self.drafts[plane]);
        intersection(planes.map(|plane| (self.normal(plane.direction), plane.offset)))
    }
}

/// The point in which three planes, given as normals and offsets, meet: Cramer's rule, rounded.
pub(super) fn intersection(planes: [([f64; 3], f64); 3]) -> [f64; 3] {
    let cross = |x: [f64; 3], y: [f64; 3]| {
        [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]]
    };
    let [(p, a), (q, b), (r, c)] = planes;
    let (qr, rp, pq) = (cross(q, r), cross(r, p), cross(p, q));
    let volume: f64 = (0..3).map(|i| p[i] * qr[i]).sum();
    std::array::from_fn(|i| (a * qr[i] + b * rp[i] + c * pq[i]) / volume)
}

/// The reason why the depths do not define a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DepthError {
    Sliver,
    Contradiction,
    TooLarge,
}

impl DepthError {
    /// The error, placed at the last cut that takes part in a meeting.
    fn at(self, cuts: &[Cut], meetings: &Meetings<'_>, meeting: &Meeting) -> Diagnostic {
        let last = meeting.planes.iter().filter_map(|&plane| meetings.drafts[plane].cut).max();
        self.at_cut(&cuts[last.unwrap_or(0)])
    }

    fn at_cut(self, cut: &Cut) -> Diagnostic {
        let span = cut.span.clone();
        let digits = "write it as a fraction or a root, or with ten digits or more";
        match self {
            DepthError::Sliver => {
                Diagnostic::new(span, "cuts come so near to meeting that slivers would be left")
                    .expected("a depth at which they meet, or one farther from it")
                    .help(format!("if they are to meet, {digits}"))
            }
            DepthError::Contradiction => {
                Diagnostic::new(span, "cuts nearly meet at this depth, and not all of them can").help(digits)
            }
            DepthError::TooLarge => {
                Diagnostic::new(span, "the depths lead to numbers that are too large to be exact")
            }
        }
    }
}

/// The equations that are assumed to hold, in echelon form: each is solved for the last cut that it contains.
struct System {
    ring: Ring,
    /// By cut: the equation that expresses its offset by those before it, with coefficient 1 for the cut itself.
    rows: Vec<Option<Vec<Fraction>>>,
}

impl System {
    fn new(ring: Ring, cuts: usize) -> Self {
        System { ring, rows: vec![None; cuts] }
    }

    fn add(&mut self, equation: &Equation) -> Result<(), DepthError> {
        let mut row: Vec<Fraction> = equation.iter().copied().map(Fraction::whole).collect();
        for cut in (0..self.rows.len()).rev() {
            let leading = row[cut];
            if leading.is_zero() {
                continue;
            }
            match &self.rows[cut] {
                Some(known) => {
                    let reduced = row.iter().zip(known).map(|(&x, &y)| x.minus(leading.times(y, self.ring)?));
                    row = reduced.collect::<Option<_>>().ok_or(DepthError::TooLarge)?;
                }
                None => {
                    let scale = leading.inverse(self.ring).ok_or(DepthError::TooLarge)?;
                    let scaled = row.iter().map(|x| x.times(scale, self.ring));
                    self.rows[cut] = Some(scaled.collect::<Option<_>>().ok_or(DepthError::TooLarge)?);
                    return Ok(());
                }
            }
        }
        if row[self.rows.len()].is_zero() { Ok(()) } else { Err(DepthError::Contradiction) }
    }

    fn is_fixed(&self, cut: usize) -> bool {
        self.rows[cut].is_some()
    }

    /// The offsets. Those that no equation determines are the given ones, rounded to a multiple of 2^-32.
    fn solve(&self, given: &[f64]) -> Option<Vec<Fraction>> {
        let mut offsets: Vec<Fraction> = Vec::with_capacity(given.len());
        for (row, &given) in self.rows.iter().zip(given) {
            let offset = match row {
                None => Fraction::new(Surd::new((given * DYADIC as f64).round() as i128, 0), DYADIC)?,
                Some(row) => {
                    let mut sum = Fraction::ZERO.minus(row[self.rows.len()])?;
                    for (&coefficient, &offset) in row.iter().zip(&offsets) {
                        sum = sum.minus(coefficient.times(offset, self.ring)?)?;
                    }
                    sum
                }
            };
            offsets.push(offset);
        }
        Some(offsets)
    }
}

impl Planes {
    /// The planes of a solid's faces and of its cuts. Every other face must be an image of one of `faces` under the
    /// solid's rotations.
    pub(super) fn settle(
        solid: &Solid,
        determinants: &Arc<Determinants>,
        cuts: &[Cut],
        faces: &[usize],
    ) -> Result<Self, Diagnostic> {
        let ring = solid.ring;
        let count = solid.offsets.len();
        let lengths: Vec<f64> = (0..solid.directions.len()).map(|d| solid.length(d)).collect();
        let mut drafts: Vec<Draft> = (0..count)
            .map(|face| Draft { direction: face, cut: None, offset: ring.value(solid.offsets[face]) })
            .collect();
        let mut given = Vec::new();
        let mut radius = Vec::new();
        for (number, cut) in cuts.iter().enumerate() {
            let about = |direction: &usize| solid.directions[*direction].feature == cut.feature;
            let directions: Vec<usize> = (0..solid.directions.len()).filter(about).collect();
            // All directions of one kind of feature have the same length.
            let unit = directions.first().map_or(0.0, |&direction| lengths[direction] * solid.unit);
            let offset = cut.depth.value * unit;
            given.push(offset);
            radius.push(cut.depth.radius * unit);
            drafts.extend(directions.into_iter().map(|direction| Draft {
                direction,
                cut: Some(number),
                offset,
            }));
        }
        if drafts.len() > MOST_PLANES {
            let message = format!(
                "{} cutting planes; at most {} are supported",
                drafts.len() - count,
                MOST_PLANES - count
            );
            return Err(Diagnostic::new(cuts[cuts.len() - 1].span.clone(), message));
        }
        let mut meetings = Meetings { solid, determinants, drafts, radius, lengths };
        let mut system = System::new(ring, cuts.len());
        let mut seen = Set::new();
        let found = meetings.all(faces);
        for meeting in found.iter().filter(|meeting| meeting.within) {
            let equation = meetings.equation(meeting.planes, cuts.len());
            if !seen.contains(&equation) {
                system.add(&equation).map_err(|fault| fault.at(cuts, &meetings, meeting))?;
                seen.insert(equation);
            }
        }
        let too_large = || DepthError::TooLarge.at_cut(&cuts[0]);
        let offsets = system.solve(&given).ok_or_else(too_large)?;
        let mut notes = Vec::new();
        for (number, cut) in cuts.iter().enumerate() {
            let value = offsets[number].value(ring);
            let off = (value - given[number]).abs();
            if system.is_fixed(number) && off > meetings.radius[number] + 1e3 * ROUNDING {
                return Err(DepthError::Contradiction.at_cut(cut));
            }
            let unit = given[number] / cut.depth.value;
            if system.is_fixed(number) && cut.depth.radius > 0.0 && off > 0.0 && unit.is_finite() {
                let [given, exact] =
                    [cut.depth.value, value / unit].map(|depth| decimal::write(depth, MOST_PLACES));
                notes.push(format!("depth {given} taken as {exact}, where cuts meet"));
            }
            for draft in meetings.drafts.iter_mut().filter(|draft| draft.cut == Some(number)) {
                draft.offset = value;
            }
        }
        let planes = Planes::assemble(solid, &meetings.drafts, &offsets, notes, Arc::clone(determinants))
            .ok_or_else(too_large)?;
        // All planes that still nearly meet must now meet exactly.
        meetings.radius.fill(0.0);
        for meeting in meetings.all(faces) {
            if planes.side_of_corner(meeting.planes) != Ordering::Equal {
                return Err(DepthError::Sliver.at(cuts, &meetings, &meeting));
            }
        }
        planes.without_repetitions(solid, cuts)
    }

    /// The planes between the cubies of a box, whose faces are at integer distances and whose cubies are 2 wide.
    pub(super) fn of_cuboid(solid: &Solid) -> Self {
        let faces = solid.offsets.iter().enumerate().map(|(direction, &offset)| Plane {
            direction,
            offset,
            cut: None,
        });
        let mut all: Vec<Plane> = faces.collect();
        // The first three directions are the positive ends of the axes.
        for direction in 0..3 {
            let size = solid.offsets[direction].a;
            let offsets = (1..size).map(|layer| Surd::new(size - 2 * layer, 0));
            all.extend(offsets.map(|offset| Plane { direction, offset, cut: Some(0) }));
        }
        let determinants = Arc::new(Determinants::of(solid));
        Planes {
            ring: solid.ring,
            all,
            faces: solid.offsets.len(),
            under: 1,
            notes: Vec::new(),
            determinants,
        }
    }

    /// The sign of the determinant of four planes; 0 if they meet.
    fn determinant_sign(&self, planes: [usize; 4]) -> Ordering {
        let planes = planes.map(|plane| &self.all[plane]);
        let sum = OTHERS.iter().zip(planes).fold(Surd::ZERO, |sum, ((others, positive), plane)| {
            let minor = self.normals(others.map(|other| planes[other].direction));
            let term = self.ring.product(minor, plane.offset);
            if *positive { sum + term } else { sum - term }
        });
        self.ring.sign(sum)
    }

    fn normals(&self, directions: [usize; 3]) -> Surd {
        self.determinants.exact(directions)
    }

    /// The side of the fourth plane on which the first three meet: `Greater` for the outer side. The first three must
    /// meet in a point. Exact.
    pub(super) fn side_of_corner(&self, planes: [usize; 4]) -> Ordering {
        let [a, b, c, _] = planes.map(|plane| self.all[plane].direction);
        match self.ring.sign(self.normals([a, b, c])) {
            // normal · point - offset = -(determinant of the planes) / (determinant of the three normals)
            Ordering::Greater => self.determinant_sign(planes).reverse(),
            _ => self.determinant_sign(planes),
        }
    }

    /// Keeps one plane of each pair that two opposite directions give. A cut all of whose planes exist already is an
    /// error.
    fn without_repetitions(mut self, solid: &Solid, cuts: &[Cut]) -> Result<Self, Diagnostic> {
        let mut seen: Set<([Surd; 3], Surd)> = Set::new();
        let mut all: Vec<Plane> = Vec::new();
        for plane in &self.all {
            let normal = solid.directions[plane.direction].normal;
            if !seen.contains(&(normal, plane.offset)) && !seen.contains(&(normal.map(|x| -x), -plane.offset))
            {
                all.push(*plane);
                seen.insert((normal, plane.offset));
            }
        }
        for (number, cut) in cuts.iter().enumerate() {
            if all.iter().all(|plane| plane.cut != Some(number)) {
                return Err(Diagnostic::new(
                    cut.span.clone(),
                    "this cut has the planes of an earlier one, or is a face",
                ));
            }
        }
        self.all = all;
        Ok(self)
    }

    /// The planes of the cuts, as indices into `all`.
    pub(super) fn cuts(&self) -> std::ops::Range<usize> {
        self.faces..self.all.len()
    }

    /// A plane as a normal and an offset, rounded.
    pub(super) fn rounded(&self, solid: &Solid, plane: usize) -> ([f64; 3], f64) {
        let Plane { direction, offset, .. } = self.all[plane];
        let normal = solid.rounded(&solid.directions[direction].normal);
        (normal, self.ring.value(offset) / self.under as f64)
    }

    fn assemble(
        solid: &Solid,
        drafts: &[Draft],
        offsets: &[Fraction],
        notes: Vec<String>,
        determinants: Arc<Determinants>,
    ) -> Option<Self> {
        let mut under = 1i128;
        for offset in offsets {
            under = (under / gcd(under, offset.under)?).checked_mul(offset.under)?;
        }
        let scaled = |x: Surd, by: i128| {
            let scaled = Surd::new(x.a.checked_mul(by)?, x.b.checked_mul(by)?);
            let fits = |part: i128| part.unsigned_abs() >> OFFSET_BITS == 0;
            (fits(scaled.a) && fits(scaled.b)).then_some(scaled)
        };
        let all = drafts.iter().map(|draft| {
            let offset = match draft.cut {
                None => scaled(solid.offsets[draft.direction], under)?,
                Some(cut) => scaled(offsets[cut].over, under / offsets[cut].under)?,
            };
            Some(Plane { direction: draft.direction, offset, cut: draft.cut })
        });
        let all = all.collect::<Option<Vec<Plane>>>()?;
        Some(Planes { ring: solid.ring, all, faces: solid.offsets.len(), under, notes, determinants })
    }
}
