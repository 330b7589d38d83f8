//! `tala payout …`, and the same in the back office: one payout for each teacher and currency, for classes held before the teacher's payout day (D25).
//!
//! A run can be repeated: what it has paid for is tied to its payout, and a second payout of the same day cannot be stored.

use jiff::Timestamp;
use secrecy::ExposeSecret;
use serde_json::json;
use tala_domain::csv;
use tala_domain::error::FieldErrors;
use tala_domain::ids::{LedgerTxId, PayoutId, PersonId};
use tala_domain::money::Money;
use tala_domain::payouts::{PayoutCountry, PayoutCycle, cut_off_instant, due_cut_off, today};
use tala_store::bank_accounts::{self, BankAccount};
use tala_store::ledger::{self, Account, Kind, Posting};
use tala_store::payouts::{self, Owed, Payout};
use tala_store::{Transaction, people};
use uuid::Uuid;

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::services::audit::{Actor, Deed};

/// What a run has found.
#[derive(Debug, Default)]
pub struct PayoutRun {
    /// Payouts that this run has made.
    pub prepared: Vec<Payout>,
    /// Teachers who have earned something and told no account yet.
    pub without_account: Vec<PersonId>,
    /// Teachers whose payout could not be made; the next run tries again. The log says why.
    pub failed: Vec<PersonId>,
}

/// Makes the payouts that are due on a day in India; on the present one if none is given.
pub async fn run_payouts(ctx: &Ctx, day: Option<jiff::civil::Date>) -> AppResult<PayoutRun> {
    run_payouts_by(ctx, Actor::Console, day).await
}

/// The same by somebody.
pub(crate) async fn run_payouts_by(
    ctx: &Ctx,
    actor: Actor<'_>,
    day: Option<jiff::civil::Date>,
) -> AppResult<PayoutRun> {
    let now = ctx.now();
    let day = day.unwrap_or_else(|| today(now));
    if day > today(now) {
        return Err(FieldErrors::one("date", "That day has not come yet.").into());
    }
    let mut run = PayoutRun::default();
    for owed in payouts::list_owed(ctx.store.read(), None, now).await? {
        // One teacher's trouble is not the others'.
        match prepare_owed(ctx, actor, &owed, day).await {
            Ok(Outcome::Prepared(payout)) => run.prepared.extend(payout.map(|payout| *payout)),
            Ok(Outcome::NoAccount) => run.without_account.push(owed.teacher_id),
            Err(error) => {
                tracing::error!(%error, teacher = %owed.teacher_id, "a payout could not be made");
                run.failed.push(owed.teacher_id);
            }
        }
    }
    run.without_account.dedup();
    run.failed.dedup();
    Ok(run)
}

enum Outcome {
    Prepared(Option<Box<Payout>>),
    NoAccount,
}

async fn prepare_owed(ctx: &Ctx, actor: Actor<'_>, owed: &Owed, day: jiff::civil::Date) -> AppResult<Outcome> {
    let Some(account) = bank_accounts::find_by_teacher(ctx.store.read(), owed.teacher_id).await? else {
        return Ok(Outcome::NoAccount);
    };
    let cycle = PayoutCycle::parse(&account.payout_cycle).unwrap_or(PayoutCycle::Monthly);
    let cut_off = cut_off_instant(due_cut_off(cycle, day));
    let payout = prepare(ctx, actor, owed, cut_off).await?;
    Ok(Outcome::Prepared(payout.map(Box::new)))
}

async fn prepare(ctx: &Ctx, actor: Actor<'_>, owed: &Owed, cut_off: Timestamp) -> AppResult<Option<Payout>> {
    let write = async |tx: Transaction| {
        let now = ctx.now();
        // Nobody may change the account, or seal it anew, between the reading and the copying.
        people::lock(&tx, owed.teacher_id).await?;
        let Some(account) = bank_accounts::find_by_teacher(&tx, owed.teacher_id).await? else { return Ok(None) };
        let details = serde_json::to_string(&account).map_err(AppError::internal)?;
        // Only what ended before the payout day, whatever has been earned since.
        let due = payouts::list_owed(&tx, Some(owed.teacher_id), cut_off).await?;
        let due = due.into_iter().find(|due| due.amount.currency == owed.amount.currency);
        let Some(due) = due else { return Ok(None) };
        let id = PayoutId(ctx.new_id());
        let payout = payouts::prepare(&tx, id, &due, cut_off, (&details, &account.account_last4), now).await?;
        if let Some(payout) = &payout {
            post(&tx, ctx, payout, Kind::PayoutPrepared, (Account::TeacherPayable, Account::PayoutsPayable)).await?;
            let detail = json!({ "amountMinor": payout.amount.amount_minor, "teacherId": payout.teacher_id });
            let deed = Deed::new("payout_prepared", id.0).detail(detail);
            actor.record(&tx, ctx, &deed).await?;
        }
        Ok::<_, AppError>(payout)
    };
    ctx.store.transaction(write).await
}

/// Moves the amount of a payout from what is owed in one account to another.
pub(crate) async fn post(
    tx: &Transaction,
    ctx: &Ctx,
    payout: &Payout,
    kind: Kind,
    (from, to): (Account, Account),
) -> AppResult<()> {
    let owner = Some(payout.teacher_id);
    let less = Money::new(payout.amount.amount_minor.saturating_neg(), payout.amount.currency);
    let posting = Posting::new(LedgerTxId(ctx.new_id()), kind, ctx.now())
        .payout(payout.id)
        .money(from, owner, payout.amount)
        .money(to, owner, less);
    Ok(ledger::post(tx, &posting).await?)
}

/// Which payouts a table for the bank holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BankTable {
    /// Those that were in no table yet. They are in no other from now on, so that the bank is asked once for each.
    New,
    /// All that wait for the bank, those handed over before with the time: for a table that was lost.
    Again,
}

/// Payouts as the table that the bank is given: each to the account that its statement names, whatever the teacher has
/// changed since. It holds whole account numbers.
pub async fn bank_csv(ctx: &Ctx, which: BankTable) -> AppResult<String> {
    bank_csv_by(ctx, (Actor::Console, None), which, None).await
}

/// The same by somebody, whose reading is written down under this id, and for one payout day if wanted.
pub(crate) async fn bank_csv_by(
    ctx: &Ctx,
    reader: (Actor<'_>, Option<Uuid>),
    which: BankTable,
    cut_off: Option<Timestamp>,
) -> AppResult<String> {
    let heads = [
        "Payout",
        "Teacher",
        "Holder",
        "Bank",
        "Country",
        "Account",
        "IFSC",
        "Routing",
        "Amount",
        "Currency",
        "Handed over",
        "Please check",
    ];
    // No byte order mark: the bank's program reads it.
    let mut text = csv::row(&heads);
    text.extend(hand_over(ctx, reader, which, cut_off).await?);
    Ok(text)
}

/// The rows of the table. A payout is marked as handed over with its row made: what cannot be written to the bank waits. That
/// somebody has read account numbers is on record with it: one without the other must not be.
async fn hand_over(
    ctx: &Ctx,
    (actor, reader): (Actor<'_>, Option<Uuid>),
    which: BankTable,
    cut_off: Option<Timestamp>,
) -> AppResult<Vec<String>> {
    let write = async |tx: Transaction| {
        let mut rows = Vec::new();
        for payout in payouts::list_prepared(&tx).await? {
            if cut_off.is_some_and(|cut_off| cut_off != payout.cut_off) {
                continue;
            }
            let id = payout.id;
            let row = match bank_row(&tx, ctx, payout).await {
                Ok(row) => csv::row(&row),
                Err(error) => {
                    tracing::error!(%error, payout = %id, "the account of a payout cannot be read: it is not in the table");
                    continue;
                }
            };
            if payouts::mark_exported(&tx, id, ctx.now()).await? {
                actor.record(&tx, ctx, &Deed::new("payout_exported", id.0)).await?;
                rows.push(row);
            } else if which == BankTable::Again {
                rows.push(row);
            }
        }
        if let Some(reader) = reader {
            let deed = Deed::new("bank_table_read", reader).detail(json!({ "payouts": rows.len() }));
            actor.record(&tx, ctx, &deed).await?;
        }
        Ok::<_, AppError>(rows)
    };
    ctx.store.transaction(write).await
}

async fn bank_row(tx: &Transaction, ctx: &Ctx, payout: Payout) -> AppResult<[String; 12]> {
    let doubt = payout.doubtful_country().map(|country| doubt(&payout, country)).unwrap_or_default();
    let account = payouts::find_account(tx, payout.id).await?;
    let account: BankAccount = serde_json::from_str(&account).map_err(AppError::internal)?;
    let place = payout.teacher_id.to_string();
    let number = ctx.vault.open(&place, &account.account_sealed).map_err(AppError::internal)?;
    Ok([
        payout.id.to_string(),
        payout.teacher_name,
        account.holder,
        account.bank,
        account.country,
        number.expose_secret().to_owned(),
        account.ifsc.unwrap_or_default(),
        account.routing.unwrap_or_default(),
        payout.amount.to_major_text(),
        payout.amount.currency.code().to_owned(),
        payout.exported_at.map(|at| at.to_string()).unwrap_or_default(),
        doubt,
    ])
}

/// What is to be looked into before the bank is asked.
pub fn doubt(payout: &Payout, country: PayoutCountry) -> String {
    let currency = payout.amount.currency.code();
    format!("The account is in {}: the bank may not take {currency} for it", country.as_str())
}
