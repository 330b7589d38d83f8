//! A scripted provider for tests: it sends responses in order over HTTP, and records the requests.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// A scripted response.
pub(super) enum ScriptedResponse {
    Text(u16, &'static str, String),
    /// Closes the connection after the request.
    HangUp,
    /// Redirects to this base URL.
    Redirect(String),
}

impl ScriptedResponse {
    pub(super) fn json(status: u16, body: &Value) -> Self {
        Self::Text(status, "application/json", body.to_string())
    }

    pub(super) fn html(status: u16) -> Self {
        Self::Text(status, "text/html", "<html><body>Bad gateway</body></html>".to_owned())
    }
}

/// A recorded request.
#[derive(Clone, Debug)]
pub(super) struct RecordedRequest {
    pub(super) line: String,
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: String,
}

impl RecordedRequest {
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(header, _)| header.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    pub(super) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }
}

#[derive(Default)]
struct Script {
    responses: VecDeque<ScriptedResponse>,
    requests: Vec<RecordedRequest>,
}

pub(super) struct Provider {
    pub(super) base: String,
    script: Arc<Mutex<Script>>,
}

impl Provider {
    /// Starts a provider with these responses. Further requests get status 418, which no test expects.
    pub(super) async fn start(responses: impl IntoIterator<Item = ScriptedResponse>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let script = Arc::new(Mutex::new(Script { responses: responses.into_iter().collect(), requests: Vec::new() }));
        let shared = Arc::clone(&script);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, Arc::clone(&shared)));
            }
        });
        Self { base, script }
    }

    pub(super) async fn with_json(body: &Value) -> Self {
        Self::start([ScriptedResponse::json(200, body)]).await
    }

    pub(super) fn requests(&self) -> Vec<RecordedRequest> {
        self.script.lock().unwrap().requests.clone()
    }

    /// Returns the only request; panics if there are none or several.
    pub(super) fn only_request(&self) -> RecordedRequest {
        let requests = self.requests();
        assert_eq!(requests.len(), 1, "{requests:?}");
        requests.into_iter().next().unwrap()
    }
}

async fn serve(mut stream: TcpStream, script: Arc<Mutex<Script>>) {
    let Some(request) = read_request(&mut stream).await else { return };
    let response = {
        let mut script = script.lock().unwrap();
        script.requests.push(request);
        script.responses.pop_front()
    };
    let text = match response.unwrap_or_else(|| ScriptedResponse::html(418)) {
        ScriptedResponse::Text(status, kind, body) => format!(
            "HTTP/1.1 {status} Any\r\ncontent-type: {kind}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
            body.len()
        ),
        ScriptedResponse::Redirect(target) => {
            format!("HTTP/1.1 302 Found\r\nlocation: {target}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
        }
        ScriptedResponse::HangUp => return,
    };
    let _ = stream.write_all(text.as_bytes()).await;
    let _ = stream.shutdown().await;
}

async fn read_request(stream: &mut TcpStream) -> Option<RecordedRequest> {
    let mut bytes = Vec::new();
    let head_end = loop {
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            break end;
        }
        read_more(stream, &mut bytes).await?;
    };
    let head = String::from_utf8(bytes[..head_end].to_vec()).unwrap();
    let mut lines = head.split("\r\n");
    let line = lines.next().unwrap().to_owned();
    let headers: Vec<(String, String)> = lines
        .map(|header| header.split_once(": ").unwrap())
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let length: usize = headers
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case("content-length"))
        .map_or(0, |(_, value)| value.parse().unwrap());
    while bytes.len() < head_end + 4 + length {
        read_more(stream, &mut bytes).await?;
    }
    let body = String::from_utf8(bytes[head_end + 4..].to_vec()).unwrap();
    Some(RecordedRequest { line, headers, body })
}

async fn read_more(stream: &mut TcpStream, bytes: &mut Vec<u8>) -> Option<()> {
    let mut buffer = [0; 4096];
    let count = stream.read(&mut buffer).await.ok().filter(|count| *count > 0)?;
    bytes.extend_from_slice(&buffer[..count]);
    Some(())
}
