//! A booking with its mails and history: the reply of every call about one.

use crate::admin::audit_log::{AuditLine, history};
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

/// A booking with what happened to it.
#[derive(Serialize, ToSchema)]
pub(super) struct AdminBookingDetails {
    pub(super) booking: Booking,
    /// The mails about it.
    pub(super) mails: Vec<AdminWork>,
    /// The newest 50 lines of the audit log about it.
    pub(super) history: Vec<AuditLine>,
}

pub(super) async fn load(ctx: &Ctx, id: BookingId) -> AppResult<AdminBookingDetails> {
    let conn = ctx.store.read();
    let booking = bookings::find_by_id(conn, id).await?.ok_or(ErrorCode::NotFound)?;
    let mails = outbox::list_by_subject(conn, id.0).await?;
    Ok(AdminBookingDetails {
        booking: Booking::of(&booking, ctx.now()),
        mails: mails.into_iter().map(AdminWork::from).collect(),
        history: history(ctx, id.0).await?,
    })
}
