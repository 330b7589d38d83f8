//! `POST /api/payment-success` and `/api/payment-success-bulk`: the browser says that it has paid (SPEC §7; D23). What it
//! brings is only a hint: the signature shows that the payment is one of this order, the provider says whether its money
//! has arrived.

use axum::extract::State;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use tala_domain::credits::balance;
use tala_domain::error::ErrorCode;
use tala_domain::payments::{OrderState, RefundReason};
use tala_domain::time::later;
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
use crate::views::order::{Order, view};
use crate::views::problem::Problem;
use crate::views::problem::PurchaseProblem;

/// A purchase is kept so long for a payment that the provider could not confirm at once: as long as reconciliation looks.
const KEPT_WHILE_CHECKING: SignedDuration = SignedDuration::from_hours(6 * 24);

/// What the provider's checkout handed to the browser.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct PaymentSuccessRequest {
    /// The provider's order id.
    order_id: String,
    /// The provider's payment id.
    payment_id: String,
    /// Its proof.
    signature: String,
    /// What was bought, as shown; the stored order counts.
    #[serde(default, rename = "purchaseDetails")]
    #[expect(dead_code, reason = "SPEC's clients send it")]
    #[schema(value_type = Option<Object>)]
    purchase_details: Option<serde_json::Value>,
}

/// How the purchase of a class ended.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PaymentSuccessReply {
    /// The class is booked. Otherwise the money goes back.
    success: bool,
    /// Why the class is not booked, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'static str>,
    order: Order,
    /// Missing when the money had to go back; `order.reason` says why.
    #[schema(required)]
    booking: Option<Booking>,
}

/// How the purchase of a package ended.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PaymentSuccessBulkReply {
    /// The credits are there. Otherwise the money goes back.
    success: bool,
    /// Why the credits are not there, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'static str>,
    order: Order,
    /// What can be spent now.
    class_credits: u32,
    #[schema(required, value_type = Option<String>, format = DateTime)]
    class_credits_expiry: Option<Timestamp>,
}

/// Confirms a paid class. 503 `payment_pending` while the provider cannot say: the seat is kept; poll the order.
#[utoipa::path(post, path = "/api/payment-success", tag = "payments", request_body = PaymentSuccessRequest,
    responses((status = 200, body = PaymentSuccessReply), (status = "4XX", body = Problem), (status = 503, body = PurchaseProblem)))]
pub(super) async fn payment_success(
    State(ctx): State<Ctx>,
    student: Student,
    Body(request): Body<PaymentSuccessRequest>,
) -> AppResult<Json<PaymentSuccessReply>> {
    let (provider, order) = Box::pin(confirm(&ctx, &student, &request)).await?;
    let booking = match order.booking_id {
        Some(id) => bookings::find_by_id(ctx.store.read(), id).await?,
        None => None,
    };
    let booking = booking.map(|booking| Booking::of_student(&booking, ctx.now()));
    let error = shortfall(&order);
    let order = view(&ctx, Some(provider), &order).await?;
    Ok(Json(PaymentSuccessReply { success: error.is_none(), error, order, booking }))
}

/// Confirms a paid package. 503 `payment_pending` while the provider cannot say; poll the order.
#[utoipa::path(post, path = "/api/payment-success-bulk", tag = "payments", request_body = PaymentSuccessRequest,
    responses((status = 200, body = PaymentSuccessBulkReply), (status = "4XX", body = Problem), (status = 503, body = PurchaseProblem)))]
pub(super) async fn payment_success_bulk(
    State(ctx): State<Ctx>,
    student: Student,
    Body(request): Body<PaymentSuccessRequest>,
) -> AppResult<Json<PaymentSuccessBulkReply>> {
    let (provider, order) = Box::pin(confirm(&ctx, &student, &request)).await?;
    let lots = credits::list_open(ctx.store.read(), student.person.id, student.teacher_id).await?;
    let lots: Vec<_> = lots.iter().map(|stored| stored.lot).collect();
    let balance = balance(&lots, ctx.now());
    let error = shortfall(&order);
    Ok(Json(PaymentSuccessBulkReply {
        success: error.is_none(),
        error,
        order: view(&ctx, Some(provider), &order).await?,
        class_credits: balance.available,
        class_credits_expiry: balance.next_expiry,
    }))
}

/// Why a payment has not brought what it was for.
fn shortfall(order: &orders::Order) -> Option<&'static str> {
    match order.state {
        OrderState::Booked | OrderState::Credited => None,
        _ => Some(order.reason.map_or(ErrorCode::OrderClosed.message(), RefundReason::sentence)),
    }
}

async fn confirm<'a>(
    ctx: &'a Ctx,
    student: &Student,
    request: &PaymentSuccessRequest,
) -> AppResult<(&'a Payments, orders::Order)> {
    let provider = provider(ctx)?;
    let order = orders::find_by_provider_id(ctx.store.read(), &request.order_id).await?;
    let order = order.filter(|order| order.student_id == student.person.id).ok_or(ErrorCode::PaymentNotVerified)?;
    // Our own copy of the provider's order id goes into the proof, never the browser's.
    let known = order.provider_order_id.as_deref().unwrap_or_default();
    if !verify_payment_signature(&provider.key_secret, known, &request.payment_id, &request.signature) {
        tracing::warn!(order = %order.id, "a payment's signature does not hold");
        return Err(ErrorCode::PaymentNotVerified.into());
    }
    match apply_payment(ctx, provider, &request.payment_id).await {
        // Reconciliation asks again later.
        Ok(_) | Err(PaymentError::ProviderUnavailable) => {}
        Err(error) => return Err(error.into()),
    }
    let order = reread(ctx, &order).await?;
    // Whatever the reason, money may be on its way: nobody pays again until the provider has said.
    if order.state.awaits_money() {
        keep_while_checking(ctx, &order).await?;
        let order = view(ctx, Some(provider), &reread(ctx, &order).await?).await?;
        return Err(AppError::new(ErrorCode::PaymentPending).with("order", order));
    }
    Ok((provider, order))
}

async fn reread(ctx: &Ctx, order: &orders::Order) -> AppResult<orders::Order> {
    let order = orders::find_by_id(ctx.store.read(), order.id).await?;
    order.ok_or_else(|| AppError::internal("an order vanished"))
}

async fn keep_while_checking(ctx: &Ctx, order: &orders::Order) -> AppResult<()> {
    let write = async |tx: Transaction| {
        let now = ctx.now();
        let from = [OrderState::Open, OrderState::Expired, OrderState::Cancelled];
        if orders::set_state(&tx, order.id, &from, OrderState::Checking, now).await? {
            orders::start_checking(&tx, order.id, later(now, KEPT_WHILE_CHECKING), now).await?;
        }
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await
}
