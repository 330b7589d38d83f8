//! Long replies of the API travel compressed: on a phone, a month of free classes costs more time than anything else of its
//! page. Short ones do not gain by it.
//!
//! How well a reply compresses tells something about what is in it. Only requests that carry a token in their head are
//! answered so, and other sites cannot make a browser send those: nobody can try out words beside somebody's secrets.

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

/// Shorter replies fit into the first packets of a connection anyway.
const WORTH_IT_BYTES: u64 = 4 * 1024;
/// Longer ones would occupy a thread for too long, and hardly exist.
const MOST_BYTES: u64 = 1024 * 1024;

/// Compresses the long JSON replies of these routes for those who take them so.
pub fn shortened(routes: Router) -> Router {
    routes.layer(from_fn(shorten))
}

async fn shorten(request: Request, next: Next) -> Response {
    let headers = request.headers();
    let wanted =
        request.method() == Method::GET && headers.contains_key(header::AUTHORIZATION) && accepts(headers, "gzip");
    let response = next.run(request).await;
    if !wanted || !worth_it(&response) { response } else { compressed(response).await }
}

fn worth_it(response: &Response) -> bool {
    let headers = response.headers();
    let json = headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    // A stream does not know its length.
    let length = response.body().size_hint().exact().unwrap_or_default();
    response.status() == StatusCode::OK
        && json
        && !headers.contains_key(header::CONTENT_ENCODING)
        && (WORTH_IT_BYTES..=MOST_BYTES).contains(&length)
}

async fn compressed(response: Response) -> Response {
    let (mut parts, body) = response.into_parts();
    let Ok(text) = to_bytes(body, usize::MAX).await else {
        parts.status = StatusCode::INTERNAL_SERVER_ERROR;
        parts.headers = HeaderMap::new();
        return Response::from_parts(parts, Body::empty());
    };
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    let Ok(small) = encoder.write_all(&text).and_then(|()| encoder.finish()) else {
        return Response::from_parts(parts, Body::from(text));
    };
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    parts.headers.append(header::VARY, HeaderValue::from_static("accept-encoding"));
    Response::from_parts(parts, Body::from(small))
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use axum::Json;
    use axum::routing::get;
    use flate2::read::GzDecoder;
    use tower::ServiceExt as _;

    use super::*;

    async fn reply(path: &str, head: &[(&str, &str)]) -> (HeaderMap, Vec<u8>) {
        let long = || async { Json(vec!["a class on Monday"; 1000]) };
        let routes = Router::new()
            .route("/long", get(long).post(long))
            .route("/short", get(|| async { Json(["a class on Monday"]) }))
            .route("/refused", get(move || async move { (StatusCode::CONFLICT, long().await) }))
            .route("/text", get(|| async { "a class on Monday".repeat(1000) }));
        let (method, path) = path.split_once(' ').unwrap();
        let mut request = Request::builder().method(method).uri(path);
        for (name, value) in head {
            request = request.header(*name, *value);
        }
        let response = shortened(routes).oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        let (parts, body) = response.into_parts();
        (parts.headers, to_bytes(body, usize::MAX).await.unwrap().to_vec())
    }

    const TOKEN: (&str, &str) = ("authorization", "Bearer t");
    const GZIP: (&str, &str) = ("accept-encoding", "br, gzip");

    #[tokio::test]
    async fn a_long_reply_travels_compressed_and_whole() {
        let (headers, small) = reply("GET /long", &[TOKEN, GZIP]).await;
        assert_eq!(headers[header::CONTENT_ENCODING], "gzip");
        assert_eq!(headers[header::VARY], "accept-encoding");
        assert_eq!(headers[header::CONTENT_LENGTH], small.len().to_string());
        let mut text = String::new();
        GzDecoder::new(&small[..]).read_to_string(&mut text).unwrap();
        let (_, plain) = reply("GET /long", &[TOKEN]).await;
        assert_eq!(text.as_bytes(), plain);
        assert!(small.len() * 10 < plain.len(), "{} of {}", small.len(), plain.len());
    }

    #[tokio::test]
    async fn the_rest_travels_as_it_is() {
        for (path, head) in [
            ("GET /long", &[GZIP][..]),
            ("GET /long", &[TOKEN]),
            ("GET /long", &[TOKEN, ("accept-encoding", "gzip;q=0")]),
            ("GET /long", &[("cookie", "tala_admin=t"), GZIP]),
            ("POST /long", &[TOKEN, GZIP]),
            ("GET /short", &[TOKEN, GZIP]),
            ("GET /refused", &[TOKEN, GZIP]),
            ("GET /text", &[TOKEN, GZIP]),
        ] {
            let (headers, _) = reply(path, head).await;
            assert!(!headers.contains_key(header::CONTENT_ENCODING), "{path} {head:?}");
        }
    }
}
