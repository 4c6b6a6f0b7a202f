//! Table files on disk: whole or absent, checked when opened.
