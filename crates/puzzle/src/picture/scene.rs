//! The data with which a web page draws and turns a puzzle: parts with outlines, their contents, and the effects of
//! moves.
//!
//! Start at [`Scene::new`] and [`Scene::to_json`]. Points are [right, down] in the plane and [right, up, to the
//! front] in space. Each move lists the parts that it carries, with their destinations, paths and initial directions.
//! A drag selects, among the moves that carry a part, the one whose direction is nearest to that of the drag.

use super::colours::Scheme;
use super::fixture::Fixture;
use super::glue;
use super::look::{Look, Places};
use super::outline::Outline;
use super::plane::{Motion, Plane, Pose};
use super::rotation::{Rotation, dot};
use super::stereographic::middle;
use super::upright::Upright;
use crate::decimal;
use crate::definition::Role;
use crate::geometry::{Point, Shape};
use crate::moves::BaseMove;
use crate::puzzle::Puzzle;
use crate::sorting::sort_by_key;
use crate::state::State;
use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};
use std::io;

/// The content of a part.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Shown {
    /// The colour, as `#rrggbb`.
    pub colour: String,
    /// The name of the face to which it belongs, or the label of the piece.
    pub label: String,
}

/// A shape on a plate, which no move carries.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Fixture"))]
pub struct SceneFixture {
    /// The corners of its polygon; empty for a disc.
    pub corners: Vec<Vec<f64>>,
    /// Its middle.
    pub centre: Vec<f64>,
    /// The radius of a disc.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub radius: Option<f64>,
    /// Its colour, as `#rrggbb`.
    pub colour: String,
    /// What is written on it; may be empty.
    pub label: String,
}

/// How a piece lies in the plane: about a point, and turned.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Lies {
    /// The point.
    pub about: Vec<f64>,
    /// The angle, clockwise.
    pub degrees: f64,
}

/// A sticker, or a slot of a puzzle in the plane.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Sticker"))]
pub struct SceneSticker {
    /// The corners of its polygon, clockwise as seen from outside; empty for a disc.
    pub corners: Vec<Vec<f64>>,
    /// Its middle.
    pub centre: Vec<f64>,
    /// The radius of a disc.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub radius: Option<f64>,
    /// In the plane, for pieces that keep their outlines: how a piece lies here. It takes its outline along from where it lies when solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub lies: Option<Lies>,
    /// The name of the face on which it lies.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub face: Option<String>,
    /// The name of its set of pieces; `None` if no move affects it.
    pub set: Option<String>,
    /// The slot in the set, from 0.
    pub slot: Option<u16>,
    /// The number of the sticker in the slot, from 0.
    pub index: Option<u16>,
    /// Its content in the solved state; `None` for a hole.
    pub home: Option<Shown>,
    /// Its content in the position; `None` for a hole, or if the position does not determine it.
    pub shows: Option<Shown>,
}

/// A part that a move carries.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Carried {
    /// Its number.
    pub from: usize,
    /// The number of the part at the destination.
    pub to: usize,
    /// The direction in which it begins to move, of length 1; zeros if it turns in place.
    pub drag: Vec<f64>,
}

/// The path of carried parts.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Path {
    /// A rotation about an axis, or in the plane about a point.
    Turn {
        /// The direction of the axis, of length 1; in the plane it points to the viewer.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        axis: Option<Point>,
        /// A point on the axis.
        centre: Vec<f64>,
        /// The angle, clockwise as seen from the tip of the axis.
        degrees: f64,
    },
    /// A shift of all parts by the same vector; a part that leaves at one end returns at the other.
    Shift {
        /// The vector.
        by: Vec<f64>,
    },
    /// Each part moves straight to its destination.
    Track,
}

/// A move.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Way"))]
pub struct SceneMove {
    /// Its name.
    pub name: String,
    /// Whether it turns the puzzle as a whole.
    pub rotation: bool,
    /// The order of the move.
    pub order: Option<u64>,
    /// The path.
    pub path: Path,
    /// The parts that it carries.
    pub carries: Vec<Carried>,
}

/// A puzzle in a position, with the data that a page needs. Points are [right, down] in the plane and [right, up, to
/// the front] in space.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Scene {
    /// The name of the puzzle.
    pub puzzle: String,
    /// 2 in the plane, 3 in space.
    pub dimensions: u8,
    /// For a solid: the direction from which it is seen at first.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub eye: Option<Vec<f64>>,
    /// For a puzzle in the plane: the plates below the parts, as polygons.
    pub plates: Vec<Vec<Vec<f64>>>,
    /// What lies on the plates, from the bottom to the top.
    pub fixtures: Vec<SceneFixture>,
    /// Marks beside the plates, as polygons: the arrows along glued edges.
    pub marks: Vec<Vec<Vec<f64>>>,
    /// The parts.
    pub stickers: Vec<SceneSticker>,
    /// By block of glued pieces: the parts that show them.
    pub glued: Vec<Vec<usize>>,
    /// The moves that the definition lists, and rotations of the whole puzzle.
    pub moves: Vec<SceneMove>,
}

/// The number of decimal places of coordinates.
const PLACES: u32 = 6;

fn rounded(x: f64) -> f64 {
    // Adding 0 turns -0 into 0.
    (x * 1e6).round() / 1e6 + 0.0
}

fn point(x: &[f64]) -> Vec<f64> {
    x.iter().map(|&x| rounded(x)).collect()
}

fn hex(colour: u32) -> String {
    format!("#{colour:06x}")
}

impl Scene {
    /// The scene of a position. Both the look and the state must be those of the puzzle. O(moves × stickers).
    pub fn new(puzzle: &Puzzle, look: &Look, state: &State, scheme: Scheme) -> Self {
        match look {
            Look::Solid(shape) => solid(puzzle, look, shape, state, scheme),
            Look::Plane(plane) => flat(puzzle, look, plane, state, scheme),
        }
    }

    /// The scene as one line of JSON.
    pub fn to_json(&self) -> String {
        json(self)
    }
}

impl SceneMove {
    /// The effect of a move on the parts of the puzzle, including moves that a scene does not list. O(stickers).
    pub fn new(look: &Look, base: &BaseMove) -> Self {
        match look {
            Look::Solid(shape) => turned(&Places::of(look), &middles(shape), base),
            Look::Plane(plane) => led(&Places::of(look), plane, base),
        }
    }

    /// The move as one line of JSON.
    pub fn to_json(&self) -> String {
        json(self)
    }
}

fn json(record: &impl Serialize) -> String {
    let mut bytes = Vec::new();
    // Records contain only strings, numbers and lists, so serialization cannot fail.
    let _ = record.serialize(&mut Serializer::with_formatter(&mut bytes, Millionths));
    String::from_utf8(bytes).unwrap_or_default()
}

/// Writes numbers that are not integers with six decimal places, to which all coordinates are rounded.
struct Millionths;

impl Formatter for Millionths {
    fn write_f64<W: ?Sized + io::Write>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        writer.write_all(decimal::write(value, PLACES).as_bytes())
    }
}

/// The moves that a scene lists.
fn moves(puzzle: &Puzzle) -> impl Iterator<Item = &BaseMove> {
    puzzle.bases().iter().map(AsRef::as_ref).filter(|base| base.role != Role::Named)
}

/// The middles of the stickers of a solid in upright position.
fn middles(shape: &Shape) -> Vec<Point> {
    let upright = Upright::of(shape);
    shape.stickers().iter().map(|sticker| upright.point(middle(&sticker.corners))).collect()
}

fn solid(puzzle: &Puzzle, look: &Look, shape: &Shape, state: &State, scheme: Scheme) -> Scene {
    let faces = shape.faces();
    let shown = |face: Option<usize>| {
        let face = face?;
        let colour = hex(scheme.of_face(faces, face));
        Some(Shown { colour, label: faces[face].name.clone() })
    };
    let (middles, places) = (middles(shape), Places::of(look));
    let upright = Upright::of(shape);
    let home = shape.colours(puzzle.solved(), puzzle.solved());
    let colours = shape.colours(puzzle.solved(), state);
    let stickers = shape.stickers().iter().enumerate().map(|(number, sticker)| SceneSticker {
        corners: sticker.corners.iter().map(|&corner| point(&upright.point(corner))).collect(),
        centre: point(&middles[number]),
        radius: None,
        lies: None,
        face: Some(faces[sticker.face].name.clone()),
        set: sticker.place.map(|place| puzzle.orbits()[place.orbit].name.clone()),
        slot: sticker.place.map(|place| place.slot),
        index: sticker.place.map(|place| place.index),
        home: shown(home[number]),
        shows: shown(colours[number]),
    });
    let stickers = stickers.collect();
    let moves: Vec<SceneMove> = moves(puzzle).map(|base| turned(&places, &middles, base)).collect();
    Scene {
        puzzle: puzzle.name().to_string(),
        dimensions: 3,
        eye: Some(point(&eye(upright.eye(), &middles, &moves))),
        plates: Vec::new(),
        fixtures: Vec::new(),
        marks: Vec::new(),
        stickers,
        glued: glue::groups(look, &glue::blocks(puzzle, look), state),
        moves,
    }
}

/// The direction from which a solid is seen at first: the usual one, or from the left if the stickers that no move carries, such as the
/// block of the fused cube, would all be behind.
fn eye(usual: Point, middles: &[Point], moves: &[SceneMove]) -> Point {
    let mut stays = vec![true; middles.len()];
    for carried in moves.iter().flat_map(|way| &way.carries) {
        stays[carried.from] = false;
    }
    let mut still = middles.iter().zip(&stays).filter(|(_, stays)| **stays).peekable();
    let is_behind = still.peek().is_some() && still.all(|(&middle, _)| dot(middle, usual) < 0.0);
    let [x, y, z] = usual;
    [if is_behind { -x } else { x }, y, z]
}

/// The effect of a move on the stickers of a solid, determined by their middles.
fn turned(places: &Places<'_>, middles: &[Point], base: &BaseMove) -> SceneMove {
    let moved = places.carried(&base.transformation);
    let pairs: Vec<(Point, Point)> = moved.iter().map(|&(from, to)| (middles[from], middles[to])).collect();
    let Some(rotation) = Rotation::between(&pairs) else {
        let straight = moved.iter().map(|&(from, to)| {
            let way: Point = std::array::from_fn(|i| middles[to][i] - middles[from][i]);
            Carried { from, to, drag: direction(&way) }
        });
        return SceneMove { path: Path::Track, carries: straight.collect(), ..unmoved(base) };
    };
    let along = |at: Point| (0..3).map(|i| rotation.axis[i] * at[i]).sum::<f64>();
    let heights = pairs.iter().map(|pair| along(pair.0));
    let (least, most) = heights.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), height| {
        (least.min(height - 1e-6), most.max(height + 1e-6))
    });
    // Between parts that change places, those on the axis turn in place, and those that are no pieces go along.
    let between = (0..middles.len()).filter_map(|number| {
        let middle = middles[number];
        let stays = moved.binary_search_by_key(&number, |pair| pair.0).is_err();
        if !stays || !(least..=most).contains(&along(middle)) {
            return None;
        }
        let is_none = |part: usize| places.places[part].is_none();
        if rotation.keeps(middle) || !is_none(number) {
            return rotation.keeps(middle).then_some((number, number));
        }
        let to = (0..middles.len()).find(|&to| is_none(to) && rotation.carries(middle, middles[to]))?;
        Some((number, to))
    });
    let mut carries: Vec<Carried> = (moved.iter().copied())
        .chain(between)
        .map(|(from, to)| Carried { from, to, drag: point(&rotation.starts(middles[from])) })
        .collect();
    sort_by_key(&mut carries, |carried| carried.from);
    let path = Path::Turn {
        axis: Some(rotation.axis.map(rounded)),
        centre: vec![0.0; 3],
        degrees: rounded(rotation.degrees),
    };
    SceneMove { path, carries, ..unmoved(base) }
}

fn unmoved(base: &BaseMove) -> SceneMove {
    SceneMove {
        name: base.name.clone(),
        rotation: base.role == Role::Rotation,
        order: base.order,
        path: Path::Track,
        carries: Vec::new(),
    }
}

/// The direction of a vector; zeros for the zero vector.
fn direction(way: &[f64]) -> Vec<f64> {
    let length = way.iter().map(|x| x * x).sum::<f64>().sqrt();
    way.iter().map(|x| if length > 1e-9 { rounded(x / length) } else { 0.0 }).collect()
}

fn flat(puzzle: &Puzzle, look: &Look, plane: &Plane, state: &State, scheme: Scheme) -> Scene {
    let shown = |home: Option<usize>| {
        let home = &plane.parts[home?];
        Some(Shown { colour: hex(plane.shade(home.colour, scheme)), label: home.label.clone() })
    };
    let home = plane.homes(puzzle.solved(), puzzle.solved());
    let now = plane.homes(puzzle.solved(), state);
    let outlines = now.iter().enumerate().map(|(part, &home)| plane.outline(part, home.unwrap_or(part)));
    let outlines: Vec<Outline> = outlines.collect();
    let lies = |pose: &Pose| Lies { about: point(&pose.centre), degrees: pose.degrees };
    let stickers = plane.parts.iter().zip(&outlines).zip(home.into_iter().zip(now)).enumerate();
    let stickers = stickers.map(|(number, ((part, outline), (home, now)))| SceneSticker {
        corners: outline.corners().iter().map(|corner| point(corner)).collect(),
        centre: point(&plane.middle(number)),
        radius: radius(outline),
        lies: part.pose.as_ref().map(lies),
        face: None,
        set: Some(puzzle.orbits()[part.orbit].name.clone()),
        slot: Some(part.slot),
        index: Some(part.index),
        home: shown(home),
        shows: shown(now),
    });
    let stickers = stickers.collect();
    let places = Places::of(look);
    Scene {
        puzzle: puzzle.name().to_string(),
        dimensions: 2,
        eye: None,
        plates: polygons(&plane.plates),
        fixtures: plane.fixtures.iter().map(fixture).collect(),
        marks: plane.seams.map(|seams| polygons(&seams.arrows())).unwrap_or_default(),
        stickers,
        glued: glue::groups(look, &glue::blocks(puzzle, look), state),
        moves: moves(puzzle).map(|base| led(&places, plane, base)).collect(),
    }
}

fn fixture(Fixture { outline, colour, label }: &Fixture) -> SceneFixture {
    SceneFixture {
        corners: outline.corners().iter().map(|corner| point(corner)).collect(),
        centre: point(&outline.middle()),
        radius: radius(outline),
        colour: hex(*colour),
        label: label.clone(),
    }
}

/// The radius of a disc.
fn radius(outline: &Outline) -> Option<f64> {
    match outline {
        Outline::Disc { radius, .. } => Some(rounded(*radius)),
        Outline::Polygon(_) => None,
    }
}

fn polygons(outlines: &[Outline]) -> Vec<Vec<Vec<f64>>> {
    outlines.iter().map(|outline| outline.around().iter().map(|corner| point(corner)).collect()).collect()
}

/// The effect of a move on the slots of a puzzle in the plane.
fn led(places: &Places<'_>, plane: &Plane, base: &BaseMove) -> SceneMove {
    let motion = plane.motion(&base.name);
    let drag = |from: usize, to: usize| {
        let (start, end) = (plane.middle(from), plane.middle(to));
        direction(&match motion {
            // y increases downwards, so clockwise is from right to down.
            Motion::Turn { centre, degrees } => {
                [centre[1] - start[1], start[0] - centre[0]].map(|x| x * degrees.signum())
            }
            Motion::Shift { by } => by,
            Motion::Track => [end[0] - start[0], end[1] - start[1]],
        })
    };
    let moved = places.carried(&base.transformation);
    let carries = moved.into_iter().map(|(from, to)| Carried { from, to, drag: drag(from, to) });
    let path = match motion {
        Motion::Turn { centre, degrees } => {
            Path::Turn { axis: None, centre: point(&centre), degrees: rounded(degrees) }
        }
        Motion::Shift { by } => Path::Shift { by: point(&by) },
        Motion::Track => Path::Track,
    };
    SceneMove { path, carries: carries.collect(), ..unmoved(base) }
}
