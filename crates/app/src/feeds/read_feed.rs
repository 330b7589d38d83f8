//! `GET /feed/{token}.ics`: the calendar feed of a person (D32). The token in the address is the only authorization.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::IntoResponse;
use jiff::{SignedDuration, Timestamp};
use tala_domain::booking::BookingStatus;
use tala_domain::calendar::{FeedEntry, render_feed};
use tala_domain::error::ErrorCode;
use tala_domain::ids::SlotId;
use tala_store::bookings::{self, Booking, BookingsOf};
use tala_store::{calendar_feeds, people};

use crate::context::Ctx;
use crate::error::AppResult;
use crate::feeds::entry::class_entry;
use crate::http::extract::IdPath;

/// Classes that ended earlier are not part of the feed.
const MAX_AGE: SignedDuration = SignedDuration::from_hours(24 * 30);
const MAX_BOOKINGS: u32 = 2_000;

pub(super) async fn read_feed(State(ctx): State<Ctx>, IdPath(file): IdPath<String>) -> AppResult<impl IntoResponse> {
    let token = file.strip_suffix(".ics").filter(|token| token.bytes().all(|byte| byte.is_ascii_hexdigit()));
    let token = token.ok_or(ErrorCode::NotFound)?;
    let conn = ctx.store.read();
    let owner = calendar_feeds::find_owner(conn, token).await?.ok_or(ErrorCode::NotFound)?;
    let person = people::find_by_id(conn, owner).await?.ok_or(ErrorCode::NotFound)?;
    if person.suspended_at.is_some() {
        return Err(ErrorCode::AccountSuspended.into());
    }
    let is_teacher = person.teacher_status.is_some();
    let whose =
        if is_teacher { BookingsOf::Teacher(owner.as_teacher()) } else { BookingsOf::Student(owner.as_student()) };
    let from = ctx.now().saturating_sub(MAX_AGE).unwrap_or(Timestamp::MIN);
    let bookings = bookings::list_from(conn, whose, from, MAX_BOOKINGS).await?;
    let entries: Vec<FeedEntry> =
        group_by_class(&ctx, &bookings).iter().filter_map(|class| class_entry(&ctx, class, is_teacher)).collect();
    let text = render_feed(&format!("{} classes", ctx.settings.product_name), &entries);
    let headers = [(CONTENT_TYPE, "text/calendar; charset=utf-8"), (CACHE_CONTROL, "private, max-age=300")];
    Ok((headers, text))
}

/// Groups bookings by class. Cancelled bookings are left out unless all bookings of the class are cancelled.
fn group_by_class<'a>(ctx: &Ctx, bookings: &'a [Booking]) -> Vec<Vec<&'a Booking>> {
    let mut classes: BTreeMap<(Timestamp, SlotId), Vec<&Booking>> = BTreeMap::new();
    for booking in bookings {
        classes.entry((booking.starts_at, booking.slot_id)).or_default().push(booking);
    }
    let without_cancelled = |class: Vec<&'a Booking>| {
        let is_active = |booking: &&Booking| booking.status(ctx.now()) != BookingStatus::Cancelled;
        if class.iter().any(is_active) { class.into_iter().filter(is_active).collect() } else { class }
    };
    classes.into_values().map(without_cancelled).collect()
}
