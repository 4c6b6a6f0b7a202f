//! Scrambles of the events of the World Cube Association, the same as those of `permutant scramble --wca`.
//!
//! Start at [`scramble`].

use crate::error::PageError;
use permutant::search::limits::Control;
use permutant::wca::{Event, Rounds};

/// The first scramble of an event with this seed, given by its code. A scramble of several lines has line breaks.
///
/// # Errors
///
/// If there is no such event, or the control stopped the work.
pub fn scramble(code: &str, seed: u32, control: &Control<'_>) -> Result<String, PageError> {
    let event: Event = code.parse().map_err(|fault| PageError::new(&fault))?;
    let model = Rounds::model(event).map_err(|fault| PageError::new(&fault))?;
    let mut rounds = Rounds::new(event, &model, u64::from(seed)).map_err(|fault| PageError::new(&fault))?;
    let made = rounds.next(control).map_err(|fault| PageError::new(&fault))?;
    Ok(made.lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::rows;

    /// A game that begins with the scramble shows it as it was written, and is in its position.
    #[test]
    fn games_begin_with_scrambles_of_events() {
        for event in Event::ALL.into_iter().filter(|event| event.is_timed()) {
            let text = scramble(event.code(), 5, &Control::new()).unwrap();
            let model = Rounds::model(event).unwrap();
            let official = Rounds::new(event, &model, 5).unwrap().next(&Control::new()).unwrap();
            assert_eq!(text.split('\n').collect::<Vec<_>>(), official.lines, "{event}");
            assert_eq!(text.lines().count(), if event == Event::Megaminx { 7 } else { 1 }, "{event}");
            let mut game = Game::new(event.puzzle()).unwrap();
            game.begin(&text, Some(5)).unwrap();
            assert_eq!(game.record().setup, Some(text), "{event}");
            assert_eq!(rows::read(&model.puzzle, &game.position()), Ok(official.state), "{event}");
        }
        assert!(scramble("333ft", 5, &Control::new()).unwrap_err().message.contains("333bf"));
    }
}
