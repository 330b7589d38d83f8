//! `GET /api/teacher/students` (SPEC §2, §7).

use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tala_domain::error::FieldErrors;
use tala_domain::error::text::one_line;
use tala_domain::ids::StudentId;
use tala_store::students::{self, StudentSummary};
use utoipa::{IntoParams, ToSchema};

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::QueryParams;
use crate::http::json::Json;
use crate::services::current_user::Teacher;

const MAX_LIMIT: u32 = 200;
const MAX_SEARCH_CHARS: usize = 100;

/// The search and the page.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct StudentsQuery {
    /// The signed-in teacher's email address, if present.
    email: Option<String>,
    /// Words that the name or the email address must contain.
    q: Option<String>,
    /// The maximum number of students, 1 to 200. Default: 200.
    limit: Option<u32>,
    /// The `next` of the previous page.
    after: Option<String>,
}

/// A page of students, sorted by name.
#[derive(Serialize, ToSchema)]
pub(super) struct StudentPage {
    students: Vec<TeacherStudent>,
    /// The value of `after` for the next page.
    #[schema(required)]
    next: Option<String>,
    /// The total number of students that match the search.
    total: i64,
}

/// A student of the teacher.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TeacherStudent {
    #[serde(rename = "_id")]
    id: String,
    name: String,
    #[schema(required)]
    email: Option<String>,
    /// The student's phone number, if given.
    #[schema(required)]
    phone: Option<String>,
    #[schema(required)]
    time_zone: Option<String>,
    /// The number of classes that were not cancelled.
    total_classes: i64,
    /// The number of upcoming classes.
    upcoming_classes: i64,
    /// The start of the last class that has started.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    last_class: Option<Timestamp>,
    /// The start of the next class.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    next_class: Option<Timestamp>,
    /// The credits that the student can spend now.
    credits: i64,
    /// The beginning of the teacher's note, at most 200 characters.
    note: String,
    /// When the student joined.
    #[schema(value_type = String, format = DateTime)]
    joined_at: Timestamp,
}

impl From<StudentSummary> for TeacherStudent {
    fn from(pupil: StudentSummary) -> Self {
        Self {
            id: pupil.id.to_string(),
            name: pupil.name,
            email: pupil.email,
            phone: pupil.phone,
            time_zone: pupil.time_zone,
            total_classes: pupil.total,
            upcoming_classes: pupil.upcoming,
            last_class: pupil.last,
            next_class: pupil.next,
            credits: pupil.credits,
            note: pupil.note,
            joined_at: pupil.joined_at,
        }
    }
}

/// Lists the signed-in teacher's students.
///
/// Students who were handed over to another teacher stay in the list until their last class with this teacher has ended.
#[utoipa::path(get, path = "/api/teacher/students", tag = "teachers", params(StudentsQuery),
    responses((status = 200, body = StudentPage)))]
pub(super) async fn list_students(
    State(ctx): State<Ctx>,
    teacher: Teacher,
    QueryParams(query): QueryParams<StudentsQuery>,
) -> AppResult<Json<StudentPage>> {
    if let Some(email) = &query.email {
        teacher.require_own_email(email)?;
    }
    let search: String = one_line(query.q.as_deref().unwrap_or_default()).chars().take(MAX_SEARCH_CHARS).collect();
    let after: Option<StudentId> = match query.after.as_deref() {
        Some(text) => Some(text.parse().map_err(|_| FieldErrors::one("after", "Please give the next of a page."))?),
        None => None,
    };
    let limit = query.limit.unwrap_or(MAX_LIMIT).clamp(1, MAX_LIMIT);
    let page_size = usize::try_from(limit).unwrap_or(usize::MAX);
    let (conn, id) = (ctx.store.read(), teacher.id());
    let mut found = students::list_by_teacher(conn, id, &search, ctx.now(), after, limit.saturating_add(1)).await?;
    let has_more = found.len() > page_size;
    found.truncate(page_size);
    let next = found.last().filter(|_| has_more).map(|pupil| pupil.id.to_string());
    let total = students::count_by_teacher(conn, id, &search, ctx.now()).await?;
    Ok(Json(StudentPage { students: found.into_iter().map(TeacherStudent::from).collect(), next, total }))
}
