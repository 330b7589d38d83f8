//! The preview picture and the QR code of an invitation.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use tala_app::error::{AppError, AppResult};
use tala_app::http::client_ip::ClientNetwork;
use tala_app::services::invite_codes::find_teacher_by_code;
use tala_domain::error::ErrorCode;
use tala_store::teachers::{self, Teacher};

use super::card::Card;
use super::invite_pages::{Code, InvitePages, Language, client_key};
use super::qr_code;

pub(super) async fn get_preview(State(pages): State<Arc<InvitePages>>, code: Code, request: Request) -> Response {
    let parts = request.into_parts().0;
    let network = ClientNetwork::of(&parts.headers, &parts.extensions, pages.ctx.settings.trust_proxy);
    let card = match find_card(&pages, network, code).await {
        Ok(card) => card,
        Err(error) => return refusal(error),
    };
    let render = async {
        let card = card.clone();
        tokio::task::spawn_blocking(move || card.to_png()).await.ok().flatten().map(Bytes::from)
    };
    match pages.previews.get_with(card.clone(), render).await {
        Some(png) => picture("image/png", png),
        None => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

pub(super) async fn get_qr_code(State(pages): State<Arc<InvitePages>>, code: Code, request: Request) -> Response {
    let parts = request.into_parts().0;
    let network = ClientNetwork::of(&parts.headers, &parts.extensions, pages.ctx.settings.trust_proxy);
    let teacher = match find_teacher(&pages, network, code).await {
        Ok(teacher) => teacher,
        Err(error) => return refusal(error),
    };
    let address = format!("{}/t/{}", pages.ctx.settings.public_url, teacher.invite_code.unwrap_or_default());
    match qr_code::to_svg(&address) {
        Some(svg) => picture("image/svg+xml", svg.into()),
        None => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

async fn find_teacher(pages: &InvitePages, network: ClientNetwork, code: Code) -> AppResult<Teacher> {
    let code = code.map(|axum::extract::Path(code)| code).unwrap_or_default();
    find_teacher_by_code(&pages.ctx, &client_key(network.0), &code).await
}

async fn find_card(pages: &InvitePages, network: ClientNetwork, code: Code) -> AppResult<Card> {
    let teacher = find_teacher(pages, network, code).await?;
    let conn = pages.ctx.store.read();
    let photo = match teachers::find_public_profile(conn, teacher.id).await?.photo_id {
        Some(photo_id) => teachers::find_photo(conn, photo_id).await?,
        None => None,
    };
    let words = pages.translations.get(&Language::English).map(|translation| &translation.words);
    Ok(Card {
        seed: teacher.id.to_string(),
        name: teacher.name,
        styles: words.map(|words| words.join(&teacher.dance_styles)).unwrap_or_default(),
        product: pages.ctx.settings.product_name.clone(),
        photo,
    })
}

fn refusal(error: AppError) -> Response {
    match error.code() {
        ErrorCode::InvalidInviteCode => (StatusCode::NOT_FOUND, [(header::CACHE_CONTROL, "no-store")]).into_response(),
        _ => error.into_response(),
    }
}

fn picture(kind: &'static str, body: Bytes) -> Response {
    ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "public, max-age=3600")], body).into_response()
}
