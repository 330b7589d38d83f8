//! What something costs this student now (D19–D21): every screen and every purchase asks here.

use tala_domain::coupons::{CouponCode, CouponError, Use, check};
use tala_domain::error::ErrorCode;
use tala_domain::money::{Currency, Money};
use tala_domain::pricing::{self, Item, PricingError, quote, service_fee};
use tala_store::coupons::{self, Coupon};
use tala_store::orders::Price;
use tala_store::{StoreError, availabilities, bookings, refusals, students, teachers};

use crate::context::Ctx;
use crate::error::AppError;
use crate::services::current_user::Student;
use crate::views::quote::Quote;

const TOPIC: &str = "coupon";
/// Unknown codes that one student may try in ten minutes.
const UNKNOWN_CODES_ALLOWED: i64 = 20;

/// Why there is no price.
#[derive(Debug, thiserror::Error)]
pub enum QuoteError {
    /// The person is no student any more.
    #[error("not a student")]
    NotAStudent,
    /// The teacher is gone.
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
    /// The stable code.
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

/// A price with the coupon behind it.
#[derive(Debug, Clone)]
pub struct Priced {
    /// The lines.
    pub quote: pricing::Quote,
    /// The coupon that is taken off.
    pub coupon: Option<Coupon>,
}

/// Quotes an item for a student, in the student's own currency, at the teacher's present rate.
pub async fn price(ctx: &Ctx, student: &Student, item: Item, code: Option<&str>) -> Result<Priced, QuoteError> {
    let conn = ctx.store.read();
    let record = students::find_by_id(conn, student.person.id).await?.ok_or(QuoteError::NotAStudent)?;
    let teacher = teachers::find_by_id(conn, student.teacher_id).await?.ok_or(QuoteError::NoTeacher)?;
    if matches!(item, Item::Package(_)) && availabilities::find_offering(conn, student.teacher_id).await?.is_none() {
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
    let taken = bookings::count_taken(conn, student.person.id, now).await?;
    let fee = service_fee(&ctx.settings.fees, now, record.joined_at, taken);
    let percent = coupon.as_ref().map_or(0, |coupon| coupon.terms.percent);
    let rate = Money::new(rate, record.currency);
    let quote = quote(rate, item, percent, fee, ctx.settings.fees.provider)?;
    Ok(Priced { quote, coupon })
}

/// The coupon of this code, if this student may use it now. Unknown codes are counted, so that none can be found by
/// trying.
pub async fn find_coupon(ctx: &Ctx, student: &Student, currency: Currency, code: &str) -> Result<Coupon, QuoteError> {
    let code = CouponCode::parse(code)?;
    let who = student.person.id.to_string();
    if refusals::count_recent(ctx.store.read(), TOPIC, &who, ctx.now()).await? >= UNKNOWN_CODES_ALLOWED {
        return Err(QuoteError::TooManyUnknownCodes);
    }
    let Some(coupon) = coupons::find_by_code(ctx.store.read(), code.as_str(), student.person.id).await? else {
        let tx = ctx.store.begin().await?;
        refusals::add(&tx, TOPIC, &who, ctx.now()).await?;
        tx.commit().await?;
        return Err(CouponError::Invalid.into());
    };
    let wanted = Use {
        now: ctx.now(),
        currency,
        teacher: student.teacher_id,
        used: coupon.used,
        used_by_student: coupon.used_by_student,
    };
    check(&coupon.terms, &wanted)?;
    Ok(coupon)
}

/// The lines as an order keeps them.
pub fn stored(quote: &pricing::Quote) -> Price {
    Price {
        currency: quote.total.currency,
        rate: quote.rate.amount_minor,
        base: quote.base.amount_minor,
        discount_percent: quote.discount_percent,
        discount: quote.discount.amount_minor,
        price: quote.price.amount_minor,
        service_rate: quote.service_rate.0,
        service_fee: quote.service_fee.amount_minor,
        service_waived: quote.service_fee_waived.amount_minor,
        provider_rate: quote.provider_rate.0,
        provider_fee: quote.provider_fee.amount_minor,
        total: quote.total.amount_minor,
    }
}

impl From<&Priced> for Quote {
    fn from(priced: &Priced) -> Self {
        let sizes = match priced.quote.item {
            Item::Class { credit_cost } => (0, credit_cost),
            Item::Package(package) => (package.size(), 1),
        };
        Self::of(&stored(&priced.quote), sizes, priced.coupon.as_ref().map(|coupon| coupon.code.as_str()))
    }
}
