//! `POST /create-booking`: pays for one class (SPEC §4, §7; D19, D23).

use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Number, Value};
use tala_domain::booking::BookingError;
use tala_domain::error::{ErrorClass, ErrorCode, FieldErrors};
use tala_domain::identity::Phone;
use tala_domain::ids::PersonId;
use tala_domain::money::{Currency, Money};
use tala_domain::payments::OrderState;
use tala_domain::pricing::Item as PricedItem;
use tala_store::availabilities;
use tala_store::bookings;
use tala_store::orders::Order;
use utoipa::ToSchema;

use super::open::{Item, find_free, open};
use super::views::{OrderView, view};
use crate::context::{Ctx, Payments};
use crate::error::{ApiError, ApiResult, Problem};
use crate::extract::{Body, Student};
use crate::json::Json;
use crate::prices::{Priced, QuoteView, price};
use crate::seats::{Wanted, check_offer, explain};
use crate::views::BookingView;

/// A class to be paid for (SPEC §7). All that names a person is checked against who is signed in (D4).
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CreateBooking {
    /// The slot's `_id`.
    slot_id: String,
    /// When the class starts, as shown.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = DateTime)]
    date_time: Option<Timestamp>,
    /// The student's name as shown; the stored one counts.
    #[serde(default)]
    #[expect(dead_code, reason = "SPEC's clients send it")]
    student_name: Option<String>,
    /// The student's address.
    student_email: String,
    /// Kept with the student when given.
    #[serde(default)]
    student_phone: Option<String>,
    /// What the student was shown, in major units. A difference is refused with the fresh quote (D19).
    #[schema(value_type = f64)]
    payment_amount: Number,
    /// The currency of that amount.
    currency: String,
    /// The coupon's code, or nothing.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    coupon_applied: Option<Value>,
    /// The slot's teacher.
    teacher_id: String,
    /// The code with which the student came; the stored teacher counts.
    #[serde(default)]
    #[expect(dead_code, reason = "SPEC's clients send it")]
    referral_code: Option<String>,
    /// Whether the slot is virtual; the slot's id says so itself.
    #[serde(default)]
    #[expect(dead_code, reason = "SPEC's clients send it")]
    is_virtual_slot: Option<bool>,
}

/// The order to be paid at the provider's checkout, or the booking when there is nothing to pay.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CreateBookingReply)]
pub(super) struct Created {
    success: bool,
    /// There was nothing to pay: `booking` is made.
    free: bool,
    order: OrderView,
    /// The provider's order id.
    #[schema(required)]
    order_id: Option<String>,
    /// The provider's public key.
    key_id: String,
    /// What is charged, in minor units.
    amount: i64,
    currency: String,
    quote: QuoteView,
    #[schema(required)]
    booking: Option<BookingView>,
}

/// Holds the seat for 15 minutes and opens an order at the payment provider. Sent twice, it is one order.
#[utoipa::path(post, path = "/create-booking", tag = "payments", request_body = CreateBooking,
    responses((status = 200, body = Created), (status = "4XX", body = Problem)))]
pub(super) async fn create_booking(
    State(ctx): State<Ctx>,
    student: Student,
    Body(request): Body<CreateBooking>,
) -> ApiResult<Json<Created>> {
    run(&ctx, &student, &request).await.map(Json)
}

/// The same under `/api`.
#[utoipa::path(post, path = "/api/create-booking", tag = "payments", request_body = CreateBooking,
    responses((status = 200, body = Created), (status = "4XX", body = Problem)))]
pub(super) async fn create_booking_alias(
    State(ctx): State<Ctx>,
    student: Student,
    Body(request): Body<CreateBooking>,
) -> ApiResult<Json<Created>> {
    run(&ctx, &student, &request).await.map(Json)
}

async fn run(ctx: &Ctx, student: &Student, request: &CreateBooking) -> ApiResult<Created> {
    student.must_own_email(&request.student_email)?;
    let teacher: PersonId = request.teacher_id.parse().map_err(|_| ErrorCode::InvalidSlot)?;
    if teacher != student.teacher_id {
        return Err(ErrorCode::NotYourself.into());
    }
    let desk = desk(ctx)?;
    let phone = phone(request.student_phone.as_deref())?;
    let wanted = Wanted::parse(&request.slot_id, teacher)?;
    let offering = availabilities::find_offering(ctx.store.read(), teacher).await?.ok_or(ErrorCode::InvalidSlot)?;
    let attempt = async {
        let offer = check_offer(ctx, &offering, wanted, request.date_time).await?;
        let item = PricedItem::Class { credit_cost: offer.credit_cost };
        let coupon = coupon_code(request.coupon_applied.as_ref());
        let priced = price(ctx, student, item, coupon).await?;
        must_agree(&priced, &request.payment_amount, &request.currency)?;
        open(ctx, desk, student, Item::Class(offer), &priced, phone.as_deref()).await
    };
    let order = match Box::pin(attempt).await {
        Err(refusal) if refusal.code().class() == ErrorClass::Conflict => {
            match find_free(ctx, student, |order| wanted.is_of(order)).await? {
                Some(order) => order,
                None if is_about_slot(&refusal) => {
                    return Err(explain(ctx, student.person.id, &offering, wanted, refusal).await?);
                }
                None => return Err(refusal),
            }
        }
        other => other?,
    };
    created(ctx, desk, &order).await
}

fn is_about_slot(refusal: &ApiError) -> bool {
    let error = [
        BookingError::SlotTaken,
        BookingError::TooSoon,
        BookingError::TooFar,
        BookingError::StudentBusy,
        BookingError::CostMismatch,
    ];
    error.iter().any(|error| error.code() == refusal.code())
}

async fn created(ctx: &Ctx, desk: &Payments, order: &Order) -> ApiResult<Created> {
    let booking = match order.booking_id {
        Some(id) => bookings::find_by_id(ctx.store.read(), id).await?,
        None => None,
    };
    if order.state == OrderState::Booked {
        ctx.work_filed.notify_one();
    }
    let order = view(ctx, Some(desk), order).await?;
    Ok(Created {
        success: true,
        free: booking.is_some(),
        order_id: order.order_id.clone(),
        key_id: desk.key_id.clone(),
        amount: order.amount,
        currency: order.currency.clone(),
        quote: order.quote.clone(),
        booking: booking.map(|booking| BookingView::of_student(&booking, ctx.now())),
        order,
    })
}

/// The payment provider, if there is one.
pub(super) fn desk(ctx: &Ctx) -> ApiResult<&Payments> {
    ctx.payments.as_ref().ok_or_else(|| ErrorCode::PaymentUnavailable.into())
}

/// A phone number to keep.
pub(super) fn phone(text: Option<&str>) -> ApiResult<Option<String>> {
    let phone = Phone::parse(text.unwrap_or_default()).map_err(|error| error.at("studentPhone"))?;
    Ok(phone.map(|phone| phone.as_str().to_owned()))
}

/// SPEC's clients send a code, `null` or `false`.
pub(super) fn coupon_code(value: Option<&Value>) -> Option<&str> {
    value.and_then(Value::as_str).map(str::trim).filter(|code| !code.is_empty())
}

/// Refuses what the student was shown when it is no longer the price (D19).
pub(super) fn must_agree(priced: &Priced, amount: &Number, currency: &str) -> ApiResult<()> {
    let total = priced.quote.total;
    let shown = Currency::parse(currency)
        .ok_or_else(|| FieldErrors::one("currency", "INR or USD"))
        .map(|currency| Money::from_major_text(&amount.to_string(), currency))?;
    if shown == Some(total) {
        return Ok(());
    }
    Err(ApiError::new(ErrorCode::PriceChanged).with("quote", QuoteView::fresh(priced)))
}
