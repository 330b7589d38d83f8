//! `GET /api/admin/waitlist.csv`.

use axum::extract::State;
use axum::response::IntoResponse;
use serde_json::json;
use tala_domain::admin::AdminArea;
use tala_domain::audit_actions::AuditAction;
use tala_store::waitlist::{self, EntryDetails, EntryFilter, EntrySort};
use tala_store::{Position, StoreError};

use crate::admin::access::Admin;
use crate::admin::csv_export::{BATCH_SIZE, Batch, record_export, stream_csv};
use crate::admin::sorting::Sort;
use crate::admin::waitlist::list_waitlist_entries::WaitlistQuery;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::QueryParams;

const COLUMNS: &[&str] =
    &["Name", "Email", "Role", "Location", "Country", "Dance style", "Joined (UTC)", "Invited (UTC)", "Invited by"];

/// Exports the waitlist as a CSV file, with the filter and order of the list. Each export is recorded in the audit log.
#[utoipa::path(get, path = "/api/admin/waitlist.csv", tag = "admin-waitlist", security(("adminSession" = [])),
    params(WaitlistQuery),
    responses((status = 200, body = String, content_type = "text/csv")))]
pub(super) async fn admin_export_waitlist_entries(
    State(ctx): State<Ctx>,
    admin: Admin,
    QueryParams(query): QueryParams<WaitlistQuery>,
) -> AppResult<impl IntoResponse> {
    admin.authorize(AdminArea::Waitlist)?;
    let filter = query.filter()?;
    let sort = Sort::parse(query.sort.as_deref())?;
    let detail = json!({
        "role": filter.role.map(|role| role.as_str()), "invited": filter.invited, "sort": query.sort,
        "searched": filter.search.is_some(),
    });
    record_export(&ctx, &admin, AuditAction::WaitlistExported, detail).await?;
    let batch = move |after| load_batch(ctx.clone(), filter.clone(), sort, after);
    Ok(stream_csv("waitlist.csv", COLUMNS, batch))
}

async fn load_batch(
    ctx: Ctx,
    filter: EntryFilter,
    sort: Sort<EntrySort>,
    after: Option<Position>,
) -> Result<Batch<Position>, StoreError> {
    let found = waitlist::list_page(ctx.store.read_replica(), &filter, &sort.page_after(after, BATCH_SIZE)).await?;
    Ok(Batch::of(&found, cells, |listed| sort.column.position(listed)))
}

fn cells(EntryDetails { entry, invited_at, invited_by }: &EntryDetails) -> [String; 9] {
    [
        entry.name.clone(),
        entry.email.clone(),
        entry.interest.role.as_str().to_owned(),
        entry.interest.location.clone(),
        entry.interest.country.clone(),
        entry.interest.style.as_str().to_owned(),
        entry.created_at.to_string(),
        invited_at.map(|at| at.to_string()).unwrap_or_default(),
        invited_by.clone().unwrap_or_default(),
    ]
}
