//! One thing as it is kept.

use serde::{Deserialize, Serialize};

use crate::model::{Contact, Event, Fault, FundAccount, IdempotencyKey, Order, Payment, Payout, Refund, Settings};

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Row {
    /// The first row of a file: which form the others have.
    Format(u32),
    Order(Order),
    Payment(Box<Payment>),
    Refund(Refund),
    Contact(Contact),
    FundAccount(FundAccount),
    Payout(Payout),
    Key(IdempotencyKey),
    Event(Event),
    Settings(Settings),
    Faults(Vec<Fault>),
    /// How many ids have been given.
    Count(u64),
}

macro_rules! rows {
    ($($kind:ident),*) => {
        $(impl From<$kind> for Row {
            fn from(value: $kind) -> Self {
                Self::$kind(value)
            }
        })*
    };
}

rows!(Order, Refund, Contact, FundAccount, Payout, Event, Settings);

impl From<Payment> for Row {
    fn from(payment: Payment) -> Self {
        Self::Payment(Box::new(payment))
    }
}

impl From<IdempotencyKey> for Row {
    fn from(key: IdempotencyKey) -> Self {
        Self::Key(key)
    }
}

impl From<Vec<Fault>> for Row {
    fn from(faults: Vec<Fault>) -> Self {
        Self::Faults(faults)
    }
}
