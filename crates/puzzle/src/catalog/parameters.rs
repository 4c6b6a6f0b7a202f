//! The numeric parameters after the name of a family, as in `rings:20,20,5,5` and `torus:6x6`.
//!
//! Start at [`list`] and [`size`]; [`within`] checks a range, and [`check_size`] checks that a puzzle of this size
//! can be built. Numbers consist of digits only, without sign or blanks.

/// The greatest number of positions of a puzzle: the order of its group is then determined within some ten seconds.
pub(super) const MAX_POSITIONS: usize = 2500;

/// The greatest number of positions of all moves together: a puzzle stores four bytes for each twice, 20 MB in all.
const MAX_IMAGES: usize = 2_500_000;

/// The reason why parameters do not define a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParameterError {
    /// The numbers do not have the form that the family requires.
    #[error("'{found}' is not of the form {form}")]
    Form {
        /// The text after the colon.
        found: String,
        /// The required form.
        form: &'static str,
    },
    /// Not a number, or a number beyond any supported size.
    #[error("'{0}' is not a whole number up to {MAX_POSITIONS}")]
    Number(String),
    /// A number outside the range of its parameter.
    #[error("{what} must be {least} to {most}, not {value}")]
    Range {
        /// The meaning of the number.
        what: &'static str,
        /// The number.
        value: usize,
        /// The least allowed value.
        least: usize,
        /// The greatest allowed value.
        most: usize,
    },
    /// More positions than supported.
    #[error("that has {0} positions; at most {MAX_POSITIONS} are supported")]
    Positions(usize),
    /// More moves than supported for this number of positions.
    #[error("that has {moves} moves of {positions} positions; at most {MAX_IMAGES} in all are supported")]
    Images {
        /// Number of positions.
        positions: usize,
        /// Number of moves.
        moves: usize,
    },
}

fn number(text: &str) -> Result<usize, ParameterError> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let value = text.parse().ok().filter(|&value: &usize| digits && value <= MAX_POSITIONS);
    value.ok_or_else(|| ParameterError::Number(text.to_string()))
}

fn divided<const N: usize>(
    text: &str,
    by: char,
    whole: &str,
    form: &'static str,
) -> Result<[usize; N], ParameterError> {
    let mut numbers = [0; N];
    if text.split(by).count() != N {
        return Err(ParameterError::Form { found: whole.to_string(), form });
    }
    for (number_here, part) in numbers.iter_mut().zip(text.split(by)) {
        *number_here = number(part)?;
    }
    Ok(numbers)
}

/// `N` numbers separated by commas, each at most [`MAX_POSITIONS`].
pub(super) fn list<const N: usize>(text: &str, form: &'static str) -> Result<[usize; N], ParameterError> {
    divided(text, ',', text, form)
}

/// `MxN`: rows and columns, 2 to 1250 each, so that every row and column has at least two positions.
pub(super) fn size(text: &str) -> Result<[usize; 2], ParameterError> {
    board(text, text, "MxN")
}

/// `MxN,K`: rows and columns as in [`size`], and a number.
pub(super) fn size_and_number(text: &str) -> Result<([usize; 2], usize), ParameterError> {
    const FORM: &str = "MxN,K";
    let Some((size, last)) = text.split_once(',') else {
        return Err(ParameterError::Form { found: text.to_string(), form: FORM });
    };
    Ok((board(size, text, FORM)?, number(last)?))
}

fn board(size: &str, whole: &str, form: &'static str) -> Result<[usize; 2], ParameterError> {
    let [rows, columns] = divided(size, 'x', whole, form)?;
    // At least two lines, so that the other side is at most half of all positions.
    within("the number of rows", rows, 2, MAX_POSITIONS / 2)?;
    within("the number of columns", columns, 2, MAX_POSITIONS / 2)?;
    Ok([rows, columns])
}

/// Checks that a parameter lies in a range.
pub(super) fn within(
    what: &'static str,
    value: usize,
    least: usize,
    most: usize,
) -> Result<(), ParameterError> {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    Err(ParameterError::Range { what, value, least, most })
}

/// Refuses a size that would take too much memory.
pub(super) fn check_size(positions: usize, moves: usize) -> Result<(), ParameterError> {
    if positions > MAX_POSITIONS {
        return Err(ParameterError::Positions(positions));
    }
    if positions.saturating_mul(moves) > MAX_IMAGES {
        return Err(ParameterError::Images { positions, moves });
    }
    Ok(())
}
