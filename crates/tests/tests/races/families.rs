//! Two guardians, or two requests of one, at the same time.

use futures_util::future::join_all;
use serde_json::json;
use tala_domain::error::ErrorCode::{GuardianInvitationInvalid, GuardiansComplete, InvalidFields};
use tala_tests::families::guardian_token;
use tala_tests::{Reply, School, TestApp, both_dbs};

both_dbs!(
    an_invitation_that_is_accepted_twice_counts_once,
    two_simultaneous_invitations_do_not_exceed_the_limit,
    a_child_whom_both_guardians_remove_is_deleted_once,
    an_age_that_is_stated_twice_is_stored_once,
);

fn count(replies: &[Reply], is_counted: impl Fn(&Reply) -> bool) -> usize {
    replies.iter().filter(|reply| is_counted(reply)).count()
}

async fn an_invitation_that_is_accepted_twice_counts_once(app: TestApp) {
    let padma = app.teacher("Padma").await;
    let asha = app.learner("Asha", &app.person("Anita").await, &padma).await;
    let bela = app.person("Bela").await;
    app.post("/api/guardian-invitations", &json!({ "email": bela.email })).by(&asha).ok().await;
    app.work().await;
    let form = json!({ "token": guardian_token(&app, &bela), "isGuardian": true });
    let accept = || app.post("/api/guardian-invitations/accept", &form).by(&bela).send();
    let replies = join_all([accept(), accept()]).await;
    assert_eq!(count(&replies, |reply| reply.code().is_none()), 1);
    assert_eq!(count(&replies, |reply| reply.code() == Some(GuardianInvitationInvalid)), 1);
    assert_eq!(app.count("guardians").await, 2);
}

async fn two_simultaneous_invitations_do_not_exceed_the_limit(app: TestApp) {
    let padma = app.teacher("Padma").await;
    let asha = app.learner("Asha", &app.person("Anita").await, &padma).await;
    let invite = |email: &str| app.post("/api/guardian-invitations", &json!({ "email": email })).by(&asha).send();
    let replies = join_all([invite("bela@people.test"), invite("farah@people.test")]).await;
    assert_eq!(count(&replies, |reply| reply.code().is_none()), 1);
    assert_eq!(count(&replies, |reply| reply.code() == Some(GuardiansComplete)), 1);
    assert_eq!(app.count("guardian_invitations").await, 1);
}

async fn a_child_whom_both_guardians_remove_is_deleted_once(app: TestApp) {
    let padma = app.teacher("Padma").await;
    let anita = app.person("Anita").await;
    let asha = app.learner("Asha", &anita, &padma).await;
    let (bela, _) = app.second_guardian("Bela", &asha).await;
    let (path, form) = (format!("/api/learners/{}", asha.id), json!({ "name": "Asha" }));
    let delete = |guardian| app.delete(&path, &form).by(guardian).send();
    let replies = join_all([delete(&anita), delete(&bela)]).await;
    assert_eq!(count(&replies, |reply| reply.code().is_none()), 2);
    for action in ["guardian_left", "person_deleted"] {
        assert_eq!(app.count(&format!("audit_log WHERE action = '{action}'")).await, 1, "{action}");
    }
}

async fn an_age_that_is_stated_twice_is_stored_once(app: TestApp) {
    let School { student, .. } = app.school().await;
    let state = |band: &str| app.post("/api/account", &json!({ "ageBand": band })).by(&student).send();
    let replies = join_all([state("30-44"), state("60+")]).await;
    assert_eq!(count(&replies, |reply| reply.code().is_none()), 1);
    assert_eq!(count(&replies, |reply| reply.code() == Some(InvalidFields)), 1);
    assert_eq!(app.count("audit_log WHERE action = 'age_stated'").await, 1);
}
