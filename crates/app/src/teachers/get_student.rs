//! `GET /api/teacher/students/{id}`: one student's classes and the teacher's notes.

use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::ids::{BookingId, StudentId};
use tala_store::student_notes::Note;
use tala_store::{bookings, student_notes, students};
use utoipa::{IntoParams, ToSchema};

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::{IdPath, QueryParams};
use crate::http::json::Json;
use crate::services::current_user::Teacher;
use crate::teachers::list_students::TeacherStudent;
use crate::views::booking::Booking;

const PAGE_SIZE: u32 = 20;

/// The page of the student's classes.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct StudentQuery {
    /// The `next` of the previous page.
    after: Option<String>,
}

/// A student with classes and notes.
#[derive(Serialize, ToSchema)]
pub(super) struct StudentDetail {
    student: TeacherStudent,
    /// The bookings, newest first, at most twenty.
    classes: Vec<Booking>,
    /// The value of `after` for the next page.
    #[schema(required)]
    next: Option<String>,
    notes: StudentNote,
}

/// The teacher's notes about a student. Only the teacher can read them.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StudentNote {
    text: String,
    /// The version for the next save; 0 before the first one.
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

/// Returns one of the signed-in teacher's students.
#[utoipa::path(get, path = "/api/teacher/students/{id}", tag = "teachers",
    params(("id" = String, Path, description = "The student"), StudentQuery),
    responses((status = 200, body = StudentDetail)))]
pub(super) async fn get_student(
    State(ctx): State<Ctx>,
    teacher: Teacher,
    IdPath(id): IdPath<StudentId>,
    QueryParams(query): QueryParams<StudentQuery>,
) -> AppResult<Json<StudentDetail>> {
    let (conn, now) = (ctx.store.read(), ctx.now());
    let pupil = students::find_by_teacher(conn, teacher.id(), id, now).await?.ok_or(ErrorCode::NotFound)?;
    let after: Option<BookingId> = match query.after.as_deref() {
        Some(text) => Some(text.parse().map_err(|_| FieldErrors::one("after", "Please give the next of a page."))?),
        None => None,
    };
    let mut found =
        bookings::list_by_teacher_and_student(conn, teacher.id(), id, after, PAGE_SIZE.saturating_add(1)).await?;
    let page_size = usize::try_from(PAGE_SIZE).unwrap_or(usize::MAX);
    let has_more = found.len() > page_size;
    found.truncate(page_size);
    Ok(Json(StudentDetail {
        student: pupil.into(),
        next: found.last().filter(|_| has_more).map(|booking| booking.id.to_string()),
        classes: found.iter().map(|booking| Booking::of(booking, now)).collect(),
        notes: student_notes::find(conn, teacher.id(), id).await?.into(),
    }))
}
