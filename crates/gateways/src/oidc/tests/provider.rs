//! A provider for tests: discovery, keys and userinfo over real HTTP, its answers changed at will, its requests counted.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// What the provider answers.
#[derive(Default)]
pub(super) struct Answers {
    pub(super) issuer: String,
    pub(super) keys: Vec<Value>,
    pub(super) userinfo: HashMap<String, (u16, Value)>,
    pub(super) broken: bool,
    pub(super) silent: bool,
    pub(super) redirect: Option<String>,
    pub(super) padding: usize,
    pub(super) requests: HashMap<String, usize>,
}

pub(super) struct Provider {
    pub(super) base: String,
    answers: Arc<Mutex<Answers>>,
    server: tokio::task::JoinHandle<()>,
}

impl Provider {
    /// Starts a provider whose issuer is its address plus `suffix` ("" or "/").
    pub(super) async fn start(suffix: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let answers = Arc::new(Mutex::new(Answers { issuer: format!("{base}{suffix}"), ..Answers::default() }));
        let (shared, address) = (Arc::clone(&answers), base.clone());
        let server = tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                tokio::spawn(serve(stream, Arc::clone(&shared), address.clone()));
            }
        });
        Self { base, answers, server }
    }

    pub(super) fn set(&self, change: impl FnOnce(&mut Answers)) {
        change(&mut self.answers.lock().unwrap());
    }

    pub(super) fn issuer(&self) -> String {
        self.answers.lock().unwrap().issuer.clone()
    }

    pub(super) fn requests(&self, path: &str) -> usize {
        self.answers.lock().unwrap().requests.get(path).copied().unwrap_or(0)
    }

    /// Closes the door: nobody listens at the address any more.
    pub(super) async fn stop(&mut self) {
        self.server.abort();
        assert!((&mut self.server).await.unwrap_err().is_cancelled());
    }
}

async fn serve(mut stream: TcpStream, answers: Arc<Mutex<Answers>>, base: String) {
    let mut request = Vec::new();
    let mut buffer = [0; 4096];
    while !request.windows(4).any(|four| four == b"\r\n\r\n") {
        match stream.read(&mut buffer).await {
            Ok(0) | Err(_) => return,
            Ok(count) => request.extend_from_slice(&buffer[..count]),
        }
    }
    let request = String::from_utf8(request).unwrap();
    let path = request.split(' ').nth(1).unwrap().to_owned();
    let token =
        request.lines().find_map(|line| line.strip_prefix("authorization: Bearer ")).unwrap_or_default().to_owned();
    let (status, body, redirect) = {
        let mut answers = answers.lock().unwrap();
        *answers.requests.entry(path.clone()).or_default() += 1;
        let (status, body) = answer(&answers, &path, &token, &base);
        (status, body, answers.redirect.clone())
    };
    let Some(body) = body else {
        // Never answers; the client has to give up by itself.
        std::future::pending::<()>().await;
        return;
    };
    let head = match redirect {
        Some(target) => {
            format!("HTTP/1.1 302 Found\r\nlocation: {target}{path}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
        }
        None => format!(
            "HTTP/1.1 {status} Any\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
            body.len()
        ),
    };
    let _ = stream.write_all(head.as_bytes()).await;
    let _ = stream.shutdown().await;
}

fn answer(answers: &Answers, path: &str, token: &str, base: &str) -> (u16, Option<String>) {
    if answers.silent {
        return (0, None);
    }
    if answers.broken {
        return (502, Some("<html>Bad gateway</html>".to_owned()));
    }
    let (status, body) = match path {
        "/.well-known/openid-configuration" => (
            200,
            json!({ "issuer": answers.issuer, "jwks_uri": format!("{base}/jwks"), "userinfo_endpoint": format!("{base}/userinfo") }),
        ),
        "/jwks" => (200, json!({ "keys": answers.keys, "padding": "x".repeat(answers.padding) })),
        "/userinfo" => answers.userinfo.get(token).cloned().unwrap_or((401, json!({ "error": "invalid_token" }))),
        _ => (404, json!({})),
    };
    (status, Some(body.to_string()))
}
