//! gzip for large JSON responses of the API: a month of available slots is the largest part of the booking page's
//! traffic on a phone.
//!
//! Compression can reveal secrets when an attacker controls part of a response (BREACH). Only requests with an
//! `Authorization` header are compressed, and other sites cannot make a browser send those.

use axum::Router;
use axum::extract::Request;
use axum::http::{Extensions, HeaderMap, Method, StatusCode, Version, header};
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{Predicate, SizeAbove};

/// Smaller responses fit into the first packets of a connection.
const MIN_COMPRESS_BYTES: u16 = 4 * 1024;

/// Compresses large JSON responses of these routes for clients that accept gzip.
pub fn compress_json(routes: Router) -> Router {
    let layer = CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(is_large_json());
    routes.layer(layer).layer(from_fn(refuse_compression_without_token))
}

/// Matches successful JSON responses from [`MIN_COMPRESS_BYTES`].
fn is_large_json() -> impl Predicate {
    let is_json = |status: StatusCode, _: Version, headers: &HeaderMap, _: &Extensions| {
        let kind = headers.get(header::CONTENT_TYPE);
        status == StatusCode::OK && kind.is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"))
    };
    SizeAbove::new(MIN_COMPRESS_BYTES).and(is_json)
}

/// Removes `Accept-Encoding` from requests whose responses another site could cause and measure.
async fn refuse_compression_without_token(mut request: Request, next: Next) -> Response {
    if request.method() != Method::GET || !request.headers().contains_key(header::AUTHORIZATION) {
        request.headers_mut().remove(header::ACCEPT_ENCODING);
    }
    next.run(request).await
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use axum::Json;
    use axum::body::{Body, to_bytes};
    use axum::routing::get;
    use flate2::read::GzDecoder;
    use tower::ServiceExt as _;

    use super::*;

    async fn respond(method_and_path: &str, headers: &[(&str, &str)]) -> (HeaderMap, Vec<u8>) {
        let large = || async { Json(vec!["a class on Monday"; 1000]) };
        let routes = Router::new()
            .route("/large", get(large).post(large))
            .route("/small", get(|| async { Json(["a class on Monday"]) }))
            .route("/conflict", get(move || async move { (StatusCode::CONFLICT, large().await) }))
            .route("/text", get(|| async { "a class on Monday".repeat(1000) }));
        let (method, path) = method_and_path.split_once(' ').unwrap();
        let mut request = Request::builder().method(method).uri(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let response = compress_json(routes).oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        let (parts, body) = response.into_parts();
        (parts.headers, to_bytes(body, usize::MAX).await.unwrap().to_vec())
    }

    const TOKEN: (&str, &str) = ("authorization", "Bearer t");
    const GZIP: (&str, &str) = ("accept-encoding", "br, gzip");

    #[tokio::test]
    async fn large_response_is_compressed_without_loss() {
        let (headers, compressed) = respond("GET /large", &[TOKEN, GZIP]).await;
        assert_eq!(headers[header::CONTENT_ENCODING], "gzip");
        assert_eq!(headers[header::VARY], "accept-encoding");
        let mut text = String::new();
        GzDecoder::new(&compressed[..]).read_to_string(&mut text).unwrap();
        let (_, plain) = respond("GET /large", &[TOKEN]).await;
        assert_eq!(text.as_bytes(), plain);
        assert!(compressed.len() * 10 < plain.len(), "{} of {}", compressed.len(), plain.len());
    }

    #[tokio::test]
    async fn other_responses_are_not_compressed() {
        for (method_and_path, headers) in [
            ("GET /large", &[GZIP][..]),
            ("GET /large", &[TOKEN]),
            ("GET /large", &[TOKEN, ("accept-encoding", "gzip;q=0")]),
            ("GET /large", &[("cookie", "tala_admin=t"), GZIP]),
            ("POST /large", &[TOKEN, GZIP]),
            ("GET /small", &[TOKEN, GZIP]),
            ("GET /conflict", &[TOKEN, GZIP]),
            ("GET /text", &[TOKEN, GZIP]),
        ] {
            let (response_headers, _) = respond(method_and_path, headers).await;
            assert!(!response_headers.contains_key(header::CONTENT_ENCODING), "{method_and_path} {headers:?}");
        }
    }
}
