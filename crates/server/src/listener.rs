//! Accepts HTTP/1 connections, with limits for slow and stalled clients: a client that sends nothing, sends its request
//! head too slowly, or does not read its response is disconnected, so that it cannot use up the connection limit.

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

use crate::host_header::check_host;

/// From the first byte of a request head to its last.
const HEAD_TIMEOUT: Duration = Duration::from_secs(20);
/// Between requests. Longer than the keep-alive time of common proxies (nginx 60 s, Caddy 120 s), so that the proxy closes
/// the connection and never sends a request into a closing one.
const IDLE_TIMEOUT: Duration = Duration::from_secs(150);
/// Without progress while a response is sent.
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);
/// Approximate limit of a request head. An access token may have 16 KiB.
const MAX_HEAD_BYTES: usize = 64 * 1024;
/// File descriptors kept for the database, files and outbound connections.
const RESERVED_FILES: usize = 300;
const MIN_CONNECTIONS: usize = 100;
const MAX_CONNECTIONS: usize = 50_000;
/// Pause after `accept` has failed, usually because the process has no file descriptors left.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(200);

/// Serves until `stop`, then waits for requests in progress.
pub(crate) async fn serve(listener: TcpListener, routes: Router, stop: impl Future<Output = ()>) {
    let permits = Arc::new(Semaphore::new(connection_limit()));
    let shutdown = GracefulShutdown::new();
    tokio::pin!(stop);
    loop {
        let next = async {
            // Fails only for a closed semaphore, and this one is never closed.
            let permit = Arc::clone(&permits).acquire_owned().await.ok();
            (permit, listener.accept().await)
        };
        let (permit, accepted) = tokio::select! {
            () = &mut stop => break,
            next = next => next,
        };
        match accepted {
            Ok((stream, peer)) => {
                let connection = shutdown.watch(connection(stream, peer, routes.clone()));
                tokio::spawn(async move {
                    // Errors here are caused by the client: resets, timeouts, invalid requests.
                    let _ = connection.await;
                    drop(permit);
                });
            }
            Err(error) if is_client_error(&error) => {}
            Err(error) => {
                tracing::error!(%error, "cannot accept a connection");
                sleep(ACCEPT_RETRY_DELAY).await;
            }
        }
    }
    drop(listener);
    shutdown.shutdown().await;
}

fn is_client_error(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

fn connection(
    stream: TcpStream,
    peer: SocketAddr,
    routes: Router,
) -> impl hyper_util::server::graceful::GracefulConnection<Error = hyper::Error> {
    let head_complete = Arc::new(AtomicBool::new(false));
    let io = TokioIo::new(TimeoutStream::new(stream, Arc::clone(&head_complete)));
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        head_complete.store(true, Ordering::Relaxed);
        let mut request: Request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        let routes = routes.clone();
        async move {
            if let Err(response) = check_host(&request) {
                return Ok(*response);
            }
            Ok::<_, Infallible>(routes.oneshot(request).await.unwrap_or_else(|never| match never {}))
        }
    });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(IDLE_TIMEOUT)
        .max_buf_size(MAX_HEAD_BYTES)
        .serve_connection(io, service)
}

/// Derives the connection limit from the process's limit of open files.
fn connection_limit() -> usize {
    let limits = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let files = max_open_files(&limits).unwrap_or(MAX_CONNECTIONS);
    files.saturating_sub(RESERVED_FILES).clamp(MIN_CONNECTIONS, MAX_CONNECTIONS)
}

/// Parses the soft limit from `/proc/self/limits`: `Max open files  1024  524288  files`.
fn max_open_files(limits: &str) -> Option<usize> {
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// A TCP stream with timeouts for the request head and for the response.
struct TimeoutStream {
    stream: TcpStream,
    /// True from the end of a request head to the first byte of its response.
    head_complete: Arc<AtomicBool>,
    head_timeout: Timeout,
    write_timeout: Timeout,
}

impl TimeoutStream {
    fn new(stream: TcpStream, head_complete: Arc<AtomicBool>) -> Self {
        Self { stream, head_complete, head_timeout: Timeout::default(), write_timeout: Timeout::default() }
    }

    fn check_write(&mut self, context: &mut Context<'_>, outcome: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        // The response has begun: bytes read from now on belong to the next request.
        self.head_complete.store(false, Ordering::Relaxed);
        self.head_timeout.clear();
        if outcome.is_ready() {
            self.write_timeout.clear();
            return outcome;
        }
        ready!(self.write_timeout.poll_elapsed(WRITE_TIMEOUT, context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

/// A restartable timer that reuses its allocation. It does not run at first.
#[derive(Default)]
struct Timeout {
    sleep: Option<Pin<Box<Sleep>>>,
    is_running: bool,
}

impl Timeout {
    fn clear(&mut self) {
        self.is_running = false;
    }

    /// Starts the timer unless it runs. Ready when it has run for `duration`.
    fn poll_elapsed(&mut self, duration: Duration, context: &mut Context<'_>) -> Poll<()> {
        let sleep = self.sleep.get_or_insert_with(|| Box::pin(sleep(duration)));
        if !self.is_running {
            sleep.as_mut().reset(Instant::now() + duration);
            self.is_running = true;
        }
        sleep.as_mut().poll(context)
    }
}

impl AsyncRead for TimeoutStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let this = &mut *self;
        let outcome = Pin::new(&mut this.stream).poll_read(context, buffer);
        if this.head_complete.load(Ordering::Relaxed) {
            this.head_timeout.clear();
            return outcome;
        }
        let has_begun = this.head_timeout.is_running || buffer.filled().len() > before;
        if has_begun && this.head_timeout.poll_elapsed(HEAD_TIMEOUT, context).is_ready() {
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        outcome
    }
}

impl AsyncWrite for TimeoutStream {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.check_write(context, outcome)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.check_write(context, outcome)
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

    /// Serves test routes until the returned sender is dropped.
    async fn start() -> (SocketAddr, oneshot::Sender<()>, tokio::task::JoinHandle<()>) {
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

    /// Reads until the server closes the connection; returns the text and the time it took.
    async fn read_to_close(stream: &mut TcpStream) -> (String, Duration) {
        let (begin, mut bytes) = (Instant::now(), Vec::new());
        let _ = stream.read_to_end(&mut bytes).await;
        (String::from_utf8_lossy(&bytes).into_owned(), begin.elapsed())
    }

    async fn read_response(stream: &mut TcpStream) -> String {
        let mut bytes = [0; 4096];
        let read = stream.read(&mut bytes).await.unwrap();
        String::from_utf8_lossy(&bytes[..read]).into_owned()
    }

    fn assert_about(took: Duration, limit: Duration) {
        assert!(took >= limit - Duration::from_secs(1) && took < limit + Duration::from_secs(3), "{took:?}, {limit:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn silent_connection_is_closed_after_idle_timeout() {
        let (address, _stop, _) = start().await;
        let mut silent = TcpStream::connect(address).await.unwrap();
        let (text, took) = read_to_close(&mut silent).await;
        assert_eq!(text, "");
        assert_about(took, IDLE_TIMEOUT);
    }

    #[tokio::test(start_paused = true)]
    async fn slow_request_head_is_cut_off() {
        let (address, _stop, _) = start().await;
        let (mut reading, mut writing) = TcpStream::connect(address).await.unwrap().into_split();
        let begin = Instant::now();
        writing.write_all(b"GET / HTTP/1.1\r\n").await.unwrap();
        let writer = tokio::spawn(async move {
            while writing.write_all(b"x-a: b\r\n").await.is_ok() {
                sleep(Duration::from_secs(3)).await;
            }
        });
        let mut bytes = Vec::new();
        let _ = reading.read_to_end(&mut bytes).await;
        assert_about(begin.elapsed(), HEAD_TIMEOUT);
        writer.abort();
    }

    #[tokio::test(start_paused = true)]
    async fn connection_stays_open_between_requests() {
        let (address, _stop, _) = start().await;
        let mut stream = TcpStream::connect(address).await.unwrap();
        for _ in 0..4 {
            stream.write_all(HELLO).await.unwrap();
            assert!(read_response(&mut stream).await.ends_with("hello"));
            sleep(IDLE_TIMEOUT - Duration::from_secs(2)).await;
        }
        stream.write_all(b"GET /slow HTTP/1.1\r\nhost: tala.test\r\n\r\n").await.unwrap();
        assert!(
            read_response(&mut stream).await.starts_with("HTTP/1.1 200"),
            "the head timeout does not apply to the response"
        );
        let (_, took) = read_to_close(&mut stream).await;
        assert_about(took, IDLE_TIMEOUT);
    }

    #[tokio::test(start_paused = true)]
    async fn unread_response_is_aborted_after_write_timeout() {
        let (address, _stop, serving) = start().await;
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(b"GET /large HTTP/1.1\r\nhost: tala.test\r\n\r\n").await.unwrap();
        sleep(WRITE_TIMEOUT + Duration::from_secs(5)).await;
        let (text, _) = read_to_close(&mut stream).await;
        assert!(text.len() < 64 << 20, "the rest was discarded");
        drop(serving);
    }

    #[tokio::test(start_paused = true)]
    async fn too_large_or_invalid_heads_are_rejected() {
        let (address, _stop, _) = start().await;
        let path = "p".repeat(4 * MAX_HEAD_BYTES);
        let field = "f".repeat(4 * MAX_HEAD_BYTES);
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
            let (text, took) = read_to_close(&mut stream).await;
            let begin: String = head.chars().take(40).collect();
            let status = text.split(' ').nth(1).unwrap_or_default();
            assert!(text.starts_with("HTTP/1.1") && statuses.contains(&status), "{begin}: {text}");
            assert!(took < Duration::from_secs(1));
        }
    }

    #[tokio::test(start_paused = true)]
    async fn request_must_name_its_host_once() {
        let (address, _stop, _) = start().await;
        for (head, status) in [
            ("GET / HTTP/1.1\r\n\r\n", "400"),
            ("GET / HTTP/1.1\r\nhost: tala.test\r\nHost: evil.test\r\n\r\n", "400"),
            ("GET / HTTP/1.1\r\nhost: tala.test\r\nhost: tala.test\r\n\r\n", "400"),
            ("GET / HTTP/1.0\r\nhost: tala.test\r\nhost: tala.test\r\n\r\n", "400"),
            ("GET / HTTP/1.1\r\nhost: a@tala.test\r\n\r\n", "400"),
            ("GET / HTTP/1.1\r\nhost: tala.test/path\r\n\r\n", "400"),
            ("GET / HTTP/1.1\r\nhost: tala.test:4180\r\nconnection: close\r\n\r\n", "200"),
            ("GET / HTTP/1.1\r\nhost: [::1]:4180\r\nconnection: close\r\n\r\n", "200"),
            ("GET / HTTP/1.0\r\n\r\n", "200"),
        ] {
            let mut stream = TcpStream::connect(address).await.unwrap();
            stream.write_all(head.as_bytes()).await.unwrap();
            let (text, took) = read_to_close(&mut stream).await;
            assert_eq!(text.split(' ').nth(1), Some(status), "{head}: {text}");
            assert!(took < Duration::from_secs(1), "{head}: the connection is closed");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn shutdown_waits_for_requests_in_progress() {
        let (address, stop, serving) = start().await;
        let mut idle = TcpStream::connect(address).await.unwrap();
        idle.write_all(HELLO).await.unwrap();
        read_response(&mut idle).await;
        let mut busy = TcpStream::connect(address).await.unwrap();
        busy.write_all(b"GET /slow HTTP/1.1\r\nhost: tala.test\r\n\r\n").await.unwrap();
        sleep(Duration::from_secs(1)).await;
        let begin = Instant::now();
        drop(stop);
        assert!(read_response(&mut busy).await.starts_with("HTTP/1.1 200"));
        serving.await.unwrap();
        assert!(begin.elapsed() < Duration::from_secs(26), "idle connections are closed immediately");
        assert!(TcpStream::connect(address).await.is_err());
    }

    #[test]
    fn connection_limit_leaves_file_descriptors() {
        let line = "Max processes             94890                94890                processes\n\
                    Max open files            1024                 524288               files\n";
        assert_eq!(max_open_files(line), Some(1024));
        assert_eq!(max_open_files("Max open files            unlimited            unlimited            files"), None);
        assert!((MIN_CONNECTIONS..=MAX_CONNECTIONS).contains(&connection_limit()));
    }
}
