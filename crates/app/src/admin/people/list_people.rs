//! `GET /api/admin/people`.

use crate::admin::access::Admin;
use crate::admin::pagination::{Page, parse_search};
use crate::admin::sorting::{SortField, SortedRequest};
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::QueryParams;
use crate::http::json::Json;
use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tala_domain::error::FieldErrors;
use tala_domain::identity::resolve_role;
use tala_store::people::{self, Person, PersonFilter, PersonSort};
use utoipa::{IntoParams, ToSchema};

impl SortField for PersonSort {
    const FIELDS: &'static [(&'static str, Self)] = &[("createdAt", Self::Joined), ("name", Self::Name)];
}

/// Filter and order of the list of people.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct PeopleQuery {
    /// `student`, `teacher` (including applicants) or `user` (neither).
    pub(super) role: Option<String>,
    /// The beginning of words of the name or email address, in any order; or the phone number.
    q: Option<String>,
    /// `createdAt` or `name`, with `-` in front for descending order. Default `-createdAt`.
    pub(super) sort: Option<String>,
    limit: Option<u32>,
    after: Option<String>,
}

impl PeopleQuery {
    /// Parses the filter.
    ///
    /// # Errors
    /// If `role` is unknown.
    pub(super) fn filter(&self) -> AppResult<PersonFilter> {
        match self.role.as_deref() {
            None | Some("") => Ok(PersonFilter::All),
            Some("student") => Ok(PersonFilter::Students),
            Some("teacher") => Ok(PersonFilter::Teachers),
            Some("user") => Ok(PersonFilter::Users),
            Some(_) => Err(FieldErrors::one("role", "student, teacher or user").into()),
        }
    }

    /// The search text.
    pub(super) fn search(&self) -> Option<String> {
        parse_search(self.q.as_deref())
    }
}

/// A person.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminPerson {
    #[serde(rename = "_id")]
    id: String,
    name: String,
    #[schema(required)]
    email: Option<String>,
    #[schema(required)]
    phone: Option<String>,
    #[schema(required)]
    time_zone: Option<String>,
    /// Current role.
    #[schema(value_type = crate::views::role::RoleSchema)]
    role: &'static str,
    /// `deleted`, `suspended`, an application's `pending`, `approved` or `rejected`, or `active`.
    status: &'static str,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    #[schema(required, value_type = Option<String>, format = DateTime)]
    suspended_at: Option<Timestamp>,
}

/// `deleted`, `suspended`, the status of an application, or `active`.
pub(super) fn status_of(person: &Person) -> &'static str {
    match (person.deleted_at, person.suspended_at, person.teacher_status) {
        (Some(_), ..) => "deleted",
        (None, Some(_), _) => "suspended",
        (None, None, Some(status)) => status.as_str(),
        (None, None, None) => "active",
    }
}

/// The current role.
pub(super) fn role_of(person: &Person) -> &'static str {
    resolve_role(person.student_of.is_some(), person.teacher_status).as_str()
}

impl From<Person> for AdminPerson {
    fn from(person: Person) -> Self {
        let (role, status) = (role_of(&person), status_of(&person));
        Self {
            id: person.id.to_string(),
            role,
            name: person.name,
            email: person.email,
            phone: person.phone,
            time_zone: person.time_zone,
            status,
            created_at: person.created_at,
            suspended_at: person.suspended_at,
        }
    }
}

/// Lists people, by default newest first.
#[utoipa::path(get, path = "/api/admin/people", tag = "admin-people", security(("adminSession" = [])), params(PeopleQuery),
    responses((status = 200, body = Page<AdminPerson>)))]
pub(super) async fn admin_list_people(
    State(ctx): State<Ctx>,
    _admin: Admin,
    QueryParams(query): QueryParams<PeopleQuery>,
) -> AppResult<Json<Page<AdminPerson>>> {
    let (conn, filter, search) = (ctx.store.read_replica(), query.filter()?, query.search());
    let page = SortedRequest::parse(query.sort.as_deref(), query.after.as_deref(), query.limit)?;
    let found = people::list_page(conn, filter, search.as_deref(), &page.fetch()).await?;
    let total = page.count(people::count(conn, filter, search.as_deref())).await?;
    Ok(Json(page.into_page(found, PersonSort::position, AdminPerson::from).with_total(total)))
}
