//! The connections to PostgreSQL: how they are made, leased and shared.

use std::pin::Pin;
use std::str::FromStr;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use deadpool_postgres::{
    Connect, Manager, ManagerConfig, Object, Pool, PoolError, QueueMode, RecyclingMethod, Runtime, TimeoutType,
    Timeouts,
};
use futures_util::future::select_ok;
use tokio::runtime::Handle;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_postgres::config::TargetSessionAttrs;
use tokio_postgres::{Client, Config};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::tls;
use crate::ACQUIRE_TIMEOUT;
use crate::error::Error;
use crate::options::Options;

/// For every connection. Whoever waits longer for a lock gives up, as for SQLite's writer; a transaction whose program has
/// stopped without closing its connection releases its locks.
const SESSION_SETTINGS: &str = "SET lock_timeout = '8s'; SET idle_in_transaction_session_timeout = '60s'";
/// A connection whose peer acknowledges nothing for this long is broken.
const PEER_TIMEOUT: Duration = Duration::from_secs(10);
/// TCP keepalive interval; Linux's default is 75 seconds.
const PROBE_INTERVAL: Duration = Duration::from_secs(2);
/// The server gets this long to finish what a dropped future has left; then the statement is cancelled.
const CLEANUP_TIMEOUT: Duration = Duration::from_secs(2);
/// A shared connection that has answered nothing for this long takes no further reads.
const STALLED_AFTER: Duration = Duration::from_millis(20);

/// Creates the pool, which connects when it is used. Of several hosts it uses one that accepts writes, unless
/// `accepts_standby`.
pub(crate) fn open(options: &Options, accepts_standby: bool) -> Result<Connections, Error> {
    let (url, tls) = tls::split_options(&options.url)?;
    let mut hosts = each_host(&url).iter().map(|url| Config::from_str(url)).collect::<Result<Vec<_>, _>>()?;
    let requires_writable = !accepts_standby && hosts.len() > 1;
    for config in &mut hosts {
        if requires_writable {
            config.target_session_attrs(TargetSessionAttrs::ReadWrite);
        }
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(ACQUIRE_TIMEOUT / 2);
        }
        config.tcp_user_timeout(PEER_TIMEOUT).keepalives_idle(PEER_TIMEOUT).keepalives_interval(PROBE_INTERVAL);
        config.ssl_mode(tls.mode);
    }
    let manager_config = ManagerConfig { recycling_method: RecyclingMethod::Fast };
    let tls = tls.connector()?;
    let connect = AnyHost { hosts, tls: tls.clone() };
    let manager = Manager::from_connect(Config::new(), connect, manager_config);
    let timeouts = Timeouts { wait: Some(ACQUIRE_TIMEOUT), create: Some(ACQUIRE_TIMEOUT), recycle: None };
    let pool = Pool::builder(manager)
        .max_size(usize::try_from(options.max_connections.max(1)).unwrap_or(1))
        .timeouts(timeouts)
        // The connection that was used last has its statements prepared and planned.
        .queue_mode(QueueMode::Lifo)
        .runtime(Runtime::Tokio1)
        .build();
    Ok(Connections::new(pool.map_err(|error| Error::Other(error.to_string()))?, tls))
}

/// One URL for each host that a URL names.
fn each_host(url: &str) -> Vec<String> {
    let start = url.find("://").map_or(0, |at| at + 3);
    let start = url.get(start..).and_then(|rest| rest.find('@')).map_or(start, |at| start + at + 1);
    let (head, rest) = url.split_at(start);
    let (hosts, tail) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
    hosts.split(',').map(|host| format!("{head}{host}{tail}")).collect()
}

/// Connects to all hosts simultaneously and uses the first that succeeds, so that a host that does not answer delays
/// nothing.
struct AnyHost {
    hosts: Vec<Config>,
    tls: MakeRustlsConnect,
}

type Connecting<'a> =
    Pin<Box<dyn Future<Output = Result<(Client, JoinHandle<()>), tokio_postgres::Error>> + Send + 'a>>;

impl Connect for AnyHost {
    fn connect(&self, _: &Config) -> Connecting<'_> {
        Box::pin(async {
            let attempts = self.hosts.iter().map(|host| Box::pin(host.connect(self.tls.clone())));
            let ((client, connection), _) = select_ok(attempts).await?;
            let task = tokio::spawn(async move {
                if let Err(error) = connection.await {
                    tracing::warn!(%error, "a connection to the database broke");
                }
            });
            client.batch_execute(SESSION_SETTINGS).await?;
            Ok((client, task))
        })
    }
}

/// The connections to one database. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Connections(Arc<Inner>);

struct Inner {
    pool: Pool,
    tls: MakeRustlsConnect,
    /// Shared connections, oldest first. Each returns to the pool when its last read ends.
    shared: Mutex<Vec<Weak<Lease>>>,
    /// Maximum number of shared connections, not counting stalled ones (ADR 1).
    max_shared: usize,
}

impl Connections {
    fn new(pool: Pool, tls: MakeRustlsConnect) -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        // A third of the pool is left for transactions and long reads.
        let max_shared = (2 * processors).min(pool.status().max_size * 2 / 3).max(1);
        Self(Arc::new(Inner { pool, tls, shared: Mutex::default(), max_shared }))
    }

    /// A connection for one caller.
    pub(super) async fn exclusive(&self) -> Result<Lease, Error> {
        self.0.pool.get().await.map(|object| self.lease(object)).map_err(unavailable)
    }

    /// A connection that other reads use simultaneously: their statements are pipelined, so few server processes serve many
    /// requests (ADR 1). Opens another one only while that needs no waiting.
    pub(super) async fn shared(&self) -> Result<Arc<Lease>, Error> {
        let (usable, least_used) = self.least_used();
        if let Some(lease) = least_used.as_ref().filter(|_| usable >= self.0.max_shared) {
            return Ok(Arc::clone(lease));
        }
        let no_wait = Timeouts { wait: Some(Duration::ZERO), ..self.0.pool.timeouts() };
        let lease = Arc::new(match (self.0.pool.timeout_get(&no_wait).await, least_used) {
            (Ok(object), _) => self.lease(object),
            (Err(PoolError::Timeout(TimeoutType::Wait)), Some(lease)) => return Ok(lease),
            (Err(PoolError::Timeout(TimeoutType::Wait)), None) => self.exclusive().await?,
            (Err(error), _) => return Err(unavailable(error)),
        });
        self.list().push(Arc::downgrade(&lease));
        Ok(lease)
    }

    /// The number of usable shared connections, and the one with the fewest reads in flight.
    fn least_used(&self) -> (usize, Option<Arc<Lease>>) {
        let (mut usable, mut least_used) = (0, None);
        self.list().retain(|lease| {
            let Some(lease) = lease.upgrade() else { return false };
            if usable < self.0.max_shared && lease.takes_reads() {
                usable += 1;
                let reads = Arc::strong_count(&lease);
                if least_used.as_ref().is_none_or(|least| reads < Arc::strong_count(least)) {
                    least_used = Some(lease);
                }
            }
            true
        });
        (usable, least_used)
    }

    fn lease(&self, object: Object) -> Lease {
        Lease::new(object, self.0.tls.clone())
    }

    fn list(&self) -> MutexGuard<'_, Vec<Weak<Lease>>> {
        self.0.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn close(&self) {
        self.0.pool.close();
    }
}

fn unavailable(error: PoolError) -> Error {
    match error {
        PoolError::Backend(error) => match Error::from(error) {
            Error::Other(text) => Error::Unavailable(text),
            error => error,
        },
        error => Error::Unavailable(error.to_string()),
    }
}

/// A connection in use. If it is dropped with outstanding responses or a cleanup statement, a task finishes those before
/// the connection returns to the pool. On failure or after [`CLEANUP_TIMEOUT`] it cancels the running statement and closes
/// the connection.
pub(super) struct Lease {
    /// `None` only during drop.
    object: Option<Object>,
    tls: MakeRustlsConnect,
    /// To run before the connection returns to the pool. An empty text waits for outstanding responses: they come in order.
    cleanup_sql: Option<&'static str>,
    /// Outstanding responses. A cancelled read stays counted, so that drop waits for its response.
    unanswered: AtomicU32,
    leased_at: Instant,
    /// When the last response came, in milliseconds after `leased_at`.
    last_response: AtomicU64,
}

impl Lease {
    fn new(object: Object, tls: MakeRustlsConnect) -> Self {
        let (unanswered, last_response) = (AtomicU32::new(0), AtomicU64::new(0));
        Self { object: Some(object), tls, cleanup_sql: None, unanswered, leased_at: Instant::now(), last_response }
    }

    pub(super) fn client(&self) -> Result<&Object, Error> {
        self.object.as_ref().ok_or_else(|| Error::Unavailable("the connection is closed".to_owned()))
    }

    pub(super) fn is_closed(&self) -> bool {
        self.object.as_ref().is_none_or(|client| client.is_closed())
    }

    pub(super) fn owes_responses(&self) -> bool {
        self.unanswered.load(Ordering::Relaxed) > 0
    }

    /// Waits for the response to a request.
    pub(super) async fn response<T>(&self, request: impl Future<Output = T>) -> T {
        self.unanswered.fetch_add(1, Ordering::Relaxed);
        let response = request.await;
        self.unanswered.fetch_sub(1, Ordering::Relaxed);
        let now = u64::try_from(self.leased_at.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.last_response.store(now, Ordering::Relaxed);
        response
    }

    fn takes_reads(&self) -> bool {
        let last_response = Duration::from_millis(self.last_response.load(Ordering::Relaxed));
        self.leased_at.elapsed() < last_response + STALLED_AFTER && !self.is_closed()
    }

    /// Sets what runs before the connection returns to the pool.
    pub(super) fn set_cleanup(&mut self, sql: &'static str) {
        self.cleanup_sql = Some(sql);
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        let Some(client) = self.object.take() else { return };
        let cleanup_sql = self.cleanup_sql;
        if cleanup_sql.is_none() && *self.unanswered.get_mut() == 0 {
            return;
        }
        let Ok(runtime) = Handle::try_current() else {
            drop(Object::take(client));
            return;
        };
        let tls = self.tls.clone();
        runtime.spawn(async move {
            let response = timeout(CLEANUP_TIMEOUT, client.batch_execute(cleanup_sql.unwrap_or_default())).await;
            if matches!(response, Ok(Ok(()))) {
                return;
            }
            // The server does not notice a closed connection before the statement ends, and keeps its locks until then.
            let cancellation = client.cancel_token();
            drop(Object::take(client));
            let _ = timeout(PEER_TIMEOUT, cancellation.cancel_query(tls)).await;
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_host_has_a_url() {
        assert_eq!(
            each_host("postgres://u:p@one:5432,two/db?connect_timeout=3"),
            ["postgres://u:p@one:5432/db?connect_timeout=3", "postgres://u:p@two/db?connect_timeout=3"]
        );
        assert_eq!(each_host("postgres://[::1]:5432,two"), ["postgres://[::1]:5432", "postgres://two"]);
        assert_eq!(each_host("postgres:///db?host=/run"), ["postgres:///db?host=/run"]);
    }
}
