//! `POST /api/teacher/{id}/cancel-day`: cancels all classes of one date, for a teacher who cannot teach that day.

use axum::extract::State;
use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tala_domain::audit_actions::AuditAction;
use tala_domain::availability::{DateOverrideText, DateOverrides};
use tala_domain::booking::SlotKind;
use tala_domain::booking::policy::CancelledBy;
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::ids::{AuditId, TeacherId};
use tala_domain::time::Zone;
use tala_store::availabilities::{self, StoredAvailability};
use tala_store::{Transaction, audit, bookings, orders, people, slots};
use utoipa::ToSchema;

use crate::classes::cancel_published_class::cancel_class;
use crate::classes::view::ClassPath;
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::{Body, IdPath};
use crate::http::json::Json;
use crate::services::audit::Actor;
use crate::services::cancellation::{Cancellation, cancel_booking};
use crate::services::current_user::Teacher;
use crate::services::holds::end_order_of_cancelled_class;

/// More than one person can teach in a day, with every seat of every class.
const MAX_BOOKINGS: u32 = 2_000;
/// More published classes than fit into one day.
const MAX_CLASSES: u32 = 100;
const DATE_MESSAGE: &str = "Please give a date such as 2026-11-25.";

/// The date to cancel.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CancelDayRequest {
    /// `YYYY-MM-DD` in `timeZone`.
    #[serde(default)]
    date: String,
    /// The IANA time zone of the date.
    #[serde(default)]
    time_zone: String,
    /// A reason for the students, at most 500 characters.
    #[schema(max_length = 500)]
    reason: Option<String>,
}

/// What was cancelled.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CancelDayReply {
    success: bool,
    /// The number of cancelled classes, including published ones without students.
    classes: u32,
    /// The number of cancelled bookings, whose students get an email and a full refund.
    bookings: u32,
    /// Whether the date is time off now. False if the weekly hours are in another time zone, or not set.
    time_off: bool,
}

/// Cancels all classes of one date that have not started, and takes the date off.
///
/// Each class is cancelled as by `cancel_booking` and `cancel_published_class`: the students get an email and their money or credits back.
/// All of it happens or nothing. A repeated call cancels what is left, usually nothing.
#[utoipa::path(post, path = "/api/teacher/{id}/cancel-day", tag = "classes", request_body = CancelDayRequest,
    params(("id" = String, Path, description = "The teacher")),
    responses((status = 200, body = CancelDayReply)))]
pub(super) async fn cancel_day(
    State(ctx): State<Ctx>,
    teacher: Teacher,
    IdPath(id): IdPath<TeacherId>,
    Body(request): Body<CancelDayRequest>,
) -> AppResult<Json<CancelDayReply>> {
    teacher.require_self(id)?;
    let cancellation = Cancellation::parse(CancelledBy::Teacher, request.reason.as_deref())?;
    let day = Day::parse(&request)?;
    let write = async |tx: Transaction| {
        people::lock_for_update(&tx, id.into()).await?;
        let (classes, bookings) = cancel_classes(&tx, &ctx, id, &day, &cancellation).await?;
        let time_off = take_off(&tx, &ctx, id, &day).await?;
        Ok::<_, AppError>(CancelDayReply { success: true, classes, bookings, time_off })
    };
    let reply = ctx.store.transaction(write).await?;
    ctx.job_enqueued.notify_one();
    Ok(Json(reply))
}

struct Day {
    date: Date,
    zone: Zone,
    from: Timestamp,
    to: Timestamp,
}

impl Day {
    fn parse(request: &CancelDayRequest) -> Result<Self, FieldErrors> {
        let zone = Zone::parse(&request.time_zone)
            .map_err(|_| FieldErrors::one("timeZone", "We do not know that time zone."))?;
        let invalid = || FieldErrors::one("date", DATE_MESSAGE);
        let date: Date = request.date.trim().parse().map_err(|_| invalid())?;
        let start_of = |date: Date| date.to_zoned(zone.tz().clone()).map(|start| start.timestamp());
        let next = date.tomorrow().map_err(|_| invalid())?;
        let (from, to) = (start_of(date).map_err(|_| invalid())?, start_of(next).map_err(|_| invalid())?);
        Ok(Self { date, zone, from, to })
    }
}

/// Cancels virtual slots booking by booking, published classes as a whole. Returns the number of classes and bookings.
async fn cancel_classes(
    tx: &Transaction,
    ctx: &Ctx,
    teacher: TeacherId,
    day: &Day,
    cancellation: &Cancellation,
) -> AppResult<(u32, u32)> {
    let now = ctx.now();
    let (mut classes, mut cancelled) = (0_u32, 0_u32);
    let range = (day.from.max(now), day.to);
    for order in orders::list_virtual_holds(tx, teacher, range).await? {
        end_order_of_cancelled_class(tx, &order, now).await?;
    }
    for booking in bookings::list_between(tx, teacher, Some(SlotKind::Virtual), range, MAX_BOOKINGS).await? {
        if booking.starts_at > now {
            cancel_booking(tx, ctx, Actor::Person(teacher.into()), booking.id, cancellation).await?;
            (classes, cancelled) = (classes.saturating_add(1), cancelled.saturating_add(1));
        }
    }
    for slot in slots::list_published(tx, teacher, range, MAX_CLASSES).await? {
        if slot.starts_at > now {
            let path = ClassPath { teacher, slot: slot.id };
            let students = cancel_class(tx, ctx, &path, cancellation).await?;
            (classes, cancelled) = (classes.saturating_add(1), cancelled.saturating_add(students));
        }
    }
    Ok((classes, cancelled))
}

/// Makes the date time off in the weekly hours. Returns false without hours, or if they are in another zone.
async fn take_off(tx: &Transaction, ctx: &Ctx, teacher: TeacherId, day: &Day) -> AppResult<bool> {
    let now = ctx.now();
    let Some(StoredAvailability { availability, version }) = availabilities::find_by_teacher(tx, teacher).await? else {
        return Ok(false);
    };
    let today = availability.zone.tz().to_datetime(now).date();
    if availability.zone.name() != day.zone.name() || day.date < today {
        return Ok(false);
    }
    if availability.overrides.get(day.date).is_some_and(|stored| stored.ranges.is_empty()) {
        return Ok(true);
    }
    let date = day.date.to_string();
    let upcoming = availability.overrides.iter().filter(|stored| stored.date >= today && stored.date != day.date);
    let kept: Vec<String> = upcoming.map(|stored| stored.date.to_string()).collect();
    let mut texts = availability.overrides.to_texts();
    texts.retain(|text| kept.contains(&text.date));
    texts.push(DateOverrideText { date, time_ranges: Vec::new(), note: String::new() });
    let overrides = DateOverrides::parse(&texts, today)?;
    let changed = availability.with_overrides(overrides);
    let saved = availabilities::save(tx, teacher, &changed, Some(version), now).await?;
    let version = saved.ok_or_else(|| AppError::new(ErrorCode::VersionConflict))?;
    let entry = audit::NewEvent {
        id: AuditId(ctx.new_id()),
        at: now,
        actor: Some(teacher.into()),
        action: AuditAction::AvailabilitySaved,
        subject: Some(teacher.0),
        detail: json!({ "version": version, "dayOff": day.date.to_string() }),
    };
    audit::insert(tx, &entry).await?;
    Ok(true)
}
