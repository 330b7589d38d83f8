//! The waitlist in the admin API: search, invitation, CSV export (D33).

use serde_json::{Value, json};
use tala_domain::error::ErrorCode::{AlreadyProcessed, InvalidFields, NotFound, RoleNotAllowed};
use tala_gateways::mail::OutgoingMail;
use tala_tests::{AdminSession, TestApp, both_dbs, minutes, only_audit_event, raw};

both_dbs!(
    waitlist_is_searched_page_by_page,
    invitation_contains_an_invite_code,
    an_invitation_is_in_the_language_of_the_page_that_was_joined,
    an_invitation_to_a_teacher_leads_to_the_application,
    mail_contains_the_code_that_is_valid_when_it_is_sent,
    code_of_a_suspended_teacher_is_not_sent,
    two_simultaneous_invitations_send_one_mail,
    repeated_invitation_needs_confirmation,
    unknown_code_is_a_field_error,
    the_table_is_safe_to_open_in_a_spreadsheet,
    deleted_person_is_removed_from_the_waitlist,
    link_in_the_invitation_deletes_the_entry,
    entry_deleted_during_an_invitation_stays_deleted,
);

const WAITLIST: &str = "/api/admin/waitlist";

/// Joins the waitlist. The mail that confirms it is not sent yet.
async fn join_unconfirmed(app: &TestApp, name: &str, role: &str) {
    let letters: String = name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase();
    let form = json!({
        "name": name, "email": format!("{letters}@people.test"), "role": role, "location": "Porto", "country": "Portugal",
        "dancestyle": "Indian Classical Dance", "elapsedMs": 8_000,
    });
    app.post("/api/waitlist", &form).ok().await;
    app.advance(minutes(1));
}

async fn join(app: &TestApp, name: &str, role: &str) {
    join_unconfirmed(app, name, role).await;
    app.work().await;
}

/// The invitations sent to an address, without the confirmation of the entry.
fn invitations(app: &TestApp, email: &str) -> Vec<OutgoingMail> {
    let mails = app.mailer.sent_to(email).into_iter();
    mails.filter(|mail| mail.subject.starts_with("You're invited")).collect()
}

async fn names(app: &TestApp, admin: &AdminSession, query: &str) -> Vec<String> {
    let page = app.admin_get(admin, &format!("{WAITLIST}?{query}")).await;
    page["items"].as_array().unwrap().iter().map(|item| item["name"].as_str().unwrap().to_owned()).collect()
}

/// The path that invites the only person of this name.
async fn invite_path(app: &TestApp, admin: &AdminSession, name: &str) -> String {
    let page = app.admin_get(admin, &format!("{WAITLIST}?q={name}")).await;
    format!("{WAITLIST}/{}/invite", page["items"][0]["_id"].as_str().unwrap())
}

async fn waitlist_is_searched_page_by_page(app: TestApp) {
    let finance = app.new_admin("finance").await;
    for (name, role) in [("Ana", "Student"), ("Bo", "Teacher"), ("Cleo", "Student"), ("Dev", "Student")] {
        join(&app, name, role).await;
    }
    assert_eq!(names(&app, &finance, "").await, ["Dev", "Cleo", "Bo", "Ana"], "newest first");
    assert_eq!(names(&app, &finance, "role=Student&q=A").await, ["Ana"]);
    assert_eq!(names(&app, &finance, "role=Teacher").await, ["Bo"]);
    assert_eq!(names(&app, &finance, "q=CLEO%40people").await, ["Cleo"]);
    assert_eq!(names(&app, &finance, "q=%25").await, [""; 0], "a LIKE wildcard is matched literally");
    let first = app.admin_get(&finance, &format!("{WAITLIST}?role=Student&limit=2")).await;
    assert_eq!(first["items"][1]["name"], "Cleo");
    let next = first["next"].as_str().unwrap();
    let last = app.admin_get(&finance, &format!("{WAITLIST}?role=Student&limit=2&after={next}")).await;
    assert_eq!((&last["items"][0]["name"], &last["next"]), (&json!("Ana"), &Value::Null));
    let ana = &last["items"][0];
    assert_eq!((&ana["role"], &ana["danceStyle"]), (&json!("Student"), &json!("Indian Classical Dance")));
    assert_eq!((&ana["location"], &ana["country"]), (&json!("Porto"), &json!("Portugal")));
    assert_eq!(
        (&ana["email"], &ana["invitedAt"], &ana["invitedBy"]),
        (&json!("ana@people.test"), &Value::Null, &Value::Null)
    );
    for wrong in ["role=Guru", "after=x"] {
        app.get(&format!("{WAITLIST}?{wrong}")).as_admin(&finance).refused(InvalidFields).await;
    }
    assert_eq!(app.admin_get(&finance, "/api/admin/overview").await["waitlist"], 4);
    app.add_admin("support", "support", false).await;
    let support = app.admin_login("support").await;
    app.admin_post(&support, &invite_path(&app, &support, "Bo").await, &json!({})).await;
    assert_eq!(names(&app, &finance, "invited=true").await, ["Bo"]);
    assert_eq!(names(&app, &finance, "invited=false").await, ["Dev", "Cleo", "Ana"]);
    assert_eq!(names(&app, &finance, "invited=false&role=Teacher").await, [""; 0]);
    assert_eq!(app.admin_get(&finance, "/api/admin/overview").await["waitlist"], 3);
}

async fn invitation_contains_an_invite_code(app: TestApp) {
    let support = app.new_admin("support").await;
    let teacher = app.teacher("Padma").await;
    join(&app, "Ana <b>&\"", "Student").await;
    let path = invite_path(&app, &support, "Ana").await;
    let body = json!({ "code": format!(" {} ", teacher.code.to_lowercase()), "note": "We spoke at the festival.\n<i>Come!</i>" });
    let invited = app.admin_post(&support, &path, &body).await;
    assert_eq!((&invited["invitedAt"], &invited["invitedBy"]), (&json!(app.now().to_string()), &json!("support")));
    app.work().await;
    let mails = invitations(&app, "anab@people.test");
    assert_eq!(mails.len(), 1);
    let mail = &mails[0];
    assert_eq!(mail.subject, "You're invited to Tala");
    assert_eq!(mail.reply_to.as_ref().unwrap().address, "help@tala.test");
    let code = &teacher.code;
    for said in ["Padma", code, &format!("https://tala.test/t/{code}"), "We spoke at the festival.", "<i>Come!</i>"] {
        assert!(mail.text.contains(said), "{said}: {}", mail.text);
    }
    assert!(mail.html.contains("Namaste Ana,") && mail.html.contains("&lt;i&gt;Come!"), "{}", mail.html);
    assert!(!mail.html.contains("<i>"), "{}", mail.html);
    let line = only_audit_event(&app, &support, "waitlist_invited").await;
    assert_eq!((&line["actor"], &line["before"]["invitedAt"]), (&json!("admin:support"), &Value::Null));
    app.post(&format!("{WAITLIST}/01890000-0000-7000-8000-000000000001/invite"), &json!({}))
        .as_admin(&support)
        .refused(NotFound)
        .await;
    app.add_admin("finance", "finance", false).await;
    let finance = app.admin_login("finance").await;
    app.post(&path, &json!({ "again": true })).as_admin(&finance).refused(RoleNotAllowed).await;
}

async fn an_invitation_is_in_the_language_of_the_page_that_was_joined(app: TestApp) {
    let support = app.new_admin("support").await;
    let teacher = app.teacher("Padma").await;
    let form = json!({
        "name": "Asha", "email": "asha@people.test", "role": "Student", "location": "Pune", "country": "India",
        "dancestyle": "Indian Classical Dance", "elapsedMs": 8_000, "language": "hi",
    });
    app.post("/api/waitlist", &form).ok().await;
    app.work().await;
    let path = invite_path(&app, &support, "Asha").await;
    app.admin_post(&support, &path, &json!({ "code": teacher.code })).await;
    app.work().await;
    let mail = app.mailer.sent_to("asha@people.test").pop().unwrap();
    assert_eq!(mail.subject, "Tala में आपको निमंत्रण है");
    for said in [&format!("https://tala.test/hi/t/{}", teacher.code), "https://tala.test/hi/#leave-waitlist/"] {
        assert!(mail.text.contains(said), "{said}: {}", mail.text);
    }
}

async fn an_invitation_to_a_teacher_leads_to_the_application(app: TestApp) {
    let support = app.new_admin("support").await;
    let padma = app.teacher("Padma").await;
    join(&app, "Bo", "Teacher").await;
    let path = invite_path(&app, &support, "Bo").await;
    let with_code = json!({ "code": padma.code });
    let problem = app.post(&path, &with_code).as_admin(&support).refused(InvalidFields).await;
    assert_eq!(problem["errors"][0]["field"], "code");
    app.admin_post(&support, &path, &json!({ "code": " " })).await;
    app.work().await;
    let mail = &invitations(&app, "bo@people.test")[0];
    assert!(
        mail.text.contains("https://tala.test/#create-profile/bo%40people.test") && !mail.text.contains("ref="),
        "{}",
        mail.text
    );
}

async fn mail_contains_the_code_that_is_valid_when_it_is_sent(app: TestApp) {
    let support = app.new_admin("support").await;
    let teacher = app.teacher("Padma").await;
    join(&app, "Ana", "Student").await;
    let path = invite_path(&app, &support, "Ana").await;
    app.admin_post(&support, &path, &json!({ "code": teacher.code })).await;
    raw::execute(&app.ctx.store, "UPDATE teachers SET invite_code = 'TCH-NEW-2345'").await;
    app.work().await;
    let mail = &invitations(&app, "ana@people.test")[0];
    assert!(mail.text.contains("TCH-NEW-2345") && !mail.text.contains(&teacher.code), "{}", mail.text);
}

async fn code_of_a_suspended_teacher_is_not_sent(app: TestApp) {
    let support = app.new_admin("support").await;
    let teacher = app.teacher("Padma").await;
    let suspend = async |act: &str| {
        app.admin_post(
            &support,
            &format!("/api/admin/people/{}/{act}", teacher.id),
            &json!({ "reason": "A complaint" }),
        )
        .await
    };
    join(&app, "Ana", "Student").await;
    join(&app, "Bo", "Student").await;
    let with_code = json!({ "code": teacher.code });
    app.admin_post(&support, &invite_path(&app, &support, "Ana").await, &with_code).await;
    suspend("suspend").await;
    app.work().await;
    assert_eq!(invitations(&app, "ana@people.test").len(), 0);
    assert_eq!(app.count("outbox WHERE state = 'dead' AND topic = 'waitlist_invited'").await, 1, "support sees it");
    let path = invite_path(&app, &support, "Bo").await;
    app.post(&path, &with_code).as_admin(&support).refused(InvalidFields).await;
    suspend("unsuspend").await;
    app.admin_post(&support, &path, &with_code).await;
    app.work().await;
    assert_eq!(invitations(&app, "bo@people.test").len(), 1);
}

async fn two_simultaneous_invitations_send_one_mail(app: TestApp) {
    let support = app.new_admin("support").await;
    join(&app, "Ana", "Student").await;
    let path = invite_path(&app, &support, "Ana").await;
    let second = app.another_server(2).await;
    for (body, mails) in [(json!({}), 1), (json!({ "again": true }), 2)] {
        app.advance(minutes(2));
        let (one, other) = futures_util::future::join(
            app.post(&path, &body).as_admin(&support).send(),
            second.post(&path, &body).as_admin(&support).send(),
        )
        .await;
        let (won, lost) = if one.status.is_success() { (&one, &other) } else { (&other, &one) };
        won.ok();
        assert_eq!(lost.refused(AlreadyProcessed)["invitedAt"], app.now().to_string());
        app.work().await;
        assert_eq!(invitations(&app, "ana@people.test").len(), mails);
    }
}

async fn repeated_invitation_needs_confirmation(app: TestApp) {
    let support = app.new_admin("support").await;
    join(&app, "Ana", "Student").await;
    let path = invite_path(&app, &support, "Ana").await;
    app.admin_post(&support, &path, &json!({})).await;
    app.advance(minutes(30));
    let problem = app.post(&path, &json!({})).as_admin(&support).refused(AlreadyProcessed).await;
    assert_eq!(problem["detail"], "This person was invited already.");
    app.admin_post(&support, &path, &json!({ "again": true, "note": "Did it arrive?" })).await;
    app.work().await;
    let mails = invitations(&app, "ana@people.test");
    assert_eq!(mails.len(), 2);
    assert_eq!(mails.iter().filter(|mail| mail.text.contains("Did it arrive?")).count(), 1);
    // A later correction of the entry keeps the invitation.
    join(&app, "Ana", "Student").await;
    assert_eq!(names(&app, &support, "invited=false").await, [""; 0]);
}

async fn unknown_code_is_a_field_error(app: TestApp) {
    let support = app.new_admin("support").await;
    join(&app, "Ana", "Student").await;
    let pending = app.teacher_with("Devika", tala_domain::identity::TeacherStatus::Pending).await;
    let path = invite_path(&app, &support, "Ana").await;
    for code in ["nonsense", "TCH-XXX-9999", pending.code.as_str()] {
        let problem = app.post(&path, &json!({ "code": code })).as_admin(&support).refused(InvalidFields).await;
        assert_eq!(problem["errors"][0]["field"], "code", "{code}");
    }
    let long = json!({ "note": "x".repeat(501) });
    let problem = app.post(&path, &long).as_admin(&support).refused(InvalidFields).await;
    assert_eq!(problem["errors"][0]["field"], "note");
    assert_eq!(names(&app, &support, "invited=true").await, [""; 0]);
    assert_eq!(app.work().await, 0);
}

async fn the_table_is_safe_to_open_in_a_spreadsheet(app: TestApp) {
    let support = app.new_admin("support").await;
    join(&app, "=HYPERLINK(1), \"x\"", "Student").await;
    join(&app, "Bo", "Teacher").await;
    let table =
        async |query: &str| app.get(&format!("{WAITLIST}.csv{query}")).as_admin(&support).send_unchecked().await;
    let all = table("").await;
    assert_eq!(all.header("content-type"), "text/csv; charset=utf-8");
    assert_eq!(all.header("content-disposition"), "attachment; filename=\"waitlist.csv\"");
    let lines: Vec<&str> = all.text.lines().collect();
    assert_eq!(lines[0], "\u{feff}Name,Email,Role,Location,Country,Dance style,Joined (UTC),Invited (UTC),Invited by");
    assert!(
        lines[1].starts_with("Bo,bo@people.test,Teacher,Porto,Portugal,Indian Classical Dance,2026-"),
        "{}",
        lines[1]
    );
    assert!(lines[2].starts_with("\"'=HYPERLINK(1), \"\"x\"\"\",hyperlink1x@people.test,Student"), "{}", lines[2]);
    assert_eq!(table("?role=Teacher&invited=false").await.text.lines().count(), 2);
    assert_eq!(table("?invited=true").await.text.lines().count(), 1);
    assert_eq!(app.count("audit_log WHERE action = 'waitlist_exported'").await, 3);
    // More than one batch of the export.
    for number in 0..1_100 {
        join_unconfirmed(&app, &format!("Guest {number}"), "Student").await;
    }
    let support = app.admin_login("support").await;
    let all = app.get(&format!("{WAITLIST}.csv")).as_admin(&support).send_unchecked().await;
    let mut lines: Vec<&str> = all.text.lines().collect();
    assert_eq!(lines.len(), 1_103);
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines.len(), 1_103, "no duplicates");
}

async fn deleted_person_is_removed_from_the_waitlist(app: TestApp) {
    let support = app.new_admin("support").await;
    let kavya = app.person("Kavya").await;
    join(&app, "Kavya", "Student").await;
    join(&app, "Ana", "Student").await;
    app.admin_post(&support, &invite_path(&app, &support, "Kavya").await, &json!({})).await;
    let mine = app.get("/api/account/export").by(&kavya).ok().await;
    assert_eq!((&mine["waitlist"][0]["location"], mine["waitlist"].as_array().unwrap().len()), (&json!("Porto"), 1));
    assert_eq!(mine["waitlistConfirmation"]["language"], "en");
    app.delete("/api/account", &json!({ "email": kavya.email })).by(&kavya).ok().await;
    assert_eq!(names(&app, &support, "").await, ["Ana"]);
    assert_eq!(app.count("waitlist_invitations").await, 0);
    assert_eq!(app.count("waitlist_confirmations WHERE email_key LIKE 'kavya%'").await, 0);
}

/// The call that removes a person from the list, by the link in their newest mail.
fn leave_path(app: &TestApp, email: &str) -> String {
    let mails = app.mailer.sent_to(email);
    let text = &mails.last().unwrap().text;
    let (_, id) = text.split_once("https://tala.test/#leave-waitlist/").unwrap();
    format!("/api/waitlist/leave/{}", id.split_whitespace().next().unwrap())
}

async fn link_in_the_invitation_deletes_the_entry(app: TestApp) {
    let support = app.new_admin("support").await;
    for (name, role) in [("Ana", "Student"), ("Ana", "Teacher"), ("Bo", "Student")] {
        join(&app, name, role).await;
    }
    let waiting = app.admin_get(&support, &format!("{WAITLIST}?role=Student&q=Ana")).await;
    let path = format!("{WAITLIST}/{}/invite", waiting["items"][0]["_id"].as_str().unwrap());
    app.admin_post(&support, &path, &json!({})).await;
    app.work().await;
    let leave = leave_path(&app, "ana@people.test");
    app.advance(minutes(2));
    app.admin_post(&support, &path, &json!({ "again": true })).await;

    app.post("/api/waitlist/leave/nonsense", &json!({})).refused(NotFound).await;
    let stranger = "/api/waitlist/leave/01890000-0000-7000-8000-000000000001";
    assert_eq!(app.post(stranger, &json!({})).ok().await, json!({ "success": true }));
    assert_eq!(names(&app, &support, "").await, ["Bo", "Ana", "Ana"]);
    for _ in 0..2 {
        assert_eq!(app.post(&leave, &json!({})).ok().await, json!({ "success": true }));
    }
    assert_eq!(names(&app, &support, "").await, ["Bo", "Ana"], "the entry for the other role remains");
    assert_eq!(names(&app, &support, "role=Student").await, ["Bo"]);
    assert_eq!(app.count("waitlist_invitations").await, 0);

    app.work().await;
    assert_eq!(invitations(&app, "ana@people.test").len(), 1, "the second invitation does not go out");
    assert_eq!(app.count("outbox WHERE state = 'dead'").await, 0, "and there is no dead letter");
    app.post(&path, &json!({})).as_admin(&support).refused(NotFound).await;
    join(&app, "Ana", "Student").await;
    assert_eq!(names(&app, &support, "role=Student").await, ["Ana", "Bo"]);
}

async fn entry_deleted_during_an_invitation_stays_deleted(app: TestApp) {
    let support = app.new_admin("support").await;
    let second = app.another_server(2).await;
    for _ in 0..5 {
        join(&app, "Ana", "Student").await;
        let path = invite_path(&app, &support, "Ana").await;
        app.admin_post(&support, &path, &json!({})).await;
        app.work().await;
        let leave = leave_path(&app, "ana@people.test");
        app.advance(minutes(2));
        let (left, _) = futures_util::future::join(
            app.post(&leave, &json!({})).send(),
            second.post(&path, &json!({ "again": true })).as_admin(&support).send(),
        )
        .await;
        left.ok();
        assert_eq!(names(&app, &support, "").await, [""; 0]);
        assert_eq!(app.count("waitlist_invitations").await, 0);
        app.work().await;
        assert_eq!(app.count("outbox WHERE state = 'dead'").await, 0);
    }
}
