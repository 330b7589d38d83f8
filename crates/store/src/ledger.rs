//! The double-entry ledger (D18). Each transaction sums to zero for each commodity. Entries are never changed.

use std::collections::BTreeMap;

use futures_util::try_join;
use jiff::Timestamp;
use tala_db::{Transaction, Value};
use tala_domain::ids::{BookingId, LotId, OrderId, PayoutId, PersonId, PostingId, RefundId, StudentId};
use tala_domain::money::{Currency, Money};

use crate::StoreError;
use crate::sql::to_micros;

mod check;

pub use check::{Finding, check};

/// What an amount counts: credits, or minor units of a currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Commodity {
    /// Class credits.
    Credit,
    /// Paise.
    Inr,
    /// Cents.
    Usd,
}

impl Commodity {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Credit => "CREDIT",
            Self::Inr => "INR",
            Self::Usd => "USD",
        }
    }
}

impl From<Currency> for Commodity {
    fn from(currency: Currency) -> Self {
        match currency {
            Currency::Inr => Self::Inr,
            Currency::Usd => Self::Usd,
        }
    }
}

macro_rules! stored_enum {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name {
            $($(#[$vdoc])* $variant,)+
        }

        impl $name {
            /// The stored form.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text,)+ }
            }
        }
    };
}

stored_enum! {
    /// A ledger account. Credits that a student has are positive. Money that we have or are owed, and what we give
    /// away, is positive. Money that we owe or have earned is negative.
    Account {
        /// Credits that a student can spend.
        StudentCredits = "student_credits",
        /// Source of granted credits.
        CreditsGranted = "credits_granted",
        /// Source of bought credits.
        CreditsBought = "credits_bought",
        /// Source of credits that replace a class paid with money.
        CreditsExchanged = "credits_exchanged",
        /// Spent credits, by teacher.
        CreditsSpent = "credits_spent",
        /// Expired credits.
        CreditsExpired = "credits_expired",
        /// Payments received less refunds done. The provider's own fee and its transfers to our bank are not included.
        ProviderClearing = "provider_clearing",
        /// Price of unspent credits, owed to students as classes.
        UnearnedCredits = "unearned_credits",
        /// Price of booked classes, owed to students as classes.
        UnearnedClasses = "unearned_classes",
        /// Refunds that are not done.
        RefundsPayable = "refunds_payable",
        /// Teachers' earnings in no payout.
        TeacherPayable = "teacher_payable",
        /// Prepared payouts.
        PayoutsPayable = "payouts_payable",
        /// Paid payouts.
        PaidOut = "paid_out",
        /// Our commission on completed classes.
        Commission = "commission",
        /// Service fees paid by students.
        ServiceFees = "service_fees",
        /// Provider fees paid by students.
        ProviderFees = "provider_fees",
        /// Price of what we have given away.
        Promotions = "promotions",
        /// Partial refunds that the platform bears, of payments that are not refunded since.
        Goodwill = "goodwill",
        /// Price of expired credits.
        Breakage = "breakage",
        /// Minor units left when the price of a package is divided into classes.
        Rounding = "rounding",
    }
}

stored_enum! {
    /// The reason of a transaction.
    Kind {
        /// Credits were granted to a student.
        CreditsGranted = "credits_granted",
        /// A package was paid.
        CreditsBought = "credits_bought",
        /// A class was booked with credits.
        CreditsSpent = "credits_spent",
        /// The booking of such a class was cancelled.
        CreditsReturned = "credits_returned",
        /// A cancelled class paid with money was exchanged for a credit (D24).
        ClassExchanged = "class_exchanged",
        /// An unspent package was refunded.
        CreditsRefunded = "credits_refunded",
        /// A lot expired.
        CreditsExpired = "credits_expired",
        /// A class was paid with money.
        ClassPaid = "class_paid",
        /// The booking of such a class was cancelled with a refund.
        ClassRefunded = "class_refunded",
        /// A payment that could not be used was refunded.
        PaymentRefunded = "payment_refunded",
        /// A part of a payment was refunded; the class or the package stays (ADR 11).
        PaymentPartlyRefunded = "payment_partly_refunded",
        /// The provider has carried out a refund.
        RefundDone = "refund_done",
        /// A class was completed: its settlement (D22).
        ClassSettled = "class_settled",
        /// A payout was prepared (D25).
        PayoutPrepared = "payout_prepared",
        /// A payout was paid.
        PayoutPaid = "payout_paid",
        /// The bank rejected a payout. Its classes are owed again.
        PayoutFailed = "payout_failed",
        /// The bank sent a paid payout back. Its classes are owed again.
        PayoutReversed = "payout_reversed",
    }
}

/// An entry. A positive amount adds to the account.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    /// The account.
    pub account: Account,
    /// The owner, for accounts that have owners.
    pub owner: Option<PersonId>,
    /// The lot, for credits and their price.
    pub lot: Option<LotId>,
    /// What the amount counts.
    pub commodity: Commodity,
    /// The amount, not zero.
    pub amount: i64,
}

/// A transaction to post.
#[derive(Clone, Debug)]
pub struct Posting {
    /// Primary key of the new row.
    pub id: PostingId,
    /// The reason.
    pub kind: Kind,
    /// The booking that it concerns.
    pub booking: Option<BookingId>,
    /// The order that it concerns.
    pub order: Option<OrderId>,
    /// The refund that it concerns.
    pub refund: Option<RefundId>,
    /// The payout that it concerns.
    pub payout: Option<PayoutId>,
    /// Current time.
    pub at: Timestamp,
    /// The entries.
    pub lines: Vec<Line>,
}

impl Posting {
    /// A transaction without entries.
    pub fn new(id: PostingId, kind: Kind, at: Timestamp) -> Self {
        Self { id, kind, booking: None, order: None, refund: None, payout: None, at, lines: Vec::new() }
    }

    /// Sets the booking.
    #[must_use]
    pub fn booking(self, booking: BookingId) -> Self {
        Self { booking: Some(booking), ..self }
    }

    /// Sets the order.
    #[must_use]
    pub fn order(self, order: OrderId) -> Self {
        Self { order: Some(order), ..self }
    }

    /// Sets the refund.
    #[must_use]
    pub fn refund(self, refund: RefundId) -> Self {
        Self { refund: Some(refund), ..self }
    }

    /// Sets the payout.
    #[must_use]
    pub fn payout(self, payout: PayoutId) -> Self {
        Self { payout: Some(payout), ..self }
    }

    /// Adds an entry in money. A zero amount is left out.
    #[must_use]
    pub fn money(self, account: Account, owner: Option<PersonId>, amount: Money) -> Self {
        self.line(Line { account, owner, lot: None, commodity: amount.currency.into(), amount: amount.amount_minor })
    }

    /// Adds an entry for the price of a lot's credits.
    #[must_use]
    pub fn lot_money(self, student: StudentId, lot: LotId, amount: Money) -> Self {
        let account = Account::UnearnedCredits;
        let commodity = amount.currency.into();
        self.line(Line { account, owner: Some(student.into()), lot: Some(lot), commodity, amount: amount.amount_minor })
    }

    /// Adds both entries of a credit movement between a student's lot and another account. The student gains `credits`.
    #[must_use]
    pub fn credits(
        self,
        (student, lot): (StudentId, LotId),
        (other, other_owner): (Account, Option<PersonId>),
        credits: i64,
    ) -> Self {
        let line =
            |account, owner, amount| Line { account, owner, lot: Some(lot), commodity: Commodity::Credit, amount };
        self.line(line(Account::StudentCredits, Some(student.into()), credits)).line(line(
            other,
            other_owner,
            credits.saturating_neg(),
        ))
    }

    fn line(mut self, line: Line) -> Self {
        if line.amount != 0 {
            self.lines.push(line);
        }
        self
    }
}

/// Posts a transaction. One without entries, for a free class, is not stored.
///
/// # Errors
/// [`StoreError::Other`] if it does not sum to zero for each commodity, which is a defect.
pub async fn post(tx: &Transaction, posting: &Posting) -> Result<(), StoreError> {
    let mut sums: BTreeMap<Commodity, i64> = BTreeMap::new();
    for line in &posting.lines {
        let sum = sums.entry(line.commodity).or_default();
        *sum = sum.saturating_add(line.amount);
    }
    if posting.lines.is_empty() {
        return Ok(());
    }
    if sums.values().any(|sum| *sum != 0) {
        return Err(StoreError::Other(format!("unbalanced ledger transaction: {posting:?}")));
    }
    let transaction = [
        posting.id.0.into(),
        posting.kind.as_str().into(),
        posting.booking.map(|booking| booking.0).into(),
        to_micros(posting.at).into(),
        posting.order.map(|order| order.0).into(),
        posting.refund.map(|refund| refund.0).into(),
        posting.payout.map(|payout| payout.0).into(),
    ];
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
    let insert_transaction =
        "INSERT INTO ledger_transactions (id, kind, booking_id, happened_at, order_id, refund_id, payout_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7)";
    let insert_entries = format!(
        "INSERT INTO ledger_entries (transaction_id, line, account, owner_id, lot_id, commodity, amount) VALUES {}",
        rows.join(", ")
    );
    try_join!(tx.execute(insert_transaction, &transaction), tx.execute(&insert_entries, &values))?;
    Ok(())
}
