//! `PUT /api/teacher/students/{id}/notes`: saves the teacher's notes about a student.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::ids::StudentId;
use tala_store::{Transaction, student_notes, students};
use utoipa::ToSchema;

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::{Body, IdPath};
use crate::http::json::Json;
use crate::services::current_user::Teacher;
use crate::teachers::get_student::StudentNote;

const MAX_CHARS: usize = 5_000;

/// The notes to save.
#[derive(Deserialize, ToSchema)]
pub(super) struct SaveNoteRequest {
    /// The new text, at most 5,000 characters.
    #[schema(max_length = 5000)]
    text: String,
    /// The version that the client read; 0 for the first save.
    #[schema(minimum = 0)]
    version: i64,
}

/// The saved notes.
#[derive(Serialize, ToSchema)]
pub(super) struct SaveNoteReply {
    success: bool,
    notes: StudentNote,
}

/// Saves the signed-in teacher's notes about a student.
#[utoipa::path(put, path = "/api/teacher/students/{id}/notes", tag = "teachers", request_body = SaveNoteRequest,
    params(("id" = String, Path, description = "The student")),
    responses((status = 200, body = SaveNoteReply)))]
pub(super) async fn save_student_note(
    State(ctx): State<Ctx>,
    teacher: Teacher,
    IdPath(id): IdPath<StudentId>,
    Body(request): Body<SaveNoteRequest>,
) -> AppResult<Json<SaveNoteReply>> {
    if request.text.chars().count() > MAX_CHARS {
        return Err(FieldErrors::one("text", "Notes cannot exceed 5000 characters").into());
    }
    // Remove control characters except line breaks and tabs.
    let text: String = request.text.chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t')).collect();
    let now = ctx.now();
    students::find_by_teacher(ctx.store.read(), teacher.id(), id, now).await?.ok_or(ErrorCode::NotFound)?;
    let write = async |tx: Transaction| {
        if !student_notes::save(&tx, teacher.id(), id, &text, request.version, now).await? {
            return Err(ErrorCode::VersionConflict.into());
        }
        let saved = student_notes::find(&tx, teacher.id(), id).await?;
        Ok::<_, AppError>(saved)
    };
    let saved = ctx.store.transaction(write).await?;
    Ok(Json(SaveNoteReply { success: true, notes: saved.into() }))
}
