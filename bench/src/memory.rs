//! The ceiling of T1: the bytes of one list of free slots, recorded from the real endpoint and served from memory.

use std::sync::{Arc, OnceLock};

use anyhow::{Context as _, Result};
use axum::Router;
use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::routing::get;
use tala_app::context::Ctx;
use tala_app::router::{limited, observed};

use crate::load::Reply;

/// The recorded reply. Clones share it.
#[derive(Clone, Default)]
pub struct Recorded(Arc<OnceLock<(HeaderMap, Bytes)>>);

impl Recorded {
    /// Where it is served.
    pub const PATH: &str = "/bench/slots";

    /// The route that serves it, behind the product's own time limit, request ids, log lines and metrics.
    pub fn routes(self, ctx: Ctx) -> Router {
        let serve = move || async move { self.0.get().cloned().ok_or(StatusCode::NOT_FOUND) };
        observed(limited(Router::new().route(Self::PATH, get(serve))), ctx)
    }

    /// Keeps a reply, without the headers that the server sets for each reply.
    pub fn record(&self, reply: &Reply<'_>) -> Result<()> {
        let mut headers = HeaderMap::new();
        for line in std::str::from_utf8(reply.head)?.lines().skip(1) {
            let Some((name, value)) = line.split_once(": ") else { continue };
            headers.insert(HeaderName::from_bytes(name.as_bytes())?, HeaderValue::from_str(value)?);
        }
        for name in [header::CONTENT_LENGTH, header::DATE, HeaderName::from_static("x-request-id")] {
            headers.remove(name);
        }
        let recorded = (headers, Bytes::copy_from_slice(reply.body));
        self.0.set(recorded).ok().context("a reply has been recorded already")
    }
}
