//! `POST /api/quote`: what a class or a package costs this student now (D19–D21).

use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tala_domain::booking::policy::{CancelledBy, PaidWith};
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::pricing::{Item, Package};
use tala_store::availabilities;
use utoipa::ToSchema;

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::Body;
use crate::http::json::Json;
use crate::services::current_user::Student;
use crate::services::quotes::price;
use crate::services::seats::{SlotSelector, check_offer};
use crate::views::problem::Problem;
use crate::views::quote::{CancellationPolicy, Quote};

/// What is to be bought: a slot, or a package of 4 or 8.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct QuoteRequest {
    /// A slot's `_id`.
    #[serde(default)]
    slot_id: Option<String>,
    /// When it starts, as shown.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = DateTime)]
    date_time: Option<Timestamp>,
    /// 4 or 8, instead of a slot.
    #[serde(default)]
    package_size: Option<u32>,
    /// A coupon's code.
    #[serde(default)]
    coupon_code: Option<String>,
}

/// The price.
#[derive(Serialize, ToSchema)]
pub(super) struct QuoteReply {
    success: bool,
    quote: Quote,
}

/// Says what a class or a package costs, line by line. Nothing is kept.
#[utoipa::path(post, path = "/api/quote", tag = "payments", request_body = QuoteRequest,
    responses((status = 200, body = QuoteReply), (status = "4XX", body = Problem)))]
pub(super) async fn quote(
    State(ctx): State<Ctx>,
    student: Student,
    Body(request): Body<QuoteRequest>,
) -> AppResult<Json<QuoteReply>> {
    let coupon = request.coupon_code.as_deref();
    let quote = match (&request.slot_id, request.package_size) {
        (Some(slot), None | Some(0)) => {
            let wanted = SlotSelector::parse(slot, student.teacher_id)?;
            let offering = availabilities::find_offering(ctx.store.read(), student.teacher_id).await?;
            let offering = offering.ok_or(ErrorCode::InvalidSlot)?;
            let offer = check_offer(&ctx, &offering, wanted, request.date_time).await?;
            let item = Item::Class { credit_cost: offer.credit_cost };
            let mut quote = Quote::from(&price(&ctx, &student, item, coupon).await?);
            let zones = (offering.zone(), student.person.time_zone.as_deref());
            let paid_with = if quote.total_minor == 0 { PaidWith::Coupon } else { PaidWith::Money };
            quote.policy = Some(CancellationPolicy::of(offer.start, paid_with, zones, CancelledBy::Student, ctx.now()));
            quote
        }
        (None, Some(size)) => {
            let package =
                Package::of(size).ok_or_else(|| FieldErrors::one("packageSize", "Packages have 4 or 8 classes."))?;
            Quote::from(&price(&ctx, &student, Item::Package(package), coupon).await?)
        }
        _ => return Err(FieldErrors::one("slotId", "Please name a class or a package.").into()),
    };
    Ok(Json(QuoteReply { success: true, quote }))
}
