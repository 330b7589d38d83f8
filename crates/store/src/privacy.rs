//! Erasure of a person (D35). Records of money are kept without the name.

use jiff::Timestamp;
use tala_db::{Connection, FromRow, Transaction};
use tala_domain::ids::{PersonId, StudentId};
use uuid::Uuid;

use crate::StoreError;
use crate::sql::{like_pattern, to_micros};

/// The display name of an erased person.
pub const DELETED_PERSON: &str = "Deleted person";

/// Obligations that prevent the deletion of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromRow)]
pub struct OpenObligations {
    /// Bookings as student or teacher that are not settled.
    pub classes: i64,
    /// Orders that are being paid or refunded.
    pub orders: i64,
    /// Refunds that are not done.
    pub refunds: i64,
    /// Credits that were paid and can be spent, by the person or with the person as teacher.
    pub credits: i64,
    /// Completed bookings in no payout, and prepared payouts.
    pub earnings: i64,
    /// Learners without a sign-in who have no other guardian.
    pub learners: i64,
}

impl OpenObligations {
    /// Whether there are none.
    pub const fn is_none(&self) -> bool {
        self.classes == 0
            && self.orders == 0
            && self.refunds == 0
            && self.credits == 0
            && self.earnings == 0
            && self.learners == 0
    }
}

/// Counts the open obligations of a person.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn count_open_obligations<C: Connection>(
    conn: &C,
    person: PersonId,
    now: Timestamp,
) -> Result<OpenObligations, StoreError> {
    let sql = "SELECT
        (SELECT COUNT(*) FROM bookings WHERE student_id = $1 AND status = 'confirmed')
        + (SELECT COUNT(*) FROM bookings WHERE teacher_id = $1 AND status = 'confirmed') AS classes,
        (SELECT COUNT(*) FROM orders WHERE (student_id = $1 OR teacher_id = $1 OR buyer_id = $1)
            AND state IN ('preparing', 'open', 'checking', 'refunding')) AS orders,
        (SELECT COUNT(*) FROM refunds r JOIN orders o ON o.id = r.order_id
          WHERE (o.student_id = $1 OR o.buyer_id = $1) AND r.state <> 'done') AS refunds,
        (SELECT COALESCE(CAST(SUM(remaining) AS bigint), 0) FROM credit_lots
          WHERE (student_id = $1 OR teacher_id = $1) AND remaining > 0 AND expires_at > $2
            AND origin <> 'granted') AS credits,
        (SELECT COUNT(*) FROM bookings
          WHERE teacher_id = $1 AND status = 'completed' AND payout_id IS NULL AND net_minor > 0)
        + (SELECT COUNT(*) FROM payouts WHERE teacher_id = $1 AND state = 'prepared') AS earnings,
        (SELECT COUNT(*) FROM guardians g JOIN people l ON l.id = g.learner_id AND l.email IS NULL
          WHERE g.guardian_id = $1
            AND NOT EXISTS (SELECT 1 FROM guardians o WHERE o.learner_id = g.learner_id AND o.guardian_id <> $1))
          AS learners";
    conn.query_one(sql, &[person.0.into(), to_micros(now).into()]).await
}

/// Erases a person's data except records of money. Returns false if that was done already.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn erase_person(tx: &Transaction, person: PersonId, now: Timestamp) -> Result<bool, StoreError> {
    let id = || person.0.into();
    erase_address(tx, person).await?;
    // Before the address is erased, by which these rows are found.
    let sql =
        "UPDATE referrals SET name = $2, email = '', email_key = 'deleted:' || CAST(created_at AS text) || ':' || $3
                WHERE email_key = (SELECT email_key FROM people WHERE id = $1)";
    tx.execute(sql, &[id(), DELETED_PERSON.into(), person.to_string().into()]).await?;
    for sql in [
        // Locks the entries first, as `waitlist::delete_by_invitation` does.
        "UPDATE waitlist SET updated_at = updated_at WHERE email_key = (SELECT email_key FROM people WHERE id = $1)",
        "DELETE FROM waitlist_invitations WHERE entry_id IN
           (SELECT w.id FROM waitlist w JOIN people p ON p.email_key = w.email_key WHERE p.id = $1)",
        "DELETE FROM waitlist WHERE email_key = (SELECT email_key FROM people WHERE id = $1)",
        "DELETE FROM guardian_invitations WHERE email_key = (SELECT email_key FROM people WHERE id = $1)",
        "DELETE FROM waitlist_confirmations WHERE email_key = (SELECT email_key FROM people WHERE id = $1)",
    ] {
        tx.execute(sql, &[id()]).await?;
    }
    let sql =
        "UPDATE people SET name = $2, email = NULL, email_key = NULL, phone = NULL, time_zone = NULL, language = NULL,
                      clock = NULL, week_start = NULL, birth_date = NULL, age_band = NULL, time_zone_fixed = (1 = 0), deleted_at = $3,
                      search_source = '', suspended_at = COALESCE(suspended_at, $3)
                WHERE id = $1 AND deleted_at IS NULL";
    if tx.execute(sql, &[id(), DELETED_PERSON.into(), to_micros(now).into()]).await? == 0 {
        return Ok(false);
    }
    for sql in [
        "DELETE FROM person_search_terms WHERE person_id = $1",
        "DELETE FROM identities WHERE person_id = $1",
        "DELETE FROM guardian_invitations WHERE learner_id = $1",
        "DELETE FROM guardian_invitations WHERE invited_by = $1",
        "DELETE FROM guardians WHERE learner_id = $1",
        "DELETE FROM guardians WHERE guardian_id = $1",
        "DELETE FROM muted_mails WHERE person_id = $1",
        "DELETE FROM terms_acceptances WHERE person_id = $1",
        "DELETE FROM calendar_feeds WHERE person_id = $1",
        "DELETE FROM application_drafts WHERE person_id = $1",
        "DELETE FROM undoable_decisions WHERE teacher_id = $1",
        "DELETE FROM bank_accounts WHERE teacher_id = $1",
        "DELETE FROM teacher_photos WHERE teacher_id = $1",
        // Amounts, ids, the bank's reference and the last four digits are kept for the ledger.
        "UPDATE payouts SET account_encrypted = '{}', failure = NULL WHERE teacher_id = $1",
        "DELETE FROM student_notes WHERE student_id = $1",
        "DELETE FROM student_notes WHERE teacher_id = $1",
        "DELETE FROM idempotency_keys WHERE person_id = $1",
        "DELETE FROM referrals WHERE student_id = $1 AND granted_at IS NULL",
        "DELETE FROM support_replies WHERE message_id IN (SELECT id FROM support_messages WHERE person_id = $1)",
        "DELETE FROM support_messages WHERE person_id = $1",
        "UPDATE bookings SET student_zone = NULL WHERE student_id = $1",
        "UPDATE bookings SET cancellation_reason = NULL WHERE student_id = $1 AND cancellation_reason IS NOT NULL",
        "UPDATE bookings SET cancellation_reason = NULL WHERE teacher_id = $1 AND cancellation_reason IS NOT NULL",
        "UPDATE orders SET student_zone = NULL WHERE student_id = $1",
        "UPDATE teachers SET status = 'rejected', invite_code = NULL, bio = '', experience = '', dance_styles = '[]',
                meeting_link = NULL, first_name = '', last_name = '', country = '', education = '', guru = '',
                years_teaching = '', student_ages = '[]', style_levels = '[]', highlights = '[]', video_link = NULL,
                help_video_link = NULL, notes = '', instagram = NULL, rejection_reason = NULL,
                rejected_application = NULL, languages = '[]', is_listed = (1 = 0)
          WHERE person_id = $1",
        "UPDATE slots SET title = '', description = '' WHERE teacher_id = $1 AND kind = 'regular'",
        "UPDATE availabilities SET weekly_hours = '[]', date_overrides = '[]', version = version + 1
          WHERE teacher_id = $1",
    ] {
        tx.execute(sql, &[id()]).await?;
    }
    erase_named_friends(tx, person.as_student()).await?;
    Ok(true)
}

/// Erases texts that contain the person's address: provider events and errors of mails.
async fn erase_address(tx: &Transaction, person: PersonId) -> Result<(), StoreError> {
    #[derive(FromRow)]
    struct Address {
        email: Option<String>,
    }
    let row: Option<Address> = tx.query_opt("SELECT email FROM people WHERE id = $1", &[person.0.into()]).await?;
    let Some(email) = row.and_then(|row| row.email) else { return Ok(()) };
    for sql in [
        "UPDATE provider_events SET body = '{}' WHERE LOWER(body) LIKE $1 ESCAPE '!'",
        "UPDATE outbox SET last_error = 'erased with the account of a person'
          WHERE LOWER(last_error) LIKE $1 ESCAPE '!'",
    ] {
        tx.execute(sql, &[like_pattern(&email).into()]).await?;
    }
    Ok(())
}

/// Erases the friends that a student has named. The fact that a reward was granted is kept.
async fn erase_named_friends(tx: &Transaction, student: StudentId) -> Result<(), StoreError> {
    #[derive(FromRow)]
    struct Friend {
        id: Uuid,
    }
    let friends: Vec<Friend> =
        tx.query("SELECT id FROM referrals WHERE student_id = $1 AND email <> ''", &[student.0.into()]).await?;
    for Friend { id } in friends {
        let sql = "UPDATE referrals SET name = '', email = '', email_key = $2 WHERE id = $1";
        tx.execute(sql, &[id.into(), format!("deleted:{id}").into()]).await?;
    }
    Ok(())
}
