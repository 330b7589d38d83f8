//! `GET /api/admin/people.csv`.

use std::sync::Arc;

use axum::extract::State;
use axum::response::IntoResponse;
use serde_json::json;
use tala_domain::admin::AdminArea;
use tala_domain::audit_actions::AuditAction;
use tala_store::people::{self, Person, PersonFilter, PersonSort};
use tala_store::{Position, StoreError};

use super::list_people::{PeopleQuery, role_of, status_of};
use crate::admin::access::Admin;
use crate::admin::csv_export::{BATCH_SIZE, Batch, record_export, stream_csv};
use crate::admin::sorting::Sort;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::QueryParams;

const COLUMNS: &[&str] = &["Name", "Email", "Phone", "Role", "Status", "Time zone", "Joined (UTC)", "ID"];

/// Exports people as a CSV file, with the filter and order of the list. It contains email addresses and requires the role
/// support or owner. Each export is recorded in the audit log.
#[utoipa::path(get, path = "/api/admin/people.csv", tag = "admin-people", security(("adminSession" = [])),
    params(PeopleQuery), responses((status = 200, body = String, content_type = "text/csv")))]
pub(super) async fn admin_export_people(
    State(ctx): State<Ctx>,
    admin: Admin,
    QueryParams(query): QueryParams<PeopleQuery>,
) -> AppResult<impl IntoResponse> {
    admin.authorize(AdminArea::People)?;
    let (filter, search) = (query.filter()?, query.search());
    let sort = Sort::parse(query.sort.as_deref())?;
    let detail = json!({ "role": query.role, "sort": query.sort, "searched": search.is_some() });
    record_export(&ctx, &admin, AuditAction::PeopleExported, detail).await?;
    let search = Arc::new(search);
    let batch = move |after| load_batch(ctx.clone(), filter, Arc::clone(&search), sort, after);
    Ok(stream_csv("people.csv", COLUMNS, batch))
}

async fn load_batch(
    ctx: Ctx,
    filter: PersonFilter,
    search: Arc<Option<String>>,
    sort: Sort<PersonSort>,
    after: Option<Position>,
) -> Result<Batch<Position>, StoreError> {
    let page = sort.page_after(after, BATCH_SIZE);
    let found = people::list_page(ctx.store.read_replica(), filter, search.as_deref(), &page).await?;
    Ok(Batch::of(&found, cells, |person| sort.column.position(person)))
}

fn cells(person: &Person) -> [String; 8] {
    [
        person.name.clone(),
        person.email.clone().unwrap_or_default(),
        person.phone.clone().unwrap_or_default(),
        role_of(person).to_owned(),
        status_of(person).to_owned(),
        person.time_zone.clone().unwrap_or_default(),
        person.created_at.to_string(),
        person.id.to_string(),
    ]
}
