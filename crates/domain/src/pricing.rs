//! Quotes, fees and commission (D20–D22). Every rate is a parameter.

mod commission;
mod fees;

#[cfg(test)]
mod tests;

use crate::error::ErrorCode;
use crate::money::{Currency, Money};
use crate::time::{SignedDuration, Timestamp, saturating_add};

pub use commission::{CommissionStage, CommissionStatus, commission_status};
pub use fees::{FeeRules, ServiceFee, StudentFeeModel, commission_rate, service_fee};

/// Basis points, hundredths of a percent: 240 is 2.4 %.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BasisPoints(pub u32);

/// A package of credits (SPEC §9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Package {
    /// 4 credits, valid for 30 days.
    Four,
    /// 8 credits, valid for 60 days.
    Eight,
}

impl Package {
    /// Every package, smallest first.
    pub const ALL: [Self; 2] = [Self::Four, Self::Eight];

    /// Returns the package with `size` credits, if there is one.
    pub const fn from_size(size: u32) -> Option<Self> {
        match size {
            4 => Some(Self::Four),
            8 => Some(Self::Eight),
            _ => None,
        }
    }

    /// Returns the number of credits.
    pub const fn size(self) -> u32 {
        match self {
            Self::Four => 4,
            Self::Eight => 8,
        }
    }

    /// Returns the validity of the credits, in days.
    pub const fn days(self) -> u32 {
        match self {
            Self::Four => 30,
            Self::Eight => 60,
        }
    }

    /// Returns the expiry of credits bought at `bought_at`; a day counts as 24 hours.
    pub fn expires_at(self, bought_at: Timestamp) -> Timestamp {
        saturating_add(bought_at, SignedDuration::from_hours(24 * i64::from(self.days())))
    }
}

/// The item of a purchase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Item {
    /// One class. Its base price is the rate times the credit cost.
    Class {
        /// The cost of a seat in credits.
        credit_cost: u32,
    },
    /// A package of credits.
    Package(Package),
}

impl Item {
    /// Returns the multiple of the teacher's rate.
    pub const fn units(self) -> u32 {
        match self {
            Self::Class { credit_cost } => credit_cost,
            Self::Package(package) => package.size(),
        }
    }
}

/// A quote. Each line is rounded separately, and the lines add up to the total (D20).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Quote {
    /// The item.
    pub item: Item,
    /// The teacher's rate for one class.
    pub rate: Money,
    /// The rate times the item's units; whole rupees in INR.
    pub base: Money,
    /// The discount of the coupon in percent; 0 without a coupon.
    pub discount_percent: u32,
    /// The discount.
    pub discount: Money,
    /// The net price: base minus discount. The fees are computed from it.
    pub net: Money,
    /// The service fee; zero while it is waived.
    pub service_fee: Money,
    /// The waived service fee; zero while it is not waived.
    pub service_fee_waived: Money,
    /// The rate of the service fee, also while it is waived.
    pub service_rate: BasisPoints,
    /// The rate of the provider fee.
    pub provider_rate: BasisPoints,
    /// The payment provider's fee.
    pub provider_fee: Money,
    /// The amount to pay: net price plus service fee plus provider fee.
    pub total: Money,
}

/// Returns the value of one credit of a purchase, rounded down to the minor unit (D22). Zero for zero classes.
pub fn price_per_class(price: Money, classes: u32) -> Money {
    Money::new(price.amount_minor.checked_div(i64::from(classes)).unwrap_or(0), price.currency)
}

/// Why a quote cannot be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum PricingError {
    /// The total is above zero and below the provider's minimum charge.
    #[error("total is below the minimum charge")]
    TooSmall,
    /// An amount overflows. Not possible with valid rates; an internal error.
    #[error("amount overflow")]
    TooLarge,
    /// The rate is negative, the credit cost is zero, or the discount is above 100 percent; an internal error.
    #[error("rate, credit cost or discount is out of range")]
    OutOfRange,
}

impl PricingError {
    /// Returns the stable error code.
    pub const fn code(self) -> ErrorCode {
        match self {
            Self::TooSmall => ErrorCode::AmountTooSmall,
            Self::TooLarge | Self::OutOfRange => ErrorCode::Internal,
        }
    }
}

/// Computes the quote for an item at a teacher's rate (D20).
///
/// # Errors
/// [`PricingError::TooSmall`] for a total between zero and the minimum charge; the other variants for values that stored
/// rates and coupons cannot have.
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
    let base = rate.checked_mul(item.units()).and_then(round_base).ok_or(PricingError::TooLarge)?;
    let discount = base.share(discount_percent * 100);
    let net = base.checked_sub(discount).ok_or(PricingError::TooLarge)?;
    let zero = Money::zero(rate.currency);
    let full_fee = net.share(fee.rate.0);
    let (service_fee, service_fee_waived) = if fee.is_waived { (zero, full_fee) } else { (full_fee, zero) };
    let provider_fee = net.share(provider.0);
    let total = net.checked_add(service_fee).and_then(|sum| sum.checked_add(provider_fee));
    let total = total.ok_or(PricingError::TooLarge)?;
    if !total.is_zero() && total.amount_minor < total.currency.minimum_charge_minor() {
        return Err(PricingError::TooSmall);
    }
    Ok(Quote {
        item,
        rate,
        base,
        discount_percent,
        discount,
        net,
        service_fee,
        service_fee_waived,
        service_rate: fee.rate,
        provider_rate: provider,
        provider_fee,
        total,
    })
}

/// Rounds a base price: half up to whole rupees in INR, unchanged in USD (SPEC §9, D20).
fn round_base(amount: Money) -> Option<Money> {
    match amount.currency {
        Currency::Usd => Some(amount),
        Currency::Inr => {
            let rupees = amount.amount_minor.checked_add(50)?.div_euclid(100);
            Some(Money::new(rupees * 100, Currency::Inr))
        }
    }
}

/// The net price of a class, divided between platform and teacher (D22).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PriceSplit {
    /// The share of the platform.
    pub commission: Money,
    /// The share of the teacher.
    pub earnings: Money,
}

/// Divides the net price of a class at a commission rate. The parts add up to the price; a rate above 100 % counts as 100 %
/// (D22).
pub fn split_price(price: Money, rate: BasisPoints) -> PriceSplit {
    let commission = price.share(rate.0.min(10_000));
    // The commission is between zero and the price, so the subtraction cannot overflow.
    let earnings = Money::new(price.amount_minor.saturating_sub(commission.amount_minor), price.currency);
    PriceSplit { commission, earnings }
}
