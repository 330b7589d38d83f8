//! `POST /api/teacher/update-profile` (SPEC §2, §7; D27, D37).

use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tala_domain::audit_actions::AuditAction;
use tala_domain::error::ErrorCode;
use tala_domain::identity::{ProfileEdit, RawProfileEdit, VideoLink};
use tala_domain::ids::{AuditId, JobId};
use tala_domain::jobs::{Audience, Job};
use tala_domain::money::{Currency, Money};
use tala_domain::payouts::{rate_lock_days_left, rates_locked_message};
use tala_store::bookings::{self, BookingsOf};
use tala_store::teachers::{self, Profile, ProfileChange, ProfileText};
use tala_store::{Transaction, audit, outbox, people};
use utoipa::ToSchema;

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::Body;
use crate::http::json::Json;
use crate::services::current_user::Teacher;

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
    guru: Option<String>,
    dance_education: Option<String>,
    /// children, teens, adults, seniors.
    student_ages: Option<Vec<String>>,
    key_highlights: Option<Vec<String>>,
    /// A link that starts with https://; an empty string removes it.
    performance_video_link: Option<String>,
    /// The languages that the teacher teaches in.
    languages: Option<Vec<String>>,
    /// Whether the teacher agrees to be listed on the front page and found by search engines.
    show_on_list: Option<bool>,
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
    responses((status = 200, body = UpdateProfileReply)))]
pub(super) async fn update_teacher_profile(
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
    let public = teachers::find_public_profile(tx, id).await?;
    let mut raw = changed_fields(&request.profile, &stored, &styles, &public.languages);
    raw.phone = raw.phone.filter(|sent| teacher.person.phone.as_deref() != Some(sent.trim()));
    let edit = ProfileEdit::parse(&raw)?;
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
    let is_listed = request.profile.show_on_list.unwrap_or(public.is_listed);
    let change = changed_profile(&edit, &stored.text, &styles, &public.languages);
    let change = ProfileChange { meeting_link: link.as_deref(), is_listed, ..change.to_change() };
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
        action: AuditAction::ProfileSaved,
        subject: Some(id.0),
        detail: json!({ "version": version, "newLink": new_link, "newRates": new_rates }),
    };
    audit::insert(tx, &entry).await?;
    Ok((version, notified))
}

/// The texts of the profile after an edit.
struct ChangedProfile<'a> {
    edit: &'a ProfileEdit,
    stored: &'a ProfileText,
    styles: &'a [String],
    languages: &'a [String],
    student_ages: Vec<String>,
}

fn changed_profile<'a>(
    edit: &'a ProfileEdit,
    stored: &'a ProfileText,
    styles: &'a [String],
    languages: &'a [String],
) -> ChangedProfile<'a> {
    let ages = edit.student_ages.as_ref();
    let ages = ages.map(|groups| groups.iter().map(|group| group.as_str().to_owned()).collect());
    let student_ages = ages.unwrap_or_else(|| stored.student_ages.clone());
    ChangedProfile { edit, stored, styles, languages, student_ages }
}

impl ChangedProfile<'_> {
    /// The change without meeting link, and not listed.
    fn to_change(&self) -> ProfileChange<'_> {
        let (edit, stored) = (self.edit, self.stored);
        let video = edit.performance_video.as_ref().map(|video| video.as_ref().map(VideoLink::as_str));
        ProfileChange {
            bio: edit.bio.as_deref().unwrap_or(&stored.bio),
            experience: edit.experience.as_deref().unwrap_or(&stored.experience),
            dance_styles: edit.dance_styles.as_deref().unwrap_or(self.styles),
            meeting_link: None,
            guru: edit.guru.as_deref().unwrap_or(&stored.guru),
            education: edit.education.as_deref().unwrap_or(&stored.education),
            student_ages: &self.student_ages,
            highlights: edit.highlights.as_deref().unwrap_or(&stored.highlights),
            video_link: video.unwrap_or(stored.video_link.as_deref()),
            languages: edit.languages.as_deref().unwrap_or(self.languages),
            is_listed: false,
        }
    }
}

/// The fields that differ from the stored ones. Unchanged fields are not validated, because older profiles may exceed the
/// current limits.
fn changed_fields(sent: &ProfileFields, stored: &Profile, styles: &[String], languages: &[String]) -> RawProfileEdit {
    let differs = |sent: &Option<String>, stored: &str| sent.clone().filter(|text| text.trim() != stored.trim());
    let differ = |sent: &Option<Vec<String>>, stored: &[String]| sent.clone().filter(|sent| sent != stored);
    let rate = |sent: Option<f64>, minor: i64, currency: Currency| {
        sent.filter(|sent| (sent - Money::new(minor, currency).to_major()).abs() > f64::EPSILON)
    };
    RawProfileEdit {
        phone: sent.phone.clone(),
        experience: differs(&sent.experience, &stored.text.experience),
        bio: differs(&sent.bio, &stored.text.bio),
        dance_styles: differ(&sent.dance_styles, styles),
        guru: differs(&sent.guru, &stored.text.guru),
        dance_education: differs(&sent.dance_education, &stored.text.education),
        student_ages: differ(&sent.student_ages, &stored.text.student_ages),
        key_highlights: differ(&sent.key_highlights, &stored.text.highlights),
        performance_video_link: differs(
            &sent.performance_video_link,
            stored.text.video_link.as_deref().unwrap_or_default(),
        ),
        languages: differ(&sent.languages, languages),
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
