//! Undoing an administrator's decision about an application (ADR 13).

use futures_util::future::{join, join_all};
use jiff::SignedDuration;
use serde_json::{Value, json};
use tala_domain::admin::UNDO_SECONDS;
use tala_domain::error::ErrorCode::{AlreadyProcessed, InvalidFields, InvalidInviteCode, NotFound, NotUndoable};
use tala_tests::{
    AdminSession, Person, Reply, TestApp, applicant, application, both_dbs, minutes, only_audit_event, raw,
};

both_dbs!(
    undone_approval_leaves_no_trace_but_the_audit_log,
    undone_rejection_restores_the_one_before,
    decision_is_undone_until_its_mail_is_due,
    approval_that_the_teacher_has_used_is_not_undone,
    only_the_last_decision_is_undone_and_once,
    two_simultaneous_undos_take_effect_once,
    mail_is_sent_exactly_if_the_decision_was_not_undone,
    student_joins_or_the_approval_is_undone,
    undone_decision_of_the_past_is_purged,
);

const LIST: &str = "/api/admin/pending-teachers";
const ROUNDS: usize = 12;

async fn decide(app: &TestApp, admin: &AdminSession, verb: &str, person: &Person) -> Value {
    app.admin_post(admin, &format!("/api/admin/{verb}-teacher/{}", person.id), &json!({})).await
}

async fn undo(app: &TestApp, admin: &AdminSession, person: &Person, decision: &Value) -> Reply {
    let path = format!("/api/admin/undo-teacher-decision/{}", person.id);
    app.post(&path, &json!({ "decisionId": decision["decisionId"] })).as_admin(admin).send().await
}

async fn decision_mails(app: &TestApp, person: &Person) -> usize {
    app.work().await;
    let mails = app.mailer.sent_to(&person.email);
    mails.iter().filter(|mail| mail.message_id.starts_with("decision-")).count()
}

fn seconds(seconds: i64) -> SignedDuration {
    SignedDuration::from_secs(seconds)
}

async fn undone_approval_leaves_no_trace_but_the_audit_log(app: TestApp) {
    let support = app.new_admin("support").await;
    let devika = applicant(&app, "Devika").await;
    let before = app.admin_get(&support, LIST).await;
    let approval = decide(&app, &support, "approve", &devika).await;
    assert_eq!(approval["undoSeconds"], UNDO_SECONDS);
    let reply = undo(&app, &support, &devika, &approval).await;
    assert_eq!(reply.ok(), json!({ "success": true, "status": "pending" }));
    assert_eq!(app.admin_get(&support, LIST).await, before, "the list and the number of founding teachers");
    app.advance(minutes(1));
    assert_eq!(decision_mails(&app, &devika).await, 0);
    let id = raw::id(&app.ctx.store, devika.id.0);
    assert_eq!(
        app.count(&format!("teachers WHERE person_id = {id} AND invite_code IS NULL AND NOT founding")).await,
        1
    );
    let line = only_audit_event(&app, &support, "teacher_decision_undone").await;
    assert_eq!((&line["actor"], &line["subject"]), (&json!("admin:support"), &json!(devika.id.to_string())));
    assert_eq!((&line["before"]["status"], &line["after"]["status"]), (&json!("approved"), &json!("pending")));
    let again = decide(&app, &support, "approve", &devika).await;
    assert_eq!(again["foundingTeacher"], true);
    app.advance(minutes(1));
    assert_eq!(decision_mails(&app, &devika).await, 1);
}

async fn undone_rejection_restores_the_one_before(app: TestApp) {
    let support = app.new_admin("support").await;
    let devika = applicant(&app, "Devika").await;
    let path = format!("/api/admin/reject-teacher/{}", devika.id);
    app.admin_post(&support, &path, &json!({ "reason": "No video." })).await;
    app.advance(minutes(9));
    assert_eq!(decision_mails(&app, &devika).await, 1);
    let mut again = application(&devika);
    again["teacherProfile"]["guru"] = json!("Smt. Rukmini");
    app.post("/api/onboard/teacher", &again).by(&devika).ok().await;
    let before = app.admin_get(&support, LIST).await;
    assert_eq!(before["teachers"][0]["previousRejection"]["reason"], "No video.");
    for verb in ["approve", "reject"] {
        app.advance(minutes(1));
        let decision = decide(&app, &support, verb, &devika).await;
        undo(&app, &support, &devika, &decision).await.ok();
        assert_eq!(app.admin_get(&support, LIST).await, before, "{verb}");
    }
    app.advance(minutes(1));
    assert_eq!(decision_mails(&app, &devika).await, 1, "only the first rejection");
}

async fn decision_is_undone_until_its_mail_is_due(app: TestApp) {
    let support = app.new_admin("support").await;
    for verb in ["approve", "reject"] {
        let (early, late) =
            (applicant(&app, &format!("Early{verb}")).await, applicant(&app, &format!("Late{verb}")).await);
        let (undone, decided) = (decide(&app, &support, verb, &early).await, decide(&app, &support, verb, &late).await);
        app.advance(seconds(UNDO_SECONDS - 1));
        assert_eq!(decision_mails(&app, &late).await, 0);
        undo(&app, &support, &early, &undone).await.ok();
        app.advance(seconds(1));
        // Due, though no worker has it yet.
        let problem = undo(&app, &support, &late, &decided).await.refused(NotUndoable);
        assert!(problem["detail"].as_str().unwrap().starts_with("The email to the teacher is already"), "{problem}");
        assert_eq!((decision_mails(&app, &early).await, decision_mails(&app, &late).await), (0, 1));
        undo(&app, &support, &late, &decided).await.refused(NotUndoable);
    }
    assert_eq!(app.count("teachers WHERE status = 'pending'").await, 2);
}

async fn approval_that_the_teacher_has_used_is_not_undone(app: TestApp) {
    let support = app.new_admin("support").await;
    let student = app.person("Meera").await;
    for case in ["hours", "student"] {
        let devika = applicant(&app, &format!("Devika{case}")).await;
        let approval = decide(&app, &support, "approve", &devika).await;
        app.advance(seconds(1));
        match case {
            "hours" => {
                let hours = json!({ "timeZone": "Asia/Kolkata", "visibilityDays": 30, "weeklySchedule": [
                    { "dayOfWeek": 1, "timeRanges": [{ "start": "09:00", "end": "12:00" }] }
                ] });
                app.post(&format!("/api/teacher/{}/availability", devika.id), &hours).by(&devika).ok().await;
            }
            _ => {
                join_teacher(&app, &student, &approval).await.ok();
            }
        }
        let problem = undo(&app, &support, &devika, &approval).await.refused(NotUndoable);
        assert!(problem["detail"].as_str().unwrap().starts_with("The teacher has already used"), "{problem}");
        app.advance(minutes(1));
        assert_eq!(decision_mails(&app, &devika).await, 1);
    }
}

async fn join_teacher(app: &TestApp, student: &Person, approval: &Value) -> Reply {
    let form = json!({
        "email": student.email, "name": "Meera", "location": "India", "referralCode": approval["inviteCode"],
    });
    app.post("/api/onboard-student", &form).by(student).send().await
}

async fn only_the_last_decision_is_undone_and_once(app: TestApp) {
    let (owner, support) = (app.new_admin("owner").await, app.new_admin("support").await);
    let (devika, ravi) = (applicant(&app, "Devika").await, applicant(&app, "Ravi").await);
    let first = decide(&app, &owner, "reject", &devika).await;
    let of_ravi = decide(&app, &owner, "reject", &ravi).await;
    undo(&app, &owner, &devika, &of_ravi).await.refused(AlreadyProcessed);
    undo(&app, &support, &devika, &first).await.ok();
    let problem = undo(&app, &owner, &devika, &first).await.refused(AlreadyProcessed);
    assert_eq!(problem["state"], "pending");
    let second = decide(&app, &owner, "approve", &devika).await;
    let problem = undo(&app, &owner, &devika, &first).await.refused(AlreadyProcessed);
    assert_eq!(problem["state"], "approved");
    undo(&app, &owner, &devika, &second).await.ok();
    // A rejected applicant applies again before the rejection is undone.
    app.post("/api/onboard/teacher", &application(&ravi)).by(&ravi).ok().await;
    undo(&app, &owner, &ravi, &of_ravi).await.refused(AlreadyProcessed);
    let path = format!("/api/admin/undo-teacher-decision/{}", devika.id);
    app.post(&path, &json!({ "decisionId": "x" })).as_admin(&owner).refused(InvalidFields).await;
    let unknown = "/api/admin/undo-teacher-decision/01890000-0000-7000-8000-000000000001";
    app.post(unknown, &json!({ "decisionId": first["decisionId"] })).as_admin(&owner).refused(NotFound).await;
}

async fn two_simultaneous_undos_take_effect_once(app: TestApp) {
    let (owner, support) = (app.new_admin("owner").await, app.new_admin("support").await);
    let second = app.another_server(2).await;
    for round in 0..ROUNDS {
        let devika = applicant(&app, &format!("Devika{round}")).await;
        let verb = if round % 2 == 0 { "approve" } else { "reject" };
        let decision = decide(&app, &owner, verb, &devika).await;
        let acts = (0..4).map(|turn| {
            let (server, admin) = if turn % 2 == 0 { (&app, &owner) } else { (&second, &support) };
            undo(server, admin, &devika, &decision)
        });
        let replies = join_all(acts).await;
        assert_eq!(replies.iter().filter(|reply| reply.status.is_success()).count(), 1);
        for lost in replies.iter().filter(|reply| !reply.status.is_success()) {
            lost.refused(AlreadyProcessed);
        }
    }
    let rounds = i64::try_from(ROUNDS).unwrap();
    assert_eq!(app.count("audit_log WHERE action = 'teacher_decision_undone'").await, rounds);
    assert_eq!(app.admin_get(&owner, LIST).await["foundingLeft"], 100);
}

/// The mail becomes due and is claimed by another server's worker while the decision is undone.
async fn mail_is_sent_exactly_if_the_decision_was_not_undone(app: TestApp) {
    let support = app.new_admin("support").await;
    let second = app.another_server(2).await;
    let (mut sent, mut undone) = (0, 0);
    for round in 0..ROUNDS {
        let devika = applicant(&app, &format!("Devika{round}")).await;
        let decision = decide(&app, &support, if round % 2 == 0 { "approve" } else { "reject" }, &devika).await;
        let subject = raw::id(&app.ctx.store, decision["decisionId"].as_str().unwrap().parse().unwrap());
        let claim = async {
            let sql = format!("UPDATE outbox SET run_at = 0 WHERE subject_id = {subject}");
            raw::execute(&second.ctx.store, &sql).await;
            second.work().await;
        };
        let (reply, ()) = join(undo(&app, &support, &devika, &decision), claim).await;
        let mails = decision_mails(&app, &devika).await;
        if reply.status.is_success() {
            undone += 1;
            assert_eq!(mails, 0, "undone and mailed");
        } else {
            sent += 1;
            reply.refused(NotUndoable);
            assert_eq!(mails, 1, "neither undone nor mailed");
        }
    }
    assert_eq!(sent + undone, ROUNDS);
}

async fn student_joins_or_the_approval_is_undone(app: TestApp) {
    let support = app.new_admin("support").await;
    let second = app.another_server(2).await;
    for round in 0..ROUNDS {
        let devika = applicant(&app, &format!("Devika{round}")).await;
        let student = app.person(&format!("Meera{round}")).await;
        let approval = decide(&app, &support, "approve", &devika).await;
        let (reply, joined) =
            join(undo(&app, &support, &devika, &approval), join_teacher(&second, &student, &approval)).await;
        assert_ne!(reply.status.is_success(), joined.status.is_success(), "{} {}", reply.text, joined.text);
        if reply.status.is_success() {
            joined.refused(InvalidInviteCode);
        } else {
            reply.refused(NotUndoable);
        }
    }
    let stray = "students s JOIN teachers t ON t.person_id = s.teacher_id WHERE t.status <> 'approved'";
    assert_eq!(app.count(stray).await, 0);
}

async fn undone_decision_of_the_past_is_purged(app: TestApp) {
    let support = app.new_admin("support").await;
    let devika = applicant(&app, "Devika").await;
    let rejection = decide(&app, &support, "reject", &devika).await;
    assert_eq!(app.count("undoable_decisions").await, 1);
    app.advance(minutes(121));
    app.work().await;
    assert_eq!(app.count("undoable_decisions").await, 0);
    let problem = undo(&app, &support, &devika, &rejection).await.refused(AlreadyProcessed);
    assert_eq!(problem["state"], "rejected");
}
