//! A booking with its mails and history.

use crate::admin::audit_log::{AuditLine, list_history};
use crate::admin::outbox::view::AdminWork;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::views::booking::Booking;
use serde::Serialize;
use tala_domain::error::ErrorCode;
use tala_domain::ids::BookingId;
use tala_store::bookings::{self};
use tala_store::outbox;
use utoipa::ToSchema;

/// A booking with its mails and audit events.
#[derive(Serialize, ToSchema)]
pub(super) struct AdminBookingDetails {
    pub(super) booking: Booking,
    /// Jobs of the mails about the booking.
    pub(super) mails: Vec<AdminWork>,
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
    let mails = outbox::list_by_subject(conn, id.0).await?;
    Ok(AdminBookingDetails {
        booking: Booking::of(&booking, ctx.now()),
        mails: mails.into_iter().map(AdminWork::from).collect(),
        history: list_history(ctx, id.0).await?,
    })
}
