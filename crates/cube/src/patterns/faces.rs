//! The stickers that are known while pieces are being placed, and what they leave open.
//!
//! Start at [`Templates::new`] and [`Colouring`]. A face keeps the set of its patterns that agree with its known stickers. Each of them
//! binds its symbols to colours, one to one, and so restricts the colours of the other stickers; a sticker may have the colours that at
//! least one pattern allows. If patterns continue across edges, a pattern of a face also needs one of each neighbouring face that fits.

use super::face_pattern::Cell;
use super::pattern::Pattern;
use crate::model::facelet::{CORNER_FACELETS, EDGE_FACELETS, FACELETS};
use crate::model::moves::Face;

/// A set of colours, by [`Face::index`].
type Colours = u8;

const EVERY_COLOUR: Colours = 0b11_1111;

/// A pattern of a face, its symbols numbered.
#[derive(Clone, Debug)]
struct Template {
    /// By sticker: the number of its symbol.
    symbols: [Option<u8>; 9],
    /// By symbol: the colour that it stands for from the beginning.
    bound: [Option<u8>; 9],
}

impl Template {
    fn new(cells: &[Cell; 9]) -> Self {
        let mut template = Template { symbols: [None; 9], bound: [None; 9] };
        for (at, cell) in cells.iter().enumerate().filter(|(_, cell)| **cell != Cell::Any) {
            let number = cells.iter().position(|other| other == cell).unwrap_or(at);
            template.symbols[at] = Some(number as u8);
            if let Cell::Colour(face) = cell {
                template.bound[number] = Some(face.index() as u8);
            }
        }
        template
    }

    /// The colours of each sticker that agree with the known ones; `None` if these do not fit.
    fn allowed(&self, known: &[Option<u8>]) -> Option<[Colours; 9]> {
        let mut bound = self.bound;
        let mut used = bound.iter().flatten().fold(0, |used: Colours, colour| used | 1 << colour);
        for (symbol, colour) in self.symbols.iter().zip(known) {
            if let (Some(symbol), Some(colour)) = (symbol, colour) {
                match &mut bound[usize::from(*symbol)] {
                    Some(bound) if bound == colour => {}
                    None if used >> colour & 1 == 0 => {
                        used |= 1 << colour;
                        bound[usize::from(*symbol)] = Some(*colour);
                    }
                    _ => return None,
                }
            }
        }
        let of_symbol =
            |symbol: u8| bound[usize::from(symbol)].map_or(EVERY_COLOUR & !used, |colour| 1 << colour);
        Some(self.symbols.map(|symbol| symbol.map_or(EVERY_COLOUR, of_symbol)))
    }
}

/// The side at which two faces meet.
struct Border {
    face: Face,
    other: Face,
    /// The three pairs of neighbouring stickers, each numbered on its face.
    stickers: Vec<(usize, usize)>,
}

/// The sides of all faces.
fn borders() -> impl Iterator<Item = Border> {
    let corners = CORNER_FACELETS.iter().flat_map(|&[a, b, c]| [(a, b), (b, c), (c, a)]);
    let pairs: Vec<(u8, u8)> = corners.chain(EDGE_FACELETS.iter().map(|&[a, b]| (a, b))).collect();
    let both_ways = |&(a, b): &(u8, u8)| [(usize::from(a), usize::from(b)), (usize::from(b), usize::from(a))];
    let pairs: Vec<(usize, usize)> = pairs.iter().flat_map(both_ways).collect();
    let of_faces = |first: Face, second: Face| {
        let of = |face: Face, at: usize| at / 9 == face.index();
        pairs.iter().filter(move |(a, b)| of(first, *a) && of(second, *b)).map(|&(a, b)| (a % 9, b % 9))
    };
    let faces = Face::ALL.into_iter().flat_map(|first| Face::ALL.map(|second| (first, second)));
    let all: Vec<Border> = faces
        .map(|(face, other)| Border { face, other, stickers: of_faces(face, other).collect() })
        .filter(|border| !border.stickers.is_empty())
        .collect();
    all.into_iter()
}

/// The patterns of all faces, prepared for a search.
pub(super) struct Templates {
    faces: [Vec<Template>; 6],
    least_colours: u32,
    most_colours: u32,
    /// By face: its neighbours, with the patterns there that fit to each pattern of the face. Empty unless patterns must continue.
    fitting: [Vec<(Face, Vec<u64>)>; 6],
}

impl Templates {
    pub(super) fn new(pattern: &Pattern) -> Self {
        let faces =
            pattern.faces.each_ref().map(|of| of.iter().map(|one| Template::new(one.cells())).collect());
        let (least, most) = pattern.colours.clone().map_or((1, 6), |range| (*range.start(), *range.end()));
        let mut fitting = [const { Vec::new() }; 6];
        let both = |a: Face, b: Face| [a, b].iter().all(|face| !pattern.faces[face.index()].is_empty());
        let joined = borders().filter(|border| pattern.continuous && both(border.face, border.other));
        for Border { face, other, stickers } in joined {
            let meets = |a: Cell, b: Cell| a == b || a == Cell::Any || b == Cell::Any;
            let fits = pattern.faces[face.index()].iter().map(|one| {
                let others = pattern.faces[other.index()].iter().enumerate();
                let fit = others.filter(|(_, other)| {
                    stickers.iter().all(|&(here, there)| meets(one.cells()[here], other.cells()[there]))
                });
                fit.fold(0, |set, (number, _)| set | 1 << number)
            });
            fitting[face.index()].push((other, fits.collect()));
        }
        Templates { faces, least_colours: least.into(), most_colours: most.into(), fitting }
    }
}

/// What is known of the stickers of a cube.
#[derive(Clone)]
pub(super) struct Colouring {
    known: [Option<u8>; FACELETS],
    /// By sticker: the colours that it may have.
    allowed: [Colours; FACELETS],
    /// By face: its patterns that are still possible.
    possible: [u64; 6],
}

impl Colouring {
    /// The centres alone; `None` if no cube can show the patterns.
    pub(super) fn new(templates: &Templates) -> Option<Self> {
        let mut known = [None; FACELETS];
        for face in Face::ALL {
            known[9 * face.index() + 4] = Some(face.index() as u8);
        }
        let possible =
            templates.faces.each_ref().map(|of| of.iter().enumerate().fold(0, |set, (at, _)| set | 1 << at));
        let mut colouring = Colouring { known, allowed: [EVERY_COLOUR; FACELETS], possible };
        colouring.narrow(templates, &Face::ALL).then_some(colouring)
    }

    /// Whether each of these stickers may have this colour, taken alone.
    pub(super) fn allows(&self, stickers: &[(u8, Face)]) -> bool {
        stickers.iter().all(|&(at, colour)| self.allowed[usize::from(at)] >> colour.index() & 1 == 1)
    }

    /// Colours these stickers; returns whether the patterns are still possible.
    pub(super) fn place(&mut self, templates: &Templates, stickers: &[(u8, Face)]) -> bool {
        let mut touched = Vec::with_capacity(6);
        for &(at, colour) in stickers {
            self.known[usize::from(at)] = Some(colour.index() as u8);
            let face = Face::ALL[usize::from(at) / 9];
            if !touched.contains(&face) {
                touched.push(face);
            }
        }
        self.narrow(templates, &touched)
    }

    /// Excludes what the known stickers of these faces exclude, and what follows for other faces.
    fn narrow(&mut self, templates: &Templates, faces: &[Face]) -> bool {
        let mut open = faces.to_vec();
        while let Some(face) = open.pop() {
            if !self.narrow_face(templates, face) {
                return false;
            }
            for (other, fits) in &templates.fitting[face.index()] {
                let here = self.possible[face.index()];
                let fit = fits.iter().enumerate().filter(|(number, _)| here >> number & 1 == 1);
                let fit = fit.fold(0, |set, (_, fits)| set | fits);
                let there = &mut self.possible[other.index()];
                if *there & !fit != 0 {
                    *there &= fit;
                    open.push(*other);
                }
            }
        }
        true
    }

    fn narrow_face(&mut self, templates: &Templates, face: Face) -> bool {
        let stickers = 9 * face.index()..9 * face.index() + 9;
        let known = &self.known[stickers.clone()];
        let shown = known.iter().flatten().fold(0, |shown: Colours, colour| shown | 1 << colour);
        let unknown = known.iter().filter(|colour| colour.is_none()).count() as u32;
        let (least, most) = (templates.least_colours, templates.most_colours);
        if shown.count_ones() > most || shown.count_ones() + unknown < least {
            return false;
        }
        let mut free = EVERY_COLOUR;
        if shown.count_ones() == most {
            free &= shown;
        }
        if shown.count_ones() + unknown == least {
            free &= !shown;
        }
        let of_face = &templates.faces[face.index()];
        let possible = &mut self.possible[face.index()];
        let mut allowed = [if of_face.is_empty() { EVERY_COLOUR } else { 0 }; 9];
        let before = *possible;
        for (number, template) in of_face.iter().enumerate().filter(|(number, _)| before >> number & 1 == 1) {
            match template.allowed(known) {
                Some(colours) => allowed.iter_mut().zip(colours).for_each(|(all, colours)| *all |= colours),
                None => *possible &= !(1 << number),
            }
        }
        self.allowed[stickers].iter_mut().zip(allowed).for_each(|(all, colours)| *all = colours & free);
        of_face.is_empty() || *possible != 0
    }

    /// Whether the faces can be given patterns that all fit, when every sticker is known.
    pub(super) fn fits(&self, templates: &Templates) -> bool {
        self.choose(templates, &mut [None; 6], 0)
    }

    fn choose(&self, templates: &Templates, chosen: &mut [Option<usize>; 6], face: usize) -> bool {
        if face == 6 || templates.fitting.iter().all(Vec::is_empty) {
            return true;
        }
        if templates.faces[face].is_empty() {
            return self.choose(templates, chosen, face + 1);
        }
        (0..templates.faces[face].len()).filter(|number| self.possible[face] >> number & 1 == 1).any(
            |number| {
                let fits = templates.fitting[face].iter().all(|(other, fits)| {
                    chosen[other.index()].is_none_or(|other| fits[number] >> other & 1 == 1)
                });
                chosen[face] = Some(number);
                let found = fits && self.choose(templates, chosen, face + 1);
                chosen[face] = None;
                found
            },
        )
    }
}
