//! stand-in
pub mod facelets;
