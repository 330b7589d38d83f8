//! Taking connections: what a browser is patient with, and no more. Who says nothing, says it drop by drop, or does not take
//! its answer, is hung up on, so that nobody can keep others out by holding connections.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{Instant, Sleep, sleep};
use tower::ServiceExt;

/// From the first byte of a request to the end of its head.
const HEAD_WITHIN: Duration = Duration::from_secs(20);
/// Between requests. Longer than proxies keep a connection, so that it is they who end it (nginx 60 s, Caddy 120 s).
const IDLE_WITHIN: Duration = Duration::from_secs(150);
/// An answer of which nothing is taken for so long is not wanted.
const TAKE_WITHIN: Duration = Duration::from_secs(30);
/// The head of a request with all its fields, about: a buffer may be larger. A token may have 16 KiB.
const HEAD_BYTES: usize = 64 * 1024;
/// Files and connections to others that a busy server has open besides.
const OTHER_FILES: usize = 300;
const FEWEST_CONNECTIONS: usize = 100;
const MOST_CONNECTIONS: usize = 50_000;
const PAUSE_WITHOUT_FILES: Duration = Duration::from_millis(200);

/// Serves until `stop`, then finishes what has begun.
pub(crate) async fn serve(listener: TcpListener, routes: Router, stop: impl Future<Output = ()>) {
    let room = Arc::new(Semaphore::new(most_connections()));
    let finishing = GracefulShutdown::new();
    tokio::pin!(stop);
    loop {
        let next = async {
            // Never closed.
            let place = Arc::clone(&room).acquire_owned().await.ok();
            (place, listener.accept().await)
        };
        let (place, accepted) = tokio::select! {
            () = &mut stop => break,
            next = next => next,
        };
        match accepted {
            Ok((stream, peer)) => {
                let connection = finishing.watch(connection(stream, peer, routes.clone()));
                tokio::spawn(async move {
                    // How a visitor leaves is the visitor's affair.
                    let _ = connection.await;
                    drop(place);
                });
            }
            Err(error) if is_the_visitors(&error) => {}
            Err(error) => {
                tracing::error!(%error, "cannot take a connection");
                sleep(PAUSE_WITHOUT_FILES).await;
            }
        }
    }
    drop(listener);
    finishing.shutdown().await;
}

fn is_the_visitors(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

fn connection(
    stream: TcpStream,
    peer: SocketAddr,
    routes: Router,
) -> impl hyper_util::server::graceful::GracefulConnection<Error = hyper::Error> {
    let answering = Arc::new(AtomicBool::new(false));
    let io = TokioIo::new(Guarded::new(stream, Arc::clone(&answering)));
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        answering.store(true, Ordering::Relaxed);
        let mut request: Request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        let routes = routes.clone();
        async move { Ok::<_, Infallible>(routes.oneshot(request).await.unwrap_or_else(|never| match never {})) }
    });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(IDLE_WITHIN)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(io, service)
}

/// As many as leave files for the rest.
fn most_connections() -> usize {
    let limits = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let files = open_files(&limits).unwrap_or(MOST_CONNECTIONS);
    files.saturating_sub(OTHER_FILES).clamp(FEWEST_CONNECTIONS, MOST_CONNECTIONS)
}

/// How many files this process may have open, as Linux tells it: `Max open files  1024  524288  files`.
fn open_files(limits: &str) -> Option<usize> {
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// A connection with a clock for the head of a request and one for the answer.
struct Guarded {
    stream: TcpStream,
    /// A request has been read to the end of its head and no answer has begun.
    answering: Arc<AtomicBool>,
    head: Deadline,
    taking: Deadline,
}

impl Guarded {
    fn new(stream: TcpStream, answering: Arc<AtomicBool>) -> Self {
        Self { stream, answering, head: Deadline::default(), taking: Deadline::default() }
    }

    fn written(&mut self, context: &mut Context<'_>, outcome: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        // Whatever is read from now on belongs to the next request.
        self.answering.store(false, Ordering::Relaxed);
        self.head.clear();
        if outcome.is_ready() {
            self.taking.clear();
            return outcome;
        }
        ready!(self.taking.after(TAKE_WITHIN, context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

/// A moment at which patience ends; none at first.
#[derive(Default)]
struct Deadline {
    sleep: Option<Pin<Box<Sleep>>>,
    running: bool,
}

impl Deadline {
    fn clear(&mut self) {
        self.running = false;
    }

    /// Ready when it has been running for `patience`; starts it if it is not.
    fn after(&mut self, patience: Duration, context: &mut Context<'_>) -> Poll<()> {
        let sleep = self.sleep.get_or_insert_with(|| Box::pin(sleep(patience)));
        if !self.running {
            sleep.as_mut().reset(Instant::now() + patience);
            self.running = true;
        }
        sleep.as_mut().poll(context)
    }
}

impl AsyncRead for Guarded {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let this = &mut *self;
        let outcome = Pin::new(&mut this.stream).poll_read(context, buffer);
        if this.answering.load(Ordering::Relaxed) {
            this.head.clear();
            return outcome;
        }
        let begun = this.head.running || buffer.filled().len() > before;
        if begun && this.head.after(HEAD_WITHIN, context).is_ready() {
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        outcome
    }
}

impl AsyncWrite for Guarded {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.written(context, outcome)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.written(context, outcome)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Bytes;
    use axum::routing::{get, post};
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::sync::oneshot;

    use super::*;

    const HELLO: &[u8] = b"GET / HTTP/1.1\r\nhost: tala.test\r\n\r\n";

    /// An address where this is served until the sender is dropped.
    async fn served() -> (SocketAddr, oneshot::Sender<()>, tokio::task::JoinHandle<()>) {
        let large = Bytes::from(vec![b'x'; 64 << 20]);
        let routes = Router::new()
            .route("/", get(|| async { "hello" }))
            .route("/large", get(move || async { large }))
            .route("/slow", get(|| async { sleep(Duration::from_secs(25)).await }))
            .route("/form", post(|body: Bytes| async move { body.len().to_string() }));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let stop_when = async {
            let _: Result<(), _> = stopped.await;
        };
        (address, stop, tokio::spawn(serve(listener, routes, stop_when)))
    }

    /// Everything until the server hangs up, and how long that took.
    async fn until_hung_up(stream: &mut TcpStream) -> (String, Duration) {
        let (begin, mut said) = (Instant::now(), Vec::new());
        let _ = stream.read_to_end(&mut said).await;
        (String::from_utf8_lossy(&said).into_owned(), begin.elapsed())
    }

    async fn answer(stream: &mut TcpStream) -> String {
        let mut bytes = [0; 4096];
        let read = stream.read(&mut bytes).await.unwrap();
        String::from_utf8_lossy(&bytes[..read]).into_owned()
    }

    fn about(took: Duration, limit: Duration) {
        assert!(took >= limit - Duration::from_secs(1) && took < limit + Duration::from_secs(3), "{took:?}, {limit:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn who_says_nothing_is_hung_up_on() {
        let (address, _stop, _) = served().await;
        let mut silent = TcpStream::connect(address).await.unwrap();
        let (said, took) = until_hung_up(&mut silent).await;
        assert_eq!(said, "");
        about(took, IDLE_WITHIN);
    }

    #[tokio::test(start_paused = true)]
    async fn a_head_that_comes_in_drops_is_cut_off() {
        let (address, _stop, _) = served().await;
        let (mut reading, mut writing) = TcpStream::connect(address).await.unwrap().into_split();
        let begin = Instant::now();
        writing.write_all(b"GET / HTTP/1.1\r\n").await.unwrap();
        let dripping = tokio::spawn(async move {
            while writing.write_all(b"x-a: b\r\n").await.is_ok() {
                sleep(Duration::from_secs(3)).await;
            }
        });
        let mut said = Vec::new();
        let _ = reading.read_to_end(&mut said).await;
        about(begin.elapsed(), HEAD_WITHIN);
        dripping.abort();
    }

    #[tokio::test(start_paused = true)]
    async fn one_connection_serves_many_requests_with_pauses_between() {
        let (address, _stop, _) = served().await;
        let mut stream = TcpStream::connect(address).await.unwrap();
        for _ in 0..4 {
            stream.write_all(HELLO).await.unwrap();
            assert!(answer(&mut stream).await.ends_with("hello"));
            sleep(IDLE_WITHIN - Duration::from_secs(2)).await;
        }
        stream.write_all(b"GET /slow HTTP/1.1\r\nhost: tala.test\r\n\r\n").await.unwrap();
        assert!(answer(&mut stream).await.starts_with("HTTP/1.1 200"), "work may last longer than a head");
        let (_, took) = until_hung_up(&mut stream).await;
        about(took, IDLE_WITHIN);
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_that_nobody_takes_is_given_up() {
        let (address, _stop, serving) = served().await;
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(b"GET /large HTTP/1.1\r\nhost: tala.test\r\n\r\n").await.unwrap();
        sleep(TAKE_WITHIN + Duration::from_secs(5)).await;
        let (said, _) = until_hung_up(&mut stream).await;
        assert!(said.len() < 64 << 20, "the rest was not kept for later");
        drop(serving);
    }

    #[tokio::test(start_paused = true)]
    async fn heads_that_are_too_large_are_refused() {
        let (address, _stop, _) = served().await;
        let path = "p".repeat(4 * HEAD_BYTES);
        let field = "f".repeat(4 * HEAD_BYTES);
        let many = "x-a: b\r\n".repeat(200);
        for (head, statuses) in [
            (format!("GET /{path} HTTP/1.1\r\nhost: tala.test\r\n\r\n"), &["414", "431"][..]),
            (format!("GET / HTTP/1.1\r\nx-a: {field}\r\n\r\n"), &["431"]),
            (format!("GET / HTTP/1.1\r\n{many}\r\n"), &["431"]),
            ("nonsense\r\n\r\n".to_owned(), &["400"]),
            ("POST /form HTTP/1.1\r\ncontent-length: 3\r\ncontent-length: 5\r\n\r\nabcGET".to_owned(), &["400"]),
            ("POST /form HTTP/1.1\r\ntransfer-encoding: gzip\r\ncontent-length: 3\r\n\r\nabc".to_owned(), &["400"]),
        ] {
            let mut stream = TcpStream::connect(address).await.unwrap();
            let _ = stream.write_all(head.as_bytes()).await;
            let (said, took) = until_hung_up(&mut stream).await;
            let shown: String = head.chars().take(40).collect();
            let status = said.split(' ').nth(1).unwrap_or_default();
            assert!(said.starts_with("HTTP/1.1") && statuses.contains(&status), "{shown}: {said}");
            assert!(took < Duration::from_secs(1));
        }
    }

    #[tokio::test(start_paused = true)]
    async fn at_the_end_what_has_begun_is_finished() {
        let (address, stop, serving) = served().await;
        let mut idle = TcpStream::connect(address).await.unwrap();
        idle.write_all(HELLO).await.unwrap();
        answer(&mut idle).await;
        let mut busy = TcpStream::connect(address).await.unwrap();
        busy.write_all(b"GET /slow HTTP/1.1\r\nhost: tala.test\r\n\r\n").await.unwrap();
        sleep(Duration::from_secs(1)).await;
        let begin = Instant::now();
        drop(stop);
        assert!(answer(&mut busy).await.starts_with("HTTP/1.1 200"));
        serving.await.unwrap();
        assert!(begin.elapsed() < Duration::from_secs(26), "who was idle is not waited for");
        assert!(TcpStream::connect(address).await.is_err());
    }

    #[test]
    fn connections_leave_files_for_the_rest() {
        let line = "Max processes             94890                94890                processes\n\
                    Max open files            1024                 524288               files\n";
        assert_eq!(open_files(line), Some(1024));
        assert_eq!(open_files("Max open files            unlimited            unlimited            files"), None);
        assert!((FEWEST_CONNECTIONS..=MOST_CONNECTIONS).contains(&most_connections()));
    }
}
