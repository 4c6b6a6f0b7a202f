//! A workbench for positions: pieces are exchanged and turned in their slots and stickers are painted, regardless of
//! the moves.
//!
//! Start at [`Bench`]. A worker determines whether the position can be solved ([`crate::analysis_panel::solvability`]).

use crate::error::PageError;
use crate::{rows, source, sticker_colours};
use permutant::model::Model;
use permutant::position;
use permutant::puzzle::formats::facelets::StickerPlace;
use permutant::puzzle::geometry::{PaintError, Seen, Shape};
use permutant::puzzle::picture::{Look, Loose};
use permutant::puzzle::state::State;
use serde::Serialize;

/// A position in preparation.
#[derive(Debug)]
pub struct Bench {
    model: Model,
    look: Look,
    state: State,
    /// Where the parts are that are no pieces.
    loose: Loose,
    /// By sticker of a solid: the face whose colour it has; `None` if the stickers show the state.
    painted: Option<Vec<Option<usize>>>,
    /// Whether colours always determine the position.
    is_told: bool,
}

/// A colour to paint with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Paint {
    /// The number of the face.
    pub face: usize,
    /// Its name.
    pub name: String,
    /// A part that has this colour when the puzzle is solved.
    pub part: usize,
}

/// The state of the workbench.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Draft {
    /// The position as text; `None` if no position has these colours.
    pub position: Option<String>,
    /// Whether several positions have the painted colours. In that case the position is the one that agrees most with
    /// the solved puzzle.
    pub choice: bool,
    /// Why no position has these colours; may be empty.
    pub message: String,
    /// The parts to which the reason refers.
    pub parts: Vec<usize>,
}

impl Bench {
    /// A puzzle in a given position.
    ///
    /// # Errors
    ///
    /// If there is no such puzzle, it is too large to be drawn, or the text is not a position of it.
    pub fn new(puzzle: &str, position: &str) -> Result<Self, PageError> {
        let model = source::model(puzzle)?;
        let look = source::look(&model)?;
        let state = source::state(&model, position)?;
        let loose = source::loose(&model, &look, position)?.unwrap_or_else(|| Loose::home(&look));
        let is_told = match &look {
            Look::Solid(shape) => Seen::new(shape, model.puzzle.orbits(), model.puzzle.solved()).tells_all(),
            Look::Plane(_) => true,
        };
        Ok(Bench { model, look, state, loose, painted: None, is_told })
    }

    fn shape(&self) -> Result<&Shape, PageError> {
        match &self.look {
            Look::Solid(shape) => Ok(shape),
            Look::Plane(_) => Err(PageError::new("only stickers of solids are painted")),
        }
    }

    fn place(&self, part: usize) -> Result<StickerPlace, PageError> {
        let place = self.look.place(part);
        place.ok_or_else(|| PageError::new("no move affects this part, so it cannot be changed"))
    }

    /// The state, determined by the colours if stickers are painted.
    fn settled(&self) -> Result<State, PaintError> {
        let puzzle = &self.model.puzzle;
        match (&self.painted, &self.look) {
            (Some(painted), Look::Solid(shape)) => {
                shape.read_colours(puzzle.orbits(), puzzle.solved(), painted)
            }
            _ => Ok(self.state.clone()),
        }
    }

    fn settle(&mut self) -> Result<(), PageError> {
        self.state = self.settled().map_err(|fault| PageError::new(&fault))?;
        self.painted = None;
        Ok(())
    }

    /// By part: a part that has the same content in the solved puzzle, on a solid the same colour; -1 for a hole or a sticker without colour.
    pub fn shows(&self) -> Vec<i32> {
        let solved = self.model.puzzle.solved();
        let Look::Solid(shape) = &self.look else {
            return sticker_colours::parts(&self.look, solved, &self.state);
        };
        let mut painted = self.painted.clone().unwrap_or_else(|| shape.colours(solved, &self.state));
        self.loose.place(&mut painted);
        sticker_colours::of_faces(shape, solved, &painted)
    }

    /// The colours to paint with; empty for a puzzle in the plane.
    pub fn paints(&self) -> Vec<Paint> {
        let Ok(shape) = self.shape() else { return Vec::new() };
        let parts = sticker_colours::first_parts(shape, self.model.puzzle.solved()).into_iter();
        (parts.zip(shape.faces()).enumerate())
            .filter_map(|(face, (part, named))| Some(Paint { face, name: named.name.clone(), part: part? }))
            .collect()
    }

    /// Gives a sticker the colour of a face.
    ///
    /// # Errors
    ///
    /// If there is no such sticker or face, or no move affects the sticker.
    pub fn paint(&mut self, part: usize, face: usize) -> Result<(), PageError> {
        self.place(part)?;
        let shape = self.shape()?;
        if face >= shape.faces().len() {
            return Err(PageError::new(&format!("there is no face {face}")));
        }
        let mut painted = match &self.painted {
            Some(painted) => painted.clone(),
            None => shape.colours(self.model.puzzle.solved(), &self.state),
        };
        painted[part] = Some(face);
        self.painted = Some(painted);
        // Colours that determine a position need not be kept.
        if self.is_told
            && let Ok(state) = self.settled()
            && self.painted == Some(self.shape()?.colours(self.model.puzzle.solved(), &state))
        {
            (self.state, self.painted) = (state, None);
        }
        Ok(())
    }

    /// Removes the colours of all stickers that moves affect.
    ///
    /// # Errors
    ///
    /// If the puzzle has no stickers.
    pub fn strip(&mut self) -> Result<(), PageError> {
        let shape = self.shape()?;
        let solved = self.model.puzzle.solved();
        let colours = shape.colours(solved, solved).into_iter().zip(shape.stickers());
        let fixed = colours.map(|(face, sticker)| face.filter(|_| sticker.place.is_none()));
        self.painted = Some(fixed.collect());
        Ok(())
    }

    /// Puts every piece, and every part that is none, into its solved slot.
    pub fn restore(&mut self) {
        (self.state, self.painted) = (self.model.puzzle.solved().clone(), None);
        self.loose = Loose::home(&self.look);
    }

    /// Exchanges the pieces of two parts.
    ///
    /// # Errors
    ///
    /// If they belong to different sets, or no position has the current colours.
    pub fn swap(&mut self, part: usize, other: usize) -> Result<(), PageError> {
        let (one, other) = (self.place(part)?, self.place(other)?);
        if one.orbit != other.orbit {
            let name = |place: StickerPlace| &self.model.puzzle.orbits()[place.orbit].name;
            let message = format!("{} and {} never change places", name(one), name(other));
            return Err(PageError::new(&message));
        }
        self.settle()?;
        let row = &mut self.state.orbits[one.orbit];
        let (one, other) = (usize::from(one.slot), usize::from(other.slot));
        row.pieces.swap(one, other);
        row.orientations.swap(one, other);
        row.moduli.swap(one, other);
        Ok(())
    }

    /// Turns the piece of a part in its slot by one step.
    ///
    /// # Errors
    ///
    /// If it has only one orientation, or no position has the current colours.
    pub fn twist(&mut self, part: usize) -> Result<(), PageError> {
        let place = self.place(part)?;
        self.settle()?;
        let (row, slot) = (&mut self.state.orbits[place.orbit], usize::from(place.slot));
        let modulus = u32::from(row.moduli[slot]);
        if modulus < 2 {
            let name = &self.model.puzzle.orbits()[place.orbit].name;
            return Err(PageError::new(&format!("pieces of {name} look the same in every orientation")));
        }
        row.orientations[slot] = ((u32::from(row.orientations[slot]) + 1) % modulus) as u16;
        Ok(())
    }

    /// The parts that show the same piece as this part.
    pub fn piece(&self, part: usize) -> Vec<usize> {
        let Some(place) = self.look.place(part) else { return Vec::new() };
        let same = |other: &usize| {
            let same = |found: StickerPlace| (found.orbit, found.slot) == (place.orbit, place.slot);
            self.look.place(*other).is_some_and(same)
        };
        (0..self.look.len()).filter(same).collect()
    }

    /// The position, or the reason why there is none.
    pub fn draft(&self) -> Draft {
        let none = |message: String, parts| Draft { position: None, choice: false, message, parts };
        match self.settled() {
            Err(fault) => none(fault.to_string(), fault.stickers()),
            Ok(state) => match position::write(&self.model, &state) {
                Ok(text) => {
                    let choice = self.painted.is_some() && !self.is_told;
                    Draft { position: Some(text), choice, message: String::new(), parts: Vec::new() }
                }
                Err(fault) => none(fault.to_string(), Vec::new()),
            },
        }
    }

    /// The position as [`rows`]; `None` if no position has these colours.
    pub fn position(&self) -> Option<String> {
        self.settled().ok().map(|state| rows::write(&self.model.puzzle, &state, &self.loose))
    }

    /// Replaces the position on the workbench by one given as text. Parts that are no pieces stay where they are unless it carries them.
    ///
    /// # Errors
    ///
    /// If the text is not a position of the puzzle.
    pub fn write(&mut self, text: &str) -> Result<(), PageError> {
        let loose = source::loose(&self.model, &self.look, text)?;
        self.state = source::state(&self.model, text)?;
        self.loose = loose.unwrap_or_else(|| std::mem::take(&mut self.loose));
        self.painted = None;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis_panel::{self, Verdict};
    use crate::game::Game;
    use permutant::search::limits::Control;

    #[test]
    fn the_centres_of_a_megaminx_stay_where_rotations_carried_them() {
        let mut game = Game::new("megaminx").unwrap();
        let home = game.shows();
        game.play("Fv R U").unwrap();
        let colours = |shows: &[i32]| {
            let stickers = game.scene(permutant::puzzle::picture::Scheme::Usual).stickers;
            shows.iter().map(|&part| stickers[part as usize].face.clone()).collect::<Vec<_>>()
        };
        let mut bench = Bench::new("megaminx", &game.position()).unwrap();
        assert_eq!(colours(&bench.shows()), colours(&game.shows()));
        let centre = |bench: &Bench| {
            let loose = |part: &usize| bench.look.place(*part).is_none();
            (0..bench.look.len()).filter(loose).map(|part| bench.shows()[part]).collect::<Vec<_>>()
        };
        let carried = centre(&bench);
        // What is painted or written leaves them there, and so does putting it on the puzzle.
        let text = bench.draft().position.unwrap();
        bench.paint(bench.paints()[0].part, 1).unwrap();
        assert_eq!(centre(&bench), carried);
        bench.write(&text).unwrap();
        assert_eq!(centre(&bench), carried);
        let mut other = Game::new("megaminx").unwrap();
        other.place(&bench.position().unwrap(), None).unwrap();
        assert_eq!(other.shows(), game.shows());
        bench.write("Fv'").unwrap();
        assert_ne!(centre(&bench), carried);
        bench.restore();
        assert_eq!(colours(&bench.shows()), colours(&home));
    }

    fn judgement(puzzle: &str, position: &str, seen: bool) -> Verdict {
        analysis_panel::solvability(puzzle, position, seen, &Control::new()).unwrap()
    }

    fn solvable(puzzle: &str, bench: &Bench) -> (Option<bool>, String) {
        let verdict = judgement(puzzle, &bench.draft().position.unwrap(), false);
        (verdict.solvable, verdict.reason)
    }

    fn part_of(bench: &Bench, orbit: usize, slot: u16) -> usize {
        let at =
            |part: &usize| bench.look.place(*part).is_some_and(|at| (at.orbit, at.slot) == (orbit, slot));
        (0..bench.look.len()).find(at).unwrap()
    }

    #[test]
    fn pieces_are_exchanged_and_turned() {
        for name in ["3x3x3", "pyraminx", "topspin:20,4", "m12", "a := (1,2,3)(4,5); b := (5,6);"] {
            let mut bench = Bench::new(name, "").unwrap();
            let home = bench.shows();
            let (one, other) = (part_of(&bench, 0, 0), part_of(&bench, 0, 1));
            bench.swap(one, other).unwrap();
            assert_ne!(bench.shows(), home, "{name}");
            bench.swap(other, one).unwrap();
            assert_eq!(bench.shows(), home, "{name}");
        }
        let mut cube = Bench::new("3x3x3", "R U").unwrap();
        assert_eq!(solvable("3x3x3", &cube).0, Some(true));
        let edge = part_of(&cube, 0, 5);
        cube.twist(edge).unwrap();
        assert_eq!(cube.piece(edge).len(), 2);
        let (verdict, reason) = solvable("3x3x3", &cube);
        assert!(verdict == Some(false) && reason.contains("flip"), "{reason}");
        cube.twist(edge).unwrap();
        let corner = part_of(&cube, 1, 0);
        assert!(cube.swap(edge, corner).unwrap_err().message.contains("never change places"));
        let (edge, other) = (part_of(&cube, 0, 2), part_of(&cube, 0, 9));
        cube.swap(edge, other).unwrap();
        assert_eq!(solvable("3x3x3", &cube).0, Some(false));
        cube.restore();
        assert_eq!(solvable("3x3x3", &cube), (Some(true), String::new()));
        cube.write("R F2").unwrap();
        assert_eq!(Bench::new("3x3x3", "R F2").unwrap().shows(), cube.shows());
        assert!(cube.write("R Q").is_err() && cube.swap(0, 9999).is_err() && cube.twist(9999).is_err());
    }

    /// For every puzzle on offer except one, it is known whether a position can be solved. After turns it can, and so
    /// can the position that its colours determine, whichever of several identical pieces the reader chooses.
    #[test]
    fn every_puzzle_is_judged() {
        // It has so many shapes that the group of the walks between them is not computed.
        const OPEN: [&str; 1] = ["bicube"];
        let (mut judged, mut unsolvable) = (0, 0);
        for name in crate::shelf::puzzles().into_iter().map(|offer| offer.name) {
            // Puzzles with more stickers belong to the same families.
            let model = source::model(name).unwrap();
            let parts = source::look(&model).unwrap().len();
            if parts > 400 {
                continue;
            }
            judged += 1;
            let bases = model.puzzle.bases();
            let mut game = Game::new(name).unwrap();
            for turn in 0..20 {
                // If moves are not always possible, some of these are not.
                let _ = game.turn(&bases[(7 * turn + 3) % bases.len()].name, 1);
            }
            let position = game.position();
            let verdict = |position: &str| judgement(name, position, false).solvable;
            if OPEN.contains(&name) {
                assert_eq!(verdict(&position), None, "{name} is judged now");
                continue;
            }
            assert_eq!(verdict(&position), Some(true), "{name}");
            let mut bench = Bench::new(name, &position).unwrap();
            if let Ok(shape) = bench.shape() {
                bench.painted = Some(shape.colours(model.puzzle.solved(), &bench.state));
                assert_eq!(bench.draft().message, "", "{name}");
                let found = judgement(name, &bench.position().unwrap(), true);
                assert_eq!(found.solvable, Some(true), "{name}");
                // The chosen position has the painted colours, and its own verdict agrees.
                let shown = bench.shows();
                bench.write(&found.position.unwrap()).unwrap();
                assert_eq!(bench.shows(), shown, "{name}");
                assert_eq!(bench.position().as_deref().map(verdict), Some(Some(true)), "{name}");
            }
            for other in [1, parts / 2] {
                if bench.swap(0, other).is_ok() {
                    let found = verdict(&bench.position().unwrap());
                    assert!(found.is_some(), "{name}");
                    unsolvable += usize::from(found == Some(false));
                }
            }
        }
        assert!(judged > 70 && unsolvable > 30, "{judged}, {unsolvable}");
    }

    /// Colours do not determine the orientation of centres.
    #[test]
    fn where_colours_leave_a_choice_one_that_is_reached_is_taken() {
        let name = "3x3x3 with centre orientations";
        for text in ["R U F2 D'", "R", "R U'"] {
            let wanted = Bench::new(name, text).unwrap();
            let colours = wanted.shape().unwrap().colours(wanted.model.puzzle.solved(), &wanted.state);
            let mut bench = Bench::new(name, "").unwrap();
            bench.strip().unwrap();
            for (part, face) in colours.iter().enumerate() {
                if bench.place(part).is_ok() {
                    bench.paint(part, face.unwrap()).unwrap();
                }
            }
            let draft = bench.draft();
            assert!(draft.choice && draft.position.is_some(), "{draft:?}");
            let verdict = judgement(name, &bench.position().unwrap(), true);
            assert_eq!(verdict.solvable, Some(true), "{text}: {verdict:?}");
            bench.write(&verdict.position.unwrap()).unwrap();
            assert!(!bench.draft().choice && bench.shows() == wanted.shows());
            assert_eq!(solvable_by_moves(name, &bench), Some(true), "{text}");
        }
        // In the solved orientation, an odd number of quarter turns requires a centre that is turned.
        let odd = Bench::new(name, "").unwrap();
        let mut state = Bench::new(name, "R").unwrap().state;
        let home = &odd.state;
        for (row, home) in state.orbits.iter_mut().zip(&home.orbits).filter(|(_, home)| home.moduli[0] == 4) {
            *row = home.clone();
        }
        let bench = Bench { state, ..odd };
        assert_eq!(solvable_by_moves(name, &bench), Some(false));
    }

    fn solvable_by_moves(name: &str, bench: &Bench) -> Option<bool> {
        judgement(name, &bench.position().unwrap(), false).solvable
    }

    #[test]
    fn stickers_are_painted_one_by_one() {
        for (name, text) in
            [("2x2x2", "R U F'"), ("3x3x3", "R U2 F' L D B"), ("pyraminx", "U l' R"), ("skewb", "R U L'")]
        {
            let wanted = Bench::new(name, text).unwrap();
            let shape = wanted.shape().unwrap();
            let colours = shape.colours(wanted.model.puzzle.solved(), &wanted.state);
            let mut bench = Bench::new(name, "").unwrap();
            bench.strip().unwrap();
            assert!(bench.draft().position.is_none() && bench.position().is_none(), "{name}");
            assert!(bench.shows().contains(&-1), "{name}");
            assert!(bench.paints().len() >= 4);
            for (part, face) in colours.iter().enumerate() {
                assert!(bench.swap(0, 0).is_err(), "{name}: not all is painted yet");
                if bench.place(part).is_ok() {
                    bench.paint(part, face.unwrap()).unwrap();
                }
            }
            assert_eq!(bench.draft(), wanted.draft(), "{name}");
            assert_eq!(bench.position(), wanted.position(), "{name}");
            assert_eq!(bench.shows(), wanted.shows(), "{name}");
            // One wrong sticker.
            let wrong = (colours[0].unwrap() + 1) % shape.faces().len();
            bench.paint(0, wrong).unwrap();
            let draft = bench.draft();
            assert!(
                draft.position.is_none() && draft.parts.contains(&0) && !draft.message.is_empty(),
                "{draft:?}"
            );
        }
        let mut torus = Bench::new("torus:4x4", "").unwrap();
        assert!(torus.paint(0, 0).is_err() && torus.strip().is_err() && torus.paints().is_empty());
    }
}
