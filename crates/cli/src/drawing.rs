//! Pictures of positions, as the options ask for them.
//!
//! Start at [`Drawing`]: how a puzzle looks, worked out once for many positions.

use crate::args::{Picture, PictureScheme, PictureView};
use crate::exit::Failure;
use permutant::model::Model;
use permutant::puzzle::picture::{Look, Scene, Scheme, View, svg};
use permutant::puzzle::puzzle::Puzzle;
use permutant::puzzle::state::State;

/// What positions of a puzzle are drawn with.
pub(crate) struct Drawing<'a> {
    puzzle: &'a Puzzle,
    look: Look,
    options: Picture,
}

impl<'a> Drawing<'a> {
    /// Refuses puzzles of which nothing says how they look.
    pub(crate) fn new(model: &'a Model, options: Picture) -> Result<Self, Failure> {
        let look = model.look().ok_or_else(|| {
            Failure::bad_input(format!("there is no picture of {}", model.puzzle.name()))
                .help("puzzles of the catalog and descriptions such as \"c f 1/3\" have one")
        })?;
        Ok(Drawing { puzzle: &model.puzzle, look, options })
    }

    /// A picture as SVG.
    pub(crate) fn svg(&self, state: &State, title: &str) -> String {
        let view = match self.options.view {
            PictureView::Solid => View::Solid,
            PictureView::Net => View::Net,
        };
        let letters = self.options.letters || self.look.is_numbered();
        let style = svg::Style { width: self.options.width, letters };
        svg::write(&self.look.picture(self.puzzle.solved(), state, view, self.scheme()), title, style)
    }

    /// What a page needs, as one line of JSON.
    pub(crate) fn scene(&self, state: &State) -> String {
        Scene::new(self.puzzle, &self.look, state, self.scheme()).to_json()
    }

    fn scheme(&self) -> Scheme {
        match self.options.scheme {
            PictureScheme::Usual => Scheme::Usual,
            PictureScheme::Safe => Scheme::Safe,
        }
    }
}
