//! How a teacher is paid: bank account, earnings and payouts.

use crate::admin::payouts::owed_view::AdminOwed;
use crate::admin::payouts::view::AdminPayout;
use crate::context::Ctx;
use crate::error::AppResult;
use jiff::civil::Date;
use serde::Serialize;
use tala_domain::ids::TeacherId;
use tala_domain::payouts::{PayoutCountry, PayoutCycle, mask_account_number, next_payout_date};
use tala_store::bank_accounts::{self, BankAccount};
use tala_store::payouts;
use utoipa::ToSchema;

const MAX_PAYOUTS: u32 = 10;

/// How a teacher is paid.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminTeacherPayouts {
    /// Null if the teacher has not entered one; an account is only saved complete. Payout runs then leave the teacher out.
    #[schema(required)]
    bank_account: Option<AdminBankAccount>,
    /// The next payout day; null without a bank account.
    #[schema(required, value_type = Option<String>, format = Date)]
    next_payout_on: Option<Date>,
    /// Earnings that are in no payout, one item for each currency.
    owed: Vec<AdminOwed>,
    /// The newest ten payouts.
    payouts: Vec<AdminPayout>,
}

/// A teacher's bank account, without the full number.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminBankAccount {
    /// `India` or `United States`.
    country: String,
    /// Account number with all but the last four characters masked.
    account_number_masked: String,
    /// `Monthly` or `Bi-weekly`.
    payment_cycle: String,
    /// Currencies of earnings that are in no payout and that banks in this country may not accept.
    doubtful_currencies: Vec<&'static str>,
}

impl AdminBankAccount {
    fn new(account: BankAccount, owed: &[AdminOwed]) -> Self {
        let country = PayoutCountry::parse(&account.country);
        let accepts = |currency: &str| country.is_some_and(|country| country.currency().code() == currency);
        Self {
            doubtful_currencies: owed.iter().map(|owed| owed.currency).filter(|code| !accepts(code)).collect(),
            country: account.country,
            account_number_masked: mask_account_number(&account.account_last4),
            payment_cycle: account.payout_cycle,
        }
    }
}

/// Loads the bank account, the earnings and the payouts of a teacher.
///
/// # Errors
/// If the database cannot be read.
pub(super) async fn load_teacher_payouts(ctx: &Ctx, id: TeacherId) -> AppResult<AdminTeacherPayouts> {
    let conn = ctx.store.read();
    let owed = AdminOwed::list(ctx, Some(id)).await?;
    let account = bank_accounts::find_by_teacher(conn, id).await?;
    let cycle =
        account.as_ref().map(|account| PayoutCycle::parse(&account.payout_cycle).unwrap_or(PayoutCycle::Monthly));
    let payouts = payouts::list_by_teacher(conn, id, MAX_PAYOUTS).await?;
    Ok(AdminTeacherPayouts {
        bank_account: account.map(|account| AdminBankAccount::new(account, &owed)),
        next_payout_on: cycle.map(|cycle| next_payout_date(cycle, ctx.now())),
        owed,
        payouts: payouts.into_iter().map(AdminPayout::from).collect(),
    })
}
