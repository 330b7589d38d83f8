//! Reducing the price of a class or a package by a partial refund that the teacher shares (ADR 11).

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::services::partial_refunds::{check_class_share, check_package_share};
use crate::services::refunds::PaymentRest;
use tala_domain::money::{Currency, Money};
use tala_domain::payments::{ChargeParts, split_refund};
use tala_domain::pricing::{BasisPoints, price_per_class, split_price};
use tala_store::bookings::{self, BookingPrice};
use tala_store::credits::{self, LotDetails};
use tala_store::ledger::{Account, Posting};
use tala_store::orders::Order;
use tala_store::payments::Payment;
use tala_store::{StoreError, Transaction};

/// What the order bought.
pub(super) enum SharedItem {
    /// A class.
    Class(BookingPrice),
    /// A package of which nothing is spent.
    Package(LotDetails),
}

impl SharedItem {
    /// Returns the item if the teacher can share the refund. The order must be locked.
    ///
    /// # Errors
    /// `NotCancellable` with the reason.
    pub(super) async fn load(tx: &Transaction, order: &Order, booking: Option<BookingPrice>) -> AppResult<Self> {
        if let Some(booking) = booking {
            check_class_share(&booking).map_err(|reason| reason.into_error())?;
            return Ok(Self::Class(booking));
        }
        let lot = match order.lot_id {
            Some(lot) => credits::find_by_id(tx, lot).await?,
            None => None,
        };
        let lot = lot.ok_or_else(|| AppError::internal("a fulfilled order without booking and credit lot"))?;
        check_package_share(&lot).map_err(|reason| reason.into_error())?;
        Ok(Self::Package(lot))
    }
}

/// The ledger lines of a reduced price.
pub(super) struct PriceLines {
    parts: ChargeParts,
    currency: Currency,
    of_price: OfPrice,
}

/// Where the part of the price comes from.
enum OfPrice {
    /// A class that is not settled.
    Unearned(BookingPrice),
    /// A settled class: the teacher's earnings and the commission, in minor units.
    Settled(BookingPrice, i64, i64),
    /// A package: the value of its credits and the rounding, in minor units.
    Package(LotDetails, i64, i64),
}

impl PriceLines {
    /// Adds the lines to a posting.
    pub(super) fn add_to(&self, posting: Posting) -> Posting {
        let money = |minor: i64| Money::new(minor, self.currency);
        let posting =
            match &self.of_price {
                OfPrice::Unearned(booking) => posting.booking(booking.id).money(
                    Account::UnearnedClasses,
                    Some(booking.student_id.into()),
                    money(self.parts.price),
                ),
                OfPrice::Settled(booking, earnings, commission) => posting
                    .booking(booking.id)
                    .money(Account::TeacherPayable, Some(booking.teacher_id.into()), money(*earnings))
                    .money(Account::Commission, None, money(*commission)),
                OfPrice::Package(lot, worth, rounding) => posting
                    .lot_money(lot.student_id, lot.id, money(*worth))
                    .money(Account::Rounding, None, money(*rounding)),
            };
        posting.money(Account::ServiceFees, None, money(self.parts.service_fee)).money(
            Account::ProviderFees,
            None,
            money(self.parts.provider_fee),
        )
    }
}

/// Takes `amount` from price and fees in proportion. Returns the parts and the ledger lines.
///
/// # Errors
/// Those of the database; a serialization failure if the item changed concurrently.
pub(super) async fn reduce_price(
    tx: &Transaction,
    ctx: &Ctx,
    order: &Order,
    payment: &Payment,
    item: SharedItem,
    amount: Money,
) -> AppResult<(ChargeParts, PriceLines)> {
    let rest = PaymentRest::load(tx, order, payment.id).await?;
    let parts = split_refund(amount.amount_minor, rest.parts);
    let parts = parts.ok_or_else(|| AppError::internal("a refund above what is left of the charge"))?;
    let price_left = Money::new(rest.parts.minus(parts).price, amount.currency);
    let (is_reduced, of_price) = match item {
        SharedItem::Class(booking) => reduce_class(tx, ctx, booking, price_left).await?,
        SharedItem::Package(lot) => {
            let each = price_per_class(price_left, lot.total);
            let is_reduced = credits::reduce_price(tx, lot.id, lot.price_per_class, each).await?;
            let worth = |each: Money| each.amount_minor.saturating_mul(i64::from(lot.total));
            let lost = worth(lot.price_per_class).saturating_sub(worth(each));
            (is_reduced, OfPrice::Package(lot, lost, parts.price.saturating_sub(lost)))
        }
    };
    if !is_reduced {
        return Err(StoreError::Serialization("the price changed concurrently".to_owned()).into());
    }
    Ok((parts, PriceLines { parts, currency: amount.currency, of_price }))
}

async fn reduce_class(
    tx: &Transaction,
    ctx: &Ctx,
    booking: BookingPrice,
    price_left: Money,
) -> Result<(bool, OfPrice), StoreError> {
    let lost = booking.amount.amount_minor.saturating_sub(price_left.amount_minor);
    let Some((rate, earned)) = booking.settlement else {
        let is_reduced = bookings::reduce_price(tx, &booking, price_left, None, ctx.now()).await?;
        return Ok((is_reduced, OfPrice::Unearned(booking)));
    };
    let earnings = split_price(price_left, BasisPoints(rate)).earnings;
    let is_reduced = bookings::reduce_price(tx, &booking, price_left, Some(earnings), ctx.now()).await?;
    let earnings_lost = earned.amount_minor.saturating_sub(earnings.amount_minor);
    Ok((is_reduced, OfPrice::Settled(booking, earnings_lost, lost.saturating_sub(earnings_lost))))
}
