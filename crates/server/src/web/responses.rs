//! Responses with pages and files: compression, entity tags and caching.

use std::borrow::Cow;

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::client_files::ClientFiles;
use super::pages::Page;

/// A response body and its content encoding.
pub(super) struct File {
    data: Cow<'static, [u8]>,
    encoding: Option<&'static str>,
    tag: String,
}

/// Responds with a file, or explains that the client was not built.
pub(super) fn respond(
    name: &str,
    status: StatusCode,
    request: &HeaderMap,
    is_head: bool,
    file: Option<File>,
) -> Response {
    let Some(File { data, encoding, tag }) = file else {
        let text = "This binary does not contain the web client. Run `make web`, then build the server again.";
        return (StatusCode::NOT_FOUND, text).into_response();
    };
    let etag = format!("\"{tag}\"");
    let is_unchanged = request.get(header::IF_NONE_MATCH).is_some_and(|value| value.as_bytes() == etag.as_bytes());
    let body = if is_unchanged || is_head { Cow::Borrowed(&b""[..]) } else { data };
    let status = if is_unchanged { StatusCode::NOT_MODIFIED } else { status };
    let mut response = (status, body.into_owned()).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, content_type(name));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    let cache = if name.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    if let Ok(value) = HeaderValue::from_str(&etag) {
        headers.insert(header::ETAG, value);
    }
    if let Some(encoding) = encoding {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    response
}

fn accepts(request: &HeaderMap, encoding: &str) -> bool {
    let accepted = request.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    accepted.split(',').any(|part| {
        let mut fields = part.split(';').map(str::trim);
        fields.next() == Some(encoding) && !fields.any(|q| q == "q=0")
    })
}

/// A rendered page.
pub(super) fn rendered_file(page: &Page, request: &HeaderMap) -> File {
    let use_gzip = !page.gzip.is_empty() && accepts(request, "gzip");
    let data = if use_gzip { &page.gzip } else { &page.body };
    let tag = if use_gzip { format!("{}-gzip", page.tag) } else { page.tag.clone() };
    File { data: Cow::Owned(data.clone()), encoding: use_gzip.then_some("gzip"), tag }
}

/// A file of the client build, in the best encoding that the browser accepts.
pub(super) fn embedded_file(name: &str, request: &HeaderMap) -> Option<File> {
    let compressed = [("br", "br"), ("gzip", "gz")].into_iter().find_map(|(encoding, suffix)| {
        let file = accepts(request, encoding).then(|| ClientFiles::get(&format!("{name}.{suffix}"))).flatten()?;
        Some((file, Some(encoding)))
    });
    let (file, encoding) = compressed.or_else(|| ClientFiles::get(name).map(|file| (file, None)))?;
    let hash = file.metadata.sha256_hash();
    let tag = hash.iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    Some(File { data: file.data, encoding, tag })
}

fn content_type(name: &str) -> HeaderValue {
    let kind = match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        "xml" => "application/xml",
        _ => "application/octet-stream",
    };
    HeaderValue::from_static(kind)
}
