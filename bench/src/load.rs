//! The load: clients that each keep one connection open and ask again as soon as they are answered.
//!
//! It writes bytes made beforehand and looks at no more of a reply than its status and length, so that on shared cores
//! the server is measured and not the client. One thread drives all clients.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use futures_util::future::join_all;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// The bytes of one request.
pub type Request = Arc<[u8]>;

/// One piece of work: requests to be sent one after the other, timed together. `None`: nothing left to do.
pub type Next<'a> = &'a (dyn Fn() -> Option<Vec<Request>> + Sync);

/// A GET with a bearer token.
pub fn get(path: &str, token: &str) -> Request {
    get_with(path, &[("authorization", &format!("Bearer {token}"))])
}

/// A GET with other headers.
pub fn get_with(path: &str, headers: &[(&str, &str)]) -> Request {
    let headers = lines(headers);
    format!("GET {path} HTTP/1.1\r\nhost: bench\r\n{headers}\r\n").into_bytes().into()
}

fn lines(headers: &[(&str, &str)]) -> String {
    headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect()
}

/// A GET as a browser makes it for a page or a part of one.
pub fn get_page(path: &str) -> Request {
    get_with(path, &[("accept-encoding", "gzip, deflate, br")])
}

/// A POST of JSON with a bearer token.
pub fn post(path: &str, token: &str, body: &str) -> Request {
    post_with(path, &[("authorization", &format!("Bearer {token}"))], body)
}

/// A POST of JSON with other headers.
pub fn post_with(path: &str, headers: &[(&str, &str)], body: &str) -> Request {
    let headers = lines(headers);
    format!(
        "POST {path} HTTP/1.1\r\nhost: bench\r\n{headers}content-type: application/json\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len()
    )
    .into_bytes()
    .into()
}

/// What came of a load.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// How many clients there were.
    pub clients: usize,
    /// Pieces of work answered with 200.
    pub done: usize,
    /// Pieces of work answered with anything else.
    pub refused: usize,
    /// The first reply that was not 200.
    pub first_refusal: Option<String>,
    /// Bytes of bodies received.
    pub bytes: usize,
    /// From the first request to the last answer.
    pub seconds: f64,
    /// How long each piece of work took, sorted.
    took: Vec<Duration>,
}

impl Outcome {
    /// Pieces of work done in a second.
    pub fn per_second(&self) -> f64 {
        number(self.done) / self.seconds.max(1e-9)
    }

    /// The time within which `hundredths` of all work were done, in milliseconds.
    pub fn percentile_ms(&self, hundredths: usize) -> f64 {
        let last = self.took.len().saturating_sub(1);
        let took = self.took.get(last * hundredths / 100).copied().unwrap_or_default();
        took.as_secs_f64() * 1e3
    }

    /// Bytes of bodies in one piece of work, on average.
    pub fn bytes_each(&self) -> usize {
        self.bytes.checked_div(self.done).unwrap_or_default()
    }
}

/// A count as a floating-point number.
pub fn number(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::MAX, f64::from)
}

/// One piece of work: what came of its requests, and the time from each to its answer.
#[derive(Default)]
pub struct Piece {
    took: Duration,
    bytes: usize,
    refusal: Option<String>,
}

impl Piece {
    /// Sends one request of this work, and returns the body of the reply. `None`: it was refused.
    pub async fn ask<'a>(&mut self, connection: &'a mut Connection, request: &[u8]) -> Result<Option<&'a [u8]>> {
        let started = Instant::now();
        let reply = connection.ask(request).await?;
        self.took += started.elapsed();
        self.bytes += reply.body.len();
        if reply.status == 200 {
            return Ok(Some(reply.body));
        }
        let text = String::from_utf8_lossy(reply.body).chars().take(300).collect::<String>();
        self.refusal.get_or_insert_with(|| format!("{}: {text}", reply.status));
        Ok(None)
    }
}

/// The runtime of the clients: this thread.
pub fn asking() -> Result<tokio::runtime::Runtime> {
    Ok(tokio::runtime::Builder::new_current_thread().enable_all().build()?)
}

/// Sends requests from `clients` connections for `length`, on this thread; each client has one of the servers.
pub fn drive(servers: &[SocketAddr], clients: usize, length: Duration, next: Next<'_>) -> Result<Outcome> {
    converse(servers, clients, length, &async |connection: &mut Connection| {
        let Some(requests) = next() else { return Ok(None) };
        let mut piece = Piece::default();
        for request in &requests {
            piece.ask(connection, request).await?;
        }
        Ok(Some(piece))
    })
}

/// As [`drive`], for work in which a reply decides the next request. The time between a reply and the next request is not
/// part of the time that the work took.
pub fn converse(
    servers: &[SocketAddr],
    clients: usize,
    length: Duration,
    act: &impl AsyncFn(&mut Connection) -> Result<Option<Piece>>,
) -> Result<Outcome> {
    asking()?.block_on(async {
        let mut connections = Vec::new();
        for address in servers.iter().cycle().take(clients) {
            connections.push(Connection::open(*address).await?);
        }
        let started = Instant::now();
        let until = started + length;
        let shares = join_all(connections.into_iter().map(|connection| work(connection, until, act))).await;
        let mut outcome = Outcome { clients, seconds: started.elapsed().as_secs_f64(), ..Outcome::default() };
        for share in shares {
            let share = share?;
            outcome.done += share.done;
            outcome.refused += share.refused;
            outcome.bytes += share.bytes;
            outcome.first_refusal = outcome.first_refusal.or(share.first_refusal);
            outcome.took.extend(share.took);
        }
        outcome.took.sort_unstable();
        Ok(outcome)
    })
}

async fn work(
    mut connection: Connection,
    until: Instant,
    act: &impl AsyncFn(&mut Connection) -> Result<Option<Piece>>,
) -> Result<Outcome> {
    let mut share = Outcome::default();
    while Instant::now() < until {
        let Some(piece) = act(&mut connection).await? else { break };
        share.took.push(piece.took);
        share.bytes += piece.bytes;
        match piece.refusal {
            None => share.done += 1,
            Some(refusal) => {
                share.refused += 1;
                share.first_refusal.get_or_insert(refusal);
            }
        }
    }
    Ok(share)
}

/// One reply.
pub struct Reply<'a> {
    /// The status.
    pub status: u16,
    /// Status line and headers.
    pub head: &'a [u8],
    /// The body.
    pub body: &'a [u8],
}

/// One connection that stays open.
pub struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Connection {
    /// Connects.
    pub async fn open(address: SocketAddr) -> Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, buffer: Vec::with_capacity(64 * 1024) })
    }

    /// Sends one request and reads its whole reply.
    pub async fn ask(&mut self, request: &[u8]) -> Result<Reply<'_>> {
        self.stream.write_all(request).await?;
        self.buffer.clear();
        let head = loop {
            ensure!(self.stream.read_buf(&mut self.buffer).await? > 0, "the server closed the connection");
            if let Some(at) = self.buffer.windows(4).position(|four| four == b"\r\n\r\n") {
                break at + 4;
            }
        };
        let (status, length) = read_head(self.buffer.get(..head).unwrap_or_default())?;
        while self.buffer.len() < head + length {
            ensure!(self.stream.read_buf(&mut self.buffer).await? > 0, "the server closed the connection");
        }
        let (head, body) = self.buffer.split_at_checked(head).unwrap_or_default();
        Ok(Reply { status, head, body })
    }
}

/// Status and body length. Every reply of ours has its length in its head.
fn read_head(head: &[u8]) -> Result<(u16, usize)> {
    let text = std::str::from_utf8(head)?;
    let mut lines = text.split("\r\n");
    let status = lines.next().and_then(|line| line.split(' ').nth(1)).context("no status line")?.parse()?;
    let length = lines
        .filter_map(|line| line.split_once(':'))
        .find(|(name, _)| name.eq_ignore_ascii_case("content-length"))
        .with_context(|| format!("a reply without its length: {text}"))?;
    Ok((status, length.1.trim().parse()?))
}
