//! What administrators have decided: each application as often as it was sent, and no oftener. What the bank was given is known.

use super::books::Books;
use crate::world::World;

pub(super) fn check(world: &World<'_>, books: &Books) -> Vec<String> {
    let mut findings = Vec::new();
    let applicants = world.applicants.borrow();
    if books.applied.len() != applicants.len() {
        findings.push(format!("{} have applied, and {} are there", applicants.len(), books.applied.len()));
    }
    for (person, times) in applicants.iter() {
        let Some(applied) = books.applied.iter().find(|one| one.person == person.id.0) else { continue };
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
        if !books.payouts.iter().any(|one| one.id == *payout && one.exported) {
            findings.push(format!("the bank was given {payout}, and nobody knows of it"));
        }
    }
    findings
}
