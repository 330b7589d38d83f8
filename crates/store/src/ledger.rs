//! The double-entry ledger (D18): every transaction sums to zero in each commodity, and nothing is ever edited.

use std::collections::BTreeMap;

use jiff::Timestamp;
use sea_orm::{ConnectionTrait, FromQueryResult, Value};
use tala_domain::ids::{BookingId, LedgerTxId, LotId, PersonId};
use uuid::Uuid;

use crate::WriteTx;
use crate::error::StoreError;
use crate::sql::{execute, list, micros};

/// What is counted: credits, or minor units of a currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Commodity {
    /// Class credits.
    Credit,
}

impl Commodity {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Credit => "CREDIT",
        }
    }
}

/// Where something is booked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Account {
    /// What a student can still spend.
    StudentCredits,
    /// Where granted credits come from.
    CreditsGranted,
    /// Where spent credits go: what the teacher has given or will give classes for.
    CreditsSpent,
    /// Where expired credits go.
    CreditsExpired,
}

impl Account {
    const fn as_str(self) -> &'static str {
        match self {
            Self::StudentCredits => "student_credits",
            Self::CreditsGranted => "credits_granted",
            Self::CreditsSpent => "credits_spent",
            Self::CreditsExpired => "credits_expired",
        }
    }
}

/// Why a transaction was posted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Credits given to a student.
    CreditsGranted,
    /// Credits spent on a class.
    CreditsSpent,
    /// Credits whose time was up.
    CreditsExpired,
}

impl Kind {
    /// As stored.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::CreditsGranted => "credits_granted",
            Self::CreditsSpent => "credits_spent",
            Self::CreditsExpired => "credits_expired",
        }
    }
}

/// One side of a transaction. Positive adds to the account.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    /// The account.
    pub account: Account,
    /// Whose, where the account has owners.
    pub owner: Option<PersonId>,
    /// The lot, for credits.
    pub lot: Option<LotId>,
    /// What is counted.
    pub commodity: Commodity,
    /// How much.
    pub amount: i64,
}

/// A transaction about to be posted.
#[derive(Clone, Debug)]
pub struct Posting {
    /// The new id.
    pub id: LedgerTxId,
    /// Why.
    pub kind: Kind,
    /// The booking behind it, if any.
    pub booking: Option<BookingId>,
    /// Now.
    pub at: Timestamp,
    /// Its sides.
    pub lines: Vec<Line>,
}

impl Posting {
    /// The two sides of credits moving between a student's lot and another account. `credits` is what the student gains.
    pub fn credit_lines(
        student: PersonId,
        lot: LotId,
        other: Account,
        other_owner: Option<PersonId>,
        credits: i64,
    ) -> [Line; 2] {
        let line =
            |account, owner, amount| Line { account, owner, lot: Some(lot), commodity: Commodity::Credit, amount };
        [line(Account::StudentCredits, Some(student), credits), line(other, other_owner, credits.saturating_neg())]
    }
}

/// Posts a transaction. One that does not sum to zero is refused: a defect.
pub async fn post(tx: &WriteTx, posting: &Posting) -> Result<(), StoreError> {
    let mut sums: BTreeMap<Commodity, i64> = BTreeMap::new();
    for line in &posting.lines {
        let sum = sums.entry(line.commodity).or_default();
        *sum = sum.saturating_add(line.amount);
    }
    if posting.lines.is_empty() || sums.values().any(|sum| *sum != 0) {
        return Err(StoreError::Other(format!("unbalanced ledger transaction: {posting:?}")));
    }
    execute(
        tx,
        "INSERT INTO ledger_transactions (id, kind, booking_id, happened_at) VALUES ($1, $2, $3, $4)",
        [
            posting.id.0.into(),
            posting.kind.as_str().into(),
            posting.booking.map(|booking| booking.0).into(),
            micros(posting.at).into(),
        ],
    )
    .await?;
    let mut values: Vec<Value> = vec![posting.id.0.into()];
    let mut rows = Vec::new();
    for (number, line) in (0_i64..).zip(&posting.lines) {
        let first = values.len() + 1;
        rows.push(format!(
            "($1, ${first}, ${}, ${}, ${}, ${}, ${})",
            first + 1,
            first + 2,
            first + 3,
            first + 4,
            first + 5
        ));
        values.extend([
            number.into(),
            line.account.as_str().into(),
            line.owner.map(|owner| owner.0).into(),
            line.lot.map(|lot| lot.0).into(),
            line.commodity.as_str().into(),
            line.amount.into(),
        ]);
    }
    let sql = format!(
        "INSERT INTO ledger_entries (transaction_id, line, account, owner_id, lot_id, commodity, amount) VALUES {}",
        rows.join(", ")
    );
    execute(tx, &sql, values).await?;
    Ok(())
}

/// Something that the ledger check found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// A transaction does not sum to zero in a commodity.
    Unbalanced {
        /// Which.
        transaction: LedgerTxId,
        /// In what.
        commodity: String,
        /// By how much.
        sum: i64,
    },
    /// A lot holds another number of credits than the ledger says.
    LotDiffers {
        /// Which.
        lot: LotId,
        /// What the lot says.
        stored: i64,
        /// What the ledger says.
        ledger: i64,
    },
    /// A booking paid with credits is not matched by what the ledger says was spent on it.
    BookingDiffers {
        /// Which.
        booking: BookingId,
        /// What the booking says.
        stored: i64,
        /// What the ledger says.
        ledger: i64,
    },
    /// A class's seat count is not the number of its living bookings.
    SeatsDiffer {
        /// Which slot.
        slot: Uuid,
        /// What the slot says.
        stored: i64,
        /// How many living bookings there are.
        bookings: i64,
    },
}

#[derive(FromQueryResult)]
struct Difference {
    id: Uuid,
    commodity: String,
    stored: i64,
    ledger: i64,
}

/// Proves sums, lots, bookings and seats against each other; returns what differs, at most 1,000 of each kind (D18).
pub async fn check<C: ConnectionTrait>(conn: &C) -> Result<Vec<Finding>, StoreError> {
    let unbalanced: Vec<Difference> = list(
        conn,
        "SELECT transaction_id AS id, commodity, CAST(SUM(amount) AS bigint) AS stored, CAST(0 AS bigint) AS ledger
           FROM ledger_entries GROUP BY transaction_id, commodity HAVING SUM(amount) <> 0 LIMIT 1000",
        [],
    )
    .await?;
    let lots: Vec<Difference> = list(
        conn,
        "SELECT l.id, 'CREDIT' AS commodity, l.remaining AS stored, CAST(COALESCE(SUM(e.amount), 0) AS bigint) AS ledger
           FROM credit_lots l LEFT JOIN ledger_entries e ON e.lot_id = l.id AND e.account = 'student_credits'
          GROUP BY l.id, l.remaining HAVING l.remaining <> COALESCE(SUM(e.amount), 0) LIMIT 1000",
        [],
    )
    .await?;
    let bookings: Vec<Difference> = list(
        conn,
        "SELECT b.id, 'CREDIT' AS commodity, b.credits_used AS stored, CAST(COALESCE(-SUM(e.amount), 0) AS bigint) AS ledger
           FROM bookings b LEFT JOIN ledger_transactions t ON t.booking_id = b.id
           LEFT JOIN ledger_entries e ON e.transaction_id = t.id AND e.account = 'student_credits'
          WHERE b.payment_status = 'credit' AND b.status <> 'cancelled'
          GROUP BY b.id, b.credits_used HAVING b.credits_used <> COALESCE(-SUM(e.amount), 0) LIMIT 1000",
        [],
    )
    .await?;
    let seats: Vec<Difference> = list(
        conn,
        "SELECT s.id, 'SEAT' AS commodity, s.seats_taken AS stored, CAST(COUNT(b.id) AS bigint) AS ledger
           FROM slots s LEFT JOIN bookings b ON b.slot_id = s.id AND b.status <> 'cancelled'
          GROUP BY s.id, s.seats_taken HAVING s.seats_taken <> COUNT(b.id) LIMIT 1000",
        [],
    )
    .await?;
    let mut findings = Vec::new();
    findings.extend(unbalanced.into_iter().map(|row| Finding::Unbalanced {
        transaction: LedgerTxId(row.id),
        commodity: row.commodity,
        sum: row.stored,
    }));
    findings.extend(lots.into_iter().map(|row| Finding::LotDiffers {
        lot: LotId(row.id),
        stored: row.stored,
        ledger: row.ledger,
    }));
    findings.extend(bookings.into_iter().map(|row| Finding::BookingDiffers {
        booking: BookingId(row.id),
        stored: row.stored,
        ledger: row.ledger,
    }));
    findings.extend(seats.into_iter().map(|row| Finding::SeatsDiffer {
        slot: row.id,
        stored: row.stored,
        bookings: row.ledger,
    }));
    Ok(findings)
}
