//! `permutant serve`: what a browser gets, and what nobody gets.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

/// The program while it serves a folder; ended with the test.
struct Served {
    child: Child,
    port: u16,
}

impl Served {
    fn new(folder: &std::path::Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_permutant"))
            .args(["--json", "serve", "--port", "0", "--dir"])
            .arg(folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let told: serde_json::Value = serde_json::from_str(&line).unwrap();
        let address = told["address"].as_str().unwrap();
        let port = address.trim_start_matches("http://localhost:").trim_end_matches('/').parse().unwrap();
        Served { child, port }
    }

    fn ask(&self, request: &[u8]) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.write_all(request).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    fn get(&self, target: &str) -> String {
        self.ask(format!("GET {target} HTTP/1.1\r\nHost: localhost:{}\r\n\r\n", self.port).as_bytes())
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_folder_is_served_and_nothing_beside_it() {
    let scratch = tempfile::tempdir().unwrap();
    let page = scratch.path().join("page");
    fs::create_dir_all(page.join("assets")).unwrap();
    fs::write(page.join("index.html"), "<title>here</title>").unwrap();
    fs::write(page.join("assets/engine.wasm"), b"\0asm").unwrap();
    fs::write(scratch.path().join("secret.txt"), "secret").unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(scratch.path().join("secret.txt"), page.join("link.txt")).unwrap();

    let served = Served::new(&page);
    let index = served.get("/");
    assert!(
        index.starts_with("HTTP/1.1 200 OK\r\n") && index.ends_with("\r\n\r\n<title>here</title>"),
        "{index}"
    );
    assert!(
        index.contains("Content-Type: text/html; charset=utf-8\r\n")
            && index.contains("Content-Length: 19\r\n")
    );
    assert!(served.get("/assets/engine.wasm?v=1").contains("Content-Type: application/wasm\r\n"));
    assert!(served.get("/none").starts_with("HTTP/1.1 404 "));
    for target in
        ["/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt", "/link.txt", "/assets"]
    {
        let answer = served.get(target);
        assert!(answer.starts_with("HTTP/1.1 40") && !answer.contains("secret"), "{target}: {answer}");
    }
    let head = served.ask(b"HEAD / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    assert!(head.starts_with("HTTP/1.1 200 ") && head.ends_with("\r\n\r\n"), "{head}");
    assert!(served.ask(b"PUT / HTTP/1.1\r\nHost: localhost\r\n\r\n").starts_with("HTTP/1.1 405 "));
    assert!(served.ask(b"GET / HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n").starts_with("HTTP/1.1 421 "));
    // What is no request is dropped, and the next is answered.
    let mut stream = TcpStream::connect(("127.0.0.1", served.port)).unwrap();
    let _ = stream.write_all(&[b'x'; 20_000]);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    assert!(answer.is_empty());
    assert!(served.get("/").starts_with("HTTP/1.1 200 "));
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_it() {
    let scratch = tempfile::tempdir().unwrap();
    fs::write(scratch.path().join("index.html"), "").unwrap();
    let mut served = Served::new(scratch.path());
    let signalled = Command::new("kill").args(["-INT", &served.child.id().to_string()]).status().unwrap();
    assert!(signalled.success());
    assert_eq!(served.child.wait().unwrap().code(), Some(130));
}

#[test]
fn what_is_missing_is_told() {
    let told = |args: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_permutant")).args(args).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let scratch = tempfile::tempdir().unwrap();
    let (code, words) = told(&["serve", "--dir", &scratch.path().display().to_string()]);
    assert!(code == Some(2) && words.contains("index.html"), "{words}");
    if cfg!(not(feature = "page")) {
        let (code, words) = told(&["serve"]);
        assert!(code == Some(2) && words.contains("--dir") && words.contains("--features page"), "{words}");
    }
}
