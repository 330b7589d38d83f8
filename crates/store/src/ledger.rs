//! The double-entry ledger (D18): every transaction sums to zero in each commodity, and nothing is ever edited.

use std::collections::BTreeMap;

use futures_util::try_join;
use jiff::Timestamp;
use tala_db::{Transaction, Value};
use tala_domain::ids::{BookingId, LedgerTxId, LotId, OrderId, PayoutId, PersonId, RefundId};
use tala_domain::money::{Currency, Money};

use crate::StoreError;
use crate::sql::micros;

mod check;

pub use check::{Finding, check};

/// What is counted: credits, or minor units of a currency.
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

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name {
            $($(#[$vdoc])* $variant,)+
        }

        impl $name {
            /// As stored.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text,)+ }
            }
        }
    };
}

words! {
    /// Where something is booked. Credits that a student has are positive. Money that we have or are owed, and what we
    /// give away, is positive; money that we owe or have earned is negative.
    Account {
        /// What a student can still spend.
        StudentCredits = "student_credits",
        /// Where granted credits come from.
        CreditsGranted = "credits_granted",
        /// Where bought credits come from.
        CreditsBought = "credits_bought",
        /// Where credits come from that a student gets for a class paid with money.
        CreditsExchanged = "credits_exchanged",
        /// Where spent credits go: what the teacher has given or will give classes for.
        CreditsSpent = "credits_spent",
        /// Where expired credits go.
        CreditsExpired = "credits_expired",
        /// Money that went through the payment provider: paid less given back. The provider's own fee and its transfers to
        /// our bank are not in it.
        ProviderClearing = "provider_clearing",
        /// What unspent credits were bought for: owed to students as classes.
        UnearnedCredits = "unearned_credits",
        /// What classes to come were bought for: owed to students as classes.
        UnearnedClasses = "unearned_classes",
        /// Refunds that have not reached the student yet.
        RefundsPayable = "refunds_payable",
        /// What teachers have earned and not been paid yet.
        TeacherPayable = "teacher_payable",
        /// Payouts that are prepared and not yet with the teacher.
        PayoutsPayable = "payouts_payable",
        /// What has been paid to teachers.
        PaidOut = "paid_out",
        /// Our commission on classes that have been held.
        Commission = "commission",
        /// The service fees that students paid.
        ServiceFees = "service_fees",
        /// The provider fees that students paid.
        ProviderFees = "provider_fees",
        /// What we have given away.
        Promotions = "promotions",
        /// What expired credits were bought for.
        Breakage = "breakage",
        /// Minor units that are left when a package is divided into classes.
        Rounding = "rounding",
    }
}

words! {
    /// Why a transaction was posted.
    Kind {
        /// Credits given to a student.
        CreditsGranted = "credits_granted",
        /// Credits paid for.
        CreditsBought = "credits_bought",
        /// Credits spent on a class.
        CreditsSpent = "credits_spent",
        /// Credits of a cancelled class that came back.
        CreditsReturned = "credits_returned",
        /// A class paid with money became a credit (D24).
        ClassExchanged = "class_exchanged",
        /// A package that goes back unspent, with its money.
        CreditsRefunded = "credits_refunded",
        /// Credits whose time was up.
        CreditsExpired = "credits_expired",
        /// A class paid with money.
        ClassPaid = "class_paid",
        /// A cancelled class whose money goes back.
        ClassRefunded = "class_refunded",
        /// Money that could not be used and goes back.
        PaymentReturned = "payment_returned",
        /// A refund that the provider has carried out.
        RefundDone = "refund_done",
        /// A class that has been held.
        ClassHeld = "class_held",
        /// A payout made ready (D25).
        PayoutPrepared = "payout_prepared",
        /// A payout that the teacher has received.
        PayoutPaid = "payout_paid",
        /// A payout that the bank refused: the classes are owed again.
        PayoutFailed = "payout_failed",
        /// A payout that was paid and came back: the classes are owed again.
        PayoutReturned = "payout_returned",
    }
}

/// One side of a transaction. Positive adds to the account.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    /// The account.
    pub account: Account,
    /// Whose, where the account has owners.
    pub owner: Option<PersonId>,
    /// The lot, for credits and what they were bought for.
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
    /// The order behind it, if any.
    pub order: Option<OrderId>,
    /// The refund behind it, if any.
    pub refund: Option<RefundId>,
    /// The payout behind it, if any.
    pub payout: Option<PayoutId>,
    /// Now.
    pub at: Timestamp,
    /// Its sides.
    pub lines: Vec<Line>,
}

impl Posting {
    /// A transaction without sides yet.
    pub fn new(id: LedgerTxId, kind: Kind, at: Timestamp) -> Self {
        Self { id, kind, booking: None, order: None, refund: None, payout: None, at, lines: Vec::new() }
    }

    /// About this booking.
    #[must_use]
    pub fn booking(self, booking: BookingId) -> Self {
        Self { booking: Some(booking), ..self }
    }

    /// About this order.
    #[must_use]
    pub fn order(self, order: OrderId) -> Self {
        Self { order: Some(order), ..self }
    }

    /// About this refund.
    #[must_use]
    pub fn refund(self, refund: RefundId) -> Self {
        Self { refund: Some(refund), ..self }
    }

    /// About this payout.
    #[must_use]
    pub fn payout(self, payout: PayoutId) -> Self {
        Self { payout: Some(payout), ..self }
    }

    /// With one side in money. A side of nothing is left out.
    #[must_use]
    pub fn money(self, account: Account, owner: Option<PersonId>, amount: Money) -> Self {
        self.line(Line { account, owner, lot: None, commodity: amount.currency.into(), amount: amount.amount_minor })
    }

    /// With what credits of a lot were bought for.
    #[must_use]
    pub fn lot_money(self, student: PersonId, lot: LotId, amount: Money) -> Self {
        let account = Account::UnearnedCredits;
        let commodity = amount.currency.into();
        self.line(Line { account, owner: Some(student), lot: Some(lot), commodity, amount: amount.amount_minor })
    }

    /// With the two sides of credits moving between a student's lot and another account. `credits` is what the student
    /// gains.
    #[must_use]
    pub fn credits(
        self,
        (student, lot): (PersonId, LotId),
        (other, other_owner): (Account, Option<PersonId>),
        credits: i64,
    ) -> Self {
        let line =
            |account, owner, amount| Line { account, owner, lot: Some(lot), commodity: Commodity::Credit, amount };
        self.line(line(Account::StudentCredits, Some(student), credits)).line(line(
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

/// Posts a transaction. One without sides, for a free class, moves nothing and is not stored.
///
/// # Errors
/// [`StoreError::Other`] when it does not sum to zero in each commodity: a defect.
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
        micros(posting.at).into(),
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
