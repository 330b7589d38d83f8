//! What a teacher has earned and not been paid, for administrators.

use crate::context::Ctx;
use crate::error::AppResult;
use jiff::Timestamp;
use jiff::civil::Date;
use serde::Serialize;
use tala_domain::ids::TeacherId;
use tala_domain::payouts::{PayoutCycle, cut_off_instant, due_cut_off, next_payout_date, today_in_india};
use tala_store::payouts::{self, CutOffs, Owed};
use tala_store::{Connection, StoreError};
use utoipa::ToSchema;

const MAX_ROWS: u32 = 1_000;

/// Earnings of a teacher in one currency that are in no payout.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AdminOwed {
    teacher_id: String,
    teacher_name: String,
    #[schema(required)]
    teacher_email: Option<String>,
    currency: &'static str,
    /// All earnings, in major units.
    amount: f64,
    /// Number of bookings.
    classes: u32,
    /// What a payout run would pay today, in major units: earnings up to the teacher's last payout day. Without a bank
    /// account, what it would pay if there were one.
    due: f64,
    /// Number of bookings that a payout run would pay.
    due_classes: u32,
    /// The teacher's bank account is on file.
    has_account: bool,
    /// The teacher's next payout day; null without a bank account.
    #[schema(required, value_type = Option<String>, format = Date)]
    next_payout_on: Option<Date>,
}

impl AdminOwed {
    /// What teachers have earned and not been paid, by name, at most 1,000 rows, perhaps a second old.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub(super) async fn list(ctx: &Ctx) -> AppResult<Vec<Self>> {
        let owed = list_owed(ctx.store.read_replica(), None, ctx.now()).await?;
        Ok(owed.into_iter().map(|owed| Self::new(owed, ctx.now())).collect())
    }

    pub(crate) fn new(owed: Owed, now: Timestamp) -> Self {
        Self {
            teacher_id: owed.teacher_id.to_string(),
            teacher_name: owed.teacher_name,
            teacher_email: owed.teacher_email,
            currency: owed.amount.currency.code(),
            amount: owed.amount.to_major(),
            classes: owed.classes,
            due: owed.due.to_major(),
            due_classes: owed.due_classes,
            has_account: owed.cycle.is_some(),
            next_payout_on: owed.cycle.map(|cycle| next_payout_date(cycle, now)),
        }
    }
}

/// Lists what teachers, or one teacher, have earned and not been paid, with what a payout run would pay today.
///
/// # Errors
/// If the database cannot be read.
pub(crate) async fn list_owed<C: Connection>(
    conn: &C,
    teacher: Option<TeacherId>,
    now: Timestamp,
) -> Result<Vec<Owed>, StoreError> {
    let cut_off = |cycle| cut_off_instant(due_cut_off(cycle, today_in_india(now)));
    let cut_offs = CutOffs { monthly: cut_off(PayoutCycle::Monthly), bi_weekly: cut_off(PayoutCycle::BiWeekly) };
    payouts::list_owed(conn, teacher, now, cut_offs, MAX_ROWS).await
}
