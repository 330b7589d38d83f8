//! `POST /api/quote`: computes a quote for a class or a package (D19–D21).

use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tala_domain::booking::policy::PaidWith;
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::pricing::{Item, Package};
use tala_store::availabilities;
use utoipa::ToSchema;

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::Body;
use crate::http::json::Json;
use crate::services::current_user::Student;
use crate::services::quotes::compute_quote;
use crate::services::seats::{SlotSelector, check_bookable};
use crate::views::quote::{CancellationPolicy, Quote};

/// The item to quote: either a slot or a package.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct QuoteRequest {
    /// The `_id` of a slot.
    #[serde(default)]
    slot_id: Option<String>,
    /// The start of the class that the client displayed.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = DateTime)]
    date_time: Option<Timestamp>,
    /// The size of a package, 4 or 8. Requires `slotId` to be absent.
    #[serde(default)]
    package_size: Option<u32>,
    /// A coupon code.
    #[serde(default)]
    coupon_code: Option<String>,
}

/// A quote.
#[derive(Serialize, ToSchema)]
pub(super) struct QuoteReply {
    success: bool,
    quote: Quote,
}

/// Computes the price of a class or a package, line by line.
#[utoipa::path(post, path = "/api/quote", tag = "payments", request_body = QuoteRequest,
    responses((status = 200, body = QuoteReply)))]
pub(super) async fn create_quote(
    State(ctx): State<Ctx>,
    student: Student,
    Body(request): Body<QuoteRequest>,
) -> AppResult<Json<QuoteReply>> {
    let coupon = request.coupon_code.as_deref();
    let quote = match (&request.slot_id, request.package_size) {
        (Some(slot), None | Some(0)) => {
            let selector = SlotSelector::parse(slot, student.teacher_id)?;
            let teacher_availability =
                availabilities::find_by_approved_teacher(ctx.store.read(), student.teacher_id).await?;
            let teacher_availability = teacher_availability.ok_or(ErrorCode::InvalidSlot)?;
            let slot = check_bookable(&ctx, &teacher_availability, selector, request.date_time).await?;
            let item = Item::Class { credit_cost: slot.credit_cost };
            let mut quote = Quote::from(&compute_quote(&ctx, &student, item, coupon).await?);
            let (teacher_zone, student_zone) =
                (teacher_availability.zone(), student.account_holder().time_zone.as_deref());
            let paid_with = if quote.total_minor == 0 { PaidWith::Coupon } else { PaidWith::Money };
            let policy = CancellationPolicy::of(slot.start, paid_with, teacher_zone, student_zone, ctx.now());
            quote.policy = Some(policy);
            quote
        }
        (None, Some(size)) => {
            let package = Package::from_size(size)
                .ok_or_else(|| FieldErrors::one("packageSize", "Packages have 4 or 8 classes."))?;
            Quote::from(&compute_quote(&ctx, &student, Item::Package(package), coupon).await?)
        }
        _ => return Err(FieldErrors::one("slotId", "Please name a class or a package.").into()),
    };
    Ok(Json(QuoteReply { success: true, quote }))
}
