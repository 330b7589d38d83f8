//! Marking payouts as paid from the bank's reply: a table of payouts, references and amounts (D25).
//!
//! A reply can be sent again: payouts that it has marked before are reported and left alone. Each payout has a transaction
//! of its own, so one that cannot be marked does not affect the others.

use std::collections::HashSet;

use serde::Serialize;
use tala_domain::csv::parse_rows;
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::ids::PayoutId;
use tala_domain::payouts::PayoutState;
use tala_store::payouts::{self, Payout};
use utoipa::ToSchema;

use crate::context::Ctx;
use crate::error::AppResult;
use crate::services::audit::Actor;
use crate::services::payout_results::{PaymentChannel, pay_payout_as};

const MAX_ROWS: usize = 500;
/// What banks write for a transfer that was carried out.
const PAID_WORDS: [&str; 7] = ["paid", "success", "successful", "processed", "completed", "settled", "ok"];

/// What a row of the reply means for its payout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ReplyStatus {
    /// Can be marked as paid.
    Ready,
    /// Was marked as paid now.
    Paid,
    /// Was marked as paid before, with the same reference.
    AlreadyPaid,
    /// Was marked as paid before, with another reference.
    OtherReference,
    /// The amount is not that of the payout.
    AmountDiffers,
    /// The payout was never exported, so the bank cannot have paid it.
    NotExported,
    /// The payout has failed.
    Failed,
    /// The bank reports another result than paid.
    NotPaid,
    /// There is no such payout.
    Unknown,
    /// An earlier row names the same payout.
    Duplicate,
    /// The payout id, the reference or the amount is missing or cannot be read.
    Unreadable,
}

/// A row of the bank's reply.
#[derive(Clone, Debug)]
pub(crate) struct ReplyRow {
    /// Line in the text, from 1.
    pub(crate) line: usize,
    /// The payout id as written.
    pub(crate) payout_text: String,
    /// The bank's reference.
    pub(crate) reference: String,
    /// The amount as written.
    pub(crate) amount_text: String,
    /// The payout, if there is one.
    pub(crate) payout: Option<Payout>,
    /// What the row means.
    pub(crate) status: ReplyStatus,
}

/// Positions of the columns.
struct Columns {
    payout: usize,
    reference: usize,
    amount: usize,
    result: Option<usize>,
}

impl Columns {
    /// Without a header row.
    const DEFAULT: Self = Self { payout: 0, reference: 1, amount: 2, result: None };

    /// Reads a header row; `None` if it is none.
    fn parse(cells: &[String]) -> Option<Self> {
        let names: Vec<String> = cells.iter().map(|cell| cell.to_lowercase()).collect();
        let find = |words: &[&str]| names.iter().position(|name| words.iter().any(|word| name.contains(word)));
        Some(Self {
            payout: find(&["payout"])?,
            reference: find(&["reference", "utr"])?,
            amount: find(&["amount"])?,
            result: find(&["status", "result"]),
        })
    }
}

/// Reads the reply and compares it with the payouts. Changes nothing.
///
/// # Errors
/// A field error of `text` if it has no rows or too many, or those of the database.
#[tracing::instrument(level = "debug", skip_all)]
pub(crate) async fn read_bank_reply(ctx: &Ctx, text: &str) -> AppResult<Vec<ReplyRow>> {
    let mut rows = parse_rows(text);
    let header = rows.first().and_then(|(_, cells)| Columns::parse(cells));
    if header.is_some() {
        rows.remove(0);
    }
    if rows.is_empty() || rows.len() > MAX_ROWS {
        let message = format!("Enter 1 to {MAX_ROWS} rows with payout ID, bank reference and amount");
        return Err(FieldErrors::one("text", message).into());
    }
    let columns = header.unwrap_or(Columns::DEFAULT);
    let mut seen = HashSet::new();
    let mut reply = Vec::new();
    for (line, cells) in rows {
        let cell =
            |place: usize| cells.get(place).map(|text| text.trim_start_matches('\'')).unwrap_or_default().to_owned();
        let mut row = ReplyRow {
            line,
            payout_text: cell(columns.payout),
            reference: cell(columns.reference),
            amount_text: cell(columns.amount),
            payout: None,
            status: ReplyStatus::Unreadable,
        };
        let result = columns.result.map(cell);
        if let Ok(id) = row.payout_text.parse::<PayoutId>() {
            row.payout = payouts::find_by_id(ctx.store.read(), id).await?;
            let is_new = seen.insert(id);
            row.status = if is_new { row_status(&row, result.as_deref()) } else { ReplyStatus::Duplicate };
        }
        reply.push(row);
    }
    Ok(reply)
}

/// Marks the payouts of all rows that are [`ReplyStatus::Ready`].
///
/// # Errors
/// Those of the database. Payouts that were marked before the error stay marked.
#[tracing::instrument(level = "debug", skip_all)]
pub(crate) async fn apply_bank_reply(ctx: &Ctx, actor: Actor<'_>, rows: &mut [ReplyRow]) -> AppResult<()> {
    for row in rows.iter_mut().filter(|row| row.status == ReplyStatus::Ready) {
        let Some(id) = row.payout.as_ref().map(|payout| payout.id) else { continue };
        match pay_payout_as(ctx, actor, id, &row.reference, PaymentChannel::Export).await {
            Ok(payout) => {
                row.payout = Some(payout);
                row.status = ReplyStatus::Paid;
            }
            // Another administrator was faster.
            Err(error) if matches!(error.code(), ErrorCode::VersionConflict | ErrorCode::PayoutNotExported) => {
                row.payout = payouts::find_by_id(ctx.store.read(), id).await?;
                row.status = row_status(row, None);
            }
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

fn row_status(row: &ReplyRow, result: Option<&str>) -> ReplyStatus {
    let Some(payout) = &row.payout else { return ReplyStatus::Unknown };
    let Some(amount) = parse_minor(&row.amount_text) else { return ReplyStatus::Unreadable };
    let is_paid = result.is_none_or(|word| PAID_WORDS.contains(&word.to_lowercase().as_str()));
    match payout.state {
        _ if row.reference.is_empty() || row.reference.chars().count() > 100 => ReplyStatus::Unreadable,
        PayoutState::Paid if payout.reference.as_deref() == Some(&row.reference) => ReplyStatus::AlreadyPaid,
        PayoutState::Paid => ReplyStatus::OtherReference,
        PayoutState::Failed => ReplyStatus::Failed,
        PayoutState::Prepared if !is_paid => ReplyStatus::NotPaid,
        PayoutState::Prepared if amount != payout.amount.amount_minor => ReplyStatus::AmountDiffers,
        PayoutState::Prepared if payout.exported_at.is_none() => ReplyStatus::NotExported,
        PayoutState::Prepared => ReplyStatus::Ready,
    }
}

/// Reads an amount with at most two decimals, such as `₹2,397.60`, in minor units. Both currencies have two decimals.
fn parse_minor(text: &str) -> Option<i64> {
    let digits: String = text.chars().filter(|c| c.is_ascii_digit() || matches!(c, '.' | '-')).collect();
    let (whole, fraction) = digits.split_once('.').unwrap_or((&digits, ""));
    if whole.is_empty() || fraction.len() > 2 || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let cents: i64 = format!("{fraction:0<2}").parse().ok()?;
    whole.parse::<i64>().ok().filter(|whole| *whole >= 0)?.checked_mul(100)?.checked_add(cents)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_with_symbols_and_separators() {
        for (text, minor) in [("2397.6", 239_760), ("₹2,397.60", 239_760), ("INR 999", 99_900), ("0.05", 5)] {
            assert_eq!(parse_minor(text), Some(minor), "{text}");
        }
        for text in ["", "-5", "1.234", "a", "1.2.3", "99999999999999999999"] {
            assert_eq!(parse_minor(text), None, "{text}");
        }
    }

    #[test]
    fn header_names_the_columns_in_any_order() {
        let cells = ["Amount", "UTR", "Status", "Payout ID"].map(str::to_owned);
        let columns = Columns::parse(&cells).unwrap();
        assert_eq!((columns.payout, columns.reference, columns.amount, columns.result), (3, 1, 0, Some(2)));
        assert!(Columns::parse(&["01890000", "UTR 1", "5"].map(str::to_owned)).is_none());
    }
}
