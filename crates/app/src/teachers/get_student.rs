//! `GET /api/teacher/students/{id}`: one student's classes, and what the teacher has noted.

use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::ids::{BookingId, PersonId};
use tala_store::notes::Note;
use tala_store::{bookings, notes, students};
use utoipa::{IntoParams, ToSchema};

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::{IdPath, QueryParams};
use crate::http::json::Json;
use crate::services::current_user::Teacher;
use crate::teachers::list_students::TeacherStudent;
use crate::views::booking::Booking;
use crate::views::problem::Problem;

const PAGE: u32 = 20;

/// Which part of the classes.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct StudentQuery {
    /// Continue after this: the `next` of the page before.
    after: Option<String>,
}

/// A student with classes and notes.
#[derive(Serialize, ToSchema)]
pub(super) struct StudentDetail {
    student: TeacherStudent,
    /// Newest first, twenty at a time.
    classes: Vec<Booking>,
    /// What to send as `after` for older ones.
    #[schema(required)]
    next: Option<String>,
    notes: StudentNote,
}

/// The teacher's own words about a student; nobody else reads them.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StudentNote {
    text: String,
    /// Send it back when saving; 0 when nothing was saved yet.
    version: i64,
    #[schema(required, value_type = Option<String>, format = DateTime)]
    updated_at: Option<Timestamp>,
}

impl From<Option<Note>> for StudentNote {
    fn from(note: Option<Note>) -> Self {
        match note {
            Some(note) => Self { text: note.body, version: note.version, updated_at: Some(note.updated_at) },
            None => Self { text: String::new(), version: 0, updated_at: None },
        }
    }
}

/// One of the signed-in teacher's students.
#[utoipa::path(get, path = "/api/teacher/students/{id}", tag = "teachers",
    params(("id" = String, Path, description = "The student"), StudentQuery),
    responses((status = 200, body = StudentDetail), (status = "4XX", body = Problem)))]
pub(super) async fn get_student(
    State(ctx): State<Ctx>,
    teacher: Teacher,
    IdPath(id): IdPath<PersonId>,
    QueryParams(query): QueryParams<StudentQuery>,
) -> AppResult<Json<StudentDetail>> {
    let (conn, now) = (ctx.store.read(), ctx.now());
    let pupil = students::find_pupil(conn, teacher.person.id, id, now).await?.ok_or(ErrorCode::NotFound)?;
    let after: Option<BookingId> = match query.after.as_deref() {
        Some(text) => Some(text.parse().map_err(|_| FieldErrors::one("after", "Please give the next of a page."))?),
        None => None,
    };
    let pair = (teacher.person.id, id);
    let mut found = bookings::list_of_pair(conn, pair, after, PAGE.saturating_add(1)).await?;
    let page = usize::try_from(PAGE).unwrap_or(usize::MAX);
    let more = found.len() > page;
    found.truncate(page);
    Ok(Json(StudentDetail {
        student: pupil.into(),
        next: found.last().filter(|_| more).map(|booking| booking.id.to_string()),
        classes: found.iter().map(|booking| Booking::of(booking, now)).collect(),
        notes: notes::find_note(conn, teacher.person.id, id).await?.into(),
    }))
}
