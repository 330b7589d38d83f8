//! `GET /api/admin/waitlist`.

use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tala_domain::error::FieldErrors;
use tala_domain::ids::WaitlistId;
use tala_domain::waitlist::Role;
use tala_store::waitlist::{self, Listed, WaitFilter};
use utoipa::{IntoParams, ToSchema};

use crate::admin::access::Admin;
use crate::admin::page::{Cut, Page, search};
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::QueryParams;
use crate::http::json::Json;
use crate::views::problem::Problem;

/// Which entries.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct WaitlistQuery {
    /// `Teacher` (wants to teach) or `Student` (wants to learn).
    role: Option<String>,
    /// Part of a name or address.
    q: Option<String>,
    /// Only those who were invited (true) or were not (false).
    invited: Option<bool>,
    limit: Option<u32>,
    after: Option<String>,
}

impl WaitlistQuery {
    /// What is looked for, whatever the page.
    pub(super) fn filter(&self) -> AppResult<WaitFilter> {
        let role = match self.role.as_deref() {
            None | Some("") => None,
            Some(text) => Some(Role::parse(text).ok_or_else(|| FieldErrors::one("role", "Teacher or Student"))?),
        };
        Ok(WaitFilter { role, invited: self.invited, search: search(self.q.as_deref()) })
    }
}

/// Somebody who waits, or was invited.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminWaiting {
    #[serde(rename = "_id")]
    id: String,
    name: String,
    email: String,
    #[schema(value_type = crate::views::role::WaitlistRole)]
    role: &'static str,
    location: String,
    country: String,
    dance_style: &'static str,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    /// When they were invited last.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    invited_at: Option<Timestamp>,
    /// By which administrator.
    #[schema(required)]
    invited_by: Option<String>,
}

impl From<Listed> for AdminWaiting {
    fn from(Listed { entry, invited_at, invited_by }: Listed) -> Self {
        Self {
            id: entry.id.to_string(),
            name: entry.name,
            email: entry.email,
            role: entry.interest.role.as_str(),
            location: entry.interest.location,
            country: entry.interest.country,
            dance_style: entry.interest.style.as_str(),
            created_at: entry.created_at,
            invited_at,
            invited_by,
        }
    }
}

/// Who waits, newest first.
#[utoipa::path(get, path = "/api/admin/waitlist", tag = "admin", security(("adminSession" = [])), params(WaitlistQuery),
    responses((status = 200, body = Page<AdminWaiting>), (status = "4XX", body = Problem)))]
pub(super) async fn admin_list_waitlist(
    State(ctx): State<Ctx>,
    _admin: Admin,
    QueryParams(query): QueryParams<WaitlistQuery>,
) -> AppResult<Json<Page<AdminWaiting>>> {
    let filter = query.filter()?;
    let cut: Cut<WaitlistId> = Cut::parse(query.after.as_deref(), query.limit)?;
    let found = waitlist::list_page(ctx.store.read_replica(), &filter, cut.after, cut.wanted()).await?;
    Ok(Json(cut.page(found, |listed| listed.entry.id.to_string(), AdminWaiting::from)))
}
