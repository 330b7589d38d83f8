//! `GET /api/calendar-feed`.

use crate::context::Ctx;
use crate::error::AppResult;
use crate::feeds::feed::{CalendarFeed, address, must_have_classes};
use crate::http::json::Json;
use crate::services::current_user::CurrentUser;
use crate::views::problem::Problem;
use axum::extract::State;
use tala_store::feeds;

/// The address, if there is one.
#[utoipa::path(get, path = "/api/calendar-feed", tag = "feeds",
    responses((status = 200, body = CalendarFeed), (status = "4XX", body = Problem)))]
pub(super) async fn get_feed(State(ctx): State<Ctx>, known: CurrentUser) -> AppResult<Json<CalendarFeed>> {
    must_have_classes(&known)?;
    let token = feeds::find_token(ctx.store.read(), known.person.id).await?;
    Ok(Json(CalendarFeed { success: true, url: token.map(|token| address(&ctx, &token)) }))
}
