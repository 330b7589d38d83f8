//! What a purchase costs and what a teacher earns (D20–D22). Every rate is a parameter; nothing here reads a clock.

mod commission;
mod fees;

#[cfg(test)]
mod tests;

use crate::error::ErrorCode;
use crate::money::{Currency, Money};
use crate::time::{SignedDuration, Timestamp, later};

pub use commission::{CommissionStage, CommissionStatus, commission_status};
pub use fees::{FeeRules, ServiceFee, StudentFees, commission_rate, service_fee};

/// Hundredths of a percent: 240 is 2.4 %.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BasisPoints(pub u32);

/// A package of class credits (SPEC §9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Package {
    /// 4 classes, valid for 30 days.
    Four,
    /// 8 classes, valid for 60 days.
    Eight,
}

impl Package {
    /// Every package.
    pub const ALL: [Self; 2] = [Self::Four, Self::Eight];

    /// The package of so many classes, if there is one.
    pub const fn of(size: u32) -> Option<Self> {
        match size {
            4 => Some(Self::Four),
            8 => Some(Self::Eight),
            _ => None,
        }
    }

    /// How many class credits it holds.
    pub const fn size(self) -> u32 {
        match self {
            Self::Four => 4,
            Self::Eight => 8,
        }
    }

    /// How many days its credits live.
    pub const fn days(self) -> u32 {
        match self {
            Self::Four => 30,
            Self::Eight => 60,
        }
    }

    /// When credits bought at an instant end; a day counts as 24 hours.
    pub fn expires_at(self, bought_at: Timestamp) -> Timestamp {
        later(bought_at, SignedDuration::from_hours(24 * i64::from(self.days())))
    }
}

/// What is bought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Item {
    /// One class. A class that costs n credits costs n times the rate.
    Class {
        /// What the slot costs in credits.
        credit_cost: u32,
    },
    /// A package of credits.
    Package(Package),
}

impl Item {
    /// How many classes at the teacher's rate it stands for.
    pub const fn units(self) -> u32 {
        match self {
            Self::Class { credit_cost } => credit_cost,
            Self::Package(package) => package.size(),
        }
    }
}

/// A price with all its lines, each rounded, so that the lines add up to the total (D20).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Quote {
    /// What is bought.
    pub item: Item,
    /// The teacher's rate for one class.
    pub rate: Money,
    /// Rate times classes; whole rupees in INR.
    pub base: Money,
    /// The coupon's percentage, 0 without one.
    pub discount_percent: u32,
    /// What the coupon takes off the base.
    pub discount: Money,
    /// Base less discount; the fees are computed on this.
    pub price: Money,
    /// The service fee to pay; zero while it is waived.
    pub service_fee: Money,
    /// The service fee to show struck through; zero when none is waived.
    pub service_fee_waived: Money,
    /// The rate of the service fee, whether waived or not.
    pub service_rate: BasisPoints,
    /// The rate of the provider fee.
    pub provider_rate: BasisPoints,
    /// The payment provider's fee.
    pub provider_fee: Money,
    /// What is charged: price plus service fee plus provider fee.
    pub total: Money,
}

/// What one of so many classes costs, rounded down to the minor unit: what a credit of a package is worth (D22). What the
/// rounding leaves over is the price less all its classes.
pub fn per_class(price: Money, classes: u32) -> Money {
    Money::new(price.amount_minor.checked_div(i64::from(classes)).unwrap_or(0), price.currency)
}

/// Why there is no price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum PricingError {
    /// More than nothing, and less than the provider can charge.
    #[error("the total is below what can be charged")]
    TooSmall,
    /// An amount does not fit. No real rate comes near; a fault of ours.
    #[error("an amount is too large")]
    TooLarge,
    /// A negative rate, a class that costs no credits, or a discount over 100 percent; a fault of ours.
    #[error("a rate, a credit cost or a discount is out of range")]
    OutOfRange,
}

impl PricingError {
    /// The stable code of the refusal.
    pub const fn code(self) -> ErrorCode {
        match self {
            Self::TooSmall => ErrorCode::AmountTooSmall,
            Self::TooLarge | Self::OutOfRange => ErrorCode::Internal,
        }
    }
}

/// The price of an item at a teacher's rate (D20).
///
/// # Errors
/// [`PricingError::TooSmall`] for a total between nothing and what the provider can charge; the other two for values
/// that no stored rate or coupon has.
pub fn quote(
    rate: Money,
    item: Item,
    discount_percent: u32,
    fee: ServiceFee,
    provider: BasisPoints,
) -> Result<Quote, PricingError> {
    if rate.amount_minor < 0 || item.units() == 0 || discount_percent > 100 {
        return Err(PricingError::OutOfRange);
    }
    let base = rate.times(item.units()).and_then(to_price_step).ok_or(PricingError::TooLarge)?;
    let discount = base.percent(discount_percent * 100);
    let price = base.checked_sub(discount).ok_or(PricingError::TooLarge)?;
    let zero = Money::zero(rate.currency);
    let full_fee = price.percent(fee.rate.0);
    let (service_fee, service_fee_waived) = if fee.waived { (zero, full_fee) } else { (full_fee, zero) };
    let provider_fee = price.percent(provider.0);
    let total = price.checked_add(service_fee).and_then(|sum| sum.checked_add(provider_fee));
    let total = total.ok_or(PricingError::TooLarge)?;
    if !total.is_zero() && total.amount_minor < total.currency.minimum_charge() {
        return Err(PricingError::TooSmall);
    }
    Ok(Quote {
        item,
        rate,
        base,
        discount_percent,
        discount,
        price,
        service_fee,
        service_fee_waived,
        service_rate: fee.rate,
        provider_rate: provider,
        provider_fee,
        total,
    })
}

/// Base prices are whole rupees, half-up, but cents stay (SPEC §9, D20).
fn to_price_step(amount: Money) -> Option<Money> {
    match amount.currency {
        Currency::Usd => Some(amount),
        Currency::Inr => {
            let rupees = amount.amount_minor.checked_add(50)?.div_euclid(100);
            Some(Money::new(rupees * 100, Currency::Inr))
        }
    }
}

/// A teacher's price of a class, divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Split {
    /// What the platform keeps.
    pub commission: Money,
    /// What the teacher earns.
    pub net: Money,
}

/// Divides the price of a class at a commission rate. The parts sum to the price exactly; a rate over 100 % counts as
/// 100 % (D22).
pub fn split(price: Money, rate: BasisPoints) -> Split {
    let commission = price.percent(rate.0.min(10_000));
    // A commission lies between nothing and the price, so the difference always fits.
    let net = Money::new(price.amount_minor.saturating_sub(commission.amount_minor), price.currency);
    Split { commission, net }
}
