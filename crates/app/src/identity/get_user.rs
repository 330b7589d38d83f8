//! `GET /api/user` and its fallback `GET /api/user/direct` (SPEC §7).

use axum::extract::State;
use serde::Deserialize;
use tala_domain::error::ErrorCode;
use tala_domain::ids::PersonId;
use tala_store::people;
use utoipa::IntoParams;

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::QueryParams;
use crate::http::json::Json;
use crate::identity::user_view::{UserRecord, Viewer};
use crate::services::current_user::CurrentUser;
use crate::views::problem::Problem;

/// Whom to look up.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct UserQuery {
    /// The signed-in person's own address.
    email: Option<String>,
    /// The signed-in person, their teacher, or a student of theirs.
    id: Option<String>,
}

/// Whom to look up.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct DirectUserQuery {
    /// The signed-in person's own address.
    email: String,
}

/// The signed-in person's record; by id also that of their teacher or of a student of theirs, without private parts.
#[utoipa::path(get, path = "/api/user", tag = "identity", params(UserQuery),
    responses((status = 200, body = UserRecord), (status = "4XX", body = Problem)))]
pub(super) async fn get_user(
    State(ctx): State<Ctx>,
    known: CurrentUser,
    QueryParams(query): QueryParams<UserQuery>,
) -> AppResult<Json<UserRecord>> {
    if let Some(email) = &query.email {
        known.require_own_email(email)?;
    }
    let id: PersonId = match &query.id {
        Some(text) => text.parse().map_err(|_| ErrorCode::NotFound)?,
        None => known.person.id,
    };
    if id == known.person.id {
        return Ok(Json(UserRecord::load(&ctx, &known.person, Viewer::Self_).await?));
    }
    let other = people::find_by_id(ctx.store.read(), id).await?.ok_or(ErrorCode::NotFound)?;
    let share_classes = known.person.student_of == Some(id) || other.student_of == Some(known.person.id);
    if !share_classes {
        return Err(ErrorCode::NotFound.into());
    }
    Ok(Json(UserRecord::load(&ctx, &other, Viewer::Other).await?))
}

/// The signed-in person's record, by address.
#[utoipa::path(get, path = "/api/user/direct", tag = "identity", params(DirectUserQuery),
    responses((status = 200, body = UserRecord), (status = "4XX", body = Problem)))]
pub(super) async fn get_user_direct(
    State(ctx): State<Ctx>,
    known: CurrentUser,
    QueryParams(query): QueryParams<DirectUserQuery>,
) -> AppResult<Json<UserRecord>> {
    known.require_own_email(&query.email)?;
    Ok(Json(UserRecord::load(&ctx, &known.person, Viewer::Self_).await?))
}
