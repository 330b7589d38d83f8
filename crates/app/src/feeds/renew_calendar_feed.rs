//! `POST /api/calendar-feed`.

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::feeds::feed::{CalendarFeed, feed_url, require_student_or_teacher};
use crate::http::json::Json;
use crate::services::current_user::Participant;
use axum::extract::State;
use tala_store::{Transaction, calendar_feeds};

const TOKEN_BYTES: usize = 24;

/// Creates a new address for the signed-in person's calendar feed.
///
/// The previous address stops working.
#[utoipa::path(post, path = "/api/calendar-feed", tag = "feeds",
    responses((status = 200, body = CalendarFeed)))]
pub(super) async fn renew_calendar_feed(State(ctx): State<Ctx>, user: Participant) -> AppResult<Json<CalendarFeed>> {
    require_student_or_teacher(&user)?;
    let mut secret = [0; TOKEN_BYTES];
    ctx.entropy.fill(&mut secret);
    let token: String = secret.iter().map(|byte| format!("{byte:02x}")).collect();
    let write = async |tx: Transaction| {
        calendar_feeds::set_token(&tx, user.person.id, &token, ctx.now()).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    Ok(Json(CalendarFeed { success: true, url: Some(feed_url(&ctx, &token)) }))
}
