//! Rejects requests that another site's page has made to the administrators' API and the sign-in forms. CSRF tokens and
//! `SameSite` cookies are the first line of defence, this is the second.

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use tala_app::error::AppError;
use tala_domain::error::ErrorCode;
use url::Url;

use crate::config::Config;

const ADMIN_API: &str = "/api/admin/";
/// The built-in issuer's forms. `/id/authorize` and `/id/logout` may be posted to from other sites (OpenID Connect Core
/// §3.1.2.1, RP-Initiated Logout §2), and so may the token endpoint.
const SIGN_IN_FORMS: [&str; 7] =
    ["/id/sign-in", "/id/sign-up", "/id/verify", "/id/resend", "/id/forgot", "/id/reset", "/id/logout/confirm"];

/// The origin of the configured public URL.
#[derive(Clone, Debug)]
struct PublicOrigin(String);

/// Adds the check to all of these routes.
pub fn with_same_origin_check(routes: Router, config: &Config) -> Router {
    let origin = Url::parse(&config.server.public_url).map(|url| url.origin().ascii_serialization());
    routes.layer(from_fn_with_state(PublicOrigin(origin.unwrap_or_default()), check_origin))
}

async fn check_origin(State(public): State<PublicOrigin>, request: Request, next: Next) -> Response {
    if is_protected(&request) && !is_same_origin(request.headers(), &public.0) {
        let detail = "This request came from another site.";
        return AppError::new(ErrorCode::Csrf).with_detail(detail).into_response();
    }
    next.run(request).await
}

fn is_protected(request: &Request) -> bool {
    let path = request.uri().path();
    path.starts_with(ADMIN_API) || (!request.method().is_safe() && SIGN_IN_FORMS.contains(&path))
}

/// Whether a request came from our own page, or from a program that is not a browser. `Sec-Fetch-Site` decides where the
/// browser sends it, because it is also correct behind a proxy that changes the host. Older browsers send only `Origin`.
fn is_same_origin(headers: &HeaderMap, public_origin: &str) -> bool {
    if let Some(site) = headers.get("sec-fetch-site") {
        return site == "same-origin" || site == "none";
    }
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let authority = origin.split_once("://").map(|(_, authority)| authority);
    origin == public_origin || (authority.is_some() && authority == host)
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::http::StatusCode;
    use axum::routing::any;
    use tower::ServiceExt;

    use super::*;

    const OWN: &str = "https://tala.test";

    async fn status(method: &str, path: &str, headers: &[(&str, &str)]) -> StatusCode {
        let routes = Router::new().fallback(any(|| async { "reached" }));
        let routes = routes.layer(from_fn_with_state(PublicOrigin(OWN.to_owned()), check_origin));
        let mut request = axum::http::Request::builder().method(method).uri(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        routes.oneshot(request.body(Body::empty()).unwrap()).await.unwrap().status()
    }

    #[tokio::test]
    async fn requests_of_other_sites_are_rejected() {
        for (method, path) in [
            ("POST", "/api/admin/login"),
            ("POST", "/api/admin/coupons"),
            ("GET", "/api/admin/waitlist/export"),
            ("POST", "/id/sign-in"),
            ("POST", "/id/logout/confirm"),
        ] {
            for headers in [
                &[("origin", "https://evil.example")][..],
                &[("origin", "null")],
                &[("origin", "https://tala.test.evil.example")],
                &[("origin", "http://tala.test")],
                &[("sec-fetch-site", "cross-site")],
                &[("sec-fetch-site", "same-site"), ("origin", OWN)],
            ] {
                assert_eq!(status(method, path, headers).await, StatusCode::FORBIDDEN, "{method} {path} {headers:?}");
            }
        }
    }

    #[tokio::test]
    async fn own_pages_and_programs_are_allowed() {
        for headers in [
            &[][..],
            &[("origin", OWN)],
            &[("sec-fetch-site", "same-origin"), ("origin", "http://localhost:5173")],
            &[("sec-fetch-site", "none")],
            &[("origin", "http://127.0.0.1:4180"), ("host", "127.0.0.1:4180")],
        ] {
            assert_eq!(status("POST", "/api/admin/login", headers).await, StatusCode::OK, "{headers:?}");
            assert_eq!(status("POST", "/id/sign-in", headers).await, StatusCode::OK, "{headers:?}");
        }
    }

    #[tokio::test]
    async fn other_paths_accept_requests_of_other_sites() {
        let other = [("origin", "https://client.example"), ("sec-fetch-site", "cross-site")];
        for (method, path) in [
            ("GET", "/id/sign-in"),
            ("POST", "/id/authorize"),
            ("POST", "/id/token"),
            ("GET", "/admin"),
            ("POST", "/api/login"),
        ] {
            assert_eq!(status(method, path, &other).await, StatusCode::OK, "{method} {path}");
        }
    }
}
