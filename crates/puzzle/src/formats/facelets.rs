//! stand-in
/// a
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facelet {
    /// f
    pub face: u8,
    /// o
    pub orbit: usize,
    /// s
    pub slot: u16,
    /// s
    pub sticker: u16,
}
/// l
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaceletLayout {
    /// f
    pub faces: Vec<char>,
    /// f
    pub facelets: Vec<Facelet>,
}
