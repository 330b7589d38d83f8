//! A sandbox as a program of its own.

use std::future::Future;

use axum::Router;
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::config::Error;
use crate::sandbox::Sandbox;

/// Serves a sandbox at the path of its `base_url` and delivers its events, until `stop` is done. At the root it leads to
/// the operator's page.
///
/// # Errors
/// When serving fails.
pub async fn serve(
    sandbox: Sandbox,
    listener: TcpListener,
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), Error> {
    let path = base_path(&sandbox.config().base_url).to_owned();
    let operator = format!("{}/operator", sandbox.config().base_url);
    let root = axum::response::Redirect::temporary(&operator);
    let app = if path.is_empty() {
        sandbox.router().route("/", axum::routing::get(root))
    } else {
        Router::new().nest(&path, sandbox.router()).route("/", axum::routing::get(root))
    };
    let stopping = watch::Sender::new(false);
    let (for_server, for_events) = (stopping.subscribe(), stopping.subscribe());
    let events = tokio::spawn(async move { sandbox.run(told(for_events)).await });
    tokio::spawn(async move {
        stop.await;
        stopping.send_replace(true);
    });
    let served = axum::serve(listener, app).with_graceful_shutdown(told(for_server)).await;
    events.abort();
    served.map_err(Error::Serve)
}

async fn told(mut stopping: watch::Receiver<bool>) {
    let _ = stopping.wait_for(|stopping| *stopping).await;
}

/// `/razorpay` of `http://localhost:4000/razorpay`; nothing at the root.
fn base_path(base_url: &str) -> &str {
    let after_scheme = base_url.find("://").and_then(|at| base_url.get(at + 3..)).unwrap_or_default();
    after_scheme.find('/').and_then(|at| after_scheme.get(at..)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::base_path;

    #[test]
    fn the_path_of_the_base_url_is_where_everything_is() {
        assert_eq!(base_path("http://localhost:4000"), "");
        assert_eq!(base_path("https://shop.test/razorpay"), "/razorpay");
    }
}
