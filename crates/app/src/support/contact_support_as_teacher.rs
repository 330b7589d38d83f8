//! `POST /api/email/teacher-support` (SPEC §3, §5, §7, §8; D33).

use axum::extract::State;
use serde::Deserialize;
use tala_domain::error::FieldErrors;
use tala_domain::support::{RawTeacherMessage, TeacherMessage};
use tala_store::students;
use utoipa::ToSchema;

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::Body;
use crate::http::json::Json;
use crate::services::current_user::Teacher;
use crate::support::message::{Message, SupportReply, send};

/// A teacher's message to support.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TeacherSupportRequest {
    /// The signed-in teacher's email address, if present.
    #[serde(default)]
    from: Option<String>,
    /// One line. Default: derived from `messageType`.
    #[serde(default)]
    #[schema(max_length = 200)]
    subject: String,
    /// The message.
    #[serde(default)]
    #[schema(max_length = 5000)]
    message: String,
    /// general, technical, payment, reschedule, student_issue, feature_request or other.
    #[serde(default)]
    message_type: String,
    /// The student that the message is about.
    #[serde(default)]
    student_info: Option<StudentInfo>,
    /// The current and the preferred time of a class.
    #[serde(default)]
    rescheduling_info: Option<ReschedulingInfo>,
}

/// One of the teacher's students.
#[derive(Deserialize, ToSchema)]
pub(super) struct StudentInfo {
    /// The student's id. Other members are ignored.
    #[serde(default)]
    id: String,
}

/// The current and the preferred time of a class, as instants.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ReschedulingInfo {
    #[serde(default)]
    original_date_time: String,
    #[serde(default)]
    new_date_time: String,
}

/// Sends a message from the signed-in teacher to support.
#[utoipa::path(post, path = "/api/email/teacher-support", tag = "support", request_body = TeacherSupportRequest,
    responses((status = 200, body = SupportReply)))]
pub(super) async fn contact_support_as_teacher(
    State(ctx): State<Ctx>,
    teacher: Teacher,
    Body(request): Body<TeacherSupportRequest>,
) -> AppResult<Json<SupportReply>> {
    if let Some(email) = &request.from {
        teacher.require_own_email(email)?;
    }
    let (original, new) =
        request.rescheduling_info.map(|info| (info.original_date_time, info.new_date_time)).unwrap_or_default();
    let raw = RawTeacherMessage {
        message_type: request.message_type,
        subject: request.subject,
        message: request.message,
        student_id: request.student_info.map(|info| info.id).unwrap_or_default(),
        original_date_time: original,
        new_date_time: new,
    };
    let message = TeacherMessage::parse(&raw, ctx.now())?;
    let mut about = Vec::new();
    if let Some(id) = message.student {
        let pupil = students::find_by_teacher(ctx.store.read(), teacher.id(), id, ctx.now()).await?;
        let pupil = pupil.ok_or_else(|| FieldErrors::one("studentInfo", "Please select a student"))?;
        about.push(("Student".to_owned(), pupil.name));
        about.extend(pupil.email.map(|email| ("Student's address".to_owned(), email)));
    }
    if let Some(times) = message.rescheduling {
        about.push(("Class time".to_owned(), times.from.to_string()));
        about.push(("Preferred new time".to_owned(), times.to.to_string()));
    }
    let message = Message {
        from_role: "teacher",
        topic: message.topic.as_str(),
        subject: &message.subject,
        body: &message.body,
        about: &about,
    };
    send(&ctx, teacher.id().into(), &message).await?;
    Ok(Json(SupportReply { success: true, message: "Your message has been sent! We'll respond shortly." }))
}
