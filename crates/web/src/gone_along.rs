//! Coloured parts that are no pieces of the definition, such as the centres of a megaminx: a position does not say where they are, but the
//! turns that led to it do. A rotation of the whole puzzle takes them along, and so does `R++`, which turns all but one layer.
//!
//! Start at [`place`].

use permutant::puzzle::moves::Turn;
use permutant::puzzle::picture::{Look, SceneMove};

/// Corrects what such parts show after these turns from the solved puzzle. O(parts × turns), and nothing without such parts.
pub(crate) fn place<'t>(look: &Look, turns: impl Iterator<Item = &'t Turn>, shows: &mut [i32]) {
    let parts: Vec<usize> =
        (0..look.len()).filter(|&part| look.place(part).is_none() && shows[part] >= 0).collect();
    if parts.is_empty() {
        return;
    }
    let mut known: Vec<(&str, Vec<(usize, usize)>)> = Vec::new();
    for turn in turns {
        let name = turn.base().name.as_str();
        let at = known.iter().position(|(other, _)| *other == name).unwrap_or_else(|| {
            let carries = SceneMove::new(look, turn.base()).carries.into_iter();
            let moved = carries.map(|carried| (carried.from, carried.to));
            known.push((name, moved.filter(|(from, to)| from != to && parts.contains(from)).collect()));
            known.len() - 1
        });
        let moved = &known[at].1;
        let times = if moved.is_empty() { 0 } else { turn.amount().unsigned_abs() };
        for _ in 0..times {
            let before = shows.to_vec();
            for &(from, to) in moved {
                let (from, to) = if turn.amount() < 0 { (to, from) } else { (from, to) };
                shows[to] = before[from];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::game::Game;
    use permutant::puzzle::picture::Scheme;

    /// By face of a megaminx: the faces whose colours its parts show, the centre included.
    fn shown(game: &Game) -> Vec<Vec<String>> {
        let stickers = game.scene(Scheme::Usual).stickers;
        let mut faces: Vec<(String, Vec<String>)> = Vec::new();
        for (sticker, home) in stickers.iter().zip(game.shows()) {
            let colour = stickers[home as usize].face.clone().unwrap();
            let face = sticker.face.clone().unwrap();
            match faces.iter_mut().find(|(known, _)| *known == face) {
                Some((_, colours)) if colours.contains(&colour) => {}
                Some((_, colours)) => colours.push(colour),
                None => faces.push((face, vec![colour])),
            }
        }
        faces.into_iter().map(|(_, colours)| colours).collect()
    }

    #[test]
    fn the_centres_of_a_megaminx_go_along() {
        let mut game = Game::new("megaminx").unwrap();
        let solved = shown(&game);
        assert!(solved.iter().all(|colours| colours.len() == 1) && solved.len() == 12);
        let one_colour = |game: &Game| shown(game).iter().all(|colours| colours.len() == 1);
        game.play("Fv2").unwrap();
        assert!(one_colour(&game) && shown(&game) != solved);
        game.undo();
        assert_eq!(shown(&game), solved);
        // All but the layer L by two fifths: with that layer, the whole puzzle.
        game.play("R++").unwrap();
        assert!(!one_colour(&game));
        game.play("L2'").unwrap();
        assert!(one_colour(&game) && shown(&game) != solved);
        // What begins a game counts, and so does what is made of it.
        game.begin("R++ D-- R-- D++ U' Lv", None).unwrap();
        let scrambled = shown(&game);
        game.play("Lv' U D-- R++ D++ R--").unwrap();
        assert_eq!(shown(&game), solved);
        game.seek(0);
        assert_eq!(shown(&game), scrambled);
        game.begin("Uv", None).unwrap();
        assert!(one_colour(&game) && shown(&game) != solved);
    }

    #[test]
    fn a_rotation_carries_the_centres_and_a_turn_does_not() {
        let game = Game::new("megaminx").unwrap();
        let stickers = game.scene(Scheme::Usual).stickers;
        let centres = |name: &str| {
            let carries = game.way(name).unwrap().carries;
            carries
                .iter()
                .filter(|carried| stickers[carried.from].set.is_none() && carried.from != carried.to)
                .count()
        };
        assert_eq!(["U", "Uv", "R++", "D++"].map(centres), [0, 10, 10, 10]);
    }
}
