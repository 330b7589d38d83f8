//! Tasks that run as long as the server, and are restarted when they panic.

use std::time::Duration;

use metrics::counter;

/// Aborts its task when dropped.
#[derive(Debug)]
pub struct AbortOnDrop(tokio::task::JoinHandle<()>);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Spawns an endless task, and starts it again `pause` after it has ended or panicked.
pub fn keep_running<F>(name: &'static str, pause: Duration, work: impl Fn() -> F + Send + 'static) -> AbortOnDrop
where
    F: Future<Output = ()> + Send + 'static,
{
    AbortOnDrop(tokio::spawn(async move {
        loop {
            let mut running = AbortOnDrop(tokio::spawn(work()));
            if let Err(error) = (&mut running.0).await {
                tracing::error!(%error, name, "task panicked, will be restarted");
                counter!("tala_worker_restarts_total").increment(1);
            }
            tokio::time::sleep(pause).await;
        }
    }))
}
