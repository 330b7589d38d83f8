//! The proof that what the product shows is what the ledger says (D18). Each question is one statement that returns only
//! what differs.

use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use tala_db::{Connection, FromRow};
use uuid::Uuid;

use crate::StoreError;

/// Something that the ledger check found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Which rule is broken, in a word: `unbalanced`, `lots` …
    pub rule: &'static str,
    /// What the rule says.
    pub meaning: &'static str,
    /// What breaks it: a transaction, lot, booking, slot, order, payment, refund or person.
    pub subject: Option<Uuid>,
    /// `CREDIT`, `INR`, `USD`, or `SEAT`.
    pub commodity: String,
    /// What the record says.
    pub stored: i64,
    /// What the ledger (or the other record) says.
    pub ledger: i64,
}

struct Rule {
    name: &'static str,
    meaning: &'static str,
    /// Selects `subject`, `commodity`, `stored`, `ledger` of everything that differs.
    sql: &'static str,
}

#[derive(FromRow)]
struct Difference {
    subject: Option<Uuid>,
    commodity: String,
    stored: i64,
    ledger: i64,
}

const RULES: [Rule; 16] = [
    Rule {
        name: "unbalanced",
        meaning: "every transaction sums to zero in each commodity",
        // One pass in the order of the key finds the few transactions whose commodities are then summed each.
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
        meaning: "a lot holds the credits that the ledger says, and we owe what the unspent ones were bought for",
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
        name: "bookings",
        meaning: "a class cost the credits that it says, and we owe for one to come what was paid for it",
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
        name: "seats",
        meaning: "a class has as many seats taken as it has living bookings and held orders",
        sql: "SELECT s.id AS subject, 'SEAT' AS commodity, s.seats_taken AS stored,
                     (SELECT COUNT(*) FROM bookings b WHERE b.slot_id = s.id AND b.status <> 'cancelled')
                     + (SELECT COUNT(*) FROM orders o WHERE o.slot_id = s.id AND o.seat = 'held') AS ledger
                FROM slots s
               WHERE s.seats_taken <> (SELECT COUNT(*) FROM bookings b WHERE b.slot_id = s.id AND b.status <> 'cancelled')
                     + (SELECT COUNT(*) FROM orders o WHERE o.slot_id = s.id AND o.seat = 'held')",
    },
    Rule {
        name: "hours",
        meaning: "the hours that a class takes of a person are the class's own",
        sql: "SELECT s.id AS subject, 'QUARTER' AS commodity, s.starts_at / 900000000 AS stored,
                     CASE WHEN c.earliest < s.starts_at / 900000000 THEN c.earliest ELSE c.latest END AS ledger
                FROM (SELECT slot_id, MIN(cell) AS earliest, MAX(cell) AS latest FROM time_cells GROUP BY slot_id) c
                JOIN slots s ON s.id = c.slot_id
               WHERE c.earliest < s.starts_at / 900000000 OR c.latest > s.starts_at / 900000000 + 3",
    },
    Rule {
        name: "order_result",
        meaning: "an order is booked with one living or once living booking of its price, or credited with one lot",
        sql: "SELECT o.id AS subject, o.currency AS commodity, o.price_minor AS stored, COALESCE(b.amount_minor, -1) AS ledger
                FROM orders o LEFT JOIN bookings b ON b.order_id = o.id AND b.id = o.booking_id
               WHERE o.state = 'booked' AND (b.id IS NULL OR b.amount_minor <> o.price_minor)
              UNION ALL
              SELECT o.id, o.currency, o.package_size, COALESCE(l.total, -1)
                FROM orders o LEFT JOIN credit_lots l ON l.order_id = o.id AND l.id = o.lot_id
               WHERE o.state = 'credited' AND (l.id IS NULL OR l.total <> o.package_size)",
    },
    Rule {
        name: "order_payment",
        meaning: "a fulfilled order that costs anything has a payment of exactly its total that was applied to it",
        sql: "SELECT o.id AS subject, o.currency AS commodity, o.total_minor AS stored, COALESCE(p.amount_minor, 0) AS ledger
                FROM orders o LEFT JOIN payments p ON p.id = o.payment_id AND p.order_id = o.id
               WHERE o.state IN ('booked', 'credited') AND o.total_minor > 0
                 AND (p.id IS NULL OR p.amount_minor <> o.total_minor OR p.currency <> o.currency
                      OR p.disposition NOT IN ('applied', 'returned'))",
    },
    Rule {
        name: "payment_used",
        meaning: "money that arrived for an order is applied to it or goes back",
        sql: "SELECT p.id AS subject, p.currency AS commodity, p.amount_minor AS stored, CAST(0 AS bigint) AS ledger
                FROM payments p LEFT JOIN refunds r ON r.payment_id = p.id LEFT JOIN orders o ON o.payment_id = p.id
               WHERE (p.state = 'captured' AND p.disposition = 'none')
                  OR (p.disposition = 'returned' AND r.id IS NULL)
                  OR (p.disposition = 'applied' AND (o.id IS NULL OR r.id IS NOT NULL))",
    },
    Rule {
        name: "provider_clearing",
        meaning: "the provider holds what was paid less what went back",
        sql: "SELECT NULL AS subject, x.currency AS commodity, CAST(SUM(x.stored) AS bigint) AS stored,
                     CAST(SUM(x.ledger) AS bigint) AS ledger
                FROM (SELECT currency, amount_minor AS stored, 0 AS ledger FROM payments
                       WHERE disposition IN ('applied', 'returned') AND currency IN ('INR', 'USD')
                      UNION ALL
                      SELECT currency, -amount_minor, 0 FROM refunds WHERE state = 'done' AND currency IN ('INR', 'USD')
                      UNION ALL
                      SELECT commodity, 0, amount FROM ledger_entries WHERE account = 'provider_clearing') x
               GROUP BY x.currency HAVING SUM(x.stored) <> SUM(x.ledger)",
    },
    Rule {
        name: "refunds_payable",
        meaning: "we owe the refunds that the provider has not carried out",
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
        meaning: "no payment gives back another amount than it brought",
        sql: "SELECT r.id AS subject, r.currency AS commodity, r.amount_minor AS stored, p.amount_minor AS ledger
                FROM refunds r JOIN payments p ON p.id = r.payment_id
               WHERE r.amount_minor <> p.amount_minor OR r.currency <> p.currency OR p.disposition <> 'returned'",
    },
    Rule {
        name: "teacher_payable",
        meaning: "we owe a teacher what held classes brought that no payout has taken up",
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
        meaning: "prepared payouts are what we are about to pay",
        sql: "SELECT x.teacher_id AS subject, x.currency AS commodity, CAST(SUM(x.stored) AS bigint) AS stored,
                     CAST(SUM(x.ledger) AS bigint) AS ledger
                FROM (SELECT teacher_id, currency, amount_minor AS stored, 0 AS ledger FROM payouts WHERE state = 'prepared'
                      UNION ALL
                      SELECT owner_id, commodity, 0, -amount FROM ledger_entries WHERE account = 'payouts_payable') x
               GROUP BY x.teacher_id, x.currency HAVING SUM(x.stored) <> SUM(x.ledger)",
    },
    Rule {
        name: "paid_out",
        meaning: "what has left for a teacher is the payouts that are paid",
        sql: "SELECT x.teacher_id AS subject, x.currency AS commodity, CAST(SUM(x.stored) AS bigint) AS stored,
                     CAST(SUM(x.ledger) AS bigint) AS ledger
                FROM (SELECT teacher_id, currency, amount_minor AS stored, 0 AS ledger FROM payouts WHERE state = 'paid'
                      UNION ALL
                      SELECT owner_id, commodity, 0, -amount FROM ledger_entries WHERE account = 'paid_out') x
               GROUP BY x.teacher_id, x.currency HAVING SUM(x.stored) <> SUM(x.ledger)",
    },
    Rule {
        name: "payout_lines",
        meaning: "a payout is the sum of its classes",
        sql: "SELECT o.id AS subject, o.currency AS commodity, o.amount_minor AS stored,
                     CAST(COALESCE(SUM(b.net_minor), 0) AS bigint) AS ledger
                FROM payouts o LEFT JOIN bookings b ON b.payout_id = o.id
               WHERE o.state <> 'failed' GROUP BY o.id, o.currency, o.amount_minor, o.classes
              HAVING o.amount_minor <> COALESCE(SUM(b.net_minor), 0) OR o.classes <> COUNT(b.id)",
    },
    Rule {
        name: "coupon_uses",
        meaning: "a coupon is counted for exactly the orders that have it",
        sql: "SELECT c.id AS subject, 'COUPON' AS commodity, c.used AS stored,
                     (SELECT COUNT(*) FROM orders o WHERE o.coupon_id = c.id AND o.coupon_held) AS ledger
                FROM coupons c
               WHERE c.used <> (SELECT COUNT(*) FROM orders o WHERE o.coupon_id = c.id AND o.coupon_held)
                  OR c.used <> (SELECT COALESCE(SUM(s.used), 0) FROM coupon_students s WHERE s.coupon_id = c.id)",
    },
];

/// Rules that are checked simultaneously.
const RULES_IN_FLIGHT: usize = 2;

/// Checks sums, lots, bookings, seats, orders, payments, refunds and coupons against each other; returns what differs, at
/// most 1,000 findings for each rule (D18).
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
