//! `GET /api/admin/messages`.

use crate::admin::access::Admin;
use crate::admin::messages::view::AdminMessage;
use crate::admin::pagination::{Page, PageRequest, parse_search};
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::QueryParams;
use crate::http::json::Json;
use axum::extract::State;
use serde::Deserialize;
use tala_domain::ids::MessageId;
use tala_store::support::{self};
use utoipa::IntoParams;

/// Filter of the message list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct MessagesQuery {
    /// Only messages without a reply (true) or with one (false).
    open: Option<bool>,
    /// Part of the subject, or the beginning of words of the sender's name or email address, or their phone
    /// number.
    q: Option<String>,
    limit: Option<u32>,
    after: Option<String>,
}

/// Lists support messages, newest first.
#[utoipa::path(get, path = "/api/admin/messages", tag = "admin-messages", security(("adminSession" = [])), params(MessagesQuery),
    responses((status = 200, body = Page<AdminMessage>)))]
pub(super) async fn admin_list_messages(
    State(ctx): State<Ctx>,
    _admin: Admin,
    QueryParams(query): QueryParams<MessagesQuery>,
) -> AppResult<Json<Page<AdminMessage>>> {
    let page: PageRequest<MessageId> = PageRequest::parse(query.after.as_deref(), query.limit)?;
    let text = parse_search(query.q.as_deref());
    let conn = ctx.store.read();
    let found = support::list_messages(conn, query.open, text.as_deref(), page.after, page.fetch_limit()).await?;
    let total = page.count(support::count_messages(conn, query.open, text.as_deref())).await?;
    Ok(Json(page.into_page(found, |message| message.id.to_string(), AdminMessage::from).with_total(total)))
}
