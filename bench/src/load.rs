//! The load generator: clients that keep one connection each and send the next request as soon as they have a response.
//!
//! Requests are prepared bytes, and of a response only status and length are parsed. One thread runs all clients. So the
//! generator takes little of the cores that it shares with the server.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use futures_util::future::join_all;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// The bytes of a request.
pub type Request = Arc<[u8]>;

/// Returns the requests of the next iteration, which are sent one after the other and timed together. `None` ends the load.
pub type NextIteration<'a> = &'a (dyn Fn() -> Option<Vec<Request>> + Sync);

/// Builds a GET request with a bearer token.
pub fn get(path: &str, token: &str) -> Request {
    get_with(path, &[("authorization", &format!("Bearer {token}"))])
}

/// Builds a GET request with other headers.
pub fn get_with(path: &str, headers: &[(&str, &str)]) -> Request {
    let headers = header_lines(headers);
    format!("GET {path} HTTP/1.1\r\nhost: bench\r\n{headers}\r\n").into_bytes().into()
}

fn header_lines(headers: &[(&str, &str)]) -> String {
    headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect()
}

/// Builds a GET request as a browser sends it for a page or an asset.
pub fn get_page(path: &str) -> Request {
    get_with(path, &[("accept-encoding", "gzip, deflate, br")])
}

/// Builds a POST request with a JSON body and a bearer token.
pub fn post(path: &str, token: &str, body: &str) -> Request {
    post_with(path, &[("authorization", &format!("Bearer {token}"))], body)
}

/// Builds a POST request with a JSON body and other headers.
pub fn post_with(path: &str, headers: &[(&str, &str)], body: &str) -> Request {
    let headers = header_lines(headers);
    format!(
        "POST {path} HTTP/1.1\r\nhost: bench\r\n{headers}content-type: application/json\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len()
    )
    .into_bytes()
    .into()
}

/// The result of a load.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// Number of clients.
    pub clients: usize,
    /// Iterations in which all responses were 200.
    pub done: usize,
    /// Other iterations.
    pub rejected: usize,
    /// The first response that was not 200.
    pub first_rejection: Option<String>,
    /// Bytes of all response bodies.
    pub bytes: usize,
    /// From the first request to the last response.
    pub seconds: f64,
    /// Duration of each iteration, sorted.
    durations: Vec<Duration>,
}

impl Outcome {
    /// Iterations per second.
    pub fn per_second(&self) -> f64 {
        to_f64(self.done) / self.seconds.max(1e-9)
    }

    /// Percentile of the durations in milliseconds; `percent` is 0 to 100.
    pub fn percentile_ms(&self, percent: usize) -> f64 {
        let last = self.durations.len().saturating_sub(1);
        let duration = self.durations.get(last * percent / 100).copied().unwrap_or_default();
        duration.as_secs_f64() * 1e3
    }

    /// Mean size of the response bodies of an iteration.
    pub fn mean_bytes(&self) -> usize {
        self.bytes.checked_div(self.done).unwrap_or_default()
    }
}

/// Converts a count.
pub fn to_f64(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::MAX, f64::from)
}

/// The measurements of an iteration. Only the time between a request and its response counts.
#[derive(Default)]
pub struct Iteration {
    duration: Duration,
    bytes: usize,
    rejection: Option<String>,
}

impl Iteration {
    /// Sends a request of this iteration. Returns the response body, or `None` if the status is not 200.
    pub async fn send<'a>(&mut self, connection: &'a mut Connection, request: &[u8]) -> Result<Option<&'a [u8]>> {
        let started = Instant::now();
        let response = connection.send(request).await?;
        self.duration += started.elapsed();
        self.bytes += response.body.len();
        if response.status == 200 {
            return Ok(Some(response.body));
        }
        let text = String::from_utf8_lossy(response.body).chars().take(300).collect::<String>();
        self.rejection.get_or_insert_with(|| format!("{}: {text}", response.status));
        Ok(None)
    }
}

/// Builds the single-threaded runtime of the clients.
pub fn client_runtime() -> Result<tokio::runtime::Runtime> {
    Ok(tokio::runtime::Builder::new_current_thread().enable_all().build()?)
}

/// Sends prepared requests from `clients` connections for `length`, on this thread. Clients are distributed over the servers.
pub fn run_load(servers: &[SocketAddr], clients: usize, length: Duration, next: NextIteration<'_>) -> Result<Outcome> {
    run_scripted_load(servers, clients, length, &async |connection: &mut Connection| {
        let Some(requests) = next() else { return Ok(None) };
        let mut iteration = Iteration::default();
        for request in &requests {
            iteration.send(connection, request).await?;
        }
        Ok(Some(iteration))
    })
}

/// Like [`run_load`], for iterations in which a request depends on the response before it.
pub fn run_scripted_load(
    servers: &[SocketAddr],
    clients: usize,
    length: Duration,
    script: &impl AsyncFn(&mut Connection) -> Result<Option<Iteration>>,
) -> Result<Outcome> {
    client_runtime()?.block_on(async {
        let mut connections = Vec::new();
        for address in servers.iter().cycle().take(clients) {
            connections.push(Connection::open(*address).await?);
        }
        let started = Instant::now();
        let until = started + length;
        let shares = join_all(connections.into_iter().map(|connection| run_client(connection, until, script))).await;
        let mut outcome = Outcome { clients, seconds: started.elapsed().as_secs_f64(), ..Outcome::default() };
        for share in shares {
            let share = share?;
            outcome.done += share.done;
            outcome.rejected += share.rejected;
            outcome.bytes += share.bytes;
            outcome.first_rejection = outcome.first_rejection.or(share.first_rejection);
            outcome.durations.extend(share.durations);
        }
        outcome.durations.sort_unstable();
        Ok(outcome)
    })
}

async fn run_client(
    mut connection: Connection,
    until: Instant,
    script: &impl AsyncFn(&mut Connection) -> Result<Option<Iteration>>,
) -> Result<Outcome> {
    let mut outcome = Outcome::default();
    while Instant::now() < until {
        let Some(iteration) = script(&mut connection).await? else { break };
        outcome.durations.push(iteration.duration);
        outcome.bytes += iteration.bytes;
        match iteration.rejection {
            None => outcome.done += 1,
            Some(rejection) => {
                outcome.rejected += 1;
                outcome.first_rejection.get_or_insert(rejection);
            }
        }
    }
    Ok(outcome)
}

/// A response.
pub struct Response<'a> {
    /// Status code.
    pub status: u16,
    /// Status line and headers.
    pub head: &'a [u8],
    /// Body.
    pub body: &'a [u8],
}

/// A keep-alive connection.
pub struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Connection {
    /// Connects to a server.
    pub async fn open(address: SocketAddr) -> Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, buffer: Vec::with_capacity(64 * 1024) })
    }

    /// Sends a request and reads the whole response.
    pub async fn send(&mut self, request: &[u8]) -> Result<Response<'_>> {
        self.stream.write_all(request).await?;
        self.buffer.clear();
        let head = loop {
            ensure!(self.stream.read_buf(&mut self.buffer).await? > 0, "the server closed the connection");
            if let Some(at) = self.buffer.windows(4).position(|four| four == b"\r\n\r\n") {
                break at + 4;
            }
        };
        let (status, length) = parse_head(self.buffer.get(..head).unwrap_or_default())?;
        while self.buffer.len() < head + length {
            ensure!(self.stream.read_buf(&mut self.buffer).await? > 0, "the server closed the connection");
        }
        let (head, body) = self.buffer.split_at_checked(head).unwrap_or_default();
        Ok(Response { status, head, body })
    }
}

/// Parses status and body length. All measured endpoints send a `Content-Length`.
fn parse_head(head: &[u8]) -> Result<(u16, usize)> {
    let text = std::str::from_utf8(head)?;
    let mut lines = text.split("\r\n");
    let status = lines.next().and_then(|line| line.split(' ').nth(1)).context("no status line")?.parse()?;
    let length = lines
        .filter_map(|line| line.split_once(':'))
        .find(|(name, _)| name.eq_ignore_ascii_case("content-length"))
        .with_context(|| format!("no Content-Length in the response: {text}"))?;
    Ok((status, length.1.trim().parse()?))
}
