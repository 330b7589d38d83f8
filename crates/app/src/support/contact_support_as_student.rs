//! `POST /api/email/student-contact` (SPEC §3, §5, §7, §8; D33).

use axum::extract::State;
use serde::Deserialize;
use tala_domain::error::FieldErrors;
use tala_domain::support::{RawStudentMessage, StudentMessage};
use tala_store::bookings;
use utoipa::ToSchema;

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::Body;
use crate::http::json::Json;
use crate::services::current_user::Student;
use crate::support::message::{Message, SupportReply, send};

/// A student's message to support.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StudentContactRequest {
    /// The signed-in student's email address, if present.
    #[serde(default)]
    student_email: Option<String>,
    /// One line. Default: derived from `messageType`.
    #[serde(default)]
    #[schema(max_length = 200)]
    subject: String,
    /// The message.
    #[serde(default)]
    #[schema(max_length = 5000)]
    message: String,
    /// general, account, payment, technical, booking or other.
    #[serde(default)]
    message_type: String,
    /// The id of the student's booking that the message is about.
    #[serde(default)]
    booking_id: Option<String>,
}

/// Sends a message from the signed-in student to support.
#[utoipa::path(post, path = "/api/email/student-contact", tag = "support", request_body = StudentContactRequest,
    responses((status = 200, body = SupportReply)))]
pub(super) async fn contact_support_as_student(
    State(ctx): State<Ctx>,
    student: Student,
    Body(request): Body<StudentContactRequest>,
) -> AppResult<Json<SupportReply>> {
    if let Some(email) = &request.student_email {
        student.require_own_email(email)?;
    }
    let raw = RawStudentMessage {
        message_type: request.message_type,
        subject: request.subject,
        message: request.message,
        booking_id: request.booking_id.unwrap_or_default(),
    };
    let message = StudentMessage::parse(&raw)?;
    let mut about = Vec::new();
    if student.guardian.is_some() {
        about.push(("Learner".to_owned(), student.person.name.clone()));
    }
    if let Some(id) = message.booking {
        let booking = bookings::find_by_id(ctx.store.read(), id).await?;
        let own = booking.filter(|booking| booking.student.id == student.id());
        let own =
            own.ok_or_else(|| FieldErrors::one("bookingId", "Please choose one of your classes, or leave this empty"))?;
        about.push(("Booking".to_owned(), own.id.to_string()));
        about.push(("Class".to_owned(), own.starts_at.to_string()));
        about.push(("Teacher".to_owned(), own.teacher.name));
    }
    let message = Message {
        from_role: "student",
        topic: message.topic.as_str(),
        subject: &message.subject,
        body: &message.body,
        about: &about,
    };
    send(&ctx, student.account_holder().id, &message).await?;
    Ok(Json(SupportReply { success: true, message: "Your message has been sent! We will get back to you soon." }))
}
