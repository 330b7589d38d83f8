//! Quotes: what a class or a package costs a student now (D19–D21). Screens and purchases use the same function.

use tala_domain::coupons::{CouponCode, CouponError, CouponPurchase, check_coupon};
use tala_domain::error::ErrorCode;
use tala_domain::money::{Currency, Money};
use tala_domain::pricing::{self, Item, PricingError, quote, service_fee};
use tala_store::coupons::{self, Coupon};
use tala_store::orders::PriceBreakdown;
use tala_store::{StoreError, Transaction, availabilities, bookings, failed_attempts, students, teachers};

use crate::context::Ctx;
use crate::error::AppError;
use crate::services::current_user::Student;
use crate::views::quote::Quote;

const FAILED_ATTEMPTS_TOPIC: &str = "coupon";
/// The number of unknown codes that one student may try in ten minutes.
const MAX_UNKNOWN_CODES: i64 = 20;

/// Why a quote cannot be computed.
#[derive(Debug, thiserror::Error)]
pub enum QuoteError {
    /// The person is no longer a student.
    #[error("not a student")]
    NotAStudent,
    /// The teacher's account was deleted.
    #[error("no such teacher")]
    NoTeacher,
    /// The teacher takes no bookings, so credits would buy nothing.
    #[error("the teacher takes no bookings")]
    NoBookings,
    /// The coupon cannot be used.
    #[error(transparent)]
    Coupon(#[from] CouponError),
    /// The student has tried too many unknown codes.
    #[error("too many unknown coupon codes")]
    TooManyUnknownCodes,
    /// The total cannot be charged.
    #[error(transparent)]
    Pricing(#[from] PricingError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl QuoteError {
    /// The error code of the API.
    pub fn code(&self) -> ErrorCode {
        match self {
            Self::NotAStudent => ErrorCode::RoleNotAllowed,
            Self::NoTeacher | Self::NoBookings => ErrorCode::InvalidSlot,
            Self::Coupon(reason) => reason.code(),
            Self::TooManyUnknownCodes => ErrorCode::TooManyRequests,
            Self::Pricing(reason) => reason.code(),
            Self::Store(_) => ErrorCode::Unavailable,
        }
    }
}

impl From<QuoteError> for AppError {
    fn from(error: QuoteError) -> Self {
        match error {
            QuoteError::NoBookings => Self::new(error.code()).with_detail("Your teacher takes no bookings at present."),
            QuoteError::Store(error) => error.into(),
            other => Self::new(other.code()),
        }
    }
}

/// A quote and its coupon.
#[derive(Debug, Clone)]
pub struct QuoteWithCoupon {
    /// The quote, line by line.
    pub quote: pricing::Quote,
    /// The coupon that the quote includes.
    pub coupon: Option<Coupon>,
}

/// Computes the quote for an item, in the student's currency and at the teacher's current rate.
///
/// # Errors
/// A [`QuoteError`].
#[tracing::instrument(level = "debug", skip_all)]
pub async fn compute_quote(
    ctx: &Ctx,
    student: &Student,
    item: Item,
    code: Option<&str>,
) -> Result<QuoteWithCoupon, QuoteError> {
    let conn = ctx.store.read();
    let record = students::find_by_id(conn, student.id()).await?.ok_or(QuoteError::NotAStudent)?;
    let teacher = teachers::find_by_id(conn, student.teacher_id).await?.ok_or(QuoteError::NoTeacher)?;
    if matches!(item, Item::Package(_))
        && availabilities::find_by_approved_teacher(conn, student.teacher_id).await?.is_none()
    {
        return Err(QuoteError::NoBookings);
    }
    let rate = match record.currency {
        Currency::Inr => teacher.rate_inr_minor,
        Currency::Usd => teacher.rate_usd_minor,
    };
    let coupon = match code.map(str::trim).filter(|code| !code.is_empty()) {
        Some(code) => Some(find_coupon(ctx, student, record.currency, code).await?),
        None => None,
    };
    let now = ctx.now();
    let taken = bookings::count_taken_classes(conn, student.id(), now).await?;
    let fee = service_fee(&ctx.settings.fees, now, record.joined_at, taken);
    let percent = coupon.as_ref().map_or(0, |coupon| coupon.terms.percent);
    let rate = Money::new(rate, record.currency);
    let quote = quote(rate, item, percent, fee, ctx.settings.fees.provider)?;
    Ok(QuoteWithCoupon { quote, coupon })
}

/// Returns the coupon with this code if the student can use it now. Unknown codes are counted and limited, so that codes
/// cannot be guessed.
///
/// # Errors
/// A [`QuoteError`].
#[tracing::instrument(level = "debug", skip_all)]
pub async fn find_coupon(ctx: &Ctx, student: &Student, currency: Currency, code: &str) -> Result<Coupon, QuoteError> {
    let code = CouponCode::parse(code)?;
    let key = student.id().to_string();
    if failed_attempts::count_recent(ctx.store.read(), FAILED_ATTEMPTS_TOPIC, &key, ctx.now()).await?
        >= MAX_UNKNOWN_CODES
    {
        return Err(QuoteError::TooManyUnknownCodes);
    }
    let Some(coupon) = coupons::find_by_code(ctx.store.read(), code.as_str(), student.id()).await? else {
        let write = async |tx: Transaction| failed_attempts::record(&tx, FAILED_ATTEMPTS_TOPIC, &key, ctx.now()).await;
        ctx.store.transaction(write).await?;
        return Err(CouponError::Invalid.into());
    };
    let purchase = CouponPurchase {
        now: ctx.now(),
        currency,
        teacher: student.teacher_id,
        used: coupon.used,
        used_by_student: coupon.used_by_student,
    };
    check_coupon(&coupon.terms, &purchase)?;
    Ok(coupon)
}

/// Converts a quote to the price that an order stores.
pub fn to_stored_price(quote: &pricing::Quote) -> PriceBreakdown {
    PriceBreakdown {
        currency: quote.total.currency,
        rate: quote.rate.amount_minor,
        base: quote.base.amount_minor,
        discount_percent: quote.discount_percent,
        discount: quote.discount.amount_minor,
        net: quote.net.amount_minor,
        service_rate: quote.service_rate.0,
        service_fee: quote.service_fee.amount_minor,
        service_waived: quote.service_fee_waived.amount_minor,
        provider_rate: quote.provider_rate.0,
        provider_fee: quote.provider_fee.amount_minor,
        total: quote.total.amount_minor,
    }
}

impl From<&QuoteWithCoupon> for Quote {
    fn from(quoted: &QuoteWithCoupon) -> Self {
        let (package_size, credit_cost) = match quoted.quote.item {
            Item::Class { credit_cost } => (0, credit_cost),
            Item::Package(package) => (package.size(), 1),
        };
        Self::of(
            &to_stored_price(&quoted.quote),
            package_size,
            credit_cost,
            quoted.coupon.as_ref().map(|coupon| coupon.code.as_str()),
        )
    }
}
