//! Creating and deactivating coupons (D20), for administrators and the command line.

use jiff::Timestamp;
use serde_json::json;
use tala_domain::audit_actions::AuditAction;
use tala_domain::coupons::{CouponCode, CouponTerms};
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::identity::Email;
use tala_domain::ids::{CouponId, TeacherId};
use tala_domain::money::Currency;
use tala_store::{Transaction, coupons, people, teachers};

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::services::audit::{Actor, AuditEvent};

/// A coupon to add.
#[derive(Debug, Clone)]
pub struct NewCoupon {
    /// 3 to 32 letters, digits, `-` and `_`, in any case.
    pub code: String,
    /// The discount in percent, 1 to 100.
    pub percent: u32,
    /// The start of the validity period.
    pub starts_at: Option<Timestamp>,
    /// The end of the validity period, exclusive.
    pub ends_at: Option<Timestamp>,
    /// The maximum number of uses by all students.
    pub limit: Option<u32>,
    /// The maximum number of uses by one student.
    pub limit_per_student: Option<u32>,
    /// Restricts the coupon to `INR` or `USD`.
    pub currency: Option<String>,
    /// Restricts the coupon to the teacher with this email address or id.
    pub teacher: Option<String>,
    /// A note for administrators.
    pub note: String,
}

/// Adds a coupon from the command line. Returns its normalized code.
///
/// # Errors
/// Invalid fields, or a code that exists.
#[tracing::instrument(level = "debug", skip_all)]
pub async fn add_coupon(ctx: &Ctx, request: &NewCoupon) -> AppResult<String> {
    add_coupon_as(ctx, Actor::Console, request).await
}

/// [`add_coupon`] on behalf of `actor`.
///
/// # Errors
/// Invalid fields, or a code that exists.
#[tracing::instrument(level = "debug", skip_all)]
pub(crate) async fn add_coupon_as(ctx: &Ctx, actor: Actor<'_>, request: &NewCoupon) -> AppResult<String> {
    let code =
        CouponCode::parse(&request.code).map_err(|_| FieldErrors::one("code", "3 to 32 letters, digits, - and _"))?;
    let currency = match &request.currency {
        Some(text) => Some(
            Currency::parse(&text.to_ascii_uppercase()).ok_or_else(|| FieldErrors::one("currency", "INR or USD"))?,
        ),
        None => None,
    };
    let terms = CouponTerms {
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
        deactivated: false,
    };
    terms.validate()?;
    let id = CouponId(ctx.new_id());
    let write = async |tx: Transaction| {
        let now = ctx.now();
        if !coupons::insert(&tx, id, code.as_str(), &terms, &request.note, now).await? {
            return Err(FieldErrors::one("code", "There is a coupon with this code already.").into());
        }
        let detail = json!({ "code": code.as_str(), "percent": terms.percent, "note": request.note });
        actor.record(&tx, ctx, &AuditEvent::new(AuditAction::CouponAdded, id.0).detail(detail)).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    Ok(code.as_str().to_owned())
}

async fn find_teacher(ctx: &Ctx, address_or_id: &str) -> AppResult<TeacherId> {
    let conn = ctx.store.read();
    let id = match address_or_id.parse::<TeacherId>() {
        Ok(id) => id,
        Err(_) => {
            let email = Email::parse(address_or_id).map_err(|error| error.for_field("teacherId"))?;
            match people::find_by_email(conn, &email.normalized()).await? {
                Some(person) => person.id.as_teacher(),
                None => return Err(FieldErrors::one("teacherId", "No one has this email address.").into()),
            }
        }
    };
    let teacher = teachers::find_by_id(conn, id).await?;
    Ok(teacher.ok_or_else(|| FieldErrors::one("teacherId", "This person is not a teacher."))?.id)
}

/// Deactivates a coupon from the command line. Existing purchases are unaffected. Does nothing if the coupon is inactive.
///
/// # Errors
/// `not_found`.
#[tracing::instrument(level = "debug", skip_all)]
pub async fn deactivate_coupon(ctx: &Ctx, code: &str) -> AppResult<()> {
    let code = CouponCode::parse(code).map_err(|_| FieldErrors::one("code", "3 to 32 letters, digits, - and _"))?;
    let write = async |tx: Transaction| {
        let now = ctx.now();
        let id = coupons::find_id(&tx, code.as_str()).await?.ok_or(ErrorCode::NotFound)?;
        if coupons::deactivate(&tx, id, now).await? {
            let event = AuditEvent::new(AuditAction::CouponDeactivated, id.0).detail(json!({ "code": code.as_str() }));
            Actor::Console.record(&tx, ctx, &event).await?;
        }
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await
}
