//! `DELETE /api/calendar-feed`.

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::feeds::feed::{CalendarFeed, require_student_or_teacher};
use crate::http::json::Json;
use crate::services::current_user::Participant;
use axum::extract::State;
use tala_store::{Transaction, calendar_feeds};

/// Deletes the signed-in person's calendar feed.
#[utoipa::path(delete, path = "/api/calendar-feed", tag = "feeds",
    responses((status = 200, body = CalendarFeed)))]
pub(super) async fn delete_calendar_feed(State(ctx): State<Ctx>, user: Participant) -> AppResult<Json<CalendarFeed>> {
    require_student_or_teacher(&user)?;
    let write = async |tx: Transaction| {
        calendar_feeds::delete(&tx, user.person.id).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    Ok(Json(CalendarFeed { success: true, url: None }))
}
