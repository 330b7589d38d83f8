//! Records of the state file.

use serde::{Deserialize, Serialize};

use crate::model::{Contact, Event, Fault, FundAccount, IdempotencyKey, Order, Payment, Payout, Refund, Settings};

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Record {
    /// Version of the file format; the first record of a file.
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
    /// Number of generated ids.
    Count(u64),
}

macro_rules! impl_from {
    ($($kind:ident),*) => {
        $(impl From<$kind> for Record {
            fn from(value: $kind) -> Self {
                Self::$kind(value)
            }
        })*
    };
}

impl_from!(Order, Refund, Contact, FundAccount, Payout, Event, Settings);

impl From<Payment> for Record {
    fn from(payment: Payment) -> Self {
        Self::Payment(Box::new(payment))
    }
}

impl From<IdempotencyKey> for Record {
    fn from(key: IdempotencyKey) -> Self {
        Self::Key(key)
    }
}

impl From<Vec<Fault>> for Record {
    fn from(faults: Vec<Fault>) -> Self {
        Self::Faults(faults)
    }
}
