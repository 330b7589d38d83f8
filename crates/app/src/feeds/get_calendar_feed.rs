//! `GET /api/calendar-feed`.

use crate::context::Ctx;
use crate::error::AppResult;
use crate::feeds::feed::{CalendarFeed, feed_url, require_student_or_teacher};
use crate::http::json::Json;
use crate::services::current_user::Participant;
use axum::extract::State;
use tala_store::calendar_feeds;

/// Returns the address of the signed-in person's calendar feed.
#[utoipa::path(get, path = "/api/calendar-feed", tag = "feeds",
    responses((status = 200, body = CalendarFeed)))]
pub(super) async fn get_calendar_feed(State(ctx): State<Ctx>, user: Participant) -> AppResult<Json<CalendarFeed>> {
    require_student_or_teacher(&user)?;
    let token = calendar_feeds::find_token(ctx.store.read(), user.person.id).await?;
    Ok(Json(CalendarFeed { success: true, url: token.map(|token| feed_url(&ctx, &token)) }))
}
