//! `GET /feed/{token}.ics`: a person's classes as a calendar (INTEGRATIONS §3). Whoever has the address may read it.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::IntoResponse;
use jiff::{SignedDuration, Timestamp};
use tala_domain::booking::BookingStatus;
use tala_domain::calendar::{FeedEntry, feed};
use tala_domain::error::ErrorCode;
use tala_domain::ids::SlotId;
use tala_store::bookings::{self, Booking, Whose};
use tala_store::{feeds, people};

use crate::context::Ctx;
use crate::error::AppResult;
use crate::feeds::entry::entry;
use crate::http::extract::IdPath;

/// Older classes leave the feed.
const KEPT: SignedDuration = SignedDuration::from_hours(24 * 30);
const MOST: u32 = 2_000;

pub(super) async fn read_feed(State(ctx): State<Ctx>, IdPath(file): IdPath<String>) -> AppResult<impl IntoResponse> {
    let token = file.strip_suffix(".ics").filter(|token| token.bytes().all(|byte| byte.is_ascii_hexdigit()));
    let token = token.ok_or(ErrorCode::NotFound)?;
    let conn = ctx.store.read();
    let owner = feeds::find_owner(conn, token).await?.ok_or(ErrorCode::NotFound)?;
    let person = people::find_by_id(conn, owner).await?.ok_or(ErrorCode::NotFound)?;
    if person.suspended_at.is_some() {
        return Err(ErrorCode::AccountSuspended.into());
    }
    let is_teacher = person.teacher_status.is_some();
    let whose = if is_teacher { Whose::Teacher(owner) } else { Whose::Student(owner) };
    let from = ctx.now().saturating_sub(KEPT).unwrap_or(Timestamp::MIN);
    let bookings = bookings::list_from(conn, whose, from, MOST).await?;
    let entries: Vec<FeedEntry> =
        classes(&ctx, &bookings).iter().filter_map(|class| entry(&ctx, class, is_teacher)).collect();
    let text = feed(&format!("{} classes", ctx.settings.product_name), &entries);
    let headers = [(CONTENT_TYPE, "text/calendar; charset=utf-8"), (CACHE_CONTROL, "private, max-age=300")];
    Ok((headers, text))
}

/// The bookings of each class together. Who has left a class that goes on is no part of it any more.
fn classes<'a>(ctx: &Ctx, bookings: &'a [Booking]) -> Vec<Vec<&'a Booking>> {
    let mut classes: BTreeMap<(Timestamp, SlotId), Vec<&Booking>> = BTreeMap::new();
    for booking in bookings {
        classes.entry((booking.starts_at, booking.slot_id)).or_default().push(booking);
    }
    let living = |class: Vec<&'a Booking>| {
        let goes_on = |booking: &&Booking| booking.status(ctx.now()) != BookingStatus::Cancelled;
        if class.iter().any(goes_on) { class.into_iter().filter(goes_on).collect() } else { class }
    };
    classes.into_values().map(living).collect()
}
