//! `GET /api/admin/waitlist.csv`.

use axum::body::Body;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use futures_util::stream::try_unfold;
use serde_json::json;
use tala_domain::admin::AdminArea;
use tala_domain::audit_actions::AuditAction;
use tala_domain::csv;
use tala_domain::ids::WaitlistId;
use tala_store::waitlist::{self, EntryDetails, EntryFilter};
use tala_store::{StoreError, Transaction};

use crate::admin::access::Admin;
use crate::admin::waitlist::list_waitlist_entries::WaitlistQuery;
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::QueryParams;
use crate::services::audit::{Actor, AuditEvent};

/// Entries per query; the response is streamed, so memory use does not grow with the list.
const BATCH_SIZE: u32 = 1_000;

/// Exports the filtered waitlist as a CSV file, newest entry first. Each export is recorded in the audit log.
#[utoipa::path(get, path = "/api/admin/waitlist.csv", tag = "admin-waitlist", security(("adminSession" = [])),
    params(WaitlistQuery),
    responses((status = 200, body = String, content_type = "text/csv")))]
pub(super) async fn admin_export_waitlist_entries(
    State(ctx): State<Ctx>,
    admin: Admin,
    QueryParams(query): QueryParams<WaitlistQuery>,
) -> AppResult<impl IntoResponse> {
    let actor = admin.authorize(AdminArea::Waitlist)?;
    let filter = query.filter()?;
    let write = async |tx: Transaction| {
        let detail = json!({
            "role": filter.role.map(|role| role.as_str()), "invited": filter.invited,
            // Not the search text: it may be an email address, and audit events are never deleted.
            "searched": filter.search.is_some(),
        });
        let event = AuditEvent::new(AuditAction::WaitlistExported, admin.id.0).detail(detail);
        Actor::Admin(&actor).record(&tx, &ctx, &event).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    let start = CsvStream { ctx, filter, next: NextChunk::Header };
    let name = "attachment; filename=\"waitlist.csv\"";
    let headers = [(CONTENT_TYPE, "text/csv; charset=utf-8"), (CONTENT_DISPOSITION, name)];
    Ok((headers, Body::from_stream(try_unfold(start, CsvStream::next_chunk))))
}

enum NextChunk {
    Header,
    /// Entries after this one.
    Entries(Option<WaitlistId>),
    End,
}

/// State of the streamed file.
struct CsvStream {
    ctx: Ctx,
    filter: EntryFilter,
    next: NextChunk,
}

impl CsvStream {
    async fn next_chunk(self) -> Result<Option<(String, Self)>, StoreError> {
        let after = match self.next {
            NextChunk::End => return Ok(None),
            NextChunk::Header => {
                let columns =
                    ["Name", "E-mail", "Role", "Location", "Country", "Dance style", "Joined", "Invited", "Invited by"];
                let header = format!("{}{}", csv::BYTE_ORDER_MARK, csv::format_row(&columns));
                return Ok(Some((header, Self { next: NextChunk::Entries(None), ..self })));
            }
            NextChunk::Entries(after) => after,
        };
        let found = waitlist::list_page(self.ctx.store.read_replica(), &self.filter, after, BATCH_SIZE).await?;
        let next = found.last().map_or(NextChunk::End, |last| NextChunk::Entries(Some(last.entry.id)));
        Ok(Some((found.iter().map(row).collect(), Self { next, ..self })))
    }
}

fn row(EntryDetails { entry, invited_at, invited_by }: &EntryDetails) -> String {
    csv::format_row(&[
        entry.name.clone(),
        entry.email.clone(),
        entry.interest.role.as_str().to_owned(),
        entry.interest.location.clone(),
        entry.interest.country.clone(),
        entry.interest.style.as_str().to_owned(),
        entry.created_at.to_string(),
        invited_at.map(|at| at.to_string()).unwrap_or_default(),
        invited_by.clone().unwrap_or_default(),
    ])
}
