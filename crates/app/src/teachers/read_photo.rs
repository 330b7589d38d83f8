//! `GET /photos/{id}.jpg`: the portrait of an approved teacher. Its id changes with each upload.

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};
use axum::response::IntoResponse;
use tala_domain::error::ErrorCode;
use tala_store::teachers;
use uuid::Uuid;

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::IdPath;

pub(super) async fn read_photo(State(ctx): State<Ctx>, IdPath(file): IdPath<String>) -> AppResult<impl IntoResponse> {
    let id = file.strip_suffix(".jpg").and_then(|id| id.parse::<Uuid>().ok()).ok_or(ErrorCode::NotFound)?;
    let jpeg = teachers::find_photo(ctx.store.read(), id).await?.ok_or(ErrorCode::NotFound)?;
    let headers = [
        (CONTENT_TYPE, "image/jpeg"),
        (CACHE_CONTROL, "public, max-age=31536000, immutable"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    Ok((headers, jpeg))
}
