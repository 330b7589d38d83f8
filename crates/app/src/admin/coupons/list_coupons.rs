//! `GET /api/admin/coupons`.

use crate::admin::access::Admin;
use crate::admin::pagination::{Page, PageRequest};
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::QueryParams;
use crate::http::json::Json;
use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tala_domain::ids::CouponId;
use tala_domain::money::Currency;
use tala_store::coupons::{self, CouponDetails};
use utoipa::{IntoParams, ToSchema};

/// Page of the coupon list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct CouponsQuery {
    limit: Option<u32>,
    after: Option<String>,
}

/// A coupon.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminCoupon {
    #[serde(rename = "_id")]
    pub(super) id: String,
    pub(super) code: String,
    pub(super) percent: u32,
    #[schema(required, value_type = Option<String>, format = DateTime)]
    pub(super) from: Option<Timestamp>,
    #[schema(required, value_type = Option<String>, format = DateTime)]
    pub(super) until: Option<Timestamp>,
    #[schema(required)]
    pub(super) limit: Option<u32>,
    #[schema(required)]
    pub(super) limit_per_student: Option<u32>,
    #[schema(required)]
    pub(super) currency: Option<&'static str>,
    #[schema(required)]
    pub(super) teacher_id: Option<String>,
    #[schema(required)]
    pub(super) teacher_name: Option<String>,
    pub(super) note: String,
    /// Number of uses, including those reserved by unpaid orders.
    pub(super) used: u32,
    #[schema(value_type = String, format = DateTime)]
    pub(super) created_at: Timestamp,
    #[schema(required, value_type = Option<String>, format = DateTime)]
    pub(super) stopped_at: Option<Timestamp>,
}

impl From<CouponDetails> for AdminCoupon {
    fn from(coupon: CouponDetails) -> Self {
        let terms = coupon.terms;
        Self {
            id: coupon.id.to_string(),
            code: coupon.code,
            percent: terms.percent,
            from: terms.starts_at,
            until: terms.ends_at,
            limit: terms.limit,
            limit_per_student: terms.limit_per_student,
            currency: terms.currency.map(Currency::code),
            teacher_id: terms.teacher.map(|teacher| teacher.to_string()),
            teacher_name: coupon.teacher_name,
            note: coupon.note,
            used: coupon.used,
            created_at: coupon.created_at,
            stopped_at: coupon.deactivated_at,
        }
    }
}

/// Lists coupons, newest first.
#[utoipa::path(get, path = "/api/admin/coupons", tag = "admin-coupons", security(("adminSession" = [])), params(CouponsQuery),
    responses((status = 200, body = Page<AdminCoupon>)))]
pub(super) async fn admin_list_coupons(
    State(ctx): State<Ctx>,
    _admin: Admin,
    QueryParams(query): QueryParams<CouponsQuery>,
) -> AppResult<Json<Page<AdminCoupon>>> {
    let page: PageRequest<CouponId> = PageRequest::parse(query.after.as_deref(), query.limit)?;
    let found = coupons::list_page(ctx.store.read_replica(), page.after, page.fetch_limit()).await?;
    let total = page.count(coupons::count(ctx.store.read_replica())).await?;
    Ok(Json(page.into_page(found, |coupon| coupon.id.to_string(), AdminCoupon::from).with_total(total)))
}
