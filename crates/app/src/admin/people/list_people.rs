//! `GET /api/admin/people`.

use crate::admin::access::Admin;
use crate::admin::pagination::{Page, PageRequest, parse_search};
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::QueryParams;
use crate::http::json::Json;
use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tala_domain::error::FieldErrors;
use tala_domain::identity::resolve_role;
use tala_domain::ids::PersonId;
use tala_store::people::{self, Person, PersonFilter};
use utoipa::{IntoParams, ToSchema};

/// Filter of the list of people.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct PeopleQuery {
    /// `student`, `teacher` (including applicants) or `user` (neither).
    role: Option<String>,
    /// The beginning of words of the name or email address, in any order.
    q: Option<String>,
    limit: Option<u32>,
    after: Option<String>,
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

impl From<Person> for AdminPerson {
    fn from(person: Person) -> Self {
        let status = match (person.deleted_at, person.suspended_at, person.teacher_status) {
            (Some(_), ..) => "deleted",
            (None, Some(_), _) => "suspended",
            (None, None, Some(status)) => status.as_str(),
            (None, None, None) => "active",
        };
        Self {
            id: person.id.to_string(),
            role: resolve_role(person.student_of.is_some(), person.teacher_status).as_str(),
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

/// Lists people, newest first.
#[utoipa::path(get, path = "/api/admin/people", tag = "admin-people", security(("adminSession" = [])), params(PeopleQuery),
    responses((status = 200, body = Page<AdminPerson>)))]
pub(super) async fn admin_list_people(
    State(ctx): State<Ctx>,
    _admin: Admin,
    QueryParams(query): QueryParams<PeopleQuery>,
) -> AppResult<Json<Page<AdminPerson>>> {
    let filter = match query.role.as_deref() {
        None | Some("") => PersonFilter::All,
        Some("student") => PersonFilter::Students,
        Some("teacher") => PersonFilter::Teachers,
        Some("user") => PersonFilter::Users,
        Some(_) => return Err(FieldErrors::one("role", "student, teacher or user").into()),
    };
    let page: PageRequest<PersonId> = PageRequest::parse(query.after.as_deref(), query.limit)?;
    let text = parse_search(query.q.as_deref());
    let found =
        people::list_page(ctx.store.read_replica(), filter, text.as_deref(), page.after, page.fetch_limit()).await?;
    Ok(Json(page.into_page(found, |person| person.id.to_string(), AdminPerson::from)))
}
