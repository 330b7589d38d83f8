//! `GET /api/admin/waitlist.csv`.

use axum::body::Body;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use futures_util::stream::try_unfold;
use serde_json::json;
use tala_domain::admin::Area;
use tala_domain::csv;
use tala_domain::ids::WaitlistId;
use tala_store::waitlist::{self, Listed, WaitFilter};
use tala_store::{StoreError, Transaction};

use crate::admin::access::Admin;
use crate::admin::waitlist::look::WaitlistQuery;
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::QueryParams;
use crate::services::audit::{Actor, Deed};
use crate::views::problem::Problem;

/// So many entries are in memory at once, however long the list is.
const AT_ONCE: u32 = 1_000;

/// Everybody whom the same filter lists, as a table for a spreadsheet, newest first. Each is written down.
#[utoipa::path(get, path = "/api/admin/waitlist.csv", tag = "admin", security(("adminSession" = [])),
    params(WaitlistQuery),
    responses((status = 200, body = String, content_type = "text/csv"), (status = "4XX", body = Problem)))]
pub(super) async fn admin_export_waitlist(
    State(ctx): State<Ctx>,
    admin: Admin,
    QueryParams(query): QueryParams<WaitlistQuery>,
) -> AppResult<impl IntoResponse> {
    let act = admin.may(Area::Waitlist)?;
    let filter = query.filter()?;
    let write = async |tx: Transaction| {
        let detail = json!({
            "role": filter.role.map(|role| role.as_str()), "invited": filter.invited,
            // Not what for: that may be somebody's address, and the log forgets nothing.
            "searched": filter.search.is_some(),
        });
        let deed = Deed::new("waitlist_exported", admin.id.0).detail(detail);
        Actor::Admin(&act).record(&tx, &ctx, &deed).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    let begin = Part { ctx, filter, next: Next::Heads };
    let name = "attachment; filename=\"waitlist.csv\"";
    let headers = [(CONTENT_TYPE, "text/csv; charset=utf-8"), (CONTENT_DISPOSITION, name)];
    Ok((headers, Body::from_stream(try_unfold(begin, Part::write))))
}

enum Next {
    Heads,
    After(Option<WaitlistId>),
    Nothing,
}

/// The table as far as it is still to be written.
struct Part {
    ctx: Ctx,
    filter: WaitFilter,
    next: Next,
}

impl Part {
    async fn write(self) -> Result<Option<(String, Self)>, StoreError> {
        let after = match self.next {
            Next::Nothing => return Ok(None),
            Next::Heads => {
                let heads =
                    ["Name", "E-mail", "Role", "Location", "Country", "Dance style", "Joined", "Invited", "Invited by"];
                let heads = format!("{}{}", csv::BYTE_ORDER_MARK, csv::row(&heads));
                return Ok(Some((heads, Self { next: Next::After(None), ..self })));
            }
            Next::After(after) => after,
        };
        let found = waitlist::list_page(self.ctx.store.read_replica(), &self.filter, after, AT_ONCE).await?;
        let next = found.last().map_or(Next::Nothing, |last| Next::After(Some(last.entry.id)));
        Ok(Some((found.iter().map(row).collect(), Self { next, ..self })))
    }
}

fn row(Listed { entry, invited_at, invited_by }: &Listed) -> String {
    csv::row(&[
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
