//! `POST /create-booking`: pays for one class (SPEC §4, §7; D19, D23).

use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Number, Value};
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::identity::Phone;
use tala_domain::ids::PersonId;
use tala_domain::money::{Currency, Money};
use tala_domain::payments::OrderState;
use tala_domain::pricing::Item as PricedItem;
use tala_store::availabilities;
use tala_store::bookings;
use tala_store::orders;
use utoipa::ToSchema;

use crate::context::{Ctx, Payments};
use crate::error::AppResult;
use crate::http::extract::Body;
use crate::http::json::Json;
use crate::services::current_user::Student;
use crate::services::payments::error::PaymentError;
use crate::services::payments::open_order::{Item, find_zero_price_order, open};
use crate::services::payments::provider;
use crate::services::quotes::{Priced, price};
use crate::services::seats::{SlotSelector, check_offer, with_fresh_slots};
use crate::views::booking::Booking;
use crate::views::order::{Order, view};
use crate::views::problem::Problem;
use crate::views::problem::PurchaseProblem;
use crate::views::quote::Quote;

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
pub(super) struct CreateBookingReply {
    success: bool,
    /// There was nothing to pay: `booking` is made.
    free: bool,
    order: Order,
    /// The provider's order id.
    #[schema(required)]
    order_id: Option<String>,
    /// The provider's public key.
    key_id: String,
    /// What is charged, in minor units.
    amount: i64,
    currency: String,
    quote: Quote,
    #[schema(required)]
    booking: Option<Booking>,
}

/// Holds the seat for 15 minutes and opens an order at the payment provider. Sent twice, it is one order.
#[utoipa::path(post, path = "/create-booking", tag = "payments", request_body = CreateBooking,
    responses((status = 200, body = CreateBookingReply), (status = 409, body = PurchaseProblem), (status = "4XX", body = Problem)))]
pub(super) async fn create_booking(
    State(ctx): State<Ctx>,
    student: Student,
    Body(request): Body<CreateBooking>,
) -> AppResult<Json<CreateBookingReply>> {
    run(&ctx, &student, &request).await.map(Json)
}

/// The same under `/api`.
#[utoipa::path(post, path = "/api/create-booking", tag = "payments", request_body = CreateBooking,
    responses((status = 200, body = CreateBookingReply), (status = 409, body = PurchaseProblem), (status = "4XX", body = Problem)))]
pub(super) async fn create_booking_alias(
    State(ctx): State<Ctx>,
    student: Student,
    Body(request): Body<CreateBooking>,
) -> AppResult<Json<CreateBookingReply>> {
    run(&ctx, &student, &request).await.map(Json)
}

async fn run(ctx: &Ctx, student: &Student, request: &CreateBooking) -> AppResult<CreateBookingReply> {
    student.require_own_email(&request.student_email)?;
    let teacher: PersonId = request.teacher_id.parse().map_err(|_| ErrorCode::InvalidSlot)?;
    if teacher != student.teacher_id {
        return Err(ErrorCode::NotYourself.into());
    }
    let provider = provider(ctx)?;
    let phone = phone(request.student_phone.as_deref())?;
    let wanted = SlotSelector::parse(&request.slot_id, teacher)?;
    let offering = availabilities::find_offering(ctx.store.read(), teacher).await?.ok_or(ErrorCode::InvalidSlot)?;
    let attempt = async {
        let offer = check_offer(ctx, &offering, wanted, request.date_time).await?;
        let item = PricedItem::Class { credit_cost: offer.credit_cost };
        let coupon = coupon_code(request.coupon_applied.as_ref());
        let priced = price(ctx, student, item, coupon).await?;
        require_shown_price(&priced, &request.payment_amount, &request.currency)?;
        open(ctx, provider, student, Item::Class(offer), &priced, phone.as_deref()).await
    };
    let order = match Box::pin(attempt).await {
        Err(error) if error.is_conflict() => {
            match (find_zero_price_order(ctx, student, |order| wanted.matches(order)).await?, error) {
                (Some(order), _) => order,
                (None, PaymentError::Seat(reason)) => {
                    return Err(with_fresh_slots(ctx, student.person.id, &offering, wanted, reason).await?.into());
                }
                (None, error) => return Err(error.into()),
            }
        }
        outcome => outcome?,
    };
    created(ctx, provider, &order).await
}

async fn created(ctx: &Ctx, provider: &Payments, order: &orders::Order) -> AppResult<CreateBookingReply> {
    let booking = match order.booking_id {
        Some(id) => bookings::find_by_id(ctx.store.read(), id).await?,
        None => None,
    };
    if order.state == OrderState::Booked {
        ctx.work_filed.notify_one();
    }
    let order = view(ctx, Some(provider), order).await?;
    Ok(CreateBookingReply {
        success: true,
        free: booking.is_some(),
        order_id: order.order_id.clone(),
        key_id: provider.key_id.clone(),
        amount: order.amount,
        currency: order.currency.clone(),
        quote: order.quote.clone(),
        booking: booking.map(|booking| Booking::of_student(&booking, ctx.now())),
        order,
    })
}

/// A phone number to keep.
pub(super) fn phone(text: Option<&str>) -> AppResult<Option<String>> {
    let phone = Phone::parse(text.unwrap_or_default()).map_err(|error| error.at("studentPhone"))?;
    Ok(phone.map(|phone| phone.as_str().to_owned()))
}

/// SPEC's clients send a code, `null` or `false`.
pub(super) fn coupon_code(value: Option<&Value>) -> Option<&str> {
    value.and_then(Value::as_str).map(str::trim).filter(|code| !code.is_empty())
}

/// Checks that the price is the one that the student was shown (D19).
pub(super) fn require_shown_price(priced: &Priced, amount: &Number, currency: &str) -> Result<(), PaymentError> {
    let total = priced.quote.total;
    let shown = Currency::parse(currency)
        .ok_or_else(|| PaymentError::Invalid(FieldErrors::one("currency", "INR or USD")))
        .map(|currency| Money::from_major_text(&amount.to_string(), currency))?;
    if shown == Some(total) { Ok(()) } else { Err(PaymentError::PriceChanged(Box::new(Quote::from(priced)))) }
}
