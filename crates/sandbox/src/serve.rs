//! A sandbox as a standalone server.

use std::future::Future;

use axum::Router;
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::config::Error;
use crate::sandbox::Sandbox;

/// Serves a sandbox under the path of its `base_url` and delivers its events until `stop` completes. `/` redirects to the
/// control page.
///
/// # Errors
/// [`Error::Serve`].
pub async fn serve(
    sandbox: Sandbox,
    listener: TcpListener,
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), Error> {
    let path = base_path(&sandbox.config().base_url).to_owned();
    let control_url = format!("{}/operator", sandbox.config().base_url);
    let redirect = axum::response::Redirect::temporary(&control_url);
    let app = if path.is_empty() {
        sandbox.router().route("/", axum::routing::get(redirect))
    } else {
        Router::new().nest(&path, sandbox.router()).route("/", axum::routing::get(redirect))
    };
    let stopping = watch::Sender::new(false);
    let (for_server, for_events) = (stopping.subscribe(), stopping.subscribe());
    let events = tokio::spawn(async move { sandbox.run(wait_for_stop(for_events)).await });
    tokio::spawn(async move {
        stop.await;
        stopping.send_replace(true);
    });
    let served = axum::serve(listener, app).with_graceful_shutdown(wait_for_stop(for_server)).await;
    events.abort();
    served.map_err(Error::Serve)
}

async fn wait_for_stop(mut stopping: watch::Receiver<bool>) {
    let _ = stopping.wait_for(|stopping| *stopping).await;
}

/// The path of a URL without a trailing slash; empty at the root.
fn base_path(base_url: &str) -> &str {
    let after_scheme = base_url.find("://").and_then(|at| base_url.get(at + 3..)).unwrap_or_default();
    after_scheme.find('/').and_then(|at| after_scheme.get(at..)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::base_path;

    #[test]
    fn base_path_is_path_of_base_url() {
        assert_eq!(base_path("http://localhost:4000"), "");
        assert_eq!(base_path("https://shop.test/razorpay"), "/razorpay");
    }
}
