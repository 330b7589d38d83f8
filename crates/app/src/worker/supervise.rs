//! Background tasks that are restarted after a panic.

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

/// Spawns a long-running task and restarts it `delay` after it ends or panics. `name` is for the log.
pub fn spawn_supervised<F>(name: &'static str, delay: Duration, task: impl Fn() -> F + Send + 'static) -> AbortOnDrop
where
    F: Future<Output = ()> + Send + 'static,
{
    AbortOnDrop(tokio::spawn(async move {
        loop {
            let mut running = AbortOnDrop(tokio::spawn(task()));
            if let Err(error) = (&mut running.0).await {
                tracing::error!(%error, name, "background task panicked; restarting");
                counter!("tala_worker_restarts_total").increment(1);
            }
            tokio::time::sleep(delay).await;
        }
    }))
}
