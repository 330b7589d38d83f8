//! Administrators' decisions: one for each application sent. And the payouts in exports.

use super::snapshot::Snapshot;
use crate::world::World;

pub(super) fn check(world: &World<'_>, snapshot: &Snapshot) -> Vec<String> {
    let mut findings = Vec::new();
    let applicants = world.applicants.borrow();
    if snapshot.applied.len() != applicants.len() {
        findings.push(format!("{} have applied, and {} are there", applicants.len(), snapshot.applied.len()));
    }
    for (person, times) in applicants.iter() {
        let Some(applied) = snapshot.applied.iter().find(|one| one.person == person.id.0) else { continue };
        let waits = applied.status == "pending";
        if applied.decisions + i64::from(waits) != *times {
            findings.push(format!(
                "{} has applied {times} times, was decided about {} times, and is {}",
                person.name, applied.decisions, applied.status
            ));
        }
        // There are fewer than a hundred teachers (D28).
        let approved = applied.status == "approved";
        if (applied.founding, applied.has_code) != (approved, approved) {
            findings.push(format!("{} is {}, and founding: {}", person.name, applied.status, applied.founding));
        }
    }
    for payout in world.handed_over.borrow().iter() {
        if !snapshot.payouts.iter().any(|one| one.id == *payout && one.exported) {
            findings.push(format!("{payout} was exported, but is not recorded as such"));
        }
    }
    findings
}

/// Each decision that was not undone has one job for its mail. The job of an undone one is deleted.
pub(super) fn check_decision_mails(snapshot: &Snapshot) -> Vec<String> {
    let decided: i64 = snapshot.applied.iter().map(|applied| applied.decisions).sum();
    let is_mail = |topic: &str| matches!(topic, "teacher_approved" | "teacher_rejected");
    let mails = snapshot.jobs.iter().filter(|job| is_mail(&job.topic)).count();
    if i64::try_from(mails).unwrap() == decided {
        return Vec::new();
    }
    vec![format!("{decided} decisions were not undone, with {mails} mails about them")]
}
