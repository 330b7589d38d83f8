//! `GET /api/guardians`.

use axum::extract::State;
use serde::Serialize;
use tala_store::{guardian_invitations, people};
use utoipa::ToSchema;

use super::view::GuardianInvitation;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::json::Json;
use crate::services::current_user::Student;

/// A guardian of the student.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Guardian {
    #[serde(rename = "_id")]
    id: String,
    name: String,
    #[schema(required)]
    email: Option<String>,
    /// Whether this is the signed-in person.
    is_you: bool,
}

/// The guardians of a student, and the open invitations to become one.
#[derive(Serialize, ToSchema)]
pub(super) struct Guardians {
    success: bool,
    /// At most two, the first one first.
    guardians: Vec<Guardian>,
    /// Oldest first.
    invitations: Vec<GuardianInvitation>,
}

/// Lists the guardians of the student, and the open invitations.
#[utoipa::path(get, path = "/api/guardians", tag = "learners", responses((status = 200, body = Guardians)))]
pub(super) async fn list_guardians(State(ctx): State<Ctx>, student: Student) -> AppResult<Json<Guardians>> {
    let (conn, id) = (ctx.store.read(), student.person.id);
    let guardians = people::list_guardians(conn, id).await?.into_iter().map(|person| Guardian {
        id: person.id.to_string(),
        is_you: person.id == student.account_holder().id,
        name: person.name,
        email: person.email,
    });
    let invitations = guardian_invitations::list_by_learner(conn, id, ctx.now()).await?;
    Ok(Json(Guardians {
        success: true,
        guardians: guardians.collect(),
        invitations: invitations.into_iter().map(GuardianInvitation::from).collect(),
    }))
}
