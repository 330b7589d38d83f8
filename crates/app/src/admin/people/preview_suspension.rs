//! `GET /api/admin/people/{id}/suspension-preview`.

use crate::admin::access::Admin;
use crate::admin::people::unspent_credits::{AdminUnspentCredits, load_unspent_credits};
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::IdPath;
use crate::http::json::Json;
use axum::extract::State;
use serde::Serialize;
use tala_domain::error::ErrorCode;
use tala_domain::ids::PersonId;
use tala_store::{bookings, people};
use utoipa::ToSchema;

/// What the suspension of a person affects.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminSuspensionPreview {
    /// Upcoming classes. Students of the same class count once.
    classes: u32,
    /// Upcoming bookings. Each student of a class counts.
    bookings: u32,
    /// Upcoming bookings paid with credits. Cancelling restores these.
    paid_with_credits: u32,
    /// Students with an upcoming booking, who get an email if it is cancelled.
    students: u32,
    /// Unspent credits for the teacher's classes, before any class is cancelled.
    unspent_credits: AdminUnspentCredits,
}

/// Returns which classes and credits the suspension of a person affects.
#[utoipa::path(get, path = "/api/admin/people/{id}/suspension-preview", tag = "admin-people",
    security(("adminSession" = [])), params(("id" = String, Path, description = "The person")),
    responses((status = 200, body = AdminSuspensionPreview)))]
pub(super) async fn admin_preview_suspension(
    State(ctx): State<Ctx>,
    _admin: Admin,
    IdPath(id): IdPath<PersonId>,
) -> AppResult<Json<AdminSuspensionPreview>> {
    let conn = ctx.store.read();
    people::find_by_id(conn, id).await?.ok_or(ErrorCode::NotFound)?;
    let upcoming = bookings::summarize_upcoming(conn, id, ctx.now()).await?;
    Ok(Json(AdminSuspensionPreview {
        classes: upcoming.classes,
        bookings: upcoming.bookings,
        paid_with_credits: upcoming.paid_with_credits,
        students: upcoming.students,
        unspent_credits: load_unspent_credits(&ctx, id.as_teacher()).await?,
    }))
}
