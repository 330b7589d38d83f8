//! `POST /api/calendar-feed`.

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::feeds::feed::{CalendarFeed, address, must_have_classes};
use crate::http::json::Json;
use crate::services::current_user::CurrentUser;
use crate::views::problem::Problem;
use axum::extract::State;
use tala_store::{Transaction, feeds};

const TOKEN_BYTES: usize = 24;

/// A new address; the one before ends.
#[utoipa::path(post, path = "/api/calendar-feed", tag = "feeds",
    responses((status = 200, body = CalendarFeed), (status = "4XX", body = Problem)))]
pub(super) async fn renew_feed(State(ctx): State<Ctx>, known: CurrentUser) -> AppResult<Json<CalendarFeed>> {
    must_have_classes(&known)?;
    let mut secret = [0; TOKEN_BYTES];
    ctx.entropy.fill(&mut secret);
    let token: String = secret.iter().map(|byte| format!("{byte:02x}")).collect();
    let write = async |tx: Transaction| {
        feeds::set_token(&tx, known.person.id, &token, ctx.now()).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    Ok(Json(CalendarFeed { success: true, url: Some(address(&ctx, &token)) }))
}
