//! The symmetry of a position as text and as JSON, and the symmetries up to which positions are compared.
//!
//! Start at [`Told::new`] and [`up_to`].

use crate::args;
use crate::exit::Failure;
use crate::output::number_of;
use permutant::algorithm;
use permutant::analysis::state::position_symmetry::{PositionSymmetries, Sense, UpTo, point_group};
use permutant::model::Model;
use permutant::puzzle::state::State;
use serde_json::{Value, json};

/// The meaning of the words of `--up-to`; a failure if the puzzle has no such symmetries.
pub(crate) fn up_to(
    model: &Model,
    symmetries: &PositionSymmetries<'_>,
    words: &[args::UpTo],
) -> Result<UpTo, Failure> {
    if words.contains(&args::UpTo::Inverse) && !symmetries.has_inverse() {
        let message = format!(
            "positions of {} have no inverses: some pieces are identical, or moves are not always possible",
            model.puzzle.name()
        );
        return Err(Failure::bad_input(message).help("omit inverse from --up-to"));
    }
    Ok(UpTo {
        rotations: words.contains(&args::UpTo::Rotations),
        symmetries: words.contains(&args::UpTo::Symmetries),
        inverse: words.contains(&args::UpTo::Inverse),
    })
}

/// The symmetry of a position in words.
pub(crate) struct Told {
    /// The number of symmetries that preserve the position.
    pub(crate) count: usize,
    /// On one line.
    pub(crate) line: String,
    /// With all details, for people.
    pub(crate) lines: Vec<String>,
    /// The same for programs.
    pub(crate) json: Value,
}

impl Told {
    /// Computes the symmetry of a position and describes it in words.
    pub(crate) fn new(symmetries: &PositionSymmetries<'_>, state: &State) -> Self {
        let symmetry = symmetries.of(state);
        let with = |sense: Sense| {
            symmetry.fixing.iter().filter(|&&number| symmetries.senses().get(number) == Some(&sense)).count()
        };
        let count = symmetry.fixing.len();
        let (kept, reversed) = (with(Sense::Kept), with(Sense::Reversed));
        let class = point_group(symmetries, &symmetry.fixing).map(|class| class.to_string());
        let inverse = match &symmetry.inverting {
            None => None,
            Some(_) if symmetry.is_own_inverse() => Some("the position itself"),
            Some(numbers) if numbers.iter().any(|&n| symmetries.senses().get(n) == Some(&Sense::Kept)) => {
                Some("the position turned")
            }
            Some(numbers) if !numbers.is_empty() => Some("the position mirrored"),
            Some(_) => Some("another position"),
        };
        let mut line = format!(
            "{count} of {}, {kept} of them rotations",
            number_of(symmetries.count(), ["symmetry", "symmetries"])
        );
        if let Some(class) = &class {
            line.push_str(&format!("; class {class}"));
        }
        if let Some(inverse) = inverse {
            line.push_str(&format!("; its inverse is {inverse}"));
        }
        let generators = symmetries.generators(&symmetry.fixing);
        let mut lines =
            vec![format!("symmetry  kept by {count} of the puzzle's {} symmetries", symmetries.count())];
        lines[0].push_str(&format!(
            ": {kept} keep the sense of turns, {reversed} reverse it{}",
            match count - kept - reversed {
                0 => String::new(),
                mixed => format!(", {mixed} do otherwise"),
            }
        ));
        lines.extend(class.iter().map(|class| format!("class     {class}")));
        lines.extend(inverse.map(|inverse| format!("inverse   {inverse}")));
        lines.extend(generators.iter().map(|&number| format!("made by   {}", written(symmetries, number))));
        let generators = generators.iter().map(|&number| {
            let moves = symmetries.moves(number).into_iter();
            json!({
                "sense": match symmetries.senses().get(number) {
                    Some(Sense::Reversed) => "reversed",
                    Some(Sense::Mixed) => "mixed",
                    _ => "kept",
                },
                "rotation": symmetries.rotation(number).map(algorithm::write),
                "moves": moves.map(|(turn, image)| (turn.to_string(), image.to_string().into()))
                    .collect::<serde_json::Map<_, _>>(),
            })
        });
        let json = json!({
            "symmetries": symmetries.count(),
            "fixing": count,
            "rotations": kept,
            "mirrors": reversed,
            "class": class,
            "inverse": inverse,
            "generators": generators.collect::<Vec<_>>(),
        });
        Told { count, line, lines, json }
    }
}

/// A symmetry, described by its name as a rotation and by the images of the moves.
fn written(symmetries: &PositionSymmetries<'_>, number: usize) -> String {
    let name = match (symmetries.rotation(number), symmetries.senses().get(number)) {
        (Some(rotation), _) if !rotation.is_empty() => format!("{}: ", algorithm::write(rotation)),
        (_, Some(Sense::Reversed)) => "mirror: ".to_string(),
        _ => String::new(),
    };
    let moves = symmetries.moves(number).into_iter().filter(|(turn, image)| turn != image);
    let moves: Vec<String> = moves.map(|(turn, image)| format!("{turn}→{image}")).collect();
    format!("{name}{}", moves.join(" "))
}
