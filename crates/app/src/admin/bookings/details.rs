//! A booking with its mails and history.

use crate::admin::audit_log::{AuditLine, list_history};
use crate::admin::outbox::view::AdminJob;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::views::booking::Booking;
use serde::Serialize;
use tala_domain::error::ErrorCode;
use tala_domain::ids::BookingId;
use tala_store::bookings::{self};
use tala_store::{outbox, refunds};
use utoipa::ToSchema;

/// A booking with its mails and audit events.
#[derive(Serialize, ToSchema)]
pub(super) struct AdminBookingDetails {
    pub(super) booking: Booking,
    /// Jobs of the mails about the booking, oldest first.
    pub(super) mails: Vec<AdminJob>,
    /// The newest 50 audit events about the booking.
    pub(super) history: Vec<AuditLine>,
}

/// Loads a booking with its mails and history.
///
/// # Errors
/// `NotFound`.
pub(super) async fn load_details(ctx: &Ctx, id: BookingId) -> AppResult<AdminBookingDetails> {
    let conn = ctx.store.read();
    let booking = bookings::find_by_id(conn, id).await?.ok_or(ErrorCode::NotFound)?;
    // A refund that no cancellation mail mentions has a mail of its own.
    let refunds = match booking.order_id {
        Some(order) => refunds::list_by_orders(conn, &[order]).await?,
        None => Vec::new(),
    };
    let subjects = [id.0, booking.slot_id.0].into_iter().chain(refunds.iter().map(|refund| refund.id.0));
    let mails = outbox::list_by_subjects(conn, &subjects.collect::<Vec<_>>()).await?;
    Ok(AdminBookingDetails {
        booking: Booking::of(&booking, ctx.now()),
        mails: mails.into_iter().map(AdminJob::from).collect(),
        history: list_history(ctx, id.0).await?,
    })
}
