//! `/api/onboard/teacher/draft`: what the wizard has been told so far, kept so that nothing typed is lost.

use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::identity::{Role, TeacherStatus};
use tala_domain::money::{Currency, Money};
use tala_store::teachers::ProfileText;
use tala_store::{Transaction, availabilities, drafts, teachers};
use utoipa::ToSchema;

use crate::context::Ctx;
use crate::error::{ApiError, ApiResult, Problem};
use crate::extract::{Body, Known};
use crate::hours::WeeklyHours;
use crate::json::Json;
use crate::views::major;

const LONGEST: usize = 60 * 1024;
const LAST_STEP: u32 = 4;

/// A draft of a teacher's application.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TeacherDraft {
    /// The client's own form; null when there is none.
    #[schema(required, value_type = Option<Object>)]
    draft: Option<Value>,
    /// The step that was open, 0 to 4.
    step: u32,
    /// Send it back when saving; 0 when nothing was saved yet.
    version: i64,
    #[schema(required, value_type = Option<String>, format = DateTime)]
    updated_at: Option<Timestamp>,
    /// `draft`, `application` (what was sent before the rejection) or `none`.
    source: &'static str,
}

/// The draft of the signed-in person. After a rejection it is what was sent, so that nothing has to be typed again.
#[utoipa::path(get, path = "/api/onboard/teacher/draft", tag = "onboarding",
    responses((status = 200, body = TeacherDraft), (status = "4XX", body = Problem)))]
pub(super) async fn get_draft(State(ctx): State<Ctx>, known: Known) -> ApiResult<Json<TeacherDraft>> {
    must_be_user(&known)?;
    Ok(Json(load(&ctx, &known).await?))
}

fn must_be_user(known: &Known) -> ApiResult<()> {
    if known.role == Role::User { Ok(()) } else { Err(ErrorCode::RoleNotAllowed.into()) }
}

async fn load(ctx: &Ctx, known: &Known) -> ApiResult<TeacherDraft> {
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
fn payload(known: &Known, text: &ProfileText, hours: Option<&WeeklyHours>) -> Value {
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
            "inrRate": major(Money::new(text.rate_inr_minor, Currency::Inr)),
            "usdRate": major(Money::new(text.rate_usd_minor, Currency::Usd)),
        },
    })
}

/// What the wizard has been told by now.
#[derive(Deserialize, ToSchema)]
#[schema(as = SaveDraftRequest)]
pub(super) struct SaveDraft {
    /// The client's own form, at most 60 KB.
    #[schema(value_type = Object)]
    draft: Map<String, Value>,
    /// The step that is open, 0 to 4.
    #[schema(maximum = 4)]
    step: u32,
    /// The version that was read.
    version: i64,
}

/// Where the draft stands.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SaveDraftReply)]
pub(super) struct DraftSaved {
    success: bool,
    version: i64,
    #[schema(value_type = String, format = DateTime)]
    updated_at: Timestamp,
}

/// Saves the signed-in person's draft over the version that was read. Another tab's save in between is told, with what it
/// has saved.
#[utoipa::path(put, path = "/api/onboard/teacher/draft", tag = "onboarding", request_body = SaveDraft,
    responses((status = 200, body = DraftSaved), (status = "4XX", body = Problem)))]
pub(super) async fn save_draft(
    State(ctx): State<Ctx>,
    known: Known,
    Body(request): Body<SaveDraft>,
) -> ApiResult<Json<DraftSaved>> {
    must_be_user(&known)?;
    if known.person.teacher_status == Some(TeacherStatus::Pending) {
        return Err(ErrorCode::ApplicationPending.into());
    }
    if request.step > LAST_STEP || request.version < 0 {
        return Err(FieldErrors::one("step", "Please give a step from 0 to 4").into());
    }
    let body = Value::Object(request.draft);
    if body.to_string().len() > LONGEST {
        return Err(ErrorCode::BodyTooLarge.into());
    }
    let now = ctx.now();
    let write = async |tx: Transaction| {
        let saved = drafts::save(&tx, known.person.id, &body, request.step, request.version, now).await?;
        Ok::<_, ApiError>(saved)
    };
    if ctx.store.transaction(write).await? {
        return Ok(Json(DraftSaved { success: true, version: request.version.saturating_add(1), updated_at: now }));
    }
    let current = load(&ctx, &known).await?;
    let conflict = ApiError::new(ErrorCode::VersionConflict);
    Err(conflict.with("draft", current.draft).with("step", current.step).with("version", current.version))
}
