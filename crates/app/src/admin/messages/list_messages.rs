//! `GET /api/admin/messages`.

use crate::admin::access::Admin;
use crate::admin::messages::view::AdminMessage;
use crate::admin::page::{Cut, Page, search};
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::QueryParams;
use crate::http::json::Json;
use crate::views::problem::Problem;
use axum::extract::State;
use serde::Deserialize;
use tala_domain::ids::MessageId;
use tala_store::support::{self};
use utoipa::IntoParams;

/// Which messages.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct MessagesQuery {
    /// Only those that wait for an answer (true) or have one (false).
    open: Option<bool>,
    /// Part of a subject, or how words of a name or address begin.
    q: Option<String>,
    limit: Option<u32>,
    after: Option<String>,
}

/// Messages, newest first.
#[utoipa::path(get, path = "/api/admin/messages", tag = "admin", security(("adminSession" = [])), params(MessagesQuery),
    responses((status = 200, body = Page<AdminMessage>), (status = "4XX", body = Problem)))]
pub(super) async fn admin_list_messages(
    State(ctx): State<Ctx>,
    _admin: Admin,
    QueryParams(query): QueryParams<MessagesQuery>,
) -> AppResult<Json<Page<AdminMessage>>> {
    let cut: Cut<MessageId> = Cut::parse(query.after.as_deref(), query.limit)?;
    let text = search(query.q.as_deref());
    let conn = ctx.store.read();
    let found = support::list_messages(conn, query.open, text.as_deref(), cut.after, cut.wanted()).await?;
    Ok(Json(cut.page(found, |message| message.id.to_string(), AdminMessage::from)))
}
