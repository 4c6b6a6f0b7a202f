//! Serves the files of the page over HTTP to a browser on the same machine.
//!
//! Start at [`serve`] and [`Page`]. The server supports GET and HEAD (RFC 9110). A request must name this machine as
//! its host, so that no foreign site can read the page through a name that points here. Nothing outside the page's
//! folder is served. The server is not meant for the public Internet.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Cursor, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The place of the page's files.
#[derive(Clone, Debug)]
pub(crate) enum Page {
    /// Embedded in the program, by their paths.
    Embedded(&'static [(&'static str, &'static [u8])]),
    /// In a folder; the path contains no links.
    Folder(PathBuf),
}

/// The maximum length in bytes of the head of a request; browsers send a tenth of it.
const LONGEST_HEAD: usize = 16 << 10;
/// The time limit for receiving a request and for sending an answer.
const PATIENCE: Duration = Duration::from_secs(10);
/// The number of requests that are answered at the same time; browsers send six at once.
const MOST_AT_ONCE: usize = 32;
/// The interval at which an idle listener checks whether to stop.
const PAUSE: Duration = Duration::from_millis(30);

/// An answer.
struct Answer {
    status: &'static str,
    kind: &'static str,
    length: u64,
    body: Box<dyn Read>,
}

impl Page {
    /// A folder with a page in it.
    ///
    /// # Errors
    ///
    /// If there is no such folder, or no `index.html` in it.
    pub(crate) fn in_folder(folder: &Path) -> io::Result<Self> {
        let folder = folder.canonicalize()?;
        folder.join("index.html").metadata()?;
        Ok(Page::Folder(folder))
    }

    /// The file at a path, and its length; `None` if there is none.
    fn open(&self, path: &str) -> Option<(Box<dyn Read>, u64)> {
        match self {
            Page::Embedded(files) => {
                let (_, bytes) = files.iter().find(|(name, _)| *name == path)?;
                Some((Box::new(Cursor::new(*bytes)), bytes.len() as u64))
            }
            Page::Folder(folder) => {
                // Links may lead elsewhere, so the actual location of the file is checked.
                let file = folder.join(path).canonicalize().ok().filter(|file| file.starts_with(folder))?;
                let length = file.metadata().ok().filter(std::fs::Metadata::is_file)?.len();
                Some((Box::new(File::open(file).ok()?.take(length)), length))
            }
        }
    }
}

/// Answers requests until the flag is set.
///
/// # Errors
///
/// If the listener fails.
pub(crate) fn serve(listener: &TcpListener, page: &Page, stop: &AtomicBool) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let busy = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        while !stop.load(Ordering::Relaxed) {
            if busy.load(Ordering::Relaxed) >= MOST_AT_ONCE {
                std::thread::sleep(PAUSE);
                continue;
            }
            match listener.accept() {
                Ok((stream, _)) => {
                    busy.fetch_add(1, Ordering::Relaxed);
                    scope.spawn(|| {
                        // A client that has disconnected needs no answer.
                        let _ = converse(stream, page);
                        busy.fetch_sub(1, Ordering::Relaxed);
                    });
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => std::thread::sleep(PAUSE),
                // The client disconnected before the connection was accepted.
                Err(error) if error.kind() == io::ErrorKind::ConnectionAborted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    })
}

fn converse(mut stream: TcpStream, page: &Page) -> io::Result<()> {
    stream.set_nonblocking(false)?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let head = read_head(&mut stream)?;
    let (is_head, answer) = answer(&head, page);
    let Answer { status, kind, length, mut body } = answer;
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nCache-Control: no-cache\r\n\
         X-Content-Type-Options: nosniff\r\nAllow: GET, HEAD\r\nConnection: close\r\n\r\n"
    )?;
    if !is_head {
        io::copy(&mut body, &mut stream)?;
    }
    stream.flush()
}

/// Reads the bytes up to the empty line that ends the head of a request.
fn read_head(stream: &mut TcpStream) -> io::Result<Vec<u8>> {
    let begun = Instant::now();
    let mut head = Vec::new();
    let mut bytes = [0; 1024];
    while !head.windows(4).any(|four| four == b"\r\n\r\n") {
        let left = PATIENCE.checked_sub(begun.elapsed()).filter(|left| !left.is_zero());
        stream.set_read_timeout(Some(left.ok_or(io::ErrorKind::TimedOut)?))?;
        let count = stream.read(&mut bytes)?;
        if count == 0 || head.len() + count > LONGEST_HEAD {
            return Err(io::ErrorKind::InvalidData.into());
        }
        head.extend_from_slice(&bytes[..count]);
    }
    Ok(head)
}

/// The answer to a request, and whether only its head was requested.
fn answer(head: &[u8], page: &Page) -> (bool, Answer) {
    let said = |status: &'static str| {
        let body = format!("{status}\n").into_bytes();
        Answer {
            status,
            kind: "text/plain; charset=utf-8",
            length: body.len() as u64,
            body: Box::new(Cursor::new(body)),
        }
    };
    let head = String::from_utf8_lossy(head);
    let mut lines = head.split("\r\n");
    let words: Vec<&str> = lines.next().unwrap_or_default().split(' ').collect();
    let [method, target, version] = words[..] else { return (false, said("400 Bad Request")) };
    let is_head = method == "HEAD";
    let fields: BTreeMap<String, &str> = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.trim()))
        .collect();
    if !version.starts_with("HTTP/1.") {
        return (is_head, said("505 HTTP Version Not Supported"));
    }
    if !fields.get("host").is_some_and(|host| is_this_machine(host)) {
        return (is_head, said("421 Misdirected Request"));
    }
    if !matches!(method, "GET" | "HEAD") {
        return (is_head, said("405 Method Not Allowed"));
    }
    let Some(path) = path_of(target) else { return (is_head, said("400 Bad Request")) };
    let path = if path.is_empty() { "index.html" } else { &path };
    let Some((body, length)) = page.open(path) else { return (is_head, said("404 Not Found")) };
    (is_head, Answer { status: "200 OK", kind: kind_of(path), length, body })
}

/// Whether a request was meant for this machine: its host is a name that only the machine itself uses.
fn is_this_machine(host: &str) -> bool {
    let name = host.rsplit_once(':').filter(|(_, port)| port.bytes().all(|b| b.is_ascii_digit()));
    let name = name.map_or(host, |(name, _)| name);
    ["localhost", "127.0.0.1", "[::1]"].iter().any(|own| name.eq_ignore_ascii_case(own))
}

/// The path of a target in the folder, such as `assets/a.js`; empty for the folder itself. `None` if it is invalid or
/// leaves the folder.
fn path_of(target: &str) -> Option<String> {
    let path = target.strip_prefix('/')?.split(['?', '#']).next().unwrap_or_default();
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digits = std::str::from_utf8(rest.get(..2)?).ok()?;
        bytes.push(u8::from_str_radix(digits, 16).ok().filter(|_| !digits.starts_with('+'))?);
        rest = &rest[2..];
    }
    let path = String::from_utf8(bytes).ok()?;
    // Backslashes and colons separate names on some systems.
    let is_plain = |part: &str| !matches!(part, "" | "." | "..") && !part.contains(['\\', ':', '\0']);
    (path.is_empty() || path.split('/').all(is_plain)).then_some(path)
}

fn kind_of(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, end)| end) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("json" | "webmanifest") => "application/json",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: Page = Page::Embedded(&[("index.html", b"<p>"), ("assets/a b.js", b"1;")]);

    fn status(head: &str) -> &'static str {
        answer(head.as_bytes(), &PAGE).1.status
    }

    #[test]
    fn paths_stay_in_the_folder() {
        for (target, path) in [
            ("/", Some("")),
            ("/index.html?x=1", Some("index.html")),
            ("/assets/a%20b.js", Some("assets/a b.js")),
            ("/..", None),
            ("/a/../../b", None),
            ("/%2e%2e/b", None),
            ("/%2E%2e%2Fb", None),
            ("//etc/passwd", None),
            ("/a\\..\\b", None),
            ("/c:/b", None),
            ("/%00", None),
            ("/%+1", None),
            ("/%2", None),
            ("/%zz", None),
            ("http://localhost/", None),
        ] {
            assert_eq!(path_of(target).as_deref(), path, "{target}");
        }
    }

    #[test]
    fn requests_are_answered() {
        let with_host = |line: &str| format!("{line}\r\nHost: localhost:80\r\n\r\n");
        for (line, expected) in [
            ("GET / HTTP/1.1", "200 OK"),
            ("HEAD /assets/a%20b.js HTTP/1.0", "200 OK"),
            ("GET /none HTTP/1.1", "404 Not Found"),
            ("GET /assets HTTP/1.1", "404 Not Found"),
            ("GET /../x HTTP/1.1", "400 Bad Request"),
            ("POST / HTTP/1.1", "405 Method Not Allowed"),
            ("GET / HTTP/2", "505 HTTP Version Not Supported"),
            ("GET /", "400 Bad Request"),
            ("", "400 Bad Request"),
        ] {
            assert_eq!(status(&with_host(line)), expected, "{line}");
        }
        assert_eq!(status("GET / HTTP/1.1\r\nHost: evil.example:80\r\n\r\n"), "421 Misdirected Request");
        assert_eq!(status("GET / HTTP/1.1\r\n\r\n"), "421 Misdirected Request");
        assert_eq!(status("GET / HTTP/1.1\r\nhOST: [::1]\r\n\r\n"), "200 OK");
        assert_eq!(kind_of("assets/x.wasm"), "application/wasm");
    }
}
