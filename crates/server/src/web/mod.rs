//! The web client, embedded in the binary: compressed at build time, and cached permanently if its name contains a hash.

mod client_files;
mod compression;
mod dev;
mod front_page;
mod invitation;
mod pages;
mod responses;
mod same_origin;
mod security;
mod template;

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use tala_app::context::Ctx;
use tala_app::error::AppError;
use tala_app::router::reference_page;
use tala_domain::error::ErrorCode;

pub use compression::compress_json;
pub use dev::{dev_routes, with_date_of_clock};
pub use invitation::invitation_routes;
pub use same_origin::with_same_origin_check;
pub use security::SecurityHeaders;

use self::client_files::ClientFiles;
use self::front_page::FrontPages;
use self::pages::{Page, Pages};
use self::responses::{embedded_file, rendered_file, respond};
use crate::config::Config;

/// Paths of the application; all others belong to the public site.
const APP_PATHS: [&str; 7] =
    ["/booking", "/confirmation", "/teacher", "/onboarding", "/verification-pending", "/admin", "/auth/callback"];

const NOT_FOUND_PAGE: &str = "404.html";
/// For paths below `/hi`.
const HINDI_NOT_FOUND_PAGE: &str = "hi/404.html";
/// Pages without a path of the same name.
const UNLISTED_PAGES: [&str; 7] =
    ["app", "404", "hi/404", "invite-unknown", "hi/invite-unknown", "invite-limited", "hi/invite-limited"];

/// Returns the routes of pages, scripts, fonts and the API reference.
pub fn client_routes(ctx: Ctx, config: &Config) -> Router {
    let pages = Pages::render(config);
    let text_of = |name: &str| Some(String::from_utf8_lossy(&pages.get(name)?.body).into_owned());
    let front_pages = FrontPages::new(ctx, text_of);
    let site = Arc::new(Site { pages, front_pages });
    Router::new()
        .route("/api/docs", get(get_reference))
        .route("/api/docs/", get(async || Redirect::permanent("/api/docs")))
        .fallback(get(get_page_or_file).head(get_page_or_file))
        .with_state(site)
}

/// Adds security headers to all responses of these routes; headers that a response already has are kept.
pub fn with_security_headers(routes: Router, security: SecurityHeaders) -> Router {
    routes.layer(from_fn_with_state(security, add_security_headers))
}

async fn add_security_headers(State(security): State<SecurityHeaders>, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    security.add(response.headers_mut());
    response
}

/// The API reference, rendered on first use.
async fn get_reference(method: Method, headers: HeaderMap) -> Response {
    static PAGE: LazyLock<Option<Page>> = LazyLock::new(|| reference_page().ok().map(pages::page));
    let Some(page) = &*PAGE else { return AppError::new(ErrorCode::Internal).into_response() };
    respond("docs.html", StatusCode::OK, &headers, method == Method::HEAD, Some(rendered_file(page, &headers)))
}

/// The public pages.
struct Site {
    pages: Pages,
    front_pages: FrontPages,
}

async fn get_page_or_file(method: Method, State(site): State<Arc<Site>>, request: Request) -> Response {
    let path = request.uri().path();
    let (name, status) = file_for(path);
    let headers = request.headers().clone();
    let file = match site.front_pages.get(&name).await {
        Some(page) => Some(rendered_file(&page, &headers)),
        None => {
            site.pages.get(&name).map(|page| rendered_file(page, &headers)).or_else(|| embedded_file(&name, &headers))
        }
    };
    respond(&name, status, &headers, method == Method::HEAD, file)
}

/// Returns the file that answers a path, and the status.
fn file_for(path: &str) -> (String, StatusCode) {
    let trimmed = path.trim_start_matches('/');
    if trimmed.is_empty() {
        return ("index.html".to_owned(), StatusCode::OK);
    }
    let is_listed = ![".html", ".br", ".gz", ".tpl"].iter().any(|suffix| trimmed.ends_with(suffix));
    if is_listed && ClientFiles::get(trimmed).is_some() {
        return (trimmed.to_owned(), StatusCode::OK);
    }
    let is_app =
        APP_PATHS.iter().any(|app| path == *app || path.strip_prefix(app).is_some_and(|rest| rest.starts_with('/')));
    if is_app || ["/admin-login", "/admin-activate", "/guardian"].contains(&path) {
        return ("app.html".to_owned(), StatusCode::OK);
    }
    let prerendered = format!("{}.html", trimmed.trim_end_matches('/'));
    if !UNLISTED_PAGES.contains(&trimmed) && ClientFiles::get(&prerendered).is_some() {
        return (prerendered, StatusCode::OK);
    }
    let missing = if path.starts_with("/hi/") { HINDI_NOT_FOUND_PAGE } else { NOT_FOUND_PAGE };
    (missing.to_owned(), StatusCode::NOT_FOUND)
}

/// Returns the CSP hashes of inline scripts, which the client build writes to `csp.json`.
pub fn inline_script_hashes() -> Vec<String> {
    #[derive(serde::Deserialize)]
    struct Csp {
        #[serde(default, rename = "scriptHashes")]
        script_hashes: Vec<String>,
    }
    ClientFiles::get("csp.json")
        .and_then(|file| serde_json::from_slice::<Csp>(&file.data).ok())
        .map(|csp| csp.script_hashes)
        .unwrap_or_default()
}
