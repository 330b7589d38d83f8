//! `GET /api/admin/waitlist`.

use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tala_domain::error::FieldErrors;
use tala_domain::waitlist::WaitlistRole;
use tala_store::waitlist::{self, EntryDetails, EntryFilter, EntrySort};
use utoipa::{IntoParams, ToSchema};

use crate::admin::access::Admin;
use crate::admin::pagination::{Page, parse_search};
use crate::admin::sorting::{SortField, SortedRequest};
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::QueryParams;
use crate::http::json::Json;

impl SortField for EntrySort {
    const FIELDS: &'static [(&'static str, Self)] = &[("createdAt", Self::Joined), ("name", Self::Name)];
}

/// Filter and order of the waitlist.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct WaitlistQuery {
    /// `Teacher` (wants to teach) or `Student` (wants to learn).
    role: Option<String>,
    /// Part of a name or email address.
    q: Option<String>,
    /// Only entries with an invitation (true) or without one (false).
    invited: Option<bool>,
    /// `createdAt` or `name`, with `-` in front for descending order. Default `-createdAt`.
    pub(super) sort: Option<String>,
    limit: Option<u32>,
    after: Option<String>,
}

impl WaitlistQuery {
    /// Parses the filter.
    ///
    /// # Errors
    /// If `role` is unknown.
    pub(super) fn filter(&self) -> AppResult<EntryFilter> {
        let role = match self.role.as_deref() {
            None | Some("") => None,
            Some(text) => {
                Some(WaitlistRole::parse(text).ok_or_else(|| FieldErrors::one("role", "Teacher or Student"))?)
            }
        };
        Ok(EntryFilter { role, invited: self.invited, search: parse_search(self.q.as_deref()) })
    }
}

/// A waitlist entry.
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
    /// Time of the last invitation.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    invited_at: Option<Timestamp>,
    /// Administrator who sent the last invitation.
    #[schema(required)]
    invited_by: Option<String>,
}

impl From<EntryDetails> for AdminWaiting {
    fn from(EntryDetails { entry, invited_at, invited_by }: EntryDetails) -> Self {
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

/// Lists waitlist entries, by default newest first.
#[utoipa::path(get, path = "/api/admin/waitlist", tag = "admin-waitlist", security(("adminSession" = [])), params(WaitlistQuery),
    responses((status = 200, body = Page<AdminWaiting>)))]
pub(super) async fn admin_list_waitlist_entries(
    State(ctx): State<Ctx>,
    _admin: Admin,
    QueryParams(query): QueryParams<WaitlistQuery>,
) -> AppResult<Json<Page<AdminWaiting>>> {
    let filter = query.filter()?;
    let conn = ctx.store.read_replica();
    let page = SortedRequest::parse(query.sort.as_deref(), query.after.as_deref(), query.limit)?;
    let found = waitlist::list_page(conn, &filter, &page.fetch()).await?;
    let total = page.count(waitlist::count(conn, &filter)).await?;
    Ok(Json(page.into_page(found, EntrySort::position, AdminWaiting::from).with_total(total)))
}
