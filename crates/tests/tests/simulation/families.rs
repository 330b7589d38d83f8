//! Families: two learners of one guardian, a second guardian, and a student under 18 who joined alone and turns 18 during
//! the life.

use serde_json::json;
use tala_domain::error::ErrorCode;
use tala_tests::families::guardian_token;
use tala_tests::{Person, Reply, Student, at, raw};

use crate::random::Random;
use crate::world::World;

/// The student who joined without a guardian.
pub(crate) const MINOR: &str = "Dev";
pub(crate) const BIRTH_DATE: &str = "2008-03-18";
/// The eighteenth birthday begins in the student's zone, New York.
pub(crate) const ADULT_FROM: &str = "2026-03-18T04:00:00Z";

/// Whether a student may not book at this moment.
pub(crate) async fn lacks_guardian(world: &World<'_>, student: &Student) -> bool {
    student.name == MINOR && world.app().now() < at(ADULT_FROM) && count_guardians(world, student).await == 0
}

async fn count_guardians(world: &World<'_>, student: &Student) -> i64 {
    let store = &world.app().ctx.store;
    let id = raw::id(store, student.id.0);
    raw::number(store, &format!("SELECT count(*) FROM guardians WHERE learner_id = {id}")).await
}

/// Checks that a booking or purchase of a student was accepted or refused as their age demands.
pub(crate) async fn check_refusal(world: &World<'_>, student: &Student, reply: &Reply) {
    let is_refused = reply.code() == Some(ErrorCode::GuardianRequired);
    if world.alone.get() && (is_refused || reply.code().is_none()) {
        assert_eq!(is_refused, lacks_guardian(world, student).await, "{}: {}", student.name, reply.text);
    }
}

/// The student invites a guardian, who accepts. Afterwards, a guardian of a learner invites the same person again in vain.
pub(crate) async fn act(world: &World<'_>, random: &mut Random) {
    let student = world.students.iter().find(|student| student.name == MINOR).unwrap();
    let (app, guardian) = (world.server(random), &world.late_guardian);
    let invited = app.post("/api/guardian-invitations", &json!({ "email": guardian.email })).by(student).send().await;
    world.trace.write(format!("{} invites {}: {:?}", student.name, guardian.name, invited.code()));
    match invited.code() {
        None => accept(world, random, guardian).await,
        // Adults without guardians need none; invited or accepted before; too many attempts.
        Some(
            ErrorCode::InvalidFields
            | ErrorCode::GuardiansComplete
            | ErrorCode::TooManyRequests
            | ErrorCode::Unavailable,
        ) => {}
        Some(_) => panic!("{}", invited.text),
    }
}

async fn accept(world: &World<'_>, random: &mut Random, guardian: &Person) {
    let app = world.server(random);
    if tala_app::worker::run_due_jobs(&app.ctx).await.is_err() || world.app().mailer.sent_to(&guardian.email).is_empty()
    {
        return;
    }
    let form = json!({ "token": guardian_token(app, guardian), "isGuardian": true });
    let reply = app.post("/api/guardian-invitations/accept", &form).by(guardian).send().await;
    world.trace.write(format!("{} accepts: {:?}", guardian.name, reply.code()));
    match reply.code() {
        // The newest mail may belong to an invitation that has expired.
        None | Some(ErrorCode::GuardianInvitationInvalid | ErrorCode::Unavailable) => {}
        Some(_) => panic!("{}", reply.text),
    }
}
