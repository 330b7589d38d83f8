//! The invite page of a teacher, `/t/{code}`: rendered for each request, complete without scripts.

mod card;
mod invite_pages;
mod kolam;
mod page_values;
mod pictures;
mod qr_code;
mod words;

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use tala_app::context::Ctx;
use tala_app::error::AppError;
use tala_app::http::client_ip::ClientNetwork;
use tala_app::http::problem::status_of;
use tala_app::services::invitations::find_invitation;
use tala_domain::error::ErrorCode;

pub(super) use self::invite_pages::read_words;
use self::invite_pages::{Code, InvitePages, Language, Translation, client_key};
pub(super) use self::page_values::teacher_emblem;
use self::page_values::{page_values, wait_values};
use self::pictures::{get_preview, get_qr_code};
pub(super) use self::words::{Words, format_money};
use super::pages::page;
use super::responses::{rendered_file, respond};
use crate::config::Config;

/// Returns the routes of the invite page in all languages.
pub fn invitation_routes(ctx: Ctx, config: &Config) -> Router {
    let pages = Arc::new(InvitePages::load(ctx.clone(), config));
    let routes = Router::new()
        .route("/t/{code}", get(get_english_page).head(get_english_page))
        .route("/t/{code}/preview.png", get(get_preview))
        .route("/t/{code}/qr.svg", get(get_qr_code))
        .route("/hi/t/{code}", get(get_hindi_page).head(get_hindi_page))
        .with_state(Arc::clone(&pages));
    let routes = tala_app::router::with_public_limits(routes, &ctx);
    routes.layer(from_fn_with_state(pages, explain_limit))
}

/// Replaces the problem JSON of a rate limit with a page that says when to try again. The limit by network and the one for
/// wrong codes share it.
async fn explain_limit(State(pages): State<Arc<InvitePages>>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let is_page = !path.ends_with(".png") && !path.ends_with(".svg");
    let language = if path.starts_with("/hi/") { Language::Hindi } else { Language::English };
    let (headers, is_head) = (request.headers().clone(), request.method() == Method::HEAD);
    let limited = next.run(request).await;
    let Some(translation) = pages.translations.get(&language) else { return limited };
    let retry_after = limited.headers().get(header::RETRY_AFTER).cloned();
    let Some(retry_after) = retry_after.filter(|_| is_page && limited.status() == StatusCode::TOO_MANY_REQUESTS) else {
        return limited;
    };
    let seconds = retry_after.to_str().ok().and_then(|text| text.parse().ok()).unwrap_or_default();
    let page = page(translation.limited.render(&wait_values(seconds)));
    let file = rendered_file(&page, &headers);
    let mut response = respond("invite-limited.html", StatusCode::TOO_MANY_REQUESTS, &headers, is_head, Some(file));
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response.headers_mut().insert(header::RETRY_AFTER, retry_after);
    response
}

async fn get_english_page(State(pages): State<Arc<InvitePages>>, code: Code, request: Request) -> Response {
    get_page(&pages, Language::English, code, &request.into_parts().0).await
}

async fn get_hindi_page(State(pages): State<Arc<InvitePages>>, code: Code, request: Request) -> Response {
    get_page(&pages, Language::Hindi, code, &request.into_parts().0).await
}

async fn get_page(pages: &InvitePages, language: Language, code: Code, request: &Parts) -> Response {
    let code = code.map(|Path(code)| code).unwrap_or_default();
    let (headers, is_head) = (&request.headers, request.method == Method::HEAD);
    let network = ClientNetwork::of(headers, &request.extensions, pages.ctx.settings.trust_proxy);
    let Some(translation) = pages.translations.get(&language) else {
        return respond("invite.html", StatusCode::NOT_FOUND, headers, is_head, None);
    };
    match find_invitation(&pages.ctx, &client_key(network.0), &code).await {
        Ok(invitation) => {
            let values = page_values(&invitation, &translation.words);
            let page = page(translation.template.render(&values));
            respond("invite.html", StatusCode::OK, headers, is_head, Some(rendered_file(&page, headers)))
        }
        Err(error) if error.code() == ErrorCode::TooManyRequests => error.into_response(),
        Err(error) => refuse(translation, headers, is_head, &error),
    }
}

/// The same page for codes that are unknown, malformed, or whose teacher is not approved or suspended, so that it reveals
/// nothing about a code.
fn refuse(translation: &Translation, headers: &HeaderMap, is_head: bool, error: &AppError) -> Response {
    let status = match error.code() {
        ErrorCode::InvalidInviteCode => StatusCode::NOT_FOUND,
        code => status_of(code),
    };
    let file = rendered_file(&translation.unknown, headers);
    let mut response = respond("invite-unknown.html", status, headers, is_head, Some(file));
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use axum::body::{Body, to_bytes};
    use tower::ServiceExt as _;

    use super::*;
    use crate::web::client_files::ClientFiles;
    use crate::{config, wiring};

    #[tokio::test]
    async fn too_many_wrong_codes_lead_to_a_page_that_says_when_to_try_again() {
        if ClientFiles::get("invite-limited.html").is_none() {
            return;
        }
        let dir = tempfile::tempdir().unwrap();
        let values = [("TALA__DATA__DIR".to_owned(), dir.path().to_str().unwrap().to_owned())];
        let config = config::load(None, &BTreeMap::from(values)).unwrap();
        let services = Box::pin(wiring::build(&config, false)).await.unwrap();
        let routes = invitation_routes(services.ctx.clone(), &config);
        let send =
            async |path: &str| routes.clone().oneshot(Request::get(path).body(Body::empty()).unwrap()).await.unwrap();
        for _ in 0..20 {
            let response = send("/t/TCH-ZZZ-9999").await;
            assert_eq!(response.status(), StatusCode::NOT_FOUND);
            assert_eq!(response.headers().get(header::RETRY_AFTER), None);
        }
        for (path, sentence) in [("/t/TCH-ZZZ-9999", "Open the link again in "), ("/hi/t/TCH-ZZZ-9999", " बाद ")]
        {
            let response = send(path).await;
            assert_eq!(response.status(), StatusCode::TOO_MANY_REQUESTS);
            let seconds = response.headers()[header::RETRY_AFTER].to_str().unwrap().parse::<u32>().unwrap();
            assert!((1..=600).contains(&seconds), "{seconds}");
            assert_eq!(response.headers()[header::CONTENT_TYPE], "text/html; charset=utf-8");
            let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
            let page = String::from_utf8(body.to_vec()).unwrap();
            assert!(page.contains(sentence) && !page.contains("{{"), "{page}");
        }
        let picture = send("/t/TCH-ZZZ-9999/preview.png").await;
        assert_eq!(picture.headers()[header::CONTENT_TYPE], "application/problem+json");
        services.ctx.store.clone().close().await;
    }
}
