//! `GET /api/user` and its alternative `GET /api/user/direct` (SPEC §7).

use axum::extract::State;
use serde::Deserialize;
use tala_domain::error::ErrorCode;
use tala_domain::ids::PersonId;
use tala_store::people::{self, Person};
use utoipa::IntoParams;

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::QueryParams;
use crate::http::json::Json;
use crate::identity::user_view::{UserRecord, Viewer};
use crate::services::current_user::Participant;

/// The person to return.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct UserQuery {
    /// The signed-in person's email address.
    email: Option<String>,
    /// The id of the signed-in person, of their teacher or of one of their students. Default: the signed-in person.
    id: Option<String>,
}

/// The person to return.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct DirectUserQuery {
    /// The signed-in person's email address.
    email: String,
}

/// Returns the signed-in person's record.
///
/// With an id, returns the record of their teacher or of one of their students, without private fields.
#[utoipa::path(get, path = "/api/user", tag = "identity", params(UserQuery),
    responses((status = 200, body = UserRecord)))]
pub(super) async fn get_user(
    State(ctx): State<Ctx>,
    user: Participant,
    QueryParams(query): QueryParams<UserQuery>,
) -> AppResult<Json<UserRecord>> {
    if let Some(email) = &query.email {
        user.require_own_email(email)?;
    }
    let id: PersonId = match &query.id {
        Some(text) => text.parse().map_err(|_| ErrorCode::NotFound)?,
        None => user.person.id,
    };
    if id == user.person.id {
        return Ok(Json(UserRecord::load(&ctx, &with_contact(&user), Viewer::Self_).await?));
    }
    let other = people::find_by_id(ctx.store.read(), id).await?.ok_or(ErrorCode::NotFound)?;
    let share_classes =
        user.person.student_of == Some(id.as_teacher()) || other.student_of == Some(user.person.id.as_teacher());
    if !share_classes {
        return Err(ErrorCode::NotFound.into());
    }
    Ok(Json(UserRecord::load(&ctx, &other, Viewer::Other).await?))
}

/// Returns the signed-in person's record, by email address.
#[utoipa::path(get, path = "/api/user/direct", tag = "identity", params(DirectUserQuery),
    responses((status = 200, body = UserRecord)))]
pub(super) async fn get_user_by_email(
    State(ctx): State<Ctx>,
    user: Participant,
    QueryParams(query): QueryParams<DirectUserQuery>,
) -> AppResult<Json<UserRecord>> {
    user.require_own_email(&query.email)?;
    Ok(Json(UserRecord::load(&ctx, &with_contact(&user), Viewer::Self_).await?))
}

/// The person on whose behalf the request acts, with the address and phone number of who signed in.
fn with_contact(user: &Participant) -> Person {
    let holder = user.account_holder();
    Person { email: holder.email.clone(), phone: holder.phone.clone(), ..user.person.clone() }
}
