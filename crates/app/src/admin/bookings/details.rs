//! A booking with its mails and history: the reply of every call about one.

use crate::admin::audit_log::{LineView, history};
use crate::admin::outbox::view::WorkView;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::views::booking::BookingView;
use serde::Serialize;
use tala_domain::error::ErrorCode;
use tala_domain::ids::BookingId;
use tala_store::bookings::{self};
use tala_store::outbox;
use utoipa::ToSchema;

/// A booking with what happened to it.
#[derive(Serialize, ToSchema)]
#[schema(as = AdminBookingDetails)]
pub(super) struct BookingDetails {
    pub(super) booking: BookingView,
    /// The mails about it.
    pub(super) mails: Vec<WorkView>,
    /// The newest 50 lines of the audit log about it.
    pub(super) history: Vec<LineView>,
}

pub(super) async fn load(ctx: &Ctx, id: BookingId) -> AppResult<BookingDetails> {
    let conn = ctx.store.read();
    let booking = bookings::find_by_id(conn, id).await?.ok_or(ErrorCode::NotFound)?;
    let mails = outbox::list_by_subject(conn, id.0).await?;
    Ok(BookingDetails {
        booking: BookingView::of(&booking, ctx.now()),
        mails: mails.into_iter().map(WorkView::from).collect(),
        history: history(ctx, id.0).await?,
    })
}
