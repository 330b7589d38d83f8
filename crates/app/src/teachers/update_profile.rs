//! `POST /api/teacher/update-profile` (SPEC §2, §7; D27, D37).

use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tala_domain::error::ErrorCode;
use tala_domain::identity::{ProfileEdit, RawProfileEdit};
use tala_domain::ids::{AuditId, JobId};
use tala_domain::jobs::{Audience, Job};
use tala_domain::money::{Currency, Money};
use tala_domain::payouts::{rate_lock, rates_locked_message};
use tala_store::bookings::{self, Whose};
use tala_store::teachers::{self, Profile, ProfileChange};
use tala_store::{Transaction, audit, outbox, people};
use utoipa::ToSchema;

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::Body;
use crate::http::json::Json;
use crate::services::current_user::Teacher;
use crate::views::problem::Problem;

/// Classes whose people hear of a new link.
const MOST_TOLD: u32 = 2_000;
/// Jobs written by one statement.
const JOBS_AT_ONCE: usize = 100;

/// New words for the profile.
#[derive(Deserialize, ToSchema)]
pub(super) struct UpdateProfileRequest {
    /// The signed-in teacher's own address.
    #[serde(default)]
    email: String,
    /// The version that was read; without it the save overwrites whatever is there.
    #[serde(default)]
    version: Option<i64>,
    profile: ProfileFields,
}

/// What may be changed; what is absent stays.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct ProfileFields {
    phone: Option<String>,
    experience: Option<String>,
    bio: Option<String>,
    dance_styles: Option<Vec<String>>,
    google_meet_link: Option<String>,
    inr_rate: Option<f64>,
    usd_rate: Option<f64>,
}

/// What was saved.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct UpdateProfileReply {
    success: bool,
    /// Send it back with the next change.
    version: i64,
    /// How many students have been told of a new meeting link.
    told: u32,
}

/// Saves the signed-in teacher's profile. A new meeting link reaches everybody who is booked.
#[utoipa::path(post, path = "/api/teacher/update-profile", tag = "teachers", request_body = UpdateProfileRequest,
    responses((status = 200, body = UpdateProfileReply), (status = "4XX", body = Problem)))]
pub(super) async fn update_profile(
    State(ctx): State<Ctx>,
    teacher: Teacher,
    Body(request): Body<UpdateProfileRequest>,
) -> AppResult<Json<UpdateProfileReply>> {
    teacher.require_own_email(&request.email)?;
    let write = async |tx: Transaction| {
        let saved = in_transaction(&tx, &ctx, &teacher, &request).await?;
        Ok::<_, AppError>(saved)
    };
    let (version, told) = ctx.store.transaction(write).await?;
    if told > 0 {
        ctx.work_filed.notify_one();
    }
    Ok(Json(UpdateProfileReply { success: true, version, told }))
}

async fn in_transaction(
    tx: &Transaction,
    ctx: &Ctx,
    teacher: &Teacher,
    request: &UpdateProfileRequest,
) -> AppResult<(i64, u32)> {
    let (id, now) = (teacher.person.id, ctx.now());
    // What is not sent stays as it is, so nobody may change it between the reading and the writing.
    people::lock(tx, id).await?;
    let stored = teachers::find_profile(tx, id).await?.ok_or(ErrorCode::RoleNotAllowed)?;
    let styles = teachers::find_by_id(tx, id).await?.map(|teacher| teacher.dance_styles).unwrap_or_default();
    let edit = ProfileEdit::parse(&changed(&request.profile, &stored, &styles))?;
    let rates = (
        edit.inr_rate.map_or(stored.text.rate_inr_minor, |rate| rate.amount_minor),
        edit.usd_rate.map_or(stored.text.rate_usd_minor, |rate| rate.amount_minor),
    );
    let new_rates = rates != (stored.text.rate_inr_minor, stored.text.rate_usd_minor);
    if let (true, Some(days)) = (new_rates, rate_lock(stored.created_at, now)) {
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
        people::set_phone(tx, id, phone.as_ref().map(|phone| phone.as_str())).await?;
    }
    let told = if new_link { tell_everybody(tx, ctx, teacher, now).await? } else { 0 };
    let entry = audit::Entry {
        id: AuditId(ctx.new_id()),
        at: now,
        actor: Some(id),
        action: "profile_saved",
        subject: Some(id.0),
        detail: json!({ "version": version, "newLink": new_link, "newRates": new_rates }),
    };
    audit::record(tx, &entry).await?;
    Ok((version, told))
}

/// What differs from what is stored: older profiles may break today's limits, and need not be mended for that.
fn changed(told: &ProfileFields, stored: &Profile, styles: &[String]) -> RawProfileEdit {
    let differs = |told: &Option<String>, stored: &str| told.clone().filter(|text| text.trim() != stored.trim());
    let rate = |told: Option<f64>, minor: i64, currency: Currency| {
        told.filter(|told| (told - Money::new(minor, currency).to_major()).abs() > f64::EPSILON)
    };
    RawProfileEdit {
        phone: told.phone.clone(),
        experience: differs(&told.experience, &stored.text.experience),
        bio: differs(&told.bio, &stored.text.bio),
        dance_styles: told.dance_styles.clone().filter(|told| told != styles),
        google_meet_link: differs(&told.google_meet_link, stored.text.meeting_link.as_deref().unwrap_or_default()),
        inr_rate: rate(told.inr_rate, stored.text.rate_inr_minor, Currency::Inr),
        usd_rate: rate(told.usd_rate, stored.text.rate_usd_minor, Currency::Usd),
    }
}

/// Mail and a calendar update for everybody who is booked into a class that is not over, and for the teacher's own
/// calendar (D37). Who sits in a class that has begun needs the new link most.
async fn tell_everybody(tx: &Transaction, ctx: &Ctx, teacher: &Teacher, now: Timestamp) -> AppResult<u32> {
    let classes = bookings::list_upcoming(tx, Whose::Teacher(teacher.person.id), now, MOST_TOLD).await?;
    bookings::raise_sequence(tx, teacher.person.id, now).await?;
    let job = |booking_id, audience| {
        (JobId(ctx.new_id()), Job::LinkChanged { booking_id, audience, change_id: ctx.new_id() })
    };
    let jobs: Vec<_> = classes
        .iter()
        .flat_map(|booking| [job(booking.id, Audience::Student), job(booking.id, Audience::Teacher)])
        .collect();
    for some in jobs.chunks(JOBS_AT_ONCE) {
        outbox::enqueue(tx, some, now).await?;
    }
    Ok(u32::try_from(classes.len()).unwrap_or(u32::MAX))
}
