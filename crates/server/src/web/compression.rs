//! gzip for large JSON responses of the API: a month of available slots is the largest part of the booking page's
//! traffic on a phone.
//!
//! Compression can reveal secrets when an attacker controls part of a response (BREACH). Only requests with an
//! `Authorization` header are compressed, and other sites cannot make a browser send those.

use std::io::Write as _;

use axum::Router;
use axum::body::{Body, HttpBody as _, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;

use super::accepts;

/// Smaller responses fit into the first packets of a connection.
const MIN_COMPRESS_BYTES: u64 = 4 * 1024;
/// Larger ones, which are rare, would block the executor's thread for too long.
const MAX_COMPRESS_BYTES: u64 = 1024 * 1024;

/// Compresses large JSON responses of these routes for clients that accept gzip.
pub fn compress_json(routes: Router) -> Router {
    routes.layer(from_fn(compress_if_large))
}

async fn compress_if_large(request: Request, next: Next) -> Response {
    let headers = request.headers();
    let is_eligible =
        request.method() == Method::GET && headers.contains_key(header::AUTHORIZATION) && accepts(headers, "gzip");
    let response = next.run(request).await;
    if is_eligible && is_compressible(&response) { compress(response).await } else { response }
}

fn is_compressible(response: &Response) -> bool {
    let headers = response.headers();
    let is_json =
        headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    // Streams have no exact length.
    let length = response.body().size_hint().exact().unwrap_or_default();
    response.status() == StatusCode::OK
        && is_json
        && !headers.contains_key(header::CONTENT_ENCODING)
        && (MIN_COMPRESS_BYTES..=MAX_COMPRESS_BYTES).contains(&length)
}

async fn compress(response: Response) -> Response {
    let (mut parts, body) = response.into_parts();
    let Ok(text) = to_bytes(body, usize::MAX).await else {
        parts.status = StatusCode::INTERNAL_SERVER_ERROR;
        parts.headers = HeaderMap::new();
        return Response::from_parts(parts, Body::empty());
    };
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    let Ok(compressed) = encoder.write_all(&text).and_then(|()| encoder.finish()) else {
        return Response::from_parts(parts, Body::from(text));
    };
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    parts.headers.append(header::VARY, HeaderValue::from_static("accept-encoding"));
    Response::from_parts(parts, Body::from(compressed))
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use axum::Json;
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
        assert_eq!(headers[header::CONTENT_LENGTH], compressed.len().to_string());
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
