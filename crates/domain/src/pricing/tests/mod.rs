mod commission;
mod fees;
mod properties;
mod quotes;
mod split;

use super::{BasisPoints, Item, Package, Quote, ServiceFee, quote};
use crate::money::Currency::{self, Inr, Usd};
use crate::money::Money;
use crate::time::Timestamp;

const ONE_CLASS: Item = Item::Class { credit_cost: 1 };
const PROVIDER: BasisPoints = BasisPoints(240);

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn fee(rate: u32) -> ServiceFee {
    ServiceFee { rate: BasisPoints(rate), is_waived: false }
}

fn waived(rate: u32) -> ServiceFee {
    ServiceFee { rate: BasisPoints(rate), is_waived: true }
}

fn inr(minor: i64) -> Money {
    Money::new(minor, Inr)
}

fn usd(minor: i64) -> Money {
    Money::new(minor, Usd)
}

fn price(rate: Money, item: Item, discount_percent: u32, fee: ServiceFee) -> Quote {
    quote(rate, item, discount_percent, fee, PROVIDER).unwrap()
}
