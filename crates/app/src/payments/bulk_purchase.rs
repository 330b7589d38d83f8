//! `POST /api/bulk-purchase`: pays for a package of credits (SPEC §3, §4, §7; D19, D20).

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::Number;
use tala_domain::error::FieldErrors;
use tala_domain::pricing::{Item as PricedItem, Package};
use tala_store::orders::Purpose;
use utoipa::ToSchema;

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::Body;
use crate::http::json::Json;
use crate::payments::create_booking::{phone, require_shown_price};
use crate::services::current_user::Student;
use crate::services::payments::open_order::{Item, find_zero_price_order, open};
use crate::services::payments::provider;
use crate::services::quotes::price;
use crate::views::order::{Order, view};
use crate::views::problem::Problem;
use crate::views::problem::PurchaseProblem;
use crate::views::quote::Quote;

/// A package to be paid for (SPEC §7).
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct BulkPurchase {
    /// The student's address.
    student_email: String,
    /// Kept with the student when given.
    #[serde(default)]
    student_phone: Option<String>,
    /// 4 or 8.
    package_size: u32,
    /// What the student was shown, in major units. A difference is refused with the fresh quote (D19).
    #[schema(value_type = f64)]
    payment_amount: Number,
    /// The currency of that amount.
    currency: String,
    /// The discount as shown; the coupon counts.
    #[serde(default)]
    #[expect(dead_code, reason = "SPEC's clients send it")]
    #[schema(value_type = Option<f64>)]
    discount_applied: Option<serde_json::Value>,
    /// The discount as shown; the coupon counts.
    #[serde(default)]
    #[expect(dead_code, reason = "SPEC's clients send it")]
    #[schema(value_type = Option<f64>)]
    discount_percent: Option<serde_json::Value>,
    /// The coupon's code.
    #[serde(default)]
    coupon_code: Option<String>,
    /// Whether the promotion was shown; our clock counts.
    #[serde(default)]
    #[expect(dead_code, reason = "SPEC's clients send it")]
    is_promotion: Option<bool>,
}

/// The order to be paid at the provider's checkout (SPEC §3).
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct BulkPurchaseReply {
    success: bool,
    /// There was nothing to pay: the credits are there.
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
    /// In major units, as the other lines.
    base_price: f64,
    service_fee: f64,
    razorpay_fee: f64,
    teacher_id: String,
    quote: Quote,
}

/// Opens an order for 4 or 8 classes at the payment provider.
#[utoipa::path(post, path = "/api/bulk-purchase", tag = "payments", request_body = BulkPurchase,
    responses((status = 200, body = BulkPurchaseReply), (status = 409, body = PurchaseProblem), (status = "4XX", body = Problem)))]
pub(super) async fn bulk_purchase(
    State(ctx): State<Ctx>,
    student: Student,
    Body(request): Body<BulkPurchase>,
) -> AppResult<Json<BulkPurchaseReply>> {
    student.require_own_email(&request.student_email)?;
    let provider = provider(&ctx)?;
    let package = Package::of(request.package_size)
        .ok_or_else(|| FieldErrors::one("packageSize", "Packages have 4 or 8 classes."))?;
    let phone = phone(request.student_phone.as_deref())?;
    let attempt = async {
        let priced = price(&ctx, &student, PricedItem::Package(package), request.coupon_code.as_deref()).await?;
        require_shown_price(&priced, &request.payment_amount, &request.currency)?;
        open(&ctx, provider, &student, Item::Package(package.size()), &priced, phone.as_deref()).await
    };
    let order = match Box::pin(attempt).await {
        // A second click on a package that costs nothing.
        Err(error) if error.is_conflict() && is_nothing(&request.payment_amount) => {
            let size = package.size();
            find_zero_price_order(&ctx, &student, |order| order.purpose == Purpose::Package { size })
                .await?
                .ok_or(error)?
        }
        other => other?,
    };
    let free = order.lot_id.is_some();
    if free {
        ctx.work_filed.notify_one();
    }
    let order = view(&ctx, Some(provider), &order).await?;
    Ok(Json(BulkPurchaseReply {
        success: true,
        free,
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

fn is_nothing(amount: &Number) -> bool {
    amount.as_f64() == Some(0.0)
}
