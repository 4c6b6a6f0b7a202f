//! `serve`: the page, for a browser on this machine.

use super::{Context, End};
use crate::args;
use crate::exit::{Exit, Failure};
use crate::interrupt;
use crate::output::Record;
use crate::page_server::{self, Page};
use serde_json::json;
use std::net::{Ipv4Addr, TcpListener};

/// The files that the build embedded in the program; none without the feature `page`.
mod embedded {
    include!(concat!(env!("OUT_DIR"), "/page.rs"));
}

pub(super) fn run(context: &Context, args: &args::Serve) -> Result<Exit, End> {
    let page = match &args.dir {
        Some(folder) => Page::in_folder(folder).map_err(|error| {
            let name = folder.display();
            Failure::bad_input(format!("there is no page in {name}: index.html cannot be read: {error}"))
                .help("./check page builds one into web/dist")
        })?,
        None => own_page()?,
    };
    let refused = |error| Failure::bad_input(format!("cannot listen on port {}: {error}", args.port));
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, args.port)).map_err(refused)?;
    let port = listener.local_addr().map_err(refused)?.port();
    let address = format!("http://localhost:{port}/");
    context.output.result(&Record::done(address.as_str(), json!({ "address": address })))?;
    context.output.note("Press Ctrl-C to stop.");
    page_server::serve(&listener, &page, interrupt::flag())
        .map_err(|error| Failure::bad_input(format!("the page cannot be served any more: {error}")))?;
    Ok(Exit::Done)
}

/// The page embedded in the program.
fn own_page() -> Result<Page, Failure> {
    if !embedded::FILES.is_empty() {
        return Ok(Page::Embedded(embedded::FILES));
    }
    Err(Failure::bad_input("this program was built without the page").help(
        "serve a folder with --dir, such as web/dist after ./check page, or build the program with the \
         page: cargo build --release -p permutant-cli --features page",
    ))
}
