//! A provider for tests: it answers over real HTTP what it is told to answer, in order, and keeps what it hears.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// What to say next.
pub(super) enum Reply {
    Text(u16, &'static str, String),
    /// Takes the request and hangs up.
    HangUp,
    /// Sends the other way.
    Redirect(String),
}

impl Reply {
    pub(super) fn json(status: u16, body: &Value) -> Self {
        Self::Text(status, "application/json", body.to_string())
    }

    pub(super) fn html(status: u16) -> Self {
        Self::Text(status, "text/html", "<html><body>Bad gateway</body></html>".to_owned())
    }
}

/// What was asked.
#[derive(Clone, Debug)]
pub(super) struct Heard {
    pub(super) line: String,
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: String,
}

impl Heard {
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(header, _)| header.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    pub(super) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }
}

#[derive(Default)]
struct Script {
    replies: VecDeque<Reply>,
    heard: Vec<Heard>,
}

pub(super) struct Provider {
    pub(super) base: String,
    script: Arc<Mutex<Script>>,
}

impl Provider {
    /// Starts a provider with these replies; what is asked beyond them is answered with 418, which no test expects.
    pub(super) async fn start(replies: impl IntoIterator<Item = Reply>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let script = Arc::new(Mutex::new(Script { replies: replies.into_iter().collect(), heard: Vec::new() }));
        let shared = Arc::clone(&script);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(converse(stream, Arc::clone(&shared)));
            }
        });
        Self { base, script }
    }

    pub(super) async fn with_json(body: &Value) -> Self {
        Self::start([Reply::json(200, body)]).await
    }

    pub(super) fn heard(&self) -> Vec<Heard> {
        self.script.lock().unwrap().heard.clone()
    }

    /// The only request so far.
    pub(super) fn only_request(&self) -> Heard {
        let heard = self.heard();
        assert_eq!(heard.len(), 1, "{heard:?}");
        heard.into_iter().next().unwrap()
    }
}

async fn converse(mut stream: TcpStream, script: Arc<Mutex<Script>>) {
    let Some(heard) = listen(&mut stream).await else { return };
    let reply = {
        let mut script = script.lock().unwrap();
        script.heard.push(heard);
        script.replies.pop_front()
    };
    let text = match reply.unwrap_or_else(|| Reply::html(418)) {
        Reply::Text(status, kind, body) => format!(
            "HTTP/1.1 {status} Any\r\ncontent-type: {kind}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
            body.len()
        ),
        Reply::Redirect(target) => {
            format!("HTTP/1.1 302 Found\r\nlocation: {target}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
        }
        Reply::HangUp => return,
    };
    let _ = stream.write_all(text.as_bytes()).await;
    let _ = stream.shutdown().await;
}

async fn listen(stream: &mut TcpStream) -> Option<Heard> {
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
    Some(Heard { line, headers, body })
}

async fn read_more(stream: &mut TcpStream, bytes: &mut Vec<u8>) -> Option<()> {
    let mut buffer = [0; 4096];
    let count = stream.read(&mut buffer).await.ok().filter(|count| *count > 0)?;
    bytes.extend_from_slice(&buffer[..count]);
    Some(())
}
