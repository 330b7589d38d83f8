//! What something costs this student now (D19–D21): every screen and every purchase asks here.

use jiff::Timestamp;
use serde::Serialize;
use tala_domain::booking::policy::{
    CancelledBy, Outcome, PaidWith, Policy, Term, may_reschedule, outcome, sentence, terms,
};
use tala_domain::coupons::{CouponCode, CouponError, Use, check};
use tala_domain::error::ErrorCode;
use tala_domain::money::{Currency, Money};
use tala_domain::pricing::{Item, Package, Quote, per_class, quote, service_fee};
use tala_store::coupons::{self, Coupon};
use tala_store::orders::Price;
use tala_store::{availabilities, bookings, refusals, students, teachers};
use utoipa::ToSchema;

use crate::context::Ctx;
use crate::error::{ApiError, ApiResult};
use crate::extract::Student;
use crate::views::major;

const TOPIC: &str = "coupon";
/// Unknown codes that one student may try in ten minutes.
const UNKNOWN_CODES_ALLOWED: i64 = 20;

/// A price with the coupon behind it.
#[derive(Debug, Clone)]
pub struct Priced {
    /// The lines.
    pub quote: Quote,
    /// The coupon that is taken off.
    pub coupon: Option<Coupon>,
}

/// Quotes an item for a student, in the student's own currency, at the teacher's present rate.
pub async fn price(ctx: &Ctx, student: &Student, item: Item, code: Option<&str>) -> ApiResult<Priced> {
    let conn = ctx.store.read();
    let record = students::find_by_id(conn, student.person.id).await?.ok_or(ErrorCode::RoleNotAllowed)?;
    let teacher = teachers::find_by_id(conn, student.teacher_id).await?.ok_or(ErrorCode::InvalidSlot)?;
    // Credits with a teacher who teaches no more would buy nothing.
    if matches!(item, Item::Package(_)) && availabilities::find_offering(conn, student.teacher_id).await?.is_none() {
        return Err(ApiError::new(ErrorCode::InvalidSlot).with_detail("Your teacher takes no bookings at present."));
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
    let quote =
        quote(rate, item, percent, fee, ctx.settings.fees.provider).map_err(|error| ApiError::new(error.code()))?;
    Ok(Priced { quote, coupon })
}

/// The coupon of this code, if this student may use it now. Unknown codes are counted, so that none can be found by
/// trying.
pub async fn find_coupon(ctx: &Ctx, student: &Student, currency: Currency, code: &str) -> ApiResult<Coupon> {
    let refused = |error: CouponError| ApiError::new(error.code());
    let code = CouponCode::parse(code).map_err(refused)?;
    let who = student.person.id.to_string();
    if refusals::count_recent(ctx.store.read(), TOPIC, &who, ctx.now()).await? >= UNKNOWN_CODES_ALLOWED {
        return Err(ErrorCode::TooManyRequests.into());
    }
    let Some(coupon) = coupons::find_by_code(ctx.store.read(), code.as_str(), student.person.id).await? else {
        let tx = ctx.store.begin().await?;
        refusals::add(&tx, TOPIC, &who, ctx.now()).await?;
        tx.commit().await?;
        return Err(ErrorCode::CouponInvalid.into());
    };
    let wanted = Use {
        now: ctx.now(),
        currency,
        teacher: student.teacher_id,
        used: coupon.used,
        used_by_student: coupon.used_by_student,
    };
    check(&coupon.terms, &wanted).map_err(refused)?;
    Ok(coupon)
}

/// The lines as an order keeps them.
pub fn stored(quote: &Quote) -> Price {
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

/// A price, line by line (D20). Amounts are in major units of `currency` unless they say minor.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Quote)]
pub struct QuoteView {
    /// ISO 4217.
    pub currency: String,
    /// 4 or 8; 0 for one class.
    pub package_size: u32,
    /// Credits that the class would cost.
    pub credit_cost: u32,
    /// The teacher's rate times classes.
    pub base_price: f64,
    /// What the coupon takes off, in percent; 0 without one.
    pub discount_percent: u32,
    /// What the coupon takes off.
    pub discount_amount: f64,
    /// Base price less discount.
    pub discounted_price: f64,
    /// The service fee to pay.
    pub service_fee: f64,
    /// Its rate, also while it is waived.
    pub service_fee_percent: f64,
    /// The service fee to show struck through; 0 when none is waived.
    pub service_fee_waived: f64,
    /// The payment provider's fee.
    pub razorpay_fee: f64,
    /// Its rate.
    pub razorpay_fee_percent: f64,
    /// What is charged.
    pub total: f64,
    /// The same in minor units.
    pub total_minor: i64,
    /// The discounted price of each class.
    pub price_per_class: f64,
    /// The coupon.
    #[schema(required)]
    pub coupon_code: Option<String>,
    /// How long the credits of a package live.
    #[schema(required)]
    pub expiry_days: Option<u32>,
    /// What cancelling the class would bring.
    #[schema(required)]
    pub policy: Option<PolicyView>,
}

/// What cancelling brings, until when (D24).
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CancellationPolicy)]
pub struct PolicyView {
    /// Until then: everything back.
    #[schema(value_type = String, format = DateTime)]
    pub refund_until: Timestamp,
    /// Until then: a credit.
    #[schema(value_type = String, format = DateTime)]
    pub credit_until: Timestamp,
    /// How the class is paid for, on which all this hangs.
    #[schema(value_type = PaidWithSchema)]
    pub paid_with: &'static str,
    /// The promise in words, on both clocks.
    pub sentence: String,
    /// What cancelling now would bring: `refund`, `credit`, `credit_returned` or `none`.
    pub outcome_now: &'static str,
    /// Whether the class may be moved now.
    pub may_reschedule: bool,
}

impl PolicyView {
    /// The policy of a class, in the words of both clocks.
    pub fn of(
        starts_at: Timestamp,
        paid_with: PaidWith,
        (teacher_zone, viewer_zone): (Option<&str>, Option<&str>),
        by: CancelledBy,
        now: Timestamp,
    ) -> Self {
        let policy = Policy::of(starts_at);
        let teacher_zone = teacher_zone.unwrap_or("UTC");
        Self {
            refund_until: policy.refund_until,
            credit_until: policy.credit_until,
            paid_with: paid_with.as_str(),
            sentence: sentence(policy, paid_with, (teacher_zone, viewer_zone.unwrap_or(teacher_zone)), now),
            outcome_now: outcome_word(outcome(starts_at, now, paid_with, by)),
            may_reschedule: may_reschedule(starts_at, now),
        }
    }
}

/// How a class is paid for.
#[derive(ToSchema)]
#[schema(as = PaidWith)]
#[expect(non_camel_case_types, dead_code, reason = "only describes the words in the OpenAPI file")]
pub(crate) enum PaidWithSchema {
    /// Through the payment provider.
    money,
    /// With a coupon that left nothing to pay.
    coupon,
    /// With class credits.
    credit,
}

/// What a student's cancellation brings, by how the class is paid for: for hours that nobody has booked yet (D24).
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CancellationTerms)]
pub struct TermsView {
    money: Vec<TermView>,
    coupon: Vec<TermView>,
    credit: Vec<TermView>,
}

/// One term. The first that has not passed holds; after the last it is too late.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CancellationTerm)]
pub struct TermView {
    /// Until so many hours before the class.
    hours_before: i64,
    /// What cancelling brings until then.
    #[schema(value_type = BringsSchema)]
    brings: &'static str,
}

/// What a cancellation in time brings.
#[derive(ToSchema)]
#[schema(as = CancellationBrings)]
#[expect(non_camel_case_types, dead_code, reason = "only describes the words in the OpenAPI file")]
pub(crate) enum BringsSchema {
    /// All the money, or the coupon.
    refund,
    /// A new credit in place of the money.
    credit,
    /// The spent credits, as they were.
    credit_returned,
}

impl TermsView {
    /// The terms of today.
    pub fn of_today() -> Self {
        let view = |term: &Term| TermView { hours_before: term.hours_before, brings: outcome_word(term.brings) };
        let of = |paid_with| terms(paid_with).iter().map(view).collect();
        Self { money: of(PaidWith::Money), coupon: of(PaidWith::Coupon), credit: of(PaidWith::Credit) }
    }
}

/// The word of an outcome in replies.
pub const fn outcome_word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Refund => "refund",
        Outcome::Credit => "credit",
        Outcome::CreditReturned => "credit_returned",
        Outcome::NotAllowed => "none",
    }
}

impl QuoteView {
    /// An agreed price as it is shown.
    pub fn of(price: &Price, (package_size, credit_cost): (u32, u32), coupon: Option<&str>) -> Self {
        let money = |minor| major(Money::new(minor, price.currency));
        let percent = |basis_points: u32| f64::from(basis_points) / 100.0;
        let one = per_class(Money::new(price.price, price.currency), package_size.max(1));
        Self {
            currency: price.currency.code().to_owned(),
            package_size,
            credit_cost,
            base_price: money(price.base),
            discount_percent: price.discount_percent,
            discount_amount: money(price.discount),
            discounted_price: money(price.price),
            service_fee: money(price.service_fee),
            service_fee_percent: percent(price.service_rate),
            service_fee_waived: money(price.service_waived),
            razorpay_fee: money(price.provider_fee),
            razorpay_fee_percent: percent(price.provider_rate),
            total: money(price.total),
            total_minor: price.total,
            price_per_class: major(one),
            coupon_code: coupon.map(str::to_owned),
            expiry_days: Package::of(package_size).map(Package::days),
            policy: None,
        }
    }

    /// A fresh quote as it is shown.
    pub fn fresh(priced: &Priced) -> Self {
        let sizes = match priced.quote.item {
            Item::Class { credit_cost } => (0, credit_cost),
            Item::Package(package) => (package.size(), 1),
        };
        Self::of(&stored(&priced.quote), sizes, priced.coupon.as_ref().map(|coupon| coupon.code.as_str()))
    }
}
