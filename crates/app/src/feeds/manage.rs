//! `/api/calendar-feed`: the address, a new one, or none.

use axum::extract::State;
use serde::Serialize;
use tala_domain::error::ErrorCode;
use tala_domain::identity::Role;
use tala_store::{Transaction, feeds};
use utoipa::ToSchema;

use crate::context::Ctx;
use crate::error::{ApiError, ApiResult, Problem};
use crate::extract::Known;
use crate::json::Json;

const TOKEN_BYTES: usize = 24;

/// Where the signed-in person's calendar is.
#[derive(Serialize, ToSchema)]
pub(super) struct CalendarFeed {
    success: bool,
    /// Whoever has this address sees the classes. Null while there is none.
    #[schema(required)]
    url: Option<String>,
}

fn must_have_classes(known: &Known) -> ApiResult<()> {
    if known.role == Role::User { Err(ErrorCode::RoleNotAllowed.into()) } else { Ok(()) }
}

fn address(ctx: &Ctx, token: &str) -> String {
    format!("{}/feed/{token}.ics", ctx.settings.public_url)
}

/// The address, if there is one.
#[utoipa::path(get, path = "/api/calendar-feed", tag = "feeds",
    responses((status = 200, body = CalendarFeed), (status = "4XX", body = Problem)))]
pub(super) async fn get_feed(State(ctx): State<Ctx>, known: Known) -> ApiResult<Json<CalendarFeed>> {
    must_have_classes(&known)?;
    let token = feeds::find_token(ctx.store.read(), known.person.id).await?;
    Ok(Json(CalendarFeed { success: true, url: token.map(|token| address(&ctx, &token)) }))
}

/// A new address; the one before ends.
#[utoipa::path(post, path = "/api/calendar-feed", tag = "feeds",
    responses((status = 200, body = CalendarFeed), (status = "4XX", body = Problem)))]
pub(super) async fn renew_feed(State(ctx): State<Ctx>, known: Known) -> ApiResult<Json<CalendarFeed>> {
    must_have_classes(&known)?;
    let mut secret = [0; TOKEN_BYTES];
    ctx.entropy.fill(&mut secret);
    let token: String = secret.iter().map(|byte| format!("{byte:02x}")).collect();
    let write = async |tx: Transaction| {
        feeds::set_token(&tx, known.person.id, &token, ctx.now()).await?;
        Ok::<_, ApiError>(())
    };
    ctx.store.transaction(write).await?;
    Ok(Json(CalendarFeed { success: true, url: Some(address(&ctx, &token)) }))
}

/// No address any more.
#[utoipa::path(delete, path = "/api/calendar-feed", tag = "feeds",
    responses((status = 200, body = CalendarFeed), (status = "4XX", body = Problem)))]
pub(super) async fn end_feed(State(ctx): State<Ctx>, known: Known) -> ApiResult<Json<CalendarFeed>> {
    must_have_classes(&known)?;
    let write = async |tx: Transaction| {
        feeds::delete(&tx, known.person.id).await?;
        Ok::<_, ApiError>(())
    };
    ctx.store.transaction(write).await?;
    Ok(Json(CalendarFeed { success: true, url: None }))
}
