//! Creating and deactivating coupons (D20), for administrators and the command line.

use jiff::Timestamp;
use serde_json::json;
use tala_domain::coupons::{CouponCode, Terms};
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::identity::Email;
use tala_domain::ids::{CouponId, PersonId};
use tala_domain::money::Currency;
use tala_store::{Transaction, coupons, people, teachers};

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::services::audit::{Actor, Deed};

/// A coupon to be made.
#[derive(Debug, Clone)]
pub struct AddCoupon {
    /// 3 to 32 letters, digits, `-`, `_`; any case.
    pub code: String,
    /// What it takes off, 1 to 100.
    pub percent: u32,
    /// The first instant at which it can be used.
    pub starts_at: Option<Timestamp>,
    /// The first instant at which it no longer can.
    pub ends_at: Option<Timestamp>,
    /// How often, by all together.
    pub limit: Option<u32>,
    /// How often by one student.
    pub limit_per_student: Option<u32>,
    /// `INR` or `USD` only.
    pub currency: Option<String>,
    /// The address or id of the only teacher whose classes it is for.
    pub teacher: Option<String>,
    /// What it is for; kept with it.
    pub note: String,
}

/// Makes the coupon and returns its code as students will see it.
pub async fn add_coupon(ctx: &Ctx, request: &AddCoupon) -> AppResult<String> {
    add_coupon_by(ctx, Actor::Console, request).await
}

/// The same by somebody.
pub(crate) async fn add_coupon_by(ctx: &Ctx, actor: Actor<'_>, request: &AddCoupon) -> AppResult<String> {
    let code =
        CouponCode::parse(&request.code).map_err(|_| FieldErrors::one("code", "3 to 32 letters, digits, - and _"))?;
    let currency = match &request.currency {
        Some(text) => Some(
            Currency::parse(&text.to_ascii_uppercase()).ok_or_else(|| FieldErrors::one("currency", "INR or USD"))?,
        ),
        None => None,
    };
    let terms = Terms {
        percent: request.percent,
        starts_at: request.starts_at,
        ends_at: request.ends_at,
        limit: request.limit,
        limit_per_student: request.limit_per_student,
        currency,
        teacher: match &request.teacher {
            Some(email) => Some(find_teacher(ctx, email).await?),
            None => None,
        },
        stopped: false,
    };
    terms.validate()?;
    let id = CouponId(ctx.new_id());
    let write = async |tx: Transaction| {
        let now = ctx.now();
        if !coupons::insert(&tx, id, code.as_str(), &terms, &request.note, now).await? {
            return Err(FieldErrors::one("code", "There is a coupon with this code already.").into());
        }
        let detail = json!({ "code": code.as_str(), "percent": terms.percent, "note": request.note });
        actor.record(&tx, ctx, &Deed::new("coupon_added", id.0).detail(detail)).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    Ok(code.as_str().to_owned())
}

async fn find_teacher(ctx: &Ctx, address_or_id: &str) -> AppResult<PersonId> {
    let conn = ctx.store.read();
    let id = match address_or_id.parse::<PersonId>() {
        Ok(id) => id,
        Err(_) => {
            let email = Email::parse(address_or_id).map_err(|error| error.at("teacher"))?;
            people::find_by_email(conn, &email.key()).await?.ok_or(ErrorCode::NotFound)?.id
        }
    };
    let teacher = teachers::find_by_id(conn, id).await?;
    Ok(teacher.ok_or_else(|| FieldErrors::one("teacher", "This person is not a teacher."))?.id)
}

/// Deactivates a coupon; what was bought with it stays. An inactive coupon is left as it is.
pub async fn stop_coupon(ctx: &Ctx, code: &str) -> AppResult<()> {
    let code = CouponCode::parse(code).map_err(|_| FieldErrors::one("code", "3 to 32 letters, digits, - and _"))?;
    let write = async |tx: Transaction| {
        let now = ctx.now();
        let id = coupons::find_id(&tx, code.as_str()).await?.ok_or(ErrorCode::NotFound)?;
        if coupons::stop(&tx, id, now).await? {
            let deed = Deed::new("coupon_stopped", id.0).detail(json!({ "code": code.as_str() }));
            Actor::Console.record(&tx, ctx, &deed).await?;
        }
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await
}
