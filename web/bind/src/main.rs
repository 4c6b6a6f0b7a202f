//! Generates the JavaScript and the types that call a WebAssembly module: `permutant-bind MODULE.wasm FOLDER`.
//!
//! It does the same as the program `wasm-bindgen`, in the version that Cargo.lock pins, so that a build of the page
//! downloads no program.

use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [module, folder] = &words[..] else {
        eprintln!("usage: permutant-bind MODULE.wasm FOLDER");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    let written = bindgen
        .input_path(module)
        .out_name("permutant")
        .remove_name_section(true)
        .web(true)
        .and_then(|bindgen| bindgen.typescript(true).generate(folder));
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("error: {module}: {fault:#}");
            ExitCode::FAILURE
        }
    }
}
