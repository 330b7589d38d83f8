//! Payout runs and payout exports, by the command line or an administrator (D25). A run prepares one payout for each teacher
//! and currency, for the classes that were completed before the teacher's payout day.
//!
//! A run can be repeated: each class belongs to at most one payout, and a constraint prevents a second payout of the same
//! teacher, currency and day.

use jiff::Timestamp;
use secrecy::{ExposeSecret, SecretString};
use serde_json::json;
use tala_domain::audit_actions::AuditAction;
use tala_domain::csv;
use tala_domain::error::FieldErrors;
use tala_domain::ids::{PayoutId, PostingId, TeacherId};
use tala_domain::money::Money;
use tala_domain::payouts::{PayoutCountry, PayoutCycle, cut_off_instant, due_cut_off, today_in_india};
use tala_store::bank_accounts::{self, BankAccount};
use tala_store::ledger::{self, Account, Kind, Posting};
use tala_store::payouts::{self, Payable, Payout};
use tala_store::{StoreError, Transaction, people};
use uuid::Uuid;

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::services::audit::{Actor, AuditEvent};

/// The result of a payout run.
#[derive(Debug, Default)]
pub struct PayoutRun {
    /// The payouts that this run prepared.
    pub prepared: Vec<Payout>,
    /// Teachers with earnings but without a bank account.
    pub without_account: Vec<TeacherId>,
    /// Teachers whose payout could not be prepared. The log has the reason; the next run tries again.
    pub failed: Vec<TeacherId>,
}

/// Prepares the payouts that are due on `day` in India, today by default.
///
/// # Errors
/// A day in the future, or those of the database.
#[tracing::instrument(level = "debug", skip_all)]
pub async fn run_payouts(ctx: &Ctx, day: Option<jiff::civil::Date>) -> AppResult<PayoutRun> {
    run_payouts_as(ctx, Actor::Console, day).await
}

/// [`run_payouts`] on behalf of `actor`.
///
/// # Errors
/// Those of [`run_payouts`].
#[tracing::instrument(level = "debug", skip_all)]
pub(crate) async fn run_payouts_as(
    ctx: &Ctx,
    actor: Actor<'_>,
    day: Option<jiff::civil::Date>,
) -> AppResult<PayoutRun> {
    let now = ctx.now();
    let day = day.unwrap_or_else(|| today_in_india(now));
    if day > today_in_india(now) {
        return Err(FieldErrors::one("date", "That day has not come yet.").into());
    }
    let mut run = PayoutRun::default();
    for owed in payouts::list_payable(ctx.store.read(), None, now).await? {
        // A failure must not affect the payouts of other teachers.
        match prepare_owed(ctx, actor, &owed, day).await {
            Ok(Preparation::Done(payout)) => run.prepared.extend(payout.map(|payout| *payout)),
            Ok(Preparation::NoAccount) => run.without_account.push(owed.teacher_id),
            Err(error) => {
                tracing::error!(%error, teacher = %owed.teacher_id, "payout could not be prepared");
                run.failed.push(owed.teacher_id);
            }
        }
    }
    run.without_account.dedup();
    run.failed.dedup();
    Ok(run)
}

enum Preparation {
    /// The new payout, if anything was due.
    Done(Option<Box<Payout>>),
    NoAccount,
}

async fn prepare_owed(ctx: &Ctx, actor: Actor<'_>, owed: &Payable, day: jiff::civil::Date) -> AppResult<Preparation> {
    let Some(account) = bank_accounts::find_by_teacher(ctx.store.read(), owed.teacher_id).await? else {
        return Ok(Preparation::NoAccount);
    };
    let cycle = PayoutCycle::parse(&account.payout_cycle).unwrap_or(PayoutCycle::Monthly);
    let cut_off = cut_off_instant(due_cut_off(cycle, day));
    let payout = prepare(ctx, actor, owed, cut_off).await?;
    Ok(Preparation::Done(payout.map(Box::new)))
}

async fn prepare(ctx: &Ctx, actor: Actor<'_>, owed: &Payable, cut_off: Timestamp) -> AppResult<Option<Payout>> {
    let write = async |tx: Transaction| {
        let now = ctx.now();
        // The account must not be changed or re-encrypted between reading and copying it.
        people::lock_for_update(&tx, owed.teacher_id.into()).await?;
        let Some(account) = bank_accounts::find_by_teacher(&tx, owed.teacher_id).await? else { return Ok(None) };
        let details = serde_json::to_string(&account).map_err(AppError::internal)?;
        // Only classes that ended before the payout day.
        let due = payouts::list_payable(&tx, Some(owed.teacher_id), cut_off).await?;
        let due = due.into_iter().find(|due| due.amount.currency == owed.amount.currency);
        let Some(due) = due else { return Ok(None) };
        let id = PayoutId(ctx.new_id());
        let payout = payouts::insert_prepared(&tx, id, &due, cut_off, (&details, &account.account_last4), now).await?;
        if let Some(payout) = &payout {
            let (from, to) = (Account::TeacherPayable, Account::PayoutsPayable);
            post_transfer(&tx, ctx, payout, Kind::PayoutPrepared, from, to).await?;
            let detail = json!({ "amountMinor": payout.amount.amount_minor, "teacherId": payout.teacher_id });
            let event = AuditEvent::new(AuditAction::PayoutPrepared, id.0).detail(detail);
            actor.record(&tx, ctx, &event).await?;
        }
        Ok::<_, AppError>(payout)
    };
    ctx.store.transaction(write).await
}

/// Posts a transfer of the payout's amount between two ledger accounts.
///
/// # Errors
/// Those of the database.
#[tracing::instrument(level = "debug", skip_all)]
pub(crate) async fn post_transfer(
    tx: &Transaction,
    ctx: &Ctx,
    payout: &Payout,
    kind: Kind,
    from: Account,
    to: Account,
) -> Result<(), StoreError> {
    let owner = Some(payout.teacher_id.into());
    let negated = Money::new(payout.amount.amount_minor.saturating_neg(), payout.amount.currency);
    let posting = Posting::new(PostingId(ctx.new_id()), kind, ctx.now())
        .payout(payout.id)
        .money(from, owner, payout.amount)
        .money(to, owner, negated);
    ledger::post(tx, &posting).await
}

/// Which payouts an export contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PayoutExport {
    /// Prepared payouts that no export contained before, so that the bank pays each one once.
    New,
    /// All prepared payouts, earlier exported ones with the time of their export. For an export file that was lost.
    All,
}

/// Exports prepared payouts as CSV for the bank and marks them as exported. Each row has the bank account of the time when
/// the payout was prepared, with the whole account number.
///
/// # Errors
/// Those of the database.
#[tracing::instrument(level = "debug", skip_all)]
pub async fn export_payouts(ctx: &Ctx, which: PayoutExport) -> AppResult<String> {
    export_payouts_as(ctx, Actor::Console, None, which, None).await
}

/// [`export_payouts`] on behalf of `actor`, optionally for one payout day only. `reader` is the subject of the audit event
/// that records the access to account numbers.
///
/// # Errors
/// Those of [`export_payouts`].
#[tracing::instrument(level = "debug", skip_all)]
pub(crate) async fn export_payouts_as(
    ctx: &Ctx,
    actor: Actor<'_>,
    reader: Option<Uuid>,
    which: PayoutExport,
    cut_off: Option<Timestamp>,
) -> AppResult<String> {
    let headers = [
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
    // No byte order mark, because a program of the bank reads the file.
    let mut text = csv::format_row(&headers);
    text.extend(mark_exported(ctx, actor, reader, which, cut_off).await?);
    Ok(text)
}

/// Formats the rows, marks their payouts as exported and records the audit events, all in one transaction. A payout whose
/// account cannot be decrypted is left out and stays unexported.
async fn mark_exported(
    ctx: &Ctx,
    actor: Actor<'_>,
    reader: Option<Uuid>,
    which: PayoutExport,
    cut_off: Option<Timestamp>,
) -> AppResult<Vec<String>> {
    let write = async |tx: Transaction| {
        let mut rows = Vec::new();
        for payout in payouts::list_prepared(&tx).await? {
            if cut_off.is_some_and(|cut_off| cut_off != payout.period_end_at) {
                continue;
            }
            let id = payout.id;
            let row = match export_row(&tx, ctx, payout).await {
                Ok(row) => csv::format_row(&row),
                Err(error) => {
                    tracing::error!(%error, payout = %id, "bank account of payout cannot be decrypted; payout left out of the export");
                    continue;
                }
            };
            if payouts::mark_exported(&tx, id, ctx.now()).await? {
                actor.record(&tx, ctx, &AuditEvent::new(AuditAction::PayoutExported, id.0)).await?;
                rows.push(row);
            } else if which == PayoutExport::All {
                rows.push(row);
            }
        }
        if let Some(reader) = reader {
            let event = AuditEvent::new(AuditAction::BankFileExported, reader).detail(json!({ "payouts": rows.len() }));
            actor.record(&tx, ctx, &event).await?;
        }
        Ok::<_, AppError>(rows)
    };
    ctx.store.transaction(write).await
}

async fn export_row(tx: &Transaction, ctx: &Ctx, payout: Payout) -> AppResult<[String; 12]> {
    let country_warning = payout.mismatched_country().map(|country| country_warning(&payout, country));
    let account = payouts::get_account(tx, payout.id).await?;
    let account: BankAccount = serde_json::from_str(&account).map_err(AppError::internal)?;
    let place = payout.teacher_id.to_string();
    let number = ctx.vault.decrypt(&place, &account.account_encrypted).map_err(AppError::internal)?;
    let current = bank_accounts::find_by_teacher(tx, payout.teacher_id).await?;
    let change_warning =
        current.filter(|current| !is_same_account(ctx, &place, current, &account, &number)).map(|current| {
            let last4 = current.account_last4;
            format!("The teacher's account has changed since this payout was prepared. It now ends in {last4}")
        });
    let warnings: Vec<String> = country_warning.into_iter().chain(change_warning).collect();
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
        warnings.join(". "),
    ])
}

/// Whether a payout to the teacher's `current` account would arrive in the account of a prepared payout. The ciphertexts
/// of the same number differ after a change of the master key.
fn is_same_account(
    ctx: &Ctx,
    place: &str,
    current: &BankAccount,
    prepared: &BankAccount,
    prepared_number: &SecretString,
) -> bool {
    let rest = |account: &BankAccount| {
        (account.country.clone(), account.holder.clone(), account.ifsc.clone(), account.routing.clone())
    };
    let number = ctx.vault.decrypt(place, &current.account_encrypted);
    rest(current) == rest(prepared)
        && number.is_ok_and(|number| number.expose_secret() == prepared_number.expose_secret())
}

/// The warning for a payout whose currency differs from the currency of the account's country.
pub fn country_warning(payout: &Payout, country: PayoutCountry) -> String {
    let currency = payout.amount.currency.code();
    format!("The account is in {}: the bank may not take {currency} for it", country.as_str())
}
