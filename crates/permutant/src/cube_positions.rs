//! All positions of the 3x3x3 with given symmetry, antisymmetry or self-inversion, or with given patterns.
//!
//! Start at [`bound`] and [`face_pattern`], which read requirements, and at [`each`] and [`each_with_pattern`]. The counts are those of
//! [`Requirement::count`](permutant_cube::symmetric_cubes::Requirement::count).

use crate::cubies;
use crate::model::Model;
use permutant_analysis::state::position_symmetry::UpTo;
use permutant_cube::model::cubie::CubieCube;
use permutant_cube::model::moves::Face;
use permutant_cube::model::point_group::PointGroupError;
use permutant_cube::model::symmetry::Symmetry;
use permutant_cube::patterns::{FacePattern, Pattern};
use permutant_cube::symmetric_cubes::{Bound, Requirement, SignedGroup, SignedSymmetry};
use permutant_puzzle::diagnostic::Diagnostic;
use permutant_puzzle::state::State;
use std::ops::ControlFlow;

/// Reads `D4h`, `exactly D4h` or `at least D4h`; a class alone is meant exactly.
///
/// # Errors
///
/// If there is no such class, or several share the symbol.
pub fn bound(text: &str) -> Result<Bound, PointGroupError> {
    let text = text.trim();
    let (class, exactly) = match (text.strip_prefix("exactly "), text.strip_prefix("at least ")) {
        (_, Some(class)) => (class, false),
        (Some(class), None) => (class, true),
        (None, None) => (text, true),
    };
    Ok(Bound { class: class.trim().parse()?, exactly })
}

/// Passes positions that satisfy a requirement to `found`, one of each set of positions that differ by one of the 48 symmetries or by
/// inversion, with their signed groups, until `found` breaks or `go_on` returns false.
///
/// # Errors
///
/// If the puzzle is not the 3x3x3.
pub fn each(
    model: &Model,
    requirement: &Requirement,
    go_on: impl FnMut() -> bool,
    found: &mut dyn FnMut(State, SignedGroup) -> ControlFlow<()>,
) -> Result<ControlFlow<()>, Diagnostic> {
    let mut converting = Converting { model, found, fault: None };
    let end = requirement.each(go_on, &mut |cube| converting.pass(&cube));
    converting.fault.map_or(Ok(end), Err)
}

/// Reads `aba bab aba`, a pattern for every face, or `U=aba/bab/aba` and `U,D=…`, one for certain faces. See [`FacePattern::parse`].
///
/// # Errors
///
/// A [`Diagnostic`] if there is no such face, or the pattern cannot be read.
pub fn face_pattern(text: &str) -> Result<(Vec<Face>, FacePattern), Diagnostic> {
    let Some((names, pattern)) = text.split_once('=') else {
        return FacePattern::parse(text).map(|pattern| (Vec::new(), pattern));
    };
    let mut faces = Vec::new();
    let mut start = 0;
    for name in names.split(',') {
        let face = Face::ALL.into_iter().find(|face| name.trim() == face.to_string());
        faces.push(face.ok_or_else(|| {
            let fault = format!("`{}` is not a face of the cube", name.trim());
            Diagnostic::new(start..start + name.len(), fault)
                .expected("U, R, F, D, L or B, with commas between several, as U,D=PATTERN")
        })?);
        start += name.len() + 1;
    }
    let shifted =
        |fault: Diagnostic| Diagnostic { span: fault.span.start + start..fault.span.end + start, ..fault };
    Ok((faces, FacePattern::parse(pattern).map_err(shifted)?))
}

/// The signed symmetries up to which positions of the 3x3x3 are compared. They form a group.
pub fn signed_symmetries(up_to: UpTo) -> Vec<SignedSymmetry> {
    let rotations: Vec<Symmetry> = Symmetry::rotations().collect();
    let is_taken = |by: &SignedSymmetry| {
        let is_identity = by.symmetry.index() == 0;
        (up_to.inverse || !by.inverts)
            && (is_identity || up_to.symmetries || up_to.rotations && rotations.contains(&by.symmetry))
    };
    SignedSymmetry::all().filter(is_taken).collect()
}

/// Passes the positions with a pattern that satisfy a requirement on their symmetry to `found`, with their signed groups, until `found`
/// breaks or `go_on` returns false: one of those that count as the same, each once. To count all, [`Pattern::each`] is faster.
///
/// # Errors
///
/// If the puzzle is not the 3x3x3.
pub fn each_with_pattern(
    model: &Model,
    pattern: &Pattern,
    requirement: &Requirement,
    up_to: UpTo,
    go_on: impl FnMut() -> bool,
    found: &mut dyn FnMut(State, SignedGroup) -> ControlFlow<()>,
) -> Result<ControlFlow<()>, Diagnostic> {
    let is_first = pattern.first_of(&signed_symmetries(up_to));
    let mut converting = Converting { model, found, fault: None };
    let end = pattern.each(requirement, go_on, &mut |cube| match is_first(&cube) {
        true => converting.pass(&cube),
        false => ControlFlow::Continue(()),
    });
    converting.fault.map_or(Ok(end), Err)
}

/// Cubes passed on as positions.
struct Converting<'a> {
    model: &'a Model,
    found: &'a mut dyn FnMut(State, SignedGroup) -> ControlFlow<()>,
    fault: Option<Diagnostic>,
}

impl Converting<'_> {
    fn pass(&mut self, cube: &CubieCube) -> ControlFlow<()> {
        match cubies::state(self.model, cube) {
            Ok(state) => (self.found)(state, SignedGroup::of(cube)),
            Err(fault) => {
                self.fault = Some(fault);
                ControlFlow::Break(())
            }
        }
    }
}
