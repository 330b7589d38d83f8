//! A stored credit lot.

use jiff::Timestamp;
use tala_db::FromRow;
use tala_domain::credits::Lot;
use tala_domain::ids::{LotId, TeacherId};
use tala_domain::money::{Currency, Money};
use uuid::Uuid;

use crate::StoreError;
use crate::sql::{from_micros, parse_enum, to_u32};

/// The origin of a lot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// An order paid for it.
    Bought,
    /// An administrator or a referral granted it.
    Granted,
    /// A cancellation returned credits whose lot was closed.
    Returned,
}

impl Origin {
    /// The stored form, also used by the API.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Bought => "bought",
            Self::Granted => "granted",
            Self::Returned => "returned",
        }
    }

    fn parse(text: &str) -> Option<Self> {
        [Self::Bought, Self::Granted, Self::Returned].into_iter().find(|origin| origin.as_str() == text)
    }
}

/// A lot with its teacher.
#[derive(Clone, Debug)]
pub struct StoredLot {
    /// Id, credits left and expiry.
    pub lot: Lot,
    /// The teacher at whose rate it was bought, and with whom it can be spent.
    pub teacher_id: TeacherId,
    /// The teacher's name.
    pub teacher_name: String,
    /// Bought, granted or returned.
    pub origin: Origin,
    /// Credits at the beginning.
    pub total: u32,
    /// Price of one class.
    pub price_per_class: Money,
    /// When it was created.
    pub created_at: Timestamp,
}

#[derive(FromRow)]
pub(super) struct Row {
    id: Uuid,
    teacher_id: Uuid,
    teacher_name: String,
    origin: String,
    total: i64,
    remaining: i64,
    price_per_class_minor: i64,
    currency: String,
    expires_at: i64,
    created_at: i64,
}

impl TryFrom<Row> for StoredLot {
    type Error = StoreError;
    fn try_from(row: Row) -> Result<Self, StoreError> {
        Ok(Self {
            lot: Lot { id: LotId(row.id), remaining: to_u32(row.remaining)?, expires_at: from_micros(row.expires_at)? },
            teacher_id: TeacherId(row.teacher_id),
            teacher_name: row.teacher_name,
            origin: parse_enum(&row.origin, Origin::parse)?,
            total: to_u32(row.total)?,
            price_per_class: Money::new(row.price_per_class_minor, parse_enum(&row.currency, Currency::parse)?),
            created_at: from_micros(row.created_at)?,
        })
    }
}

pub(super) const SELECT: &str = "SELECT l.id, l.teacher_id, p.name AS teacher_name, l.origin, l.total, l.remaining,
    l.price_per_class_minor, l.currency, l.expires_at, l.created_at
    FROM credit_lots l JOIN people p ON p.id = l.teacher_id";
