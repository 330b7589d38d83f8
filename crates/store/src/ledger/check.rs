//! The ledger check: compares stored records with the ledger and with each other (D18). Each rule is one SQL statement
//! that returns only violations.

use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use tala_db::{Connection, FromRow};
use uuid::Uuid;

use crate::StoreError;

/// A violation that the ledger check has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Name of the rule, such as `unbalanced` or `lots`.
    pub rule: &'static str,
    /// What the rule requires.
    pub meaning: &'static str,
    /// The record: a transaction, lot, booking, slot, order, payment, refund, payout, coupon or person. `None` for a
    /// total.
    pub subject: Option<Uuid>,
    /// What both numbers count: `CREDIT`, `INR`, `USD`, `SEAT`, `QUARTER` (quarter-hours) or `COUPON`.
    pub commodity: String,
    /// The value in the record; for `unbalanced`, the sum in the ledger.
    pub stored: i64,
    /// The expected value, by the ledger or by another record; -1 if that is missing.
    pub ledger: i64,
}

struct Rule {
    name: &'static str,
    meaning: &'static str,
    /// Selects `subject`, `commodity`, `stored` and `ledger` of each violation.
    sql: &'static str,
}

#[derive(FromRow)]
struct Difference {
    subject: Option<Uuid>,
    commodity: String,
    stored: i64,
    ledger: i64,
}

/// The longest comes first, so that the others run beside it.
const RULES: [Rule; 17] = [
    Rule {
        name: "bookings",
        meaning: "a booking's credits, and before the class what was paid for it, match the ledger",
        sql: "WITH sums AS MATERIALIZED (
                SELECT t.booking_id, CAST(-SUM(CASE e.account WHEN 'student_credits' THEN e.amount ELSE 0 END) AS bigint) AS credits,
                       CAST(-SUM(CASE e.account WHEN 'unearned_classes' THEN e.amount ELSE 0 END) AS bigint) AS owed
                  FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
                 WHERE t.booking_id IS NOT NULL AND e.account IN ('student_credits', 'unearned_classes')
                 GROUP BY t.booking_id)
              SELECT b.id AS subject, 'CREDIT' AS commodity, b.credits_used AS stored, COALESCE(x.credits, 0) AS ledger
                FROM bookings b LEFT JOIN sums x ON x.booking_id = b.id
               WHERE b.payment_status = 'credit' AND b.status <> 'cancelled' AND b.credits_used <> COALESCE(x.credits, 0)
              UNION ALL
              SELECT b.id, b.currency, CASE b.status WHEN 'confirmed' THEN b.amount_minor ELSE 0 END, COALESCE(x.owed, 0)
                FROM bookings b LEFT JOIN sums x ON x.booking_id = b.id
               WHERE CASE b.status WHEN 'confirmed' THEN b.amount_minor ELSE 0 END <> COALESCE(x.owed, 0)",
    },
    Rule {
        name: "unbalanced",
        meaning: "every transaction sums to zero in each commodity",
        // Grouping by transaction follows the primary key and needs no sort. Only violations are grouped by commodity.
        // The sums name every commodity that the table's CHECK allows.
        sql: "SELECT transaction_id AS subject, commodity, CAST(SUM(amount) AS bigint) AS stored, CAST(0 AS bigint) AS ledger
                FROM ledger_entries
               WHERE transaction_id IN (
                     SELECT transaction_id FROM ledger_entries GROUP BY transaction_id
                     HAVING SUM(CASE commodity WHEN 'INR' THEN amount ELSE 0 END) <> 0
                         OR SUM(CASE commodity WHEN 'USD' THEN amount ELSE 0 END) <> 0
                         OR SUM(CASE commodity WHEN 'CREDIT' THEN amount ELSE 0 END) <> 0)
               GROUP BY transaction_id, commodity HAVING SUM(amount) <> 0",
    },
    Rule {
        name: "lots",
        meaning: "a lot's remaining credits, and what they were bought for, match the ledger",
        sql: "WITH sums AS MATERIALIZED (
                SELECT lot_id, CAST(SUM(CASE account WHEN 'student_credits' THEN amount ELSE 0 END) AS bigint) AS credits,
                       CAST(-SUM(CASE account WHEN 'unearned_credits' THEN amount ELSE 0 END) AS bigint) AS owed
                  FROM ledger_entries WHERE lot_id IS NOT NULL GROUP BY lot_id)
              SELECT l.id AS subject, 'CREDIT' AS commodity, l.remaining AS stored, COALESCE(x.credits, 0) AS ledger
                FROM credit_lots l LEFT JOIN sums x ON x.lot_id = l.id
               WHERE l.remaining <> COALESCE(x.credits, 0)
              UNION ALL
              SELECT l.id, l.currency, l.remaining * l.price_per_class_minor, COALESCE(x.owed, 0)
                FROM credit_lots l LEFT JOIN sums x ON x.lot_id = l.id
               WHERE l.remaining * l.price_per_class_minor <> COALESCE(x.owed, 0)",
    },
    Rule {
        name: "seats",
        meaning: "a class has as many seats taken as it has active bookings and reserved seats",
        sql: "SELECT s.id AS subject, 'SEAT' AS commodity, s.seats_taken AS stored,
                     COALESCE(b.seats, 0) + COALESCE(o.seats, 0) AS ledger
                FROM slots s
                LEFT JOIN (SELECT slot_id, COUNT(*) AS seats FROM bookings WHERE status <> 'cancelled' GROUP BY slot_id) b
                  ON b.slot_id = s.id
                LEFT JOIN (SELECT slot_id, COUNT(*) AS seats FROM orders WHERE seat_state = 'held' GROUP BY slot_id) o
                  ON o.slot_id = s.id
               WHERE s.seats_taken <> COALESCE(b.seats, 0) + COALESCE(o.seats, 0)",
    },
    Rule {
        name: "hours",
        meaning: "the quarter-hours reserved for a class lie within the class",
        sql: "SELECT s.id AS subject, 'QUARTER' AS commodity, s.starts_at / 900000000 AS stored,
                     CASE WHEN c.earliest < s.starts_at / 900000000 THEN c.earliest ELSE c.latest END AS ledger
                FROM (SELECT slot_id, MIN(quarter_hour) AS earliest, MAX(quarter_hour) AS latest FROM busy_quarter_hours GROUP BY slot_id) c
                JOIN slots s ON s.id = c.slot_id
               WHERE c.earliest < s.starts_at / 900000000 OR c.latest > s.starts_at / 900000000 + 3",
    },
    Rule {
        name: "order_result",
        meaning: "a booked order has a booking, a credited order a lot of its package's size, at its price less what \
                  partial refunds took from it, except those of unspent credits",
        sql: "WITH reduced AS MATERIALIZED (
                SELECT order_id, CAST(SUM(price_minor) AS bigint) AS price FROM refunds
                 WHERE bearer = 'teacher' AND voided_credits = 0 GROUP BY order_id)
              SELECT o.id AS subject, o.currency AS commodity, o.price_minor - COALESCE(r.price, 0) AS stored,
                     COALESCE(b.amount_minor, -1) AS ledger
                FROM orders o LEFT JOIN bookings b ON b.order_id = o.id AND b.id = o.booking_id
                LEFT JOIN reduced r ON r.order_id = o.id
               WHERE o.state = 'booked' AND (b.id IS NULL OR b.amount_minor <> o.price_minor - COALESCE(r.price, 0))
              UNION ALL
              SELECT o.id, 'CREDIT', o.package_size, COALESCE(l.total, -1)
                FROM orders o LEFT JOIN credit_lots l ON l.order_id = o.id AND l.id = o.lot_id
               WHERE o.state = 'credited' AND (l.id IS NULL OR l.total <> o.package_size)
              UNION ALL
              SELECT o.id, o.currency, (o.price_minor - COALESCE(r.price, 0)) / o.package_size, l.price_per_class_minor
                FROM orders o JOIN credit_lots l ON l.order_id = o.id AND l.id = o.lot_id
                LEFT JOIN reduced r ON r.order_id = o.id
               WHERE o.state = 'credited'
                 AND l.price_per_class_minor <> (o.price_minor - COALESCE(r.price, 0)) / o.package_size",
    },
    Rule {
        name: "order_payment",
        meaning: "a fulfilled order with a price has a payment of its total, applied or since refunded",
        sql: "SELECT o.id AS subject, o.currency AS commodity, o.total_minor AS stored, COALESCE(p.amount_minor, 0) AS ledger
                FROM orders o LEFT JOIN payments p ON p.id = o.payment_id AND p.order_id = o.id
               WHERE o.state IN ('booked', 'credited') AND o.total_minor > 0
                 AND (p.id IS NULL OR p.amount_minor <> o.total_minor OR p.currency <> o.currency
                      OR p.outcome NOT IN ('applied', 'refunded'))",
    },
    Rule {
        name: "payment_used",
        meaning: "a captured payment is applied to an order or refunded",
        sql: "SELECT p.id AS subject, p.currency AS commodity, p.amount_minor AS stored, CAST(0 AS bigint) AS ledger
                FROM payments p LEFT JOIN refunds r ON r.payment_id = p.id AND r.bearer IS NULL
                LEFT JOIN orders o ON o.payment_id = p.id
               WHERE (p.state = 'captured' AND p.outcome = 'none')
                  OR (p.outcome = 'applied' AND (o.id IS NULL OR r.id IS NOT NULL))",
    },
    Rule {
        name: "provider_clearing",
        meaning: "payments received less refunds done match the provider's account in the ledger",
        sql: "SELECT NULL AS subject, x.currency AS commodity, CAST(SUM(x.stored) AS bigint) AS stored,
                     CAST(SUM(x.ledger) AS bigint) AS ledger
                FROM (SELECT currency, amount_minor AS stored, 0 AS ledger FROM payments
                       WHERE outcome IN ('applied', 'refunded') AND currency IN ('INR', 'USD')
                      UNION ALL
                      SELECT currency, -amount_minor, 0 FROM refunds WHERE state = 'done' AND currency IN ('INR', 'USD')
                      UNION ALL
                      SELECT commodity, 0, amount FROM ledger_entries WHERE account = 'provider_clearing') x
               GROUP BY x.currency HAVING SUM(x.stored) <> SUM(x.ledger)",
    },
    Rule {
        name: "refunds_payable",
        meaning: "refunds that are not done match the ledger",
        sql: "SELECT NULL AS subject, x.currency AS commodity, CAST(SUM(x.stored) AS bigint) AS stored,
                     CAST(SUM(x.ledger) AS bigint) AS ledger
                FROM (SELECT currency, amount_minor AS stored, 0 AS ledger FROM refunds
                       WHERE state <> 'done' AND currency IN ('INR', 'USD')
                      UNION ALL
                      SELECT commodity, 0, -amount FROM ledger_entries WHERE account = 'refunds_payable') x
               GROUP BY x.currency HAVING SUM(x.stored) <> SUM(x.ledger)",
    },
    Rule {
        name: "refunded_payment",
        meaning: "the refunds of a payment have its currency and add up to what is recorded as refunded: all of it if the \
                  payment is marked as refunded, otherwise partial refunds of an applied payment",
        sql: "SELECT p.id AS subject, p.currency AS commodity, p.refunded_minor AS stored, COALESCE(r.amount, 0) AS ledger
                FROM payments p LEFT JOIN (
                     SELECT payment_id, MIN(currency) AS lowest, MAX(currency) AS highest,
                            CAST(SUM(amount_minor) AS bigint) AS amount
                       FROM refunds GROUP BY payment_id) r ON r.payment_id = p.id
               WHERE p.refunded_minor <> COALESCE(r.amount, 0) OR p.refunded_minor > p.amount_minor
                  OR r.lowest <> p.currency OR r.highest <> p.currency
                  OR (p.outcome = 'refunded' AND p.refunded_minor <> p.amount_minor)
                  OR (p.refunded_minor > 0 AND p.outcome NOT IN ('applied', 'refunded'))",
    },
    Rule {
        name: "goodwill",
        meaning: "partial refunds borne by the platform match the ledger, as long as their payment is not refunded",
        sql: "SELECT NULL AS subject, x.currency AS commodity, CAST(SUM(x.stored) AS bigint) AS stored,
                     CAST(SUM(x.ledger) AS bigint) AS ledger
                FROM (SELECT r.currency, r.amount_minor AS stored, 0 AS ledger
                        FROM refunds r JOIN payments p ON p.id = r.payment_id
                       WHERE r.bearer = 'platform' AND p.outcome = 'applied'
                      UNION ALL
                      SELECT commodity, 0, amount FROM ledger_entries WHERE account = 'goodwill') x
               GROUP BY x.currency HAVING SUM(x.stored) <> SUM(x.ledger)",
    },
    Rule {
        name: "teacher_payable",
        meaning: "earnings from completed classes in no payout match the ledger",
        sql: "SELECT x.teacher_id AS subject, x.currency AS commodity, CAST(SUM(x.stored) AS bigint) AS stored,
                     CAST(SUM(x.ledger) AS bigint) AS ledger
                FROM (SELECT teacher_id, currency, net_minor AS stored, 0 AS ledger FROM bookings
                       WHERE status = 'completed' AND payout_id IS NULL
                      UNION ALL
                      SELECT owner_id, commodity, 0, -amount FROM ledger_entries WHERE account = 'teacher_payable') x
               GROUP BY x.teacher_id, x.currency HAVING SUM(x.stored) <> SUM(x.ledger)",
    },
    Rule {
        name: "payouts_payable",
        meaning: "prepared payouts match the ledger",
        sql: "SELECT x.teacher_id AS subject, x.currency AS commodity, CAST(SUM(x.stored) AS bigint) AS stored,
                     CAST(SUM(x.ledger) AS bigint) AS ledger
                FROM (SELECT teacher_id, currency, amount_minor AS stored, 0 AS ledger FROM payouts WHERE state = 'prepared'
                      UNION ALL
                      SELECT owner_id, commodity, 0, -amount FROM ledger_entries WHERE account = 'payouts_payable') x
               GROUP BY x.teacher_id, x.currency HAVING SUM(x.stored) <> SUM(x.ledger)",
    },
    Rule {
        name: "paid_out",
        meaning: "paid payouts match the ledger",
        sql: "SELECT x.teacher_id AS subject, x.currency AS commodity, CAST(SUM(x.stored) AS bigint) AS stored,
                     CAST(SUM(x.ledger) AS bigint) AS ledger
                FROM (SELECT teacher_id, currency, amount_minor AS stored, 0 AS ledger FROM payouts WHERE state = 'paid'
                      UNION ALL
                      SELECT owner_id, commodity, 0, -amount FROM ledger_entries WHERE account = 'paid_out') x
               GROUP BY x.teacher_id, x.currency HAVING SUM(x.stored) <> SUM(x.ledger)",
    },
    Rule {
        name: "payout_lines",
        meaning: "a payout's amount and number of classes match its bookings",
        sql: "SELECT o.id AS subject, o.currency AS commodity, o.amount_minor AS stored,
                     CAST(COALESCE(SUM(b.net_minor), 0) AS bigint) AS ledger
                FROM payouts o LEFT JOIN bookings b ON b.payout_id = o.id
               WHERE o.state <> 'failed' GROUP BY o.id, o.currency, o.amount_minor, o.classes
              HAVING o.amount_minor <> COALESCE(SUM(b.net_minor), 0) OR o.classes <> COUNT(b.id)",
    },
    Rule {
        name: "coupon_uses",
        meaning: "a coupon's uses match the orders that use it and the uses of each student",
        sql: "SELECT c.id AS subject, 'COUPON' AS commodity, c.used AS stored,
                     (SELECT COUNT(*) FROM orders o WHERE o.coupon_id = c.id AND o.coupon_reserved) AS ledger
                FROM coupons c
               WHERE c.used <> (SELECT COUNT(*) FROM orders o WHERE o.coupon_id = c.id AND o.coupon_reserved)
                  OR c.used <> (SELECT COALESCE(SUM(s.used), 0) FROM coupon_students s WHERE s.coupon_id = c.id)",
    },
];

/// Rules that are checked concurrently.
const RULES_IN_FLIGHT: usize = 2;

/// Runs all rules. Returns at most 1,000 findings for each.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn check<C: Connection>(conn: &C) -> Result<Vec<Finding>, StoreError> {
    let rules: Vec<_> = RULES.iter().map(|rule| find_differences(conn, rule)).collect();
    stream::iter(rules).buffered(RULES_IN_FLIGHT).try_concat().await
}

async fn find_differences<C: Connection>(conn: &C, rule: &Rule) -> Result<Vec<Finding>, StoreError> {
    let differences: Vec<Difference> = conn.query(&format!("{} LIMIT 1000", rule.sql), &[]).await?;
    let finding = |row: Difference| Finding {
        rule: rule.name,
        meaning: rule.meaning,
        subject: row.subject,
        commodity: row.commodity,
        stored: row.stored,
        ledger: row.ledger,
    };
    Ok(differences.into_iter().map(finding).collect())
}
