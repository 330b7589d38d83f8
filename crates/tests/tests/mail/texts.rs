//! Snapshots of every kind of mail. `INSTA_UPDATE=always` updates them; review the difference before you commit.

mod accounts;
mod families;
mod random_parts;

use std::collections::BTreeSet;

use insta::assert_snapshot;
use serde_json::json;
use tala_domain::ids::{JobId, RefundId};
use tala_domain::jobs::Job;
use tala_domain::time::Language;
use tala_gateways::mail::OutgoingMail;
use tala_store::outbox;
use tala_tests::fixtures::{School, booking_id};
use tala_tests::{AdminSession, PaymentsApp, Person, Student, Token, applicant, application, at, days, on_sqlite, raw};

use self::random_parts::{without_ids, without_token};
use crate::common::teaching::save_account;

on_sqlite!(every_mail_equals_its_snapshot, every_mail_to_a_reader_of_hindi_equals_its_snapshot);

/// Whether a topic has a mail of its own. A new topic must be listed here and, if it sends a mail, triggered below.
const fn is_mail(job: &Job) -> bool {
    match job {
        Job::BookingConfirmed { .. }
        | Job::BookingRescheduled { .. }
        | Job::BookingCancelled { .. }
        | Job::CreditsBought { .. }
        | Job::CreditsGranted { .. }
        | Job::PaymentRefunded { .. }
        | Job::RefundShared { .. }
        | Job::SupportMessage { .. }
        | Job::ApplicationReceived { .. }
        | Job::TeacherApproved { .. }
        | Job::TeacherRejected { .. }
        | Job::SupportReply { .. }
        | Job::PayoutPaid { .. }
        | Job::PayoutFailed { .. }
        | Job::BankAccountChanged { .. }
        | Job::StudentReminder { .. }
        | Job::TeacherReminder { .. }
        | Job::CreditsExpiring { .. }
        | Job::IdentityLinkCode { .. }
        | Job::IdentityLinked { .. }
        | Job::MeetingLinkChanged { .. }
        | Job::TeacherChanged { .. }
        | Job::TeacherSuspended { .. }
        | Job::StudentsHandedOver { .. }
        | Job::StudentJoined { .. }
        | Job::NewStudent { .. }
        | Job::PersonSuspended { .. }
        | Job::PersonUnsuspended { .. }
        | Job::StaffAdminChanged { .. }
        | Job::StaffApplication { .. }
        | Job::StaffRefundFailed { .. }
        | Job::GuardianInvited { .. }
        | Job::GuardianAdded { .. }
        | Job::WaitlistConfirmed { .. }
        | Job::WaitlistInvited { .. } => true,
        // Resent mails and those to a second guardian have the texts of the first ones.
        Job::BookingMailResent { .. }
        | Job::ForSecondGuardian { .. }
        | Job::ProviderEvent { .. }
        | Job::WaitlistJoined { .. }
        | Job::DeleteIssuerAccount { .. } => false,
    }
}

/// Topics without a mail of their own.
const SILENT: [&str; 6] = [
    Job::DELETE_ISSUER_ACCOUNT_TOPIC,
    "booking_mail_resent_student",
    "booking_mail_resent_teacher",
    "for_second_guardian",
    "provider_event",
    "waitlist_joined",
];

const MARKUP: &str = "Meera <b>&\"";

/// A name of 200 letters.
fn long_name() -> String {
    "Padma Subrahmanyam of the long line of teachers ".repeat(5).chars().take(200).collect()
}

/// Compares sent mails with snapshots.
struct Snapshots<'a> {
    app: &'a PaymentsApp,
    taken: usize,
    language: Language,
}

impl Snapshots<'_> {
    /// Sends the pending mails and compares each with its snapshot.
    async fn compare(&mut self, name: &str) {
        let mails = self.discard_pending().await;
        assert!(!mails.is_empty(), "{name}: no mail went out");
        let picture = self.language.pick(picture as fn(&OutgoingMail) -> String, hindi_picture);
        let mut pictures: Vec<String> = mails.iter().map(picture).collect();
        pictures.sort();
        for (number, picture) in pictures.iter().enumerate() {
            assert_snapshot!(format!("{}{name}_{}", self.language.pick("", "hi_"), number + 1), picture);
        }
    }

    async fn discard_pending(&mut self) -> Vec<OutgoingMail> {
        // Also for people who have just been created. Without a choice, mails are in English.
        if self.language == Language::Hindi {
            raw::execute(&self.app.ctx.store, "UPDATE people SET language = 'hi', clock = '12h'").await;
        }
        self.app.work().await;
        let mails = self.app.mailer.sent().split_off(self.taken);
        self.taken += mails.len();
        for mail in &mails {
            assert!(!mail.html.contains("<b>") && !mail.html.contains("<i>"), "{}", mail.html);
            assert!(!mail.html.contains("&\""), "{}", mail.html);
        }
        mails
    }
}

fn picture(mail: &OutgoingMail) -> String {
    assert!(mail.subject.chars().count() <= 60, "{}", mail.subject);
    let reply_to = mail.reply_to.as_ref().map_or("nobody", |party| party.address.as_str());
    let calendar = mail.invitation.as_ref().map_or_else(String::new, |ics| ics.text.replace("\r\n", "\n"));
    let picture = format!(
        "To: {} <{}>\nReply to: {reply_to}\nSubject: {}\n\n{}\n\n=== HTML\n{}\n\n=== Calendar\n{calendar}",
        mail.to.name,
        mail.to.address,
        mail.subject,
        mail.text,
        mail.html.replace("><", ">\n<"),
    );
    // Another code and another token in each run.
    let code = mail.subject.split_once(" is your ").map(|(code, _)| code);
    without_token(&without_ids(&code.map_or_else(|| picture.clone(), |code| picture.replace(code, "123456"))))
}

/// Subject and text of a mail in Hindi. The markup is the same as in English. Mails to staff, to people on the waitlist and
/// calendar entries stay in English.
fn hindi_picture(mail: &OutgoingMail) -> String {
    let is_hindi = mail.html.contains("<html lang=\"hi\">");
    let is_for_staff = mail.to.address == "help@tala.test";
    let is_for_waitlist = mail.subject.starts_with("You're invited");
    assert_eq!(is_hindi, !is_for_staff && !is_for_waitlist, "{}", mail.subject);
    let is_devanagari = |text: &str| text.chars().any(|c| ('\u{900}'..='\u{97f}').contains(&c));
    assert!(mail.invitation.as_ref().is_none_or(|invitation| !is_devanagari(&invitation.text)), "{}", mail.subject);
    if is_hindi {
        let english = ["Your ", " your ", " class", "Questions", " with ", "Namaste", " the ", "ing "];
        let texts = format!("{}\n{}", mail.subject, mail.text.split("You wrote").next().unwrap_or_default());
        let translated: String = texts.lines().filter(|line| is_devanagari(line)).collect::<Vec<_>>().join("\n");
        let left = english.iter().find(|word| translated.replace("of the long line", "").contains(**word));
        assert_eq!(left, None, "{translated}");
    }
    let code = mail.subject.split(' ').find(|word| word.len() == 6 && word.parse::<u32>().is_ok());
    let text = format!("To: {}\nSubject: {}\n\n{}", mail.to.address, mail.subject, mail.text);
    without_token(&without_ids(&text.replace(code.unwrap_or("no code"), "123456")))
}

async fn rename(app: &PaymentsApp, who: &Person, name: &str) {
    let id = raw::id(&app.ctx.store, who.id.0);
    raw::execute(&app.ctx.store, &format!("UPDATE people SET name = '{name}' WHERE id = {id}")).await;
}

async fn every_mail_equals_its_snapshot(app: PaymentsApp) {
    compare_every_mail(app, Language::English).await;
}

async fn every_mail_to_a_reader_of_hindi_equals_its_snapshot(app: PaymentsApp) {
    compare_every_mail(app, Language::Hindi).await;
}

async fn compare_every_mail(app: PaymentsApp, language: Language) {
    for role in ["support", "finance", "owner"] {
        app.add_admin(role, role, false).await;
    }
    let mut snapshots = Snapshots { app: &app, taken: 0, language };
    let school = app.school().await;
    rename(&app, &school.teacher, &long_name()).await;
    rename(&app, &school.student, MARKUP).await;
    applications(&app, &mut snapshots).await;
    classes(&app, &school, &mut snapshots).await;
    money(&app, &school, &mut snapshots).await;
    messages(&app, &school, &mut snapshots).await;
    timed_mails(&app, &school, &mut snapshots).await;
    sign_ins(&app, &school, &mut snapshots).await;
    accounts::compare(&app, &school, &mut snapshots).await;
    families::compare(&app, &mut snapshots).await;
    let mut happened = BTreeSet::new();
    for payload in raw::texts(&app.ctx.store, "SELECT payload FROM outbox").await {
        let job: Job = serde_json::from_str(&payload).unwrap();
        if is_mail(&job) {
            happened.insert(job.topic());
        }
    }
    let mails = Job::TOPICS.into_iter().filter(|topic| !SILENT.contains(topic)).collect();
    assert_eq!(happened, mails, "a kind of mail without a snapshot");
}

/// Without moving the clock, whose time is in later snapshots.
const DECISION_MAILS_ARE_DUE: &str = "UPDATE outbox SET run_at = created_at WHERE topic LIKE 'teacher%ed'";

async fn applications(app: &PaymentsApp, snapshots: &mut Snapshots<'_>) {
    let support = app.admin_login("support").await;
    let devika = applicant(app, "Devika").await;
    snapshots.compare("application_received").await;
    let reject = format!("/api/admin/reject-teacher/{}", devika.id);
    app.admin_post(&support, &reject, &json!({ "reason": "The video <i>cannot</i> be seen & heard" })).await;
    raw::execute(&app.ctx.store, DECISION_MAILS_ARE_DUE).await;
    snapshots.compare("teacher_rejected").await;
    let mut again = application(&devika);
    again["teacherProfile"]["guru"] = json!("Smt. Rukmini");
    app.post("/api/onboard/teacher", &again).by(&devika).ok().await;
    snapshots.discard_pending().await;
    app.admin_post(&support, &format!("/api/admin/approve-teacher/{}", devika.id), &json!({})).await;
    // The code is random.
    raw::execute(&app.ctx.store, "UPDATE teachers SET invite_code = 'TCH-DEV-2345' WHERE founding").await;
    raw::execute(&app.ctx.store, DECISION_MAILS_ARE_DUE).await;
    snapshots.compare("teacher_approved").await;
}

async fn classes(app: &PaymentsApp, School { student, teacher }: &School, snapshots: &mut Snapshots<'_>) {
    let slot = app.slot_at(student, at("2026-03-05T03:30:00Z")).await;
    let with_credit = booking_id(&app.book(student, &slot).await);
    snapshots.compare("booked_with_a_credit").await;
    let slot = app.slot_at(student, at("2026-03-06T03:30:00Z")).await;
    let order = app.order(student, &slot, None).await;
    let payment = app.pay(&order);
    let bought = app.success_request(student, &order, &payment).ok().await;
    snapshots.compare("booked_with_money").await;
    let to = app.slot_at(student, at("2026-03-05T04:30:00Z")).await;
    let body = json!({ "slotId": to["_id"], "dateTime": to["dateTime"], "isVirtualSlot": true });
    app.post(&format!("/api/bookings/{with_credit}/reschedule"), &body).by(student).ok().await;
    snapshots.compare("moved").await;
    let paid = bought["order"]["bookingId"].as_str().unwrap();
    app.post(&format!("/api/bookings/{paid}/cancel"), &json!({})).by(student).ok().await;
    snapshots.compare("cancelled").await;
    let link =
        json!({ "email": teacher.email, "profile": { "googleMeetLink": "https://meet.google.com/new-link-now" } });
    app.post("/api/teacher/update-profile", &link).by(teacher).ok().await;
    snapshots.compare("meeting_link_changed_student").await;
}

async fn money(app: &PaymentsApp, School { student, .. }: &School, snapshots: &mut Snapshots<'_>) {
    let package = app.order_package(student, 4, None).await;
    let payment = app.pay(&package);
    app.success_request(student, &package, &payment).ok().await;
    snapshots.compare("credits_bought").await;
    let finance = app.admin_login("finance").await;
    let refund = format!("/api/admin/orders/{}/refund", package["order"]["_id"].as_str().unwrap());
    let details = app.admin_get(&finance, refund.trim_end_matches("/refund")).await;
    let part = json!({
        "amount": 250, "refundable": details["partialRefund"]["refundable"], "bearer": "platform", "reason": "A gesture",
        "idempotencyKey": "1",
    });
    app.admin_post(&finance, &refund.replace("/refund", "/partial-refunds"), &part).await;
    snapshots.compare("partial_refund").await;
    app.admin_post(&finance, &refund, &json!({ "reason": "Moved away" })).await;
    snapshots.compare("payment_refunded").await;
    let id = raw::texts(&app.ctx.store, "SELECT hex(id) FROM refunds ORDER BY id DESC LIMIT 1").await.remove(0);
    let job = Job::StaffRefundFailed { refund_id: RefundId(id.parse().unwrap()) };
    let tx = app.ctx.store.begin().await.unwrap();
    outbox::enqueue(&tx, &[(JobId(app.ctx.new_id()), job)], app.now()).await.unwrap();
    tx.commit().await.unwrap();
    snapshots.compare("staff_refund_failed").await;
    shared_refund(app, student, &finance, snapshots).await;
}

/// A partial refund of another package, which the teacher shares.
async fn shared_refund(app: &PaymentsApp, student: &Student, finance: &AdminSession, snapshots: &mut Snapshots<'_>) {
    let package = app.order_package(student, 4, None).await;
    let payment = app.pay(&package);
    app.success_request(student, &package, &payment).ok().await;
    snapshots.discard_pending().await;
    let order = format!("/api/admin/orders/{}", package["order"]["_id"].as_str().unwrap());
    let details = app.admin_get(finance, &order).await;
    let part = json!({
        "amount": 250, "refundable": details["partialRefund"]["refundable"], "bearer": "teacher", "reason": "A gesture",
        "idempotencyKey": "2",
    });
    app.admin_post(finance, &format!("{order}/partial-refunds"), &part).await;
    snapshots.compare("refund_shared").await;
}

async fn messages(app: &PaymentsApp, School { student, teacher }: &School, snapshots: &mut Snapshots<'_>) {
    let form = json!({
        "studentEmail": student.email, "messageType": "general", "subject": "May I <b>ask</b>?",
        "message": "Does a sari do?\n<i>Or</i> a skirt & a shirt?",
    });
    app.post("/api/email/student-contact", &form).by(student).ok().await;
    snapshots.compare("support_message").await;
    let support = app.admin_login("support").await;
    let page = app.admin_get(&support, "/api/admin/messages").await;
    let answer = format!("/api/admin/messages/{}/reply", page["items"][0]["_id"].as_str().unwrap());
    app.admin_post(&support, &answer, &json!({ "text": "Whatever you can move in.\nUntil soon!" })).await;
    snapshots.compare("support_reply").await;
    let people = [
        (MARKUP, "ana@people.test", "Student", json!({ "code": teacher.code, "note": "We <i>met</i> & talked." })),
        ("Bo", "bo@people.test", "Student", json!({})),
        ("Cleo", "cleo@people.test", "Teacher", json!({})),
    ];
    for (name, email, role, _) in &people {
        let form = json!({
            "name": name, "email": email, "role": role, "location": "Porto", "country": "Portugal", "elapsedMs": 8_000,
            "language": snapshots.language.as_str(),
        });
        app.post("/api/waitlist", &form).ok().await;
    }
    snapshots.compare("waitlist_confirmed").await;
    for (_, email, _, body) in &people {
        let page = app.admin_get(&support, &format!("/api/admin/waitlist?q={email}")).await;
        let invite = format!("/api/admin/waitlist/{}/invite", page["items"][0]["_id"].as_str().unwrap());
        app.admin_post(&support, &invite, body).await;
    }
    snapshots.compare("waitlist_invited").await;
}

async fn timed_mails(app: &PaymentsApp, School { teacher, student }: &School, snapshots: &mut Snapshots<'_>) {
    for (name, time) in [
        ("reminder_of_a_day", "2026-03-04T04:30:00Z"),
        ("reminder_of_an_hour", "2026-03-05T03:30:00Z"),
        ("credits_expiring", "2026-03-25T04:30:00Z"),
    ] {
        app.clock.set(at(time));
        snapshots.compare(name).await;
    }
    save_account(app, teacher, "Monthly").await;
    snapshots.compare("bank_account_changed").await;
    app.clock.set(at("2026-03-31T18:31:00Z"));
    snapshots.discard_pending().await;
    let finance = app.admin_login("finance").await;
    let run = app.admin_post(&finance, "/api/admin/payouts/run", &json!({})).await;
    let paid = format!("/api/admin/payouts/{}/paid", run["prepared"][0]["_id"].as_str().unwrap());
    app.admin_post(&finance, &paid, &json!({ "reference": "UTR <1>", "byHand": true })).await;
    snapshots.compare("payout_paid").await;
    let failure = json!({ "reason": "Account <b>closed</b> & gone" });
    app.admin_post(&finance, &paid.replace("/paid", "/reverse"), &failure).await;
    snapshots.compare("payout_failed").await;
    let support = app.admin_login("support").await;
    // Mails about a hand-over mention booked classes.
    app.lot(student, 1, days(30)).await;
    let booking = app.book(student, &app.slot_at(student, at("2026-04-03T03:30:00Z")).await).await;
    snapshots.discard_pending().await;
    let successor = app.teacher("Leela").await;
    let body = json!({ "teacherId": successor.id, "reason": "Moves away" });
    app.admin_post(&support, &format!("/api/admin/people/{}/hand-over", teacher.id), &body).await;
    snapshots.compare("teacher_changed").await;
    app.post(&format!("/api/bookings/{}/cancel", booking_id(&booking)), &json!({})).by(student).ok().await;
    snapshots.discard_pending().await;
}

/// A student moves to another identity provider.
async fn sign_ins(app: &PaymentsApp, school: &School, snapshots: &mut Snapshots<'_>) {
    raw::execute(&app.ctx.store, "UPDATE identities SET issuer = 'https://previous.test'").await;
    let token = Token::of("new|77").email(&school.student.email).name("Meera");
    app.post("/api/identity/link-code", &json!({})).with_token(&token).ok().await;
    snapshots.compare("identity_link_code").await;
    let code: String = app.mailer.sent().last().unwrap().subject.chars().filter(char::is_ascii_digit).collect();
    app.post("/api/identity/link", &json!({ "code": code })).with_token(&token).ok().await;
    snapshots.compare("identity_linked").await;
}
