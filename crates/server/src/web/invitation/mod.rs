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
use axum::response::Response;
use axum::routing::get;
use tala_app::context::Ctx;
use tala_app::error::AppError;
use tala_app::http::client_ip::ClientNetwork;
use tala_app::http::problem::status_of;
use tala_app::services::invitations::find_invitation;
use tala_domain::error::ErrorCode;

pub(super) use self::invite_pages::read_words;
use self::invite_pages::{Code, InvitePages, Language, Translation, client_key};
use self::page_values::page_values;
pub(super) use self::page_values::teacher_emblem;
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
        .with_state(pages);
    tala_app::router::with_public_limits(routes, &ctx)
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
