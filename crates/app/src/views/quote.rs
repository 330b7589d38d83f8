//! A price, line by line, and what a cancellation gives back.

use jiff::Timestamp;
use serde::Serialize;
use tala_domain::booking::policy::{
    CancelledBy, Outcome, PaidWith, Policy, Term, may_reschedule, outcome, sentence, terms,
};
use tala_domain::money::Money;
use tala_domain::pricing::{Package, per_class};
use tala_store::orders::Price;
use utoipa::ToSchema;

/// A price, line by line (D20). Amounts are in major units of `currency` unless they say minor.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Quote {
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
    pub policy: Option<CancellationPolicy>,
}

/// What cancelling brings, until when (D24).
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CancellationPolicy {
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

impl CancellationPolicy {
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
pub struct CancellationTerms {
    money: Vec<CancellationTerm>,
    coupon: Vec<CancellationTerm>,
    credit: Vec<CancellationTerm>,
}

/// One term. The first that has not passed holds; after the last it is too late.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CancellationTerm {
    /// Until so many hours before the class.
    hours_before: i64,
    /// What cancelling brings until then.
    #[schema(value_type = CancellationBrings)]
    brings: &'static str,
}

/// What a cancellation in time brings.
#[derive(ToSchema)]
#[expect(non_camel_case_types, dead_code, reason = "only describes the words in the OpenAPI file")]
pub(crate) enum CancellationBrings {
    /// All the money, or the coupon.
    refund,
    /// A new credit in place of the money.
    credit,
    /// The spent credits, as they were.
    credit_returned,
}

impl CancellationTerms {
    /// The terms of today.
    pub fn of_today() -> Self {
        let view =
            |term: &Term| CancellationTerm { hours_before: term.hours_before, brings: outcome_word(term.brings) };
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

impl Quote {
    /// An agreed price as it is shown.
    pub fn of(price: &Price, (package_size, credit_cost): (u32, u32), coupon: Option<&str>) -> Self {
        let money = |minor| Money::new(minor, price.currency).to_major();
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
            price_per_class: one.to_major(),
            coupon_code: coupon.map(str::to_owned),
            expiry_days: Package::of(package_size).map(Package::days),
            policy: None,
        }
    }
}
