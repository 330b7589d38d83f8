//! `GET /api/teacher/students` (SPEC §2, §7).

use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tala_domain::error::FieldErrors;
use tala_domain::error::text::one_line;
use tala_domain::ids::PersonId;
use tala_store::students::{self, Pupil};
use utoipa::{IntoParams, ToSchema};

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::QueryParams;
use crate::http::json::Json;
use crate::services::current_user::Teacher;
use crate::views::problem::Problem;

const MOST: u32 = 200;
const LONGEST_SEARCH: usize = 100;

/// Which students.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct StudentsQuery {
    /// The signed-in teacher's own address, when sent.
    email: Option<String>,
    /// Part of a name or address.
    q: Option<String>,
    /// At most so many, 200 at most; 200 if absent.
    limit: Option<u32>,
    /// Continue after this: the `next` of the page before.
    after: Option<String>,
}

/// A page of students, by name.
#[derive(Serialize, ToSchema)]
pub(super) struct StudentPage {
    students: Vec<TeacherStudent>,
    /// What to send as `after` for the next page.
    #[schema(required)]
    next: Option<String>,
    /// How many the search finds in all.
    total: i64,
}

/// A student as the teacher sees them.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TeacherStudent {
    #[serde(rename = "_id")]
    id: String,
    name: String,
    #[schema(required)]
    email: Option<String>,
    #[schema(required)]
    time_zone: Option<String>,
    /// Classes that were not called off.
    total_classes: i64,
    /// Those of them to come.
    upcoming_classes: i64,
    /// When the last one that has begun did so.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    last_class: Option<Timestamp>,
    /// When the student joined.
    #[schema(value_type = String, format = DateTime)]
    joined_at: Timestamp,
}

impl From<Pupil> for TeacherStudent {
    fn from(pupil: Pupil) -> Self {
        Self {
            id: pupil.id.to_string(),
            name: pupil.name,
            email: pupil.email,
            time_zone: pupil.time_zone,
            total_classes: pupil.total,
            upcoming_classes: pupil.upcoming,
            last_class: pupil.last,
            joined_at: pupil.joined_at,
        }
    }
}

/// The signed-in teacher's students.
#[utoipa::path(get, path = "/api/teacher/students", tag = "teachers", params(StudentsQuery),
    responses((status = 200, body = StudentPage), (status = "4XX", body = Problem)))]
pub(super) async fn list_students(
    State(ctx): State<Ctx>,
    teacher: Teacher,
    QueryParams(query): QueryParams<StudentsQuery>,
) -> AppResult<Json<StudentPage>> {
    if let Some(email) = &query.email {
        teacher.require_own_email(email)?;
    }
    let search: String = one_line(query.q.as_deref().unwrap_or_default()).chars().take(LONGEST_SEARCH).collect();
    let after: Option<PersonId> = match query.after.as_deref() {
        Some(text) => Some(text.parse().map_err(|_| FieldErrors::one("after", "Please give the next of a page."))?),
        None => None,
    };
    let limit = query.limit.unwrap_or(MOST).clamp(1, MOST);
    let most = usize::try_from(limit).unwrap_or(usize::MAX);
    let (conn, id) = (ctx.store.read(), teacher.person.id);
    let mut found = students::list_pupils(conn, id, &search, ctx.now(), after, limit.saturating_add(1)).await?;
    let more = found.len() > most;
    found.truncate(most);
    let next = found.last().filter(|_| more).map(|pupil| pupil.id.to_string());
    let total = students::count_pupils(conn, id, &search).await?;
    Ok(Json(StudentPage { students: found.into_iter().map(TeacherStudent::from).collect(), next, total }))
}
