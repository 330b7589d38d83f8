//! `POST /api/bulk-purchase`: opens an order for a package of credits (SPEC §3, §4, §7; D19, D20).

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::Number;
use tala_domain::error::FieldErrors;
use tala_domain::pricing::{Item, Package};
use tala_store::orders::Purpose;
use utoipa::ToSchema;

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::Body;
use crate::http::json::Json;
use crate::payments::create_booking::{parse_phone, require_shown_price};
use crate::services::current_user::BookingStudent;
use crate::services::payments::open_order::open_order;
use crate::services::payments::provider;
use crate::services::payments::purchase::PurchaseItem;
use crate::services::payments::reusable_orders::find_zero_price_order;
use crate::services::quotes::compute_quote;
use crate::views::order::{Order, load_order_view};
use crate::views::problem::PurchaseProblem;
use crate::views::quote::Quote;

/// A package to pay for (SPEC §7).
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct BulkPurchase {
    /// The signed-in student's email address.
    student_email: String,
    /// The student's phone number. Stored if present.
    #[serde(default)]
    student_phone: Option<String>,
    /// The number of credits, 4 or 8.
    package_size: u32,
    /// The total that the client displayed, in major units. A different total is rejected with the current quote (D19).
    #[schema(value_type = f64)]
    payment_amount: Number,
    /// The ISO 4217 code of `paymentAmount`.
    currency: String,
    /// Ignored; the coupon determines the discount.
    #[serde(default)]
    #[expect(dead_code, reason = "SPEC's clients send it")]
    #[schema(value_type = Option<f64>)]
    discount_applied: Option<serde_json::Value>,
    /// Ignored; the coupon determines the discount.
    #[serde(default)]
    #[expect(dead_code, reason = "SPEC's clients send it")]
    #[schema(value_type = Option<f64>)]
    discount_percent: Option<serde_json::Value>,
    /// A coupon code.
    #[serde(default)]
    coupon_code: Option<String>,
    /// Ignored; the server decides whether the promotion applies.
    #[serde(default)]
    #[expect(dead_code, reason = "SPEC's clients send it")]
    is_promotion: Option<bool>,
}

/// The order to pay at the provider's checkout (SPEC §3).
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct BulkPurchaseReply {
    success: bool,
    /// Whether the total is zero. The credits are available then.
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
    /// The price before discount and fees, in major units.
    base_price: f64,
    /// In major units.
    service_fee: f64,
    /// In major units.
    razorpay_fee: f64,
    teacher_id: String,
    quote: Quote,
}

/// Opens an order for a package of 4 or 8 credits.
#[utoipa::path(post, path = "/api/bulk-purchase", tag = "payments", request_body = BulkPurchase,
    responses((status = 200, body = BulkPurchaseReply), (status = 409, body = PurchaseProblem)))]
pub(super) async fn purchase_package(
    State(ctx): State<Ctx>,
    BookingStudent(student): BookingStudent,
    Body(request): Body<BulkPurchase>,
) -> AppResult<Json<BulkPurchaseReply>> {
    student.require_own_email(&request.student_email)?;
    let provider = provider(&ctx)?;
    let package = Package::from_size(request.package_size)
        .ok_or_else(|| FieldErrors::one("packageSize", "Packages have 4 or 8 classes."))?;
    let phone = parse_phone(&student, request.student_phone.as_deref())?;
    let attempt = async {
        let coupon = request.coupon_code.as_deref();
        let quoted = compute_quote(&ctx, &student, Item::Package(package), coupon).await?;
        require_shown_price(&quoted, &request.payment_amount, &request.currency)?;
        let item = PurchaseItem::Package(package.size());
        open_order(&ctx, provider, &student, item, &quoted, phone.as_deref()).await
    };
    let order = match Box::pin(attempt).await {
        // A double click on a package with a total of zero: the first request may have used up the coupon.
        Err(error) if error.may_be_repeated_request() && is_zero(&request.payment_amount) => {
            let size = package.size();
            find_zero_price_order(&ctx, &student, |order| order.purpose == Purpose::Package { size })
                .await?
                .ok_or(error)?
        }
        outcome => outcome?,
    };
    let is_fulfilled = order.lot_id.is_some();
    if is_fulfilled {
        ctx.job_enqueued.notify_one();
    }
    let order = load_order_view(&ctx, Some(provider), &order).await?;
    Ok(Json(BulkPurchaseReply {
        success: true,
        free: is_fulfilled,
        order_id: order.order_id.clone(),
        key_id: provider.key_id.clone(),
        amount: order.amount,
        currency: order.currency.clone(),
        base_price: order.quote.base_price,
        service_fee: order.quote.service_fee,
        razorpay_fee: order.quote.razorpay_fee,
        teacher_id: student.teacher_id.to_string(),
        quote: order.quote.clone(),
        order,
    }))
}

fn is_zero(amount: &Number) -> bool {
    amount.as_f64() == Some(0.0)
}
