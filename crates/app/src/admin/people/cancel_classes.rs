//! `POST /api/admin/people/{id}/cancel-classes`.

use crate::admin::access::Admin;
use crate::admin::reason::AdminReason;
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::{Body, IdPath};
use crate::http::json::Json;
use crate::services::audit::{Actor, AdminActor};
use crate::services::cancellation::{Cancellation, CancellationError, cancel_booking};
use axum::extract::State;
use serde::Serialize;
use tala_domain::admin::AdminArea;
use tala_domain::booking::BookingStatus;
use tala_domain::booking::policy::CancelledBy;
use tala_domain::error::ErrorCode;
use tala_domain::ids::{BookingId, PersonId};
use tala_store::bookings::{self, BookingFilter, BookingSort};
use tala_store::{SortedPage, Transaction, people};
use utoipa::ToSchema;

const MAX_BOOKINGS: u32 = 200;

/// What was cancelled.
#[derive(Serialize, ToSchema)]
pub(super) struct AdminCancelledClasses {
    /// Number of cancelled bookings. Each student of a class counts.
    cancelled: u32,
    /// There are more upcoming bookings than one call cancels. Call again.
    more: bool,
}

/// Cancels the upcoming bookings of a person, as teacher or student, at most 200. As with the cancellation of one booking, the
/// full payment is refunded or the credits restored, and the students and the teacher are notified (D24). Idempotent.
#[utoipa::path(post, path = "/api/admin/people/{id}/cancel-classes", tag = "admin-people", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The person")), request_body = AdminReason,
    responses((status = 200, body = AdminCancelledClasses)))]
pub(super) async fn admin_cancel_classes(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<PersonId>,
    Body(request): Body<AdminReason>,
) -> AppResult<Json<AdminCancelledClasses>> {
    let actor = admin.authorize_with_reason(AdminArea::Bookings, &request.reason)?;
    people::find_by_id(ctx.store.read(), id).await?.ok_or(ErrorCode::NotFound)?;
    let filter = BookingFilter {
        people: Some(vec![id]),
        status: Some(BookingStatus::Confirmed),
        from: Some(ctx.now()),
        ..BookingFilter::default()
    };
    let page = SortedPage::first(BookingSort::StartsAt, MAX_BOOKINGS.saturating_add(1));
    let mut upcoming = bookings::list_for_admin(ctx.store.read(), &filter, &page).await?;
    let max = usize::try_from(MAX_BOOKINGS).unwrap_or(usize::MAX);
    let more = upcoming.len() > max;
    upcoming.truncate(max);
    let mut cancelled: u32 = 0;
    for booking in upcoming {
        cancelled = cancelled.saturating_add(u32::from(cancel(&ctx, &actor, booking.id).await?));
    }
    ctx.job_enqueued.notify_one();
    Ok(Json(AdminCancelledClasses { cancelled, more }))
}

/// Cancels one booking in its own transaction. Returns false if it was cancelled or has started in the meantime.
async fn cancel(ctx: &Ctx, actor: &AdminActor, id: BookingId) -> AppResult<bool> {
    let write = async |tx: Transaction| {
        let cancellation = Cancellation::without_reason(CancelledBy::Admin);
        cancel_booking(&tx, ctx, Actor::Admin(actor), id, &cancellation).await?;
        Ok::<_, CancellationError>(())
    };
    match ctx.store.transaction(write).await {
        Ok(()) => Ok(true),
        Err(CancellationError::NotActive) => Ok(false),
        Err(error) => Err(AppError::from(error)),
    }
}
