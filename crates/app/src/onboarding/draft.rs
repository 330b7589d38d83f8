//! Loading the draft of a teacher application.

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
use tala_store::{application_drafts, availabilities, teachers};
use utoipa::ToSchema;

/// The draft of a teacher application.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TeacherDraft {
    /// The client's form data, or `null` if there is none.
    #[schema(required, value_type = Option<Object>)]
    pub(super) draft: Option<Value>,
    /// The open step of the form, 0 to 4.
    pub(super) step: u32,
    /// The version for the next save; 0 before the first one.
    pub(super) version: i64,
    #[schema(required, value_type = Option<String>, format = DateTime)]
    pub(super) updated_at: Option<Timestamp>,
    /// `draft`, `application` (the data of the application that waits or was rejected) or `none`.
    pub(super) source: &'static str,
}

/// Checks that the person is neither a student nor a teacher.
pub(super) fn require_user_role(user: &CurrentUser) -> AppResult<()> {
    if user.role == Role::User { Ok(()) } else { Err(ErrorCode::RoleNotAllowed.into()) }
}

/// Loads the stored draft, or one made from the application that waits for a decision or was rejected.
pub(super) async fn load_draft(ctx: &Ctx, user: &CurrentUser) -> AppResult<TeacherDraft> {
    let conn = ctx.store.read();
    if let Some(draft) = application_drafts::find_by_person(conn, user.person.id).await? {
        return Ok(TeacherDraft {
            draft: Some(draft.body),
            step: draft.step,
            version: draft.version,
            updated_at: Some(draft.updated_at),
            source: "draft",
        });
    }
    let sent = match user.person.teacher_status {
        Some(TeacherStatus::Rejected | TeacherStatus::Pending) => {
            teachers::find_profile(conn, user.person.id.as_teacher()).await?
        }
        _ => None,
    };
    let hours = match sent {
        Some(_) => availabilities::find_by_teacher(conn, user.person.id.as_teacher()).await?,
        None => None,
    };
    let hours = hours.map(|stored| WeeklyHours::of(&stored.availability));
    let draft = sent.map(|profile| application_json(user, &profile.text, hours.as_ref()));
    let source = if draft.is_some() { "application" } else { "none" };
    Ok(TeacherDraft { draft, step: 0, version: 0, updated_at: None, source })
}

/// A stored application in the format of the request.
fn application_json(user: &CurrentUser, text: &ProfileText, hours: Option<&WeeklyHours>) -> Value {
    json!({
        "phone": user.person.phone,
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
