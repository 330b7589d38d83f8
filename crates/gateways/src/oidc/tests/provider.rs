//! A scripted provider for tests: discovery, keys and userinfo over HTTP. It counts its requests.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// The responses of the provider.
#[derive(Default)]
pub(super) struct ProviderScript {
    pub(super) issuer: String,
    pub(super) keys: Vec<Value>,
    pub(super) userinfo: HashMap<String, (u16, Value)>,
    pub(super) failing: bool,
    pub(super) silent: bool,
    pub(super) redirect: Option<String>,
    pub(super) padding: usize,
    pub(super) requests: HashMap<String, usize>,
}

pub(super) struct Provider {
    pub(super) base: String,
    script: Arc<Mutex<ProviderScript>>,
    server: tokio::task::JoinHandle<()>,
}

impl Provider {
    /// Starts a provider whose issuer is its base URL plus `suffix` ("" or "/").
    pub(super) async fn start(suffix: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let script =
            Arc::new(Mutex::new(ProviderScript { issuer: format!("{base}{suffix}"), ..ProviderScript::default() }));
        let (shared, address) = (Arc::clone(&script), base.clone());
        let server = tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                tokio::spawn(serve(stream, Arc::clone(&shared), address.clone()));
            }
        });
        Self { base, script, server }
    }

    pub(super) fn set(&self, change: impl FnOnce(&mut ProviderScript)) {
        change(&mut self.script.lock().unwrap());
    }

    pub(super) fn issuer(&self) -> String {
        self.script.lock().unwrap().issuer.clone()
    }

    pub(super) fn requests(&self, path: &str) -> usize {
        self.script.lock().unwrap().requests.get(path).copied().unwrap_or(0)
    }

    /// Stops the server, so that connections are refused.
    pub(super) async fn stop(&mut self) {
        self.server.abort();
        assert!((&mut self.server).await.unwrap_err().is_cancelled());
    }
}

async fn serve(mut stream: TcpStream, script: Arc<Mutex<ProviderScript>>, base: String) {
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
        let mut script = script.lock().unwrap();
        *script.requests.entry(path.clone()).or_default() += 1;
        let (status, body) = respond(&script, &path, &token, &base);
        (status, body, script.redirect.clone())
    };
    let Some(body) = body else {
        // No response; the client runs into its timeout.
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

fn respond(script: &ProviderScript, path: &str, token: &str, base: &str) -> (u16, Option<String>) {
    if script.silent {
        return (0, None);
    }
    if script.failing {
        return (502, Some("<html>Bad gateway</html>".to_owned()));
    }
    let (status, body) = match path {
        "/.well-known/openid-configuration" => (
            200,
            json!({ "issuer": script.issuer, "jwks_uri": format!("{base}/jwks"), "userinfo_endpoint": format!("{base}/userinfo") }),
        ),
        "/jwks" => (200, json!({ "keys": script.keys, "padding": "x".repeat(script.padding) })),
        "/userinfo" => script.userinfo.get(token).cloned().unwrap_or((401, json!({ "error": "invalid_token" }))),
        _ => (404, json!({})),
    };
    (status, Some(body.to_string()))
}
