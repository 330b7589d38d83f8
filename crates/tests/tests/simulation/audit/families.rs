//! No booking and no purchase of a student under 18 without a guardian; nobody has more than two guardians.

use tala_tests::{at, raw};
use uuid::Uuid;

use crate::families::{ADULT_FROM, MINOR};
use crate::world::World;

pub(super) async fn check(world: &World<'_>) -> Vec<String> {
    let store = &world.app().ctx.store;
    let minor = world.students.iter().find(|student| student.name == MINOR).unwrap();
    let (id, adult_from) = (raw::id(store, minor.id.0), at(ADULT_FROM).as_microsecond());
    let mut findings = Vec::new();
    for table in ["bookings", "orders"] {
        let sql = format!(
            "SELECT t.id FROM {table} t WHERE t.student_id = {id} AND t.created_at < {adult_from}
                AND NOT EXISTS (SELECT 1 FROM guardians g WHERE g.learner_id = t.student_id
                                   AND g.created_at <= t.created_at)"
        );
        for (row,) in raw::rows::<(Uuid,)>(store, &sql).await {
            findings.push(format!("{row} of {table} was created for a minor without a guardian"));
        }
    }
    let sql = "SELECT learner_id FROM guardians GROUP BY learner_id HAVING count(*) > 2";
    for (learner,) in raw::rows::<(Uuid,)>(store, sql).await {
        findings.push(format!("{learner} has more than two guardians"));
    }
    findings
}
