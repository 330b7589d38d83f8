//! How a teacher is paid: bank account, earnings and payouts.

use crate::admin::payouts::owed_view::{AdminOwed, list_owed};
use crate::admin::payouts::view::AdminPayout;
use crate::context::Ctx;
use crate::error::AppResult;
use jiff::civil::Date;
use serde::Serialize;
use tala_domain::ids::TeacherId;
use tala_domain::money::Currency;
use tala_domain::payouts::{PayoutCountry, PayoutCycle, mask_account_number, next_payout_date};
use tala_store::bank_accounts::{self, BankAccount};
use tala_store::payouts::{self, Owed};
use utoipa::ToSchema;

const MAX_PAYOUTS: u32 = 10;

/// How a teacher is paid.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminTeacherPayouts {
    /// Null if the teacher has saved no account; payout runs then skip the teacher. A saved account is always complete.
    #[schema(required)]
    bank_account: Option<AdminBankAccount>,
    /// The first payout day after today in India; null without a bank account.
    #[schema(required, value_type = Option<String>, format = Date)]
    next_payout_on: Option<Date>,
    /// Earnings that are in no payout, due or not, one item for each currency.
    owed: Vec<AdminOwed>,
    /// The ten newest payouts, failed ones included.
    payouts: Vec<AdminPayout>,
}

/// A teacher's bank account, without the full number.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminBankAccount {
    /// `India` or `United States`.
    country: String,
    /// `••••` and the last characters of the account number: four, or fewer of a short number.
    account_number_masked: String,
    /// `Monthly` or `Bi-weekly`.
    payment_cycle: String,
    /// Currencies of earnings that are in no payout and differ from the account's, so that the bank may reject them.
    doubtful_currencies: Vec<&'static str>,
}

impl AdminBankAccount {
    fn new(account: BankAccount, owed: &[Owed]) -> Self {
        let country = PayoutCountry::parse(&account.country);
        let is_doubtful = |currency: &Currency| country.is_none_or(|country| !country.is_paid_in(*currency));
        let currencies = owed.iter().map(|owed| owed.amount.currency);
        Self {
            doubtful_currencies: currencies.filter(is_doubtful).map(Currency::code).collect(),
            country: account.country,
            account_number_masked: mask_account_number(&account.account_last4),
            payment_cycle: account.payout_cycle,
        }
    }
}

/// Loads the bank account, the earnings and the payouts of a teacher. The caller checks that the person is a teacher.
///
/// # Errors
/// If the database cannot be read.
pub(super) async fn load_teacher_payouts(ctx: &Ctx, id: TeacherId) -> AppResult<AdminTeacherPayouts> {
    let (conn, now) = (ctx.store.read(), ctx.now());
    let owed = list_owed(conn, Some(id), now).await?;
    let account = bank_accounts::find_by_teacher(conn, id).await?;
    let cycle =
        account.as_ref().map(|account| PayoutCycle::parse(&account.payout_cycle).unwrap_or(PayoutCycle::Monthly));
    let payouts = payouts::list_by_teacher(conn, id, MAX_PAYOUTS).await?;
    Ok(AdminTeacherPayouts {
        bank_account: account.map(|account| AdminBankAccount::new(account, &owed)),
        next_payout_on: cycle.map(|cycle| next_payout_date(cycle, now)),
        owed: owed.into_iter().map(|owed| AdminOwed::new(owed, now)).collect(),
        payouts: payouts.into_iter().map(AdminPayout::from).collect(),
    })
}
