//! A teacher's application that is not sent yet.

use crate::context::Ctx;
use crate::error::AppResult;
use crate::services::current_user::CurrentUser;
use crate::views::weekly_hours::WeeklyHours;
use jiff::Timestamp;
use serde::Serialize;
use serde_json::{Value, json};
use tala_domain::error::ErrorCode;
use tala_domain::identity::{Role, TeacherStatus};
use tala_domain::money::{Currency, Money};
use tala_store::teachers::ProfileText;
use tala_store::{availabilities, drafts, teachers};
use utoipa::ToSchema;

/// A draft of a teacher's application.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TeacherDraft {
    /// The client's own form; null when there is none.
    #[schema(required, value_type = Option<Object>)]
    pub(super) draft: Option<Value>,
    /// The step that was open, 0 to 4.
    pub(super) step: u32,
    /// Send it back when saving; 0 when nothing was saved yet.
    pub(super) version: i64,
    #[schema(required, value_type = Option<String>, format = DateTime)]
    pub(super) updated_at: Option<Timestamp>,
    /// `draft`, `application` (what was sent before the rejection) or `none`.
    pub(super) source: &'static str,
}

pub(super) fn must_be_user(known: &CurrentUser) -> AppResult<()> {
    if known.role == Role::User { Ok(()) } else { Err(ErrorCode::RoleNotAllowed.into()) }
}

pub(super) async fn load(ctx: &Ctx, known: &CurrentUser) -> AppResult<TeacherDraft> {
    let conn = ctx.store.read();
    if let Some(draft) = drafts::find_by_person(conn, known.person.id).await? {
        return Ok(TeacherDraft {
            draft: Some(draft.body),
            step: draft.step,
            version: draft.version,
            updated_at: Some(draft.updated_at),
            source: "draft",
        });
    }
    let sent = match known.person.teacher_status {
        Some(TeacherStatus::Rejected) => teachers::find_profile(conn, known.person.id).await?,
        _ => None,
    };
    let hours = match sent {
        Some(_) => availabilities::find_by_teacher(conn, known.person.id).await?,
        None => None,
    };
    let hours = hours.map(|stored| WeeklyHours::of(&stored.availability));
    let draft = sent.map(|profile| payload(known, &profile.text, hours.as_ref()));
    let source = if draft.is_some() { "application" } else { "none" };
    Ok(TeacherDraft { draft, step: 0, version: 0, updated_at: None, source })
}

/// A stored application in the shape in which it was sent.
fn payload(known: &CurrentUser, text: &ProfileText, hours: Option<&WeeklyHours>) -> Value {
    json!({
        "phone": known.person.phone,
        "bio": text.bio,
        "availability": hours,
        "teacherProfile": {
            "firstName": text.first_name, "lastName": text.last_name, "country": text.country,
            "experience": text.experience, "danceEducation": text.education, "guru": text.guru,
            "googleMeetLink": text.meeting_link, "yearsTeaching": text.years_teaching, "studentAges": text.student_ages,
            "ageConfirmed": true, "danceStylesWithLevel": text.styles, "keyHighlights": text.highlights,
            "performanceVideoLink": text.video_link, "helpVideoLink": text.help_video_link, "notes": text.notes,
            "socialMedia": { "instagram": text.instagram },
        },
        "paymentSettings": {
            "inrRate": Money::new(text.rate_inr_minor, Currency::Inr).to_major(),
            "usdRate": Money::new(text.rate_usd_minor, Currency::Usd).to_major(),
        },
    })
}
