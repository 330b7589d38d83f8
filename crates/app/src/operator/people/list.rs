//! `GET /api/admin/people`.

use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tala_domain::error::FieldErrors;
use tala_domain::identity::role_of;
use tala_domain::ids::PersonId;
use tala_store::people::{self, Person, PersonFilter};
use utoipa::{IntoParams, ToSchema};

use crate::context::Ctx;
use crate::error::{ApiResult, Problem};
use crate::extract::Params;
use crate::json::Json;
use crate::operator::access::Admin;
use crate::operator::page::{Cut, Page, search};

/// A search finds the classes or orders of at most so many people.
const MOST_PEOPLE: u32 = 50;

/// Which people.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct PeopleQuery {
    /// `student`, `teacher` (whoever has applied) or `user` (neither).
    role: Option<String>,
    /// How words of the name or address begin, in any order.
    q: Option<String>,
    limit: Option<u32>,
    after: Option<String>,
}

/// A person.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdminPerson)]
pub(super) struct PersonView {
    #[serde(rename = "_id")]
    id: String,
    name: String,
    #[schema(required)]
    email: Option<String>,
    #[schema(required)]
    phone: Option<String>,
    #[schema(required)]
    time_zone: Option<String>,
    /// What they may be today.
    #[schema(value_type = crate::views::RoleSchema)]
    role: &'static str,
    /// `deleted`, `suspended`, an application's `pending`, `approved` or `rejected`, or `active`.
    status: &'static str,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    #[schema(required, value_type = Option<String>, format = DateTime)]
    suspended_at: Option<Timestamp>,
}

impl From<Person> for PersonView {
    fn from(person: Person) -> Self {
        let status = match (person.deleted_at, person.suspended_at, person.teacher_status) {
            (Some(_), ..) => "deleted",
            (None, Some(_), _) => "suspended",
            (None, None, Some(status)) => status.as_str(),
            (None, None, None) => "active",
        };
        Self {
            id: person.id.to_string(),
            role: role_of(person.student_of.is_some(), person.teacher_status).as_str(),
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

/// People, newest first.
#[utoipa::path(get, path = "/api/admin/people", tag = "admin", security(("adminSession" = [])), params(PeopleQuery),
    responses((status = 200, body = Page<PersonView>), (status = "4XX", body = Problem)))]
pub(super) async fn admin_list_people(
    State(ctx): State<Ctx>,
    _admin: Admin,
    Params(query): Params<PeopleQuery>,
) -> ApiResult<Json<Page<PersonView>>> {
    let filter = match query.role.as_deref() {
        None | Some("") => PersonFilter::All,
        Some("student") => PersonFilter::Students,
        Some("teacher") => PersonFilter::Teachers,
        Some("user") => PersonFilter::Users,
        Some(_) => return Err(FieldErrors::one("role", "student, teacher or user").into()),
    };
    let cut: Cut<PersonId> = Cut::parse(query.after.as_deref(), query.limit)?;
    let text = search(query.q.as_deref());
    let found = people::list_page(ctx.store.read_replica(), filter, text.as_deref(), cut.after, cut.wanted()).await?;
    Ok(Json(cut.page(found, |person| person.id.to_string(), PersonView::from)))
}

/// Whose classes or orders are searched for. More than can be looked through at once are refused, so that nobody takes
/// some for all.
pub(in crate::operator) async fn find_people(ctx: &Ctx, text: &str) -> ApiResult<Vec<PersonId>> {
    let found = people::list_ids(ctx.store.read_replica(), text, MOST_PEOPLE.saturating_add(1)).await?;
    if found.len() > usize::try_from(MOST_PEOPLE).unwrap_or(usize::MAX) {
        let words =
            format!("More than {MOST_PEOPLE} people have this in their name or address. Please give more of it.");
        return Err(FieldErrors::one("q", words).into());
    }
    Ok(found)
}
