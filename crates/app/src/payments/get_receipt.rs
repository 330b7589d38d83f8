//! `GET /api/orders/{id}/receipt`.

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::IdPath;
use crate::http::json::Json;
use crate::payments::get_own_order::get_own_order;
use crate::services::current_user::Student;
use crate::views::order::{Order, load_order_view};
use axum::extract::State;
use jiff::Timestamp;
use serde::Serialize;
use tala_domain::error::ErrorCode;
use tala_domain::ids::OrderId;
use tala_domain::money::Money;
use tala_store::orders::{self, Purpose};
use tala_store::{payments, people};
use utoipa::ToSchema;

/// The receipt of an order.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Receipt {
    receipt_number: i64,
    #[schema(value_type = String, format = DateTime)]
    issued_at: Timestamp,
    seller: Seller,
    buyer: Buyer,
    lines: Vec<ReceiptLine>,
    /// In major units.
    total: f64,
    /// ISO 4217 code.
    currency: String,
    #[schema(required)]
    payment_method: Option<String>,
    /// The provider's payment id.
    #[schema(required)]
    payment_id: Option<String>,
    #[schema(value_type = String, format = DateTime)]
    paid_at: Timestamp,
    order: Order,
}

/// The seller on a receipt.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Seller {
    name: String,
    address: String,
    support_email: String,
}

/// The buyer on a receipt.
#[derive(Serialize, ToSchema)]
pub(super) struct Buyer {
    name: String,
    #[schema(required)]
    email: Option<String>,
}

/// One line of a receipt.
#[derive(Serialize, ToSchema)]
pub(super) struct ReceiptLine {
    label: String,
    /// In major units; a discount is negative.
    amount: f64,
}

/// Returns the receipt of a paid order.
#[utoipa::path(get, path = "/api/orders/{id}/receipt", tag = "payments",
    params(("id" = String, Path, description = "The order's `_id`")),
    responses((status = 200, body = Receipt)))]
pub(super) async fn get_receipt(
    State(ctx): State<Ctx>,
    student: Student,
    IdPath(id): IdPath<OrderId>,
) -> AppResult<Json<Receipt>> {
    let order = get_own_order(&ctx, &student, id).await?;
    let (Some(receipt_number), Some(paid_at)) = (order.receipt_number, order.paid_at) else {
        return Err(ErrorCode::NotFound.into());
    };
    let payment = match order.payment_id {
        Some(id) => payments::find_by_id(ctx.store.read(), id).await?,
        None => None,
    };
    let settings = &ctx.settings;
    // The other guardian may have bought.
    let buyer = match order.buyer_id {
        Some(id) => people::find_by_id(ctx.store.read(), id).await?,
        None => None,
    };
    let buyer = buyer.as_ref().unwrap_or_else(|| student.account_holder());
    Ok(Json(Receipt {
        receipt_number,
        issued_at: paid_at,
        seller: Seller {
            name: settings.product_name.clone(),
            address: settings.postal_address.clone(),
            support_email: settings.support_email.clone(),
        },
        buyer: Buyer { name: buyer.name.clone(), email: buyer.email.clone() },
        lines: receipt_lines(&order),
        total: order.price.total().to_major(),
        currency: order.price.currency.code().to_owned(),
        payment_method: payment.as_ref().and_then(|payment| payment.method.clone()),
        payment_id: payment.map(|payment| payment.provider_payment_id),
        paid_at,
        order: load_order_view(&ctx, ctx.payments.as_ref(), &order).await?,
    }))
}

/// The client translates the labels, by these texts (`copy/serverItems.ts`).
fn receipt_lines(order: &orders::Order) -> Vec<ReceiptLine> {
    let price = &order.price;
    let line = |label: String, minor: i64| ReceiptLine { label, amount: Money::new(minor, price.currency).to_major() };
    let mut lines = vec![match order.purpose {
        Purpose::Class { class_type, .. } => line(format!("{} class", class_type.as_str()), price.base),
        Purpose::Package { size } => line(format!("{size} class credits"), price.base),
    }];
    if price.discount > 0 {
        let code = order.coupon.as_ref().map_or("", |(_, code)| code.as_str());
        lines.push(line(format!("Coupon {code} ({}%)", price.discount_percent), price.discount.saturating_neg()));
    }
    if price.service_fee > 0 {
        lines.push(line("Platform fee".to_owned(), price.service_fee));
    }
    if price.provider_fee > 0 {
        lines.push(line("Payment provider fee".to_owned(), price.provider_fee));
    }
    lines
}
