//! `GET /api/admin/outbox`.

use crate::admin::access::Admin;
use crate::admin::outbox::view::AdminJob;
use crate::admin::pagination::{Page, PageRequest};
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::QueryParams;
use crate::http::json::Json;
use axum::extract::State;
use serde::Deserialize;
use tala_domain::error::FieldErrors;
use tala_domain::ids::JobId;
use tala_store::outbox::{self, JobFilter};
use utoipa::IntoParams;

/// Filter of the job list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct OutboxQuery {
    /// `due` or `dead` (dead letters, the default).
    state: Option<String>,
    limit: Option<u32>,
    after: Option<String>,
}

/// Lists due jobs or dead letters, newest first.
#[utoipa::path(get, path = "/api/admin/outbox", tag = "admin-system", security(("adminSession" = [])), params(OutboxQuery),
    responses((status = 200, body = Page<AdminJob>)))]
pub(super) async fn admin_list_jobs(
    State(ctx): State<Ctx>,
    _admin: Admin,
    QueryParams(query): QueryParams<OutboxQuery>,
) -> AppResult<Json<Page<AdminJob>>> {
    let pile = match query.state.as_deref() {
        None | Some("dead") => JobFilter::Dead,
        Some("due") => JobFilter::Due(ctx.now()),
        Some(_) => return Err(FieldErrors::one("state", "due or dead").into()),
    };
    let page: PageRequest<JobId> = PageRequest::parse(query.after.as_deref(), query.limit)?;
    let found = outbox::list(ctx.store.read_replica(), pile, page.after, page.fetch_limit()).await?;
    let total = page.count(outbox::count(ctx.store.read_replica(), pile)).await?;
    Ok(Json(page.into_page(found, |job| job.id.to_string(), AdminJob::from).with_total(total)))
}
