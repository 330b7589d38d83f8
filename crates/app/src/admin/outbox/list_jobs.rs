//! `GET /api/admin/outbox`.

use crate::admin::access::Admin;
use crate::admin::outbox::view::AdminWork;
use crate::admin::page::{Cut, Page};
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::QueryParams;
use crate::http::json::Json;
use crate::views::problem::Problem;
use axum::extract::State;
use serde::Deserialize;
use tala_domain::error::FieldErrors;
use tala_domain::ids::JobId;
use tala_store::outbox::{self, Pile};
use utoipa::IntoParams;

/// Which work.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct OutboxQuery {
    /// `due` (waiting, and due by now) or `dead` (given up); dead if absent.
    state: Option<String>,
    limit: Option<u32>,
    after: Option<String>,
}

/// Work that waits or was given up, newest first.
#[utoipa::path(get, path = "/api/admin/outbox", tag = "admin", security(("adminSession" = [])), params(OutboxQuery),
    responses((status = 200, body = Page<AdminWork>), (status = "4XX", body = Problem)))]
pub(super) async fn admin_list_outbox(
    State(ctx): State<Ctx>,
    _admin: Admin,
    QueryParams(query): QueryParams<OutboxQuery>,
) -> AppResult<Json<Page<AdminWork>>> {
    let pile = match query.state.as_deref() {
        None | Some("dead") => Pile::Dead,
        Some("due") => Pile::Due(ctx.now()),
        Some(_) => return Err(FieldErrors::one("state", "due or dead").into()),
    };
    let cut: Cut<JobId> = Cut::parse(query.after.as_deref(), query.limit)?;
    let found = outbox::list_pile(ctx.store.read_replica(), pile, cut.after, cut.wanted()).await?;
    Ok(Json(cut.page(found, |filed| filed.id.to_string(), AdminWork::from)))
}
