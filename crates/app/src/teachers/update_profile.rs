//! `POST /api/teacher/update-profile` (SPEC §2, §7; D27, D37).

use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tala_domain::audit_actions::AuditAction;
use tala_domain::error::ErrorCode;
use tala_domain::identity::{ProfileEdit, RawProfileEdit};
use tala_domain::ids::{AuditId, JobId};
use tala_domain::jobs::{Audience, Job};
use tala_domain::money::{Currency, Money};
use tala_domain::payouts::{rate_lock_days_left, rates_locked_message};
use tala_store::bookings::{self, BookingsOf};
use tala_store::teachers::{self, Profile, ProfileChange};
use tala_store::{Transaction, audit, outbox, people};
use utoipa::ToSchema;

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::Body;
use crate::http::json::Json;
use crate::services::current_user::Teacher;
use crate::views::problem::Problem;

/// The maximum number of bookings whose participants are notified of a new meeting link.
const MAX_NOTIFIED_BOOKINGS: u32 = 2_000;
/// The number of jobs that one statement inserts.
const JOBS_PER_STATEMENT: usize = 100;

/// A change of the profile.
#[derive(Deserialize, ToSchema)]
pub(super) struct UpdateProfileRequest {
    /// The signed-in teacher's email address.
    #[serde(default)]
    email: String,
    /// The version that the client read. Without it, the save overwrites any version.
    #[serde(default)]
    version: Option<i64>,
    profile: ProfileFields,
}

/// The fields of the profile that can change. Absent fields keep their values.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct ProfileFields {
    phone: Option<String>,
    experience: Option<String>,
    bio: Option<String>,
    dance_styles: Option<Vec<String>>,
    google_meet_link: Option<String>,
    /// The hourly rate in rupees.
    inr_rate: Option<f64>,
    /// The hourly rate in dollars.
    usd_rate: Option<f64>,
}

/// The result of saving the profile.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct UpdateProfileReply {
    success: bool,
    /// The version for the next save.
    version: i64,
    /// The number of bookings whose students are notified of a new meeting link.
    told: u32,
}

/// Saves the signed-in teacher's profile.
///
/// The participants of booked classes are notified of a new meeting link. Returns `rates_locked` if the rates differ and
/// cannot be changed yet (D27).
#[utoipa::path(post, path = "/api/teacher/update-profile", tag = "teachers", request_body = UpdateProfileRequest,
    responses((status = 200, body = UpdateProfileReply), (status = "4XX", body = Problem)))]
pub(super) async fn update_profile(
    State(ctx): State<Ctx>,
    teacher: Teacher,
    Body(request): Body<UpdateProfileRequest>,
) -> AppResult<Json<UpdateProfileReply>> {
    teacher.require_own_email(&request.email)?;
    let write = async |tx: Transaction| {
        let saved = save_profile(&tx, &ctx, &teacher, &request).await?;
        Ok::<_, AppError>(saved)
    };
    let (version, told) = ctx.store.transaction(write).await?;
    if told > 0 {
        ctx.job_enqueued.notify_one();
    }
    Ok(Json(UpdateProfileReply { success: true, version, told }))
}

/// Saves the profile. Returns the new version and the number of notified bookings.
async fn save_profile(
    tx: &Transaction,
    ctx: &Ctx,
    teacher: &Teacher,
    request: &UpdateProfileRequest,
) -> AppResult<(i64, u32)> {
    let (id, now) = (teacher.id(), ctx.now());
    // Absent fields keep their stored values, so these must not change between reading and writing.
    people::lock_for_update(tx, id.into()).await?;
    let stored = teachers::find_profile(tx, id).await?.ok_or(ErrorCode::RoleNotAllowed)?;
    let styles = teachers::find_by_id(tx, id).await?.map(|teacher| teacher.dance_styles).unwrap_or_default();
    let edit = ProfileEdit::parse(&changed_fields(&request.profile, &stored, &styles))?;
    let rates = (
        edit.inr_rate.map_or(stored.text.rate_inr_minor, |rate| rate.amount_minor),
        edit.usd_rate.map_or(stored.text.rate_usd_minor, |rate| rate.amount_minor),
    );
    let new_rates = rates != (stored.text.rate_inr_minor, stored.text.rate_usd_minor);
    if let (true, Some(days)) = (new_rates, rate_lock_days_left(stored.created_at, now)) {
        return Err(AppError::new(ErrorCode::RatesLocked).with_detail(rates_locked_message(days)));
    }
    let link = edit.meeting_link.as_ref().map(|link| link.as_str().to_owned());
    let new_link = link.is_some() && link != stored.text.meeting_link;
    let link = link.or_else(|| stored.text.meeting_link.clone());
    let change = ProfileChange {
        bio: edit.bio.as_deref().unwrap_or(&stored.text.bio),
        experience: edit.experience.as_deref().unwrap_or(&stored.text.experience),
        dance_styles: edit.dance_styles.as_deref().unwrap_or(&styles),
        meeting_link: link.as_deref(),
    };
    let version = teachers::update_profile(tx, id, &change, request.version).await?;
    let mut version = version.ok_or(ErrorCode::VersionConflict)?;
    if new_rates {
        version = teachers::update_rates(tx, id, rates, None).await?.ok_or(ErrorCode::VersionConflict)?;
    }
    if let Some(phone) = &edit.phone {
        people::set_phone(tx, id.into(), phone.as_ref().map(|phone| phone.as_str())).await?;
    }
    let notified = if new_link { notify_participants(tx, ctx, teacher, now).await? } else { 0 };
    let entry = audit::NewEvent {
        id: AuditId(ctx.new_id()),
        at: now,
        actor: Some(id.into()),
        action: AuditAction::ProfileSaved.as_str(),
        subject: Some(id.0),
        detail: json!({ "version": version, "newLink": new_link, "newRates": new_rates }),
    };
    audit::insert(tx, &entry).await?;
    Ok((version, notified))
}

/// The fields that differ from the stored ones. Unchanged fields are not validated, because older profiles may exceed the
/// current limits.
fn changed_fields(sent: &ProfileFields, stored: &Profile, styles: &[String]) -> RawProfileEdit {
    let differs = |sent: &Option<String>, stored: &str| sent.clone().filter(|text| text.trim() != stored.trim());
    let rate = |sent: Option<f64>, minor: i64, currency: Currency| {
        sent.filter(|sent| (sent - Money::new(minor, currency).to_major()).abs() > f64::EPSILON)
    };
    RawProfileEdit {
        phone: sent.phone.clone(),
        experience: differs(&sent.experience, &stored.text.experience),
        bio: differs(&sent.bio, &stored.text.bio),
        dance_styles: sent.dance_styles.clone().filter(|sent| sent != styles),
        google_meet_link: differs(&sent.google_meet_link, stored.text.meeting_link.as_deref().unwrap_or_default()),
        inr_rate: rate(sent.inr_rate, stored.text.rate_inr_minor, Currency::Inr),
        usd_rate: rate(sent.usd_rate, stored.text.rate_usd_minor, Currency::Usd),
    }
}

/// Enqueues a mail with a calendar update for the participants of every class that has not ended (D37). Classes in progress
/// are included, because their students need the new link most. Returns the number of bookings.
async fn notify_participants(tx: &Transaction, ctx: &Ctx, teacher: &Teacher, now: Timestamp) -> AppResult<u32> {
    let classes = bookings::list_upcoming(tx, BookingsOf::Teacher(teacher.id()), now, MAX_NOTIFIED_BOOKINGS).await?;
    bookings::increment_calendar_sequences(tx, teacher.id(), now).await?;
    let job = |booking_id, audience| {
        (JobId(ctx.new_id()), Job::MeetingLinkChanged { booking_id, audience, change_id: ctx.new_id() })
    };
    let jobs: Vec<_> = classes
        .iter()
        .flat_map(|booking| [job(booking.id, Audience::Student), job(booking.id, Audience::Teacher)])
        .collect();
    for chunk in jobs.chunks(JOBS_PER_STATEMENT) {
        outbox::enqueue(tx, chunk, now).await?;
    }
    Ok(u32::try_from(classes.len()).unwrap_or(u32::MAX))
}
