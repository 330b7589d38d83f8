//! `POST /create-booking`: opens an order for one class (SPEC §4, §7; D19, D23).

use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Number, Value};
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::identity::Phone;
use tala_domain::ids::TeacherId;
use tala_domain::money::{Currency, Money};
use tala_domain::payments::OrderState;
use tala_domain::pricing::Item;
use tala_store::availabilities;
use tala_store::bookings;
use tala_store::orders;
use utoipa::ToSchema;

use crate::context::{Ctx, Payments};
use crate::error::AppResult;
use crate::http::extract::Body;
use crate::http::json::Json;
use crate::services::current_user::{BookingStudent, Student};
use crate::services::payments::error::PaymentError;
use crate::services::payments::open_order::open_order;
use crate::services::payments::provider;
use crate::services::payments::purchase::PurchaseItem;
use crate::services::payments::reusable_orders::find_zero_price_order;
use crate::services::quotes::{QuoteWithCoupon, compute_quote};
use crate::services::seats::{SlotSelector, check_bookable, with_available_slots};
use crate::views::booking::Booking;
use crate::views::order::{Order, load_order_view};
use crate::views::problem::PurchaseProblem;
use crate::views::quote::Quote;

/// A class to pay for (SPEC §7). Ids and email address must be the signed-in student's (D4).
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CreateBooking {
    /// The slot's `_id`.
    slot_id: String,
    /// The start of the class that the client displayed.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = DateTime)]
    date_time: Option<Timestamp>,
    /// Ignored; the stored name is used.
    #[serde(default)]
    #[expect(dead_code, reason = "SPEC's clients send it")]
    student_name: Option<String>,
    /// The signed-in student's email address.
    student_email: String,
    /// The student's phone number. Stored if present.
    #[serde(default)]
    student_phone: Option<String>,
    /// The total that the client displayed, in major units. A different total is rejected with the current quote (D19).
    #[schema(value_type = f64)]
    payment_amount: Number,
    /// The ISO 4217 code of `paymentAmount`.
    currency: String,
    /// A coupon code, `null` or `false`.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    coupon_applied: Option<Value>,
    /// The id of the student's teacher.
    teacher_id: String,
    /// Ignored; the stored teacher is used.
    #[serde(default)]
    #[expect(dead_code, reason = "SPEC's clients send it")]
    referral_code: Option<String>,
    /// Ignored; the slot's `_id` determines it.
    #[serde(default)]
    #[expect(dead_code, reason = "SPEC's clients send it")]
    is_virtual_slot: Option<bool>,
}

/// The order to pay at the provider's checkout, or the booking if the total is zero.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CreateBookingReply {
    success: bool,
    /// Whether the total is zero. The class is booked then.
    free: bool,
    order: Order,
    /// The provider's order id.
    #[schema(required)]
    order_id: Option<String>,
    /// The provider's public key.
    key_id: String,
    /// The amount to charge, in minor units.
    amount: i64,
    /// ISO 4217 code.
    currency: String,
    quote: Quote,
    /// The booking, if the total is zero.
    #[schema(required)]
    booking: Option<Booking>,
}

/// Opens an order for one class and holds the seat for 15 minutes.
///
/// A repeated request returns the same order.
#[utoipa::path(post, path = "/create-booking", tag = "payments", request_body = CreateBooking,
    responses((status = 200, body = CreateBookingReply), (status = 409, body = PurchaseProblem)))]
pub(super) async fn create_booking(
    State(ctx): State<Ctx>,
    BookingStudent(student): BookingStudent,
    Body(request): Body<CreateBooking>,
) -> AppResult<Json<CreateBookingReply>> {
    order_class(&ctx, &student, &request).await.map(Json)
}

/// Opens an order for one class, like `create_booking`.
#[utoipa::path(post, path = "/api/create-booking", tag = "payments", request_body = CreateBooking,
    responses((status = 200, body = CreateBookingReply), (status = 409, body = PurchaseProblem)))]
pub(super) async fn create_booking_under_api(
    State(ctx): State<Ctx>,
    BookingStudent(student): BookingStudent,
    Body(request): Body<CreateBooking>,
) -> AppResult<Json<CreateBookingReply>> {
    order_class(&ctx, &student, &request).await.map(Json)
}

async fn order_class(ctx: &Ctx, student: &Student, request: &CreateBooking) -> AppResult<CreateBookingReply> {
    student.require_own_email(&request.student_email)?;
    let teacher: TeacherId = request.teacher_id.parse().map_err(|_| ErrorCode::InvalidSlot)?;
    if teacher != student.teacher_id {
        return Err(ErrorCode::ForbiddenSubject.into());
    }
    let provider = provider(ctx)?;
    let phone = parse_phone(student, request.student_phone.as_deref())?;
    let selector = SlotSelector::parse(&request.slot_id, teacher)?;
    let teacher_availability =
        availabilities::find_by_approved_teacher(ctx.store.read(), teacher).await?.ok_or(ErrorCode::InvalidSlot)?;
    let attempt = async {
        let slot = check_bookable(ctx, &teacher_availability, selector, request.date_time).await?;
        let item = Item::Class { credit_cost: slot.credit_cost };
        let coupon = coupon_code(request.coupon_applied.as_ref());
        let quoted = compute_quote(ctx, student, item, coupon).await?;
        require_shown_price(&quoted, &request.payment_amount, &request.currency)?;
        open_order(ctx, provider, student, PurchaseItem::Class(slot), &quoted, phone.as_deref()).await
    };
    let order = match Box::pin(attempt).await {
        Err(error) if error.may_be_repeated_request() => {
            match (find_zero_price_order(ctx, student, |order| selector.matches(order)).await?, error) {
                (Some(order), _) => order,
                (None, PaymentError::Seat(reason)) => {
                    return Err(with_available_slots(ctx, student.id(), &teacher_availability, selector, reason)
                        .await?
                        .into());
                }
                (None, error) => return Err(error.into()),
            }
        }
        outcome => outcome?,
    };
    booking_reply(ctx, provider, &order).await
}

async fn booking_reply(ctx: &Ctx, provider: &Payments, order: &orders::Order) -> AppResult<CreateBookingReply> {
    let booking = match order.booking_id {
        Some(id) => bookings::find_by_id(ctx.store.read(), id).await?,
        None => None,
    };
    if order.state == OrderState::Booked {
        ctx.job_enqueued.notify_one();
    }
    let order = load_order_view(ctx, Some(provider), order).await?;
    Ok(CreateBookingReply {
        success: true,
        free: booking.is_some(),
        order_id: order.order_id.clone(),
        key_id: provider.key_id.clone(),
        amount: order.amount,
        currency: order.currency.clone(),
        quote: order.quote.clone(),
        booking: booking.map(|booking| Booking::for_student(&booking, ctx.now())),
        order,
    })
}

/// Parses the optional phone number of a purchase request.
pub(super) fn parse_phone(student: &Student, text: Option<&str>) -> AppResult<Option<String>> {
    let phone = Phone::parse_change(text.unwrap_or_default(), student.account_holder().phone.as_deref());
    let phone = phone.map_err(|error| error.for_field("studentPhone"))?;
    Ok(phone.map(|phone| phone.as_str().to_owned()))
}

/// Returns the coupon code. SPEC's clients send a code, `null` or `false`.
pub(super) fn coupon_code(value: Option<&Value>) -> Option<&str> {
    value.and_then(Value::as_str).map(str::trim).filter(|code| !code.is_empty())
}

/// Checks that the price is the one that the student was shown (D19).
pub(super) fn require_shown_price(
    quoted: &QuoteWithCoupon,
    amount: &Number,
    currency: &str,
) -> Result<(), PaymentError> {
    let total = quoted.quote.total;
    let shown = Currency::parse(currency)
        .ok_or_else(|| PaymentError::Invalid(FieldErrors::one("currency", "INR or USD")))
        .map(|currency| Money::from_major_text(&amount.to_string(), currency))?;
    if shown == Some(total) { Ok(()) } else { Err(PaymentError::PriceChanged(Box::new(Quote::from(quoted)))) }
}
