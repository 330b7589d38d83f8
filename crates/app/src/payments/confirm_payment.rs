//! `POST /api/payment-success` and `POST /api/payment-success-bulk`: the browser reports a payment (SPEC §7; D23). The
//! signature proves that the payment belongs to the order. The provider is asked whether the money was captured.

use axum::extract::State;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use tala_domain::credits::balance;
use tala_domain::error::ErrorCode;
use tala_domain::payments::{OrderState, RefundReason};
use tala_domain::time::saturating_add;
use tala_gateways::razorpay::verify_payment_signature;
use tala_store::orders;
use tala_store::{Transaction, bookings, credits};
use utoipa::ToSchema;

use crate::context::{Ctx, Payments};
use crate::error::{AppError, AppResult};
use crate::http::extract::Body;
use crate::http::json::Json;
use crate::services::current_user::Student;
use crate::services::payments::apply::apply_payment;
use crate::services::payments::error::PaymentError;
use crate::services::payments::provider;
use crate::views::booking::Booking;
use crate::views::order::{Order, load_order_view};
use crate::views::problem::PurchaseProblem;

/// How long the seat is held while the provider cannot confirm the payment. Equals the time for which an order can be paid.
const CHECKING_HOLD: SignedDuration = SignedDuration::from_hours(6 * 24);

/// The result that the provider's checkout returned to the browser.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct PaymentSuccessRequest {
    /// The provider's order id.
    order_id: String,
    /// The provider's payment id.
    payment_id: String,
    /// The provider's HMAC-SHA256 signature of both ids, in hex.
    signature: String,
    /// Ignored; the stored order is used.
    #[serde(default, rename = "purchaseDetails")]
    #[expect(dead_code, reason = "SPEC's clients send it")]
    #[schema(value_type = Option<Object>)]
    purchase_details: Option<serde_json::Value>,
}

/// The result of paying for a class.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PaymentSuccessReply {
    /// Whether the class is booked. If not, the payment is refunded.
    success: bool,
    /// Why the class is not booked.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'static str>,
    order: Order,
    /// `null` if the payment is refunded; `order.reason` has the reason.
    #[schema(required)]
    booking: Option<Booking>,
}

/// The result of paying for a package.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PaymentSuccessBulkReply {
    /// Whether the credits are available. If not, the payment is refunded.
    success: bool,
    /// Why the credits are not available.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'static str>,
    order: Order,
    /// The number of credits that the student can spend.
    class_credits: u32,
    /// The earliest expiry of these credits.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    class_credits_expiry: Option<Timestamp>,
}

/// Confirms the payment for a class.
///
/// Returns 503 `payment_pending` while the provider cannot confirm the payment. The seat stays held; poll the order.
#[utoipa::path(post, path = "/api/payment-success", tag = "payments", request_body = PaymentSuccessRequest,
    responses((status = 200, body = PaymentSuccessReply), (status = 503, body = PurchaseProblem)))]
pub(super) async fn confirm_class_payment(
    State(ctx): State<Ctx>,
    student: Student,
    Body(request): Body<PaymentSuccessRequest>,
) -> AppResult<Json<PaymentSuccessReply>> {
    let (provider, order) = Box::pin(confirm(&ctx, &student, &request)).await?;
    let booking = match order.booking_id {
        Some(id) => bookings::find_by_id(ctx.store.read(), id).await?,
        None => None,
    };
    let booking = booking.map(|booking| Booking::for_student(&booking, ctx.now()));
    let error = unfulfilled_reason(&order);
    let order = load_order_view(&ctx, Some(provider), &order).await?;
    Ok(Json(PaymentSuccessReply { success: error.is_none(), error, order, booking }))
}

/// Confirms the payment for a package.
///
/// Returns 503 `payment_pending` while the provider cannot confirm the payment; poll the order.
#[utoipa::path(post, path = "/api/payment-success-bulk", tag = "payments", request_body = PaymentSuccessRequest,
    responses((status = 200, body = PaymentSuccessBulkReply), (status = 503, body = PurchaseProblem)))]
pub(super) async fn confirm_package_payment(
    State(ctx): State<Ctx>,
    student: Student,
    Body(request): Body<PaymentSuccessRequest>,
) -> AppResult<Json<PaymentSuccessBulkReply>> {
    let (provider, order) = Box::pin(confirm(&ctx, &student, &request)).await?;
    let lots = credits::list_spendable(ctx.store.read(), student.id(), student.teacher_id).await?;
    let lots: Vec<_> = lots.iter().map(|stored| stored.lot).collect();
    let balance = balance(&lots, ctx.now());
    let error = unfulfilled_reason(&order);
    Ok(Json(PaymentSuccessBulkReply {
        success: error.is_none(),
        error,
        order: load_order_view(&ctx, Some(provider), &order).await?,
        class_credits: balance.available,
        class_credits_expiry: balance.next_expiry,
    }))
}

/// Why the order was not fulfilled; `None` if it was.
fn unfulfilled_reason(order: &orders::Order) -> Option<&'static str> {
    match order.state {
        OrderState::Booked | OrderState::Credited => None,
        _ => Some(order.reason.map_or(ErrorCode::OrderClosed.message(), RefundReason::message)),
    }
}

/// Verifies the signature, applies the payment and returns the updated order.
async fn confirm<'a>(
    ctx: &'a Ctx,
    student: &Student,
    request: &PaymentSuccessRequest,
) -> AppResult<(&'a Payments, orders::Order)> {
    let provider = provider(ctx)?;
    let order = orders::find_by_provider_id(ctx.store.read(), &request.order_id).await?;
    let order = order.filter(|order| order.student_id == student.id()).ok_or(ErrorCode::PaymentNotVerified)?;
    // The signature is verified for the stored provider order id, never for the id in the request.
    let provider_order_id = order.provider_order_id.as_deref().unwrap_or_default();
    if !verify_payment_signature(&provider.key_secret, provider_order_id, &request.payment_id, &request.signature) {
        tracing::warn!(order = %order.id, "invalid payment signature");
        return Err(ErrorCode::PaymentNotVerified.into());
    }
    match apply_payment(ctx, provider, &request.payment_id).await {
        // Reconciliation repeats the request later.
        Ok(_) | Err(PaymentError::ProviderUnavailable) => {}
        Err(error) => return Err(error.into()),
    }
    let order = reload(ctx, &order).await?;
    // The money may still arrive, so the student must not pay again until the provider has confirmed.
    if order.state.awaits_payment() {
        // A payment of a cancelled purchase is refunded in any case, so it holds no seat.
        if order.reason != Some(RefundReason::OrderCancelled) {
            start_checking(ctx, &order).await?;
        }
        let order = load_order_view(ctx, Some(provider), &reload(ctx, &order).await?).await?;
        return Err(AppError::new(ErrorCode::PaymentPending).with_extension("order", order));
    }
    Ok((provider, order))
}

async fn reload(ctx: &Ctx, order: &orders::Order) -> AppResult<orders::Order> {
    let order = orders::find_by_id(ctx.store.read(), order.id).await?;
    order.ok_or_else(|| AppError::internal("order missing"))
}

/// Changes the order's state to `checking` and extends its hold.
async fn start_checking(ctx: &Ctx, order: &orders::Order) -> AppResult<()> {
    let write = async |tx: Transaction| {
        let now = ctx.now();
        let from = [OrderState::Open, OrderState::Expired, OrderState::Cancelled];
        if orders::set_state(&tx, order.id, &from, OrderState::Checking, now).await? {
            orders::start_checking(&tx, order.id, saturating_add(now, CHECKING_HOLD), now).await?;
        }
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await
}
