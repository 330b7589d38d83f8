//! `DELETE /api/calendar-feed`.

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::feeds::feed::{CalendarFeed, must_have_classes};
use crate::http::json::Json;
use crate::services::current_user::CurrentUser;
use crate::views::problem::Problem;
use axum::extract::State;
use tala_store::{Transaction, feeds};

/// No address any more.
#[utoipa::path(delete, path = "/api/calendar-feed", tag = "feeds",
    responses((status = 200, body = CalendarFeed), (status = "4XX", body = Problem)))]
pub(super) async fn end_feed(State(ctx): State<Ctx>, known: CurrentUser) -> AppResult<Json<CalendarFeed>> {
    must_have_classes(&known)?;
    let write = async |tx: Transaction| {
        feeds::delete(&tx, known.person.id).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    Ok(Json(CalendarFeed { success: true, url: None }))
}
