//! Quotes and cancellation policies.

use jiff::Timestamp;
use serde::Serialize;
use tala_domain::booking::policy::{
    CancellationDeadlines, CancellationOutcome, CancelledBy, PaidWith, PolicyReader, Term, can_reschedule, describe,
    describe_lines, outcome, terms,
};
use tala_domain::money::Money;
use tala_domain::pricing::{Package, price_per_class};
use tala_store::orders::PriceBreakdown;
use utoipa::ToSchema;

/// A price, line by line (D20). Amounts are in major units of `currency` unless they say minor.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Quote {
    /// ISO 4217.
    pub currency: String,
    /// 4 or 8; 0 for one class.
    pub package_size: u32,
    /// Credits that the class would cost instead.
    pub credit_cost: u32,
    /// The teacher's rate times the number of classes.
    pub base_price: f64,
    /// Coupon discount in percent; 0 without a coupon.
    pub discount_percent: u32,
    /// Coupon discount.
    pub discount_amount: f64,
    /// Base price minus discount.
    pub discounted_price: f64,
    /// Service fee charged.
    pub service_fee: f64,
    /// Service fee rate, also while the fee is waived.
    pub service_fee_percent: f64,
    /// Waived service fee, to be shown struck through; 0 if none is waived.
    pub service_fee_waived: f64,
    /// Fee of the payment provider.
    pub razorpay_fee: f64,
    /// Rate of the payment provider's fee.
    pub razorpay_fee_percent: f64,
    /// Amount charged.
    pub total: f64,
    /// Amount charged, in minor units.
    pub total_minor: i64,
    /// Discounted price of one class.
    pub price_per_class: f64,
    /// Code of the applied coupon.
    #[schema(required)]
    pub coupon_code: Option<String>,
    /// Days until the credits of a package expire.
    #[schema(required)]
    pub expiry_days: Option<u32>,
    /// Cancellation policy of the class.
    #[schema(required)]
    pub policy: Option<CancellationPolicy>,
}

/// Cancellation policy of one class (D24).
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CancellationPolicy {
    /// Deadline for a full refund.
    #[schema(value_type = String, format = DateTime)]
    pub refund_until: Timestamp,
    /// Deadline for a credit.
    #[schema(value_type = String, format = DateTime)]
    pub credit_until: Timestamp,
    /// How the class is paid for; determines the outcome of a cancellation.
    #[schema(value_type = PaidWithSchema)]
    pub paid_with: &'static str,
    /// The policy in one line, with times in the student's zone (D44).
    pub sentence: String,
    /// The policy in two or three short lines.
    pub lines: Vec<String>,
    /// Outcome of a cancellation now: `refund`, `credit`, `credit_returned` or `none`.
    pub outcome_now: &'static str,
    /// Whether the class can be rescheduled now.
    pub may_reschedule: bool,
}

impl CancellationPolicy {
    /// Returns the policy for a student's cancellation. Without a viewer zone, times are in the teacher's.
    pub fn of(
        starts_at: Timestamp,
        paid_with: PaidWith,
        teacher_zone: Option<&str>,
        viewer_zone: Option<&str>,
        now: Timestamp,
    ) -> Self {
        let deadlines = CancellationDeadlines::for_start(starts_at);
        let reader = PolicyReader { teacher: teacher_zone, viewer: viewer_zone, ..PolicyReader::default() };
        Self {
            refund_until: deadlines.refund_until,
            credit_until: deadlines.credit_until,
            paid_with: paid_with.as_str(),
            sentence: describe(deadlines, paid_with, reader, now),
            lines: describe_lines(deadlines, paid_with, reader, now),
            outcome_now: outcome_code(outcome(starts_at, now, paid_with, CancelledBy::Student)),
            may_reschedule: can_reschedule(starts_at, now),
        }
    }
}

/// How a class is paid for.
#[derive(ToSchema)]
#[schema(as = PaidWith)]
#[expect(non_camel_case_types, dead_code, reason = "only describes the enum values in the OpenAPI file")]
pub(crate) enum PaidWithSchema {
    /// Through the payment provider.
    money,
    /// With a 100 % coupon.
    coupon,
    /// With class credits.
    credit,
}

/// Outcomes of a student's cancellation by payment method, for classes that are not booked yet (D24).
#[derive(Debug, Serialize, ToSchema)]
pub struct CancellationTerms {
    money: Vec<CancellationTerm>,
    coupon: Vec<CancellationTerm>,
    credit: Vec<CancellationTerm>,
}

/// One term. The first term whose deadline has not passed applies; after the last one a class cannot be cancelled.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CancellationTerm {
    /// Deadline in hours before the start of the class.
    hours_before: i64,
    /// Outcome of a cancellation before the deadline.
    #[schema(value_type = CancellationBrings)]
    brings: &'static str,
}

/// Outcome of a cancellation.
#[derive(ToSchema)]
#[expect(non_camel_case_types, dead_code, reason = "only describes the enum values in the OpenAPI file")]
pub(crate) enum CancellationBrings {
    /// The full amount is refunded, or the coupon can be used again.
    refund,
    /// A new credit replaces the money.
    credit,
    /// The spent credits are restored.
    credit_returned,
}

impl CancellationTerms {
    /// Returns the current terms.
    pub fn current() -> Self {
        let view =
            |term: &Term| CancellationTerm { hours_before: term.hours_before, brings: outcome_code(term.outcome) };
        let of = |paid_with| terms(paid_with).iter().map(view).collect();
        Self { money: of(PaidWith::Money), coupon: of(PaidWith::Coupon), credit: of(PaidWith::Credit) }
    }
}

/// Returns the API string of an outcome.
pub const fn outcome_code(outcome: CancellationOutcome) -> &'static str {
    match outcome {
        CancellationOutcome::Refund => "refund",
        CancellationOutcome::Credit => "credit",
        CancellationOutcome::CreditRestored => "credit_returned",
        CancellationOutcome::NotAllowed => "none",
    }
}

/// Parses an outcome that returns something.
pub(crate) fn parse_outcome(code: &str) -> Option<CancellationOutcome> {
    use CancellationOutcome::{Credit, CreditRestored, Refund};
    [Refund, Credit, CreditRestored].into_iter().find(|outcome| outcome_code(*outcome) == code)
}

impl Quote {
    /// Returns the quote of a price. `package_size` is 0 for one class.
    pub fn of(price: &PriceBreakdown, package_size: u32, credit_cost: u32, coupon: Option<&str>) -> Self {
        let money = |minor| Money::new(minor, price.currency).to_major();
        let percent = |basis_points: u32| f64::from(basis_points) / 100.0;
        let price_per_class = price_per_class(Money::new(price.net, price.currency), package_size.max(1));
        Self {
            currency: price.currency.code().to_owned(),
            package_size,
            credit_cost,
            base_price: money(price.base),
            discount_percent: price.discount_percent,
            discount_amount: money(price.discount),
            discounted_price: money(price.net),
            service_fee: money(price.service_fee),
            service_fee_percent: percent(price.service_rate),
            service_fee_waived: money(price.service_waived),
            razorpay_fee: money(price.provider_fee),
            razorpay_fee_percent: percent(price.provider_rate),
            total: money(price.total),
            total_minor: price.total,
            price_per_class: price_per_class.to_major(),
            coupon_code: coupon.map(str::to_owned),
            expiry_days: Package::from_size(package_size).map(Package::days),
            policy: None,
        }
    }
}
