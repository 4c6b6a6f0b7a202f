//! Generates a puzzle from a description.
//!
//! Start at [`generate`], and [`cuboid`] for boxes.

use super::depths::{Determinants, Planes};
use super::description::{Body, Cut, Description};
use super::dissection::{Dissection, face_classes};
use super::grips::{Grip, GripNames, TurningAxis};
use super::pieces::Pieces;
use super::rotations::Rotations;
use super::shape::Shape;
use super::solid::{Platonic, Solid};
use crate::definition::{Action, Generator, Role};
use crate::diagnostic::Diagnostic;
use crate::puzzle::Puzzle;
use crate::sorting;
use std::sync::{Arc, OnceLock};

/// A puzzle made from a solid.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The puzzle. It is solved if every face has one colour, in any orientation of the whole puzzle.
    pub puzzle: Puzzle,
    /// Its appearance.
    pub shape: Shape,
    /// How the description was interpreted, in words: depths that were rounded where cuts meet.
    pub notes: Vec<String>,
}

/// The longest side of a box, in cubies.
pub const LONGEST_SIDE: u16 = 64;

/// The puzzle that a text describes, with a given name.
pub fn generate(text: &str, name: &str) -> Result<Generated, Diagnostic> {
    generate_with(text, name, false)
}

/// The same, with orientations of the pieces in the middles of faces, although they do not show: a supercube.
pub fn generate_with_oriented_centres(text: &str, name: &str) -> Result<Generated, Diagnostic> {
    generate_with(text, name, true)
}

fn generate_with(text: &str, name: &str, oriented_centres: bool) -> Result<Generated, Diagnostic> {
    let description = Description::read(text)?;
    let Workshop { solid, rotations, determinants } = &*Workshop::of(description.solid);
    let mut faces: Vec<usize> = face_classes(solid, rotations).into_iter().map(|(first, _)| first).collect();
    faces.dedup();
    let planes = Planes::settle(solid, determinants, &description.cuts, &faces)?;
    let on_a_cube = description.solid == Body::Platonic(Platonic::Cube);
    assemble(solid, rotations, planes, &description.cuts, Options { on_a_cube, oriented_centres }, name)
        .map_err(|fault| within(fault, text))
}

/// A box with these numbers of cubies to the right, upwards and to the front, each from 1 to [`LONGEST_SIDE`] and not
/// all 1. If its sides differ, only half turns are possible. `None` for other sizes, and for boxes with too many
/// stickers.
pub fn cuboid(sizes: [u16; 3], name: &str) -> Option<Generated> {
    cuboid_with(sizes, name, false)
}

/// The same with orientations of the pieces in the middles of faces.
pub fn cuboid_with_oriented_centres(sizes: [u16; 3], name: &str) -> Option<Generated> {
    cuboid_with(sizes, name, true)
}

fn cuboid_with(sizes: [u16; 3], name: &str, oriented_centres: bool) -> Option<Generated> {
    if sizes.iter().any(|size| !(1..=LONGEST_SIDE).contains(size)) || sizes == [1; 3] {
        return None;
    }
    let solid = Solid::cuboid(sizes);
    let planes = Planes::of_cuboid(&solid);
    let options = Options { on_a_cube: true, oriented_centres };
    assemble(&solid, &Rotations::of(&solid), planes, &[], options, name).ok()
}

/// A solid with the data that do not depend on its cuts.
#[derive(Debug)]
struct Workshop {
    solid: Solid,
    rotations: Rotations,
    determinants: Arc<Determinants>,
}

impl Workshop {
    /// The five Platonic solids are computed once and kept.
    fn of(body: Body) -> Arc<Workshop> {
        static PLATONIC: [OnceLock<Arc<Workshop>>; 5] = [const { OnceLock::new() }; 5];
        match body {
            Body::Platonic(kind) => {
                let new = || Arc::new(Workshop::new(Solid::platonic(kind)));
                Arc::clone(PLATONIC[kind as usize].get_or_init(new))
            }
            Body::Prism(sided) => Arc::new(Workshop::new(Solid::sided(sided, false))),
            Body::Dipyramid(sided) => Arc::new(Workshop::new(Solid::sided(sided, true))),
        }
    }

    fn new(solid: Solid) -> Self {
        let (rotations, determinants) = (Rotations::of(&solid), Arc::new(Determinants::of(&solid)));
        Workshop { solid, rotations, determinants }
    }
}

/// An error without a place refers to the whole text.
fn within(fault: Diagnostic, text: &str) -> Diagnostic {
    let span = if fault.span.is_empty() { 0..text.len() } else { fault.span.clone() };
    Diagnostic { span, ..fault }
}

/// The options for making a puzzle from a solid.
#[derive(Clone, Copy, Debug)]
struct Options {
    /// Whether moves have the names used on cubes.
    on_a_cube: bool,
    oriented_centres: bool,
}

fn assemble(
    solid: &Solid,
    rotations: &Rotations,
    planes: Planes,
    cuts: &[Cut],
    options: Options,
    name: &str,
) -> Result<Generated, Diagnostic> {
    let dissection = Dissection::of(solid, rotations, &planes, cuts)?;
    let unlike =
        || Diagnostic::new(0..0, "a rotation of the solid does not carry its stickers onto stickers");
    let pieces = Pieces::of(solid, rotations, &dissection, options.oriented_centres).ok_or_else(unlike)?;

    let mut axes = Vec::new();
    let mut grips = Vec::new();
    for (number, axis) in dissection.axes.iter().enumerate() {
        let [Some(end), _] = axis.ends else { continue };
        let rotation = rotations.about(solid, end);
        let turned = |moves: &dyn Fn(usize) -> bool| pieces.transformation(rotations, rotation, moves);
        let layer = |layer: u8| turned(&|sticker| dissection.stickers[sticker].layers[number] == layer);
        axes.push(TurningAxis { layers: (0..axis.layers).map(layer).collect(), whole: turned(&|_| true) });
        for (second, end) in axis.ends.iter().enumerate() {
            let Some(end) = *end else { continue };
            let direction = &solid.directions[end];
            let mut faces: Vec<String> =
                direction.faces.iter().map(|&face| solid.directions[face].name.clone()).collect();
            sorting::sort(&mut faces);
            grips
                .push((end, Grip { name: direction.name.clone(), faces, axis: number, second: second == 1 }));
        }
    }
    sorting::sort_by_key(&mut grips, |(end, _)| *end);
    let grips = grips.into_iter().map(|(_, grip)| grip).collect();
    let faces = solid.faces().map(|face| face.name.clone()).collect();
    let names = GripNames::new(grips, axes, faces, solid.joint(), options.on_a_cube);

    let mut definition = pieces.definition(name, &dissection);
    let (turns, whole) = names.generators();
    for (role, bases) in [(Role::Turn, turns), (Role::Rotation, whole)] {
        definition.generators.extend(bases.into_iter().map(|base| Generator {
            name: base.name,
            role,
            action: Action::Given(base.transformation),
        }));
    }
    definition.comments = planes.notes.clone();
    let puzzle =
        Puzzle::new(definition).map_err(|fault| Diagnostic::new(0..0, format!("no puzzle: {fault}")))?;
    let puzzle = puzzle.with_layers(Arc::new(names)).up_to_rotation();
    let shape = Shape::new(solid, &dissection, &pieces);
    Ok(Generated { puzzle, shape, notes: planes.notes })
}
