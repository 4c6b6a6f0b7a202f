//! `permutant serve`: which requests are answered, and with which files.
//!
//! Start at [`round`].

use crate::process;
use crate::round::{Fault, Round};
use serde_json::Value;
use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Child;
use std::time::{Duration, Instant};

/// The content of files that must not be served.
const SECRET: &str = "nobody gets this";
/// The content of the page.
const PAGE: &str = "<title>everybody gets this</title>";
/// The time limit for an answer.
const PATIENCE: Duration = Duration::from_secs(15);

const COMMAND: &str = "permutant serve --port 0 --dir page --json";

/// Starts a server, requests the page and what must not be served, and ends the server.
pub(super) fn round(round: &mut Round<'_>) -> io::Result<()> {
    let page = round.folder.join("page");
    fs::create_dir_all(page.join("assets/deep"))?;
    fs::write(page.join("index.html"), PAGE)?;
    fs::write(page.join("assets/deep/engine.js"), "")?;
    fs::write(round.folder.join("secret.txt"), SECRET)?;
    fs::create_dir(round.folder.join("page-beside"))?;
    fs::write(round.folder.join("page-beside/secret.txt"), SECRET)?;
    std::os::unix::fs::symlink("../secret.txt", page.join("link.txt"))?;
    std::os::unix::fs::symlink("..", page.join("up"))?;
    let words = ["serve", "--port", "0", "--dir", "page", "--json"];
    let mut child = round.program.start(&round.folder, &words)?;
    let asked = questions(round, &mut child);
    if asked.is_err() {
        process::signal(child.id(), libc::SIGKILL);
    }
    let ended = end(round, child.id());
    asked.and(ended)
}

fn fault(check: &'static str, request: &str, expected: &str, found: String) -> Fault {
    Fault {
        check,
        command: format!("{COMMAND}, asked {request:?}"),
        expected: expected.into(),
        found,
        files: Vec::new(),
    }
}

/// Reads the port that the server reports, and sends requests to it.
fn questions(round: &mut Round<'_>, child: &mut Child) -> io::Result<()> {
    let mut line = String::new();
    if let Some(stdout) = child.stdout.take() {
        BufReader::new(stdout).read_line(&mut line)?;
    }
    let told: Value = serde_json::from_str(&line).unwrap_or_default();
    let address = told["address"].as_str().unwrap_or_default().trim_end_matches('/');
    let Some(port) = address.rsplit(':').next().and_then(|port| port.parse::<u16>().ok()) else {
        round.check("the address", Some(fault("the address", "", "an address with a port", line)));
        return Ok(());
    };
    let open = open_addresses(port);
    let is_open = !open.is_empty();
    let found = format!("listening on {}", open.join(", "));
    round.check("loopback only", is_open.then(|| fault("loopback only", "", "no other address", found)));
    for _ in 0..40 {
        hostile(round, port)?;
    }
    let answer = ask(port, &request("/", &format!("localhost:{port}")))?;
    let is_page = answer.starts_with("HTTP/1.1 200 ") && answer.ends_with(PAGE);
    round.check("the page", (!is_page).then(|| fault("the page", "GET /", "the page", answer)));
    Ok(())
}

/// The addresses other than 127.0.0.1 and ::1 that have a listener on a port, if the system reports them (Linux).
fn open_addresses(port: u16) -> Vec<String> {
    let mut open = Vec::new();
    for file in ["/proc/net/tcp", "/proc/net/tcp6"] {
        let table = fs::read_to_string(file).unwrap_or_default();
        for line in table.lines().skip(1) {
            let words: Vec<&str> = line.split_whitespace().collect();
            let (Some(local), Some(&"0A")) = (words.get(1), words.get(3)) else { continue };
            let Some((address, number)) = local.split_once(':') else { continue };
            let is_loopback =
                ["0100007F", "00000000000000000000000001000000", "0000000000000000FFFF00000100007F"]
                    .contains(&address);
            if u16::from_str_radix(number, 16) == Ok(port) && !is_loopback {
                open.push(address.to_string());
            }
        }
    }
    open
}

fn request(target: &str, host: &str) -> Vec<u8> {
    format!("GET {target} HTTP/1.1\r\nHost: {host}\r\n\r\n").into_bytes()
}

/// Requests that no browser sends.
fn hostile(round: &mut Round<'_>, port: u16) -> io::Result<()> {
    const UPS: [&str; 9] =
        ["..", "%2e%2e", ".%2e", "..%2f..", "%252e%252e", "up", "..%5c..", "assets/../..", "..%00"];
    const ENDS: [&str; 6] =
        ["secret.txt", "page-beside/secret.txt", "link.txt", "etc/passwd", "page-beside", ""];
    let dice = &mut round.dice;
    let mut target =
        String::from(*dice.pick(&["/", "//", "/assets/", "/./", "/assets/deep/", "", "/%2f", "file:///"]));
    for _ in 0..dice.below(5) {
        target += *dice.pick(&UPS);
        target.push('/');
    }
    if dice.one_in(6) {
        target = round.folder.to_string_lossy().into_owned() + "/";
    }
    let dice = &mut round.dice;
    target += *dice.pick(&ENDS);
    let host = match dice.below(6) {
        0 => "elsewhere.example".to_string(),
        1 => format!("localhost.elsewhere.example:{port}"),
        2 => "127.0.0.1@elsewhere.example".to_string(),
        _ => format!("localhost:{port}"),
    };
    let is_foreign = host.contains("elsewhere");
    let mut bytes = request(&target, &host);
    if dice.one_in(5) {
        let at = dice.below(bytes.len());
        bytes[at] = dice.below(256) as u8;
    }
    if dice.one_in(12) {
        let filler = vec![b'x'; dice.between(1, 40_000)];
        bytes.splice(4..4, filler);
    }
    let told = String::from_utf8_lossy(&bytes).chars().take(200).collect::<String>();
    let answer = ask(port, &bytes)?;
    let leaks = answer.contains(SECRET) || answer.contains("root:");
    let found = answer.chars().take(300).collect::<String>();
    let leak = leaks.then(|| fault("files outside", &told, "nothing from outside the folder", found.clone()));
    round.check("files outside", leak);
    let is_read = is_foreign && answer.contains(PAGE) && told.contains("elsewhere.example\r");
    let foreign = is_read.then(|| fault("foreign hosts", &told, "no page under another name", found));
    round.check("foreign hosts", foreign);
    Ok(())
}

/// The answer to a request; the server may also close the connection.
fn ask(port: u16, request: &[u8]) -> io::Result<String> {
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.set_read_timeout(Some(PATIENCE))?;
    let _ = stream.write_all(request);
    let _ = stream.shutdown(std::net::Shutdown::Write);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

/// Sends Ctrl-C, after which the server must end with exit code 130.
fn end(round: &mut Round<'_>, pid: u32) -> io::Result<()> {
    let begun = Instant::now();
    process::signal(pid, libc::SIGINT);
    let mut is_killed = false;
    let end = loop {
        if let Some(end) = process::ended(pid)? {
            break end;
        }
        if begun.elapsed() > PATIENCE && !is_killed {
            is_killed = true;
            process::signal(pid, libc::SIGKILL);
        }
        std::thread::sleep(Duration::from_millis(1));
    };
    let found = format!("{:?} after {:.1} s", end.how, begun.elapsed().as_secs_f64());
    let ends = end.how == Ok(130) && begun.elapsed() < Duration::from_secs(5);
    round.check("Ctrl-C", (!ends).then(|| fault("Ctrl-C", "", "exit code 130 within half a second", found)));
    Ok(())
}
