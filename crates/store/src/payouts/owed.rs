//! What teachers have earned and not been paid, for administrators.

use jiff::Timestamp;
use tala_db::{Connection, FromRow, Value};
use tala_domain::ids::TeacherId;
use tala_domain::money::{Currency, Money};
use tala_domain::payouts::PayoutCycle;
use uuid::Uuid;

use crate::StoreError;
use crate::sql::{parse_enum, to_micros, to_u32};

/// Earnings of a teacher in one currency that are in no payout.
#[derive(Clone, Debug)]
pub struct Owed {
    /// The teacher.
    pub teacher_id: TeacherId,
    /// The teacher's name.
    pub teacher_name: String,
    /// The teacher's verified email address.
    pub teacher_email: Option<String>,
    /// All earnings.
    pub amount: Money,
    /// Number of bookings. Each student of a class counts.
    pub classes: u32,
    /// How often the teacher is paid; `None` without a bank account.
    pub cycle: Option<PayoutCycle>,
    /// Earnings up to the teacher's last payout day, which a run would pay.
    pub due: Money,
    /// Bookings among them.
    pub due_classes: u32,
}

/// The last payout days of each cycle.
#[derive(Clone, Copy, Debug)]
pub struct CutOffs {
    /// For teachers who are paid monthly.
    pub monthly: Timestamp,
    /// For teachers who are paid twice a month.
    pub bi_weekly: Timestamp,
}

/// Lists earnings that are in no payout, by name, at most `limit`. With `teacher`, only theirs.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_owed<C: Connection>(
    conn: &C,
    teacher: Option<TeacherId>,
    now: Timestamp,
    cut_offs: CutOffs,
    limit: u32,
) -> Result<Vec<Owed>, StoreError> {
    #[derive(FromRow)]
    struct Row {
        teacher_id: Uuid,
        teacher_name: String,
        teacher_email: Option<String>,
        currency: String,
        amount: i64,
        classes: i64,
        payout_cycle: Option<String>,
        due_monthly: i64,
        classes_monthly: i64,
        due_bi_weekly: i64,
        classes_bi_weekly: i64,
    }
    let mut values: Vec<Value> =
        vec![to_micros(now).into(), to_micros(cut_offs.monthly).into(), to_micros(cut_offs.bi_weekly).into()];
    let mut filter = "";
    if let Some(teacher) = teacher {
        values.push(teacher.0.into());
        filter = "AND teacher_id = $4";
    }
    let sql = format!(
        "SELECT o.teacher_id, p.name AS teacher_name, p.email AS teacher_email, o.currency, o.amount, o.classes,
                a.payout_cycle, o.due_monthly, o.classes_monthly, o.due_bi_weekly, o.classes_bi_weekly
           FROM (SELECT teacher_id, currency, CAST(SUM(net_minor) AS bigint) AS amount, COUNT(*) AS classes,
                        CAST(SUM(CASE WHEN ends_at <= $2 THEN net_minor ELSE 0 END) AS bigint) AS due_monthly,
                        CAST(SUM(CASE WHEN ends_at <= $2 THEN 1 ELSE 0 END) AS bigint) AS classes_monthly,
                        CAST(SUM(CASE WHEN ends_at <= $3 THEN net_minor ELSE 0 END) AS bigint) AS due_bi_weekly,
                        CAST(SUM(CASE WHEN ends_at <= $3 THEN 1 ELSE 0 END) AS bigint) AS classes_bi_weekly
                   FROM bookings WHERE status = 'completed' AND payout_id IS NULL AND ends_at <= $1 {filter}
                  GROUP BY teacher_id, currency HAVING SUM(net_minor) > 0) o
           JOIN people p ON p.id = o.teacher_id LEFT JOIN bank_accounts a ON a.teacher_id = o.teacher_id
          ORDER BY p.name, o.teacher_id, o.currency LIMIT {limit}"
    );
    let rows: Vec<Row> = conn.query(&sql, &values).await?;
    rows.into_iter()
        .map(|row| {
            let currency = parse_enum(&row.currency, Currency::parse)?;
            let cycle = row.payout_cycle.map(|text| PayoutCycle::parse(&text).unwrap_or(PayoutCycle::Monthly));
            let (due, due_classes) = match cycle {
                Some(PayoutCycle::BiWeekly) => (row.due_bi_weekly, row.classes_bi_weekly),
                Some(PayoutCycle::Monthly) | None => (row.due_monthly, row.classes_monthly),
            };
            Ok(Owed {
                teacher_id: TeacherId(row.teacher_id),
                teacher_name: row.teacher_name,
                teacher_email: row.teacher_email,
                amount: Money::new(row.amount, currency),
                classes: to_u32(row.classes)?,
                cycle,
                due: Money::new(due, currency),
                due_classes: to_u32(due_classes)?,
            })
        })
        .collect()
}
