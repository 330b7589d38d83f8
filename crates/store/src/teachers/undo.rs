//! Decisions about applications that may still be undone (ADR 13).

use jiff::Timestamp;
use tala_db::{Backend, Connection as _, FromRow, Transaction};
use tala_domain::identity::TeacherStatus;
use tala_domain::ids::{DecisionId, TeacherId};

use super::approval::{ExpectedVersion, FOUNDING_TEACHERS_COUNTER};
use crate::StoreError;
use crate::sql::{from_micros, to_micros};

/// Locks a teacher until commit, so that decisions about an application and students who join wait for each other. On
/// SQLite there is one writer at a time.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn lock(tx: &Transaction, id: TeacherId) -> Result<(), StoreError> {
    if tx.backend() == Backend::Postgres {
        tx.execute("SELECT person_id FROM teachers WHERE person_id = $1 FOR UPDATE", &[id.0.into()]).await?;
    }
    Ok(())
}

/// Stores what a decision is about to replace, in the transaction that decides. Does nothing if the application is not as
/// `seen`. It replaces the decision before: only the last one can be undone.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn insert_undoable(
    tx: &Transaction,
    id: TeacherId,
    seen: ExpectedVersion,
    decision: DecisionId,
    now: Timestamp,
) -> Result<(), StoreError> {
    lock(tx, id).await?;
    let sql = "INSERT INTO undoable_decisions (decision_id, teacher_id, decided_at, previous_decided_at,
                      previous_invite_code, previous_reason, previous_application)
               SELECT $2, person_id, $3, decided_at, invite_code, rejection_reason, rejected_application FROM teachers
                WHERE person_id = $1 AND status = $4 AND version = COALESCE($5, version)
               ON CONFLICT (teacher_id) DO UPDATE SET decision_id = excluded.decision_id,
                      decided_at = excluded.decided_at, previous_decided_at = excluded.previous_decided_at,
                      previous_invite_code = excluded.previous_invite_code,
                      previous_reason = excluded.previous_reason,
                      previous_application = excluded.previous_application";
    let (status, version) = (seen.status.as_str().into(), seen.version.into());
    tx.execute(sql, &[id.0.into(), decision.0.into(), to_micros(now).into(), status, version]).await?;
    Ok(())
}

/// Finds when a decision was made, if it is the last one about this teacher and may still be undone.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_undoable(
    tx: &Transaction,
    id: TeacherId,
    decision: DecisionId,
) -> Result<Option<Timestamp>, StoreError> {
    #[derive(FromRow)]
    struct Row {
        decided_at: i64,
    }
    let sql = "SELECT decided_at FROM undoable_decisions WHERE teacher_id = $1 AND decision_id = $2";
    let row: Option<Row> = tx.query_opt(sql, &[id.0.into(), decision.0.into()]).await?;
    row.map(|row| from_micros(row.decided_at)).transpose()
}

/// Whether a teacher has used an approval of this instant: has a student, has changed something, or is named in a waitlist
/// invitation.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn has_used_approval(tx: &Transaction, id: TeacherId, since: Timestamp) -> Result<bool, StoreError> {
    #[derive(FromRow)]
    struct Row {
        used: bool,
    }
    let sql = "SELECT EXISTS (SELECT 1 FROM students WHERE teacher_id = $1)
                   OR EXISTS (SELECT 1 FROM audit_log WHERE actor_id = $1 AND happened_at > $2)
                   OR EXISTS (SELECT 1 FROM waitlist_invitations WHERE teacher_id = $1) AS used";
    let row: Row = tx.query_one(sql, &[id.0.into(), to_micros(since).into()]).await?;
    Ok(row.used)
}

/// Returns an application to pending and restores what the decision replaced. Returns false if it is no longer as the
/// decision left it. [`lock`] must have been called.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn mark_undone(
    tx: &Transaction,
    id: TeacherId,
    (decided, decision): (TeacherStatus, DecisionId),
) -> Result<bool, StoreError> {
    let sql = "UPDATE teachers SET status = 'pending', decided_at = u.previous_decided_at,
                      invite_code = u.previous_invite_code, rejection_reason = u.previous_reason,
                      rejected_application = u.previous_application
                 FROM undoable_decisions u
                WHERE teachers.person_id = $1 AND teachers.status = $2 AND teachers.status <> 'pending'
                  AND u.decision_id = $3 AND u.teacher_id = teachers.person_id AND u.decided_at = teachers.decided_at";
    if tx.execute(sql, &[id.0.into(), decided.as_str().into(), decision.0.into()]).await? == 0 {
        return Ok(false);
    }
    let sql = "UPDATE counters SET value = value - 1
                WHERE name = $2 AND EXISTS (SELECT 1 FROM teachers WHERE person_id = $1 AND founding)";
    tx.execute(sql, &[id.0.into(), FOUNDING_TEACHERS_COUNTER.into()]).await?;
    tx.execute("UPDATE teachers SET founding = $2 WHERE person_id = $1", &[id.0.into(), false.into()]).await?;
    tx.execute("DELETE FROM undoable_decisions WHERE decision_id = $1", &[decision.0.into()]).await?;
    Ok(true)
}

/// Deletes what decisions before `before` replaced.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn delete_undoable_before(tx: &Transaction, before: Timestamp) -> Result<u64, StoreError> {
    tx.execute("DELETE FROM undoable_decisions WHERE decided_at < $1", &[to_micros(before).into()]).await
}
