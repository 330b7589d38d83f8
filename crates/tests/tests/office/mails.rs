//! Every kind of mail as it goes out, text and HTML, compared with what is committed: one look, and nothing that somebody has
//! written becomes a part of the page. `INSTA_UPDATE=always` renews the pictures; look at the difference before you commit.

use std::collections::BTreeSet;

use insta::assert_snapshot;
use serde_json::{Value, json};
use tala_domain::jobs::Job;
use tala_gateways::mail::OutgoingMail;
use tala_tests::school::{School, booking_id};
use tala_tests::{Desk, Person, application, at, on_sqlite, raw};

use crate::support::applicant;

on_sqlite!(every_mail_looks_as_it_is_committed);

/// Whether work is a mail. Whoever adds a kind of work decides here, and lets it happen below if it is one.
const fn is_mail(job: &Job) -> bool {
    match job {
        Job::BookingConfirmed { .. }
        | Job::BookingMoved { .. }
        | Job::BookingCancelled { .. }
        | Job::CreditsBought { .. }
        | Job::MoneyReturned { .. }
        | Job::SupportMessage { .. }
        | Job::ApplicationReceived { .. }
        | Job::TeacherApproved { .. }
        | Job::TeacherRejected { .. }
        | Job::SupportAnswer { .. }
        | Job::PayoutPaid { .. }
        | Job::PayoutFailed { .. }
        | Job::BankAccountChanged { .. }
        | Job::StudentReminder { .. }
        | Job::TeacherReminder { .. }
        | Job::CreditsExpiring { .. }
        | Job::LinkChanged { .. }
        | Job::WaitlistInvited { .. } => true,
        Job::ProviderEvent { .. } | Job::WaitlistJoined { .. } | Job::AccountForgotten { .. } => false,
    }
}

/// Topics under which no mail goes out.
const SILENT: [&str; 3] = [Job::ACCOUNT_FORGOTTEN, "provider_event", "waitlist_joined"];

const WICKED: &str = "Meera <b>&\"";

/// A name of 200 letters.
fn long_name() -> String {
    "Padma Subrahmanyam of the long line of teachers ".repeat(5).chars().take(200).collect()
}

/// Takes pictures of the mails that go out.
struct Camera<'a> {
    desk: &'a Desk,
    taken: usize,
}

impl Camera<'_> {
    /// Lets the mails of what has just happened go out, and compares each with its picture.
    async fn shoot(&mut self, name: &str) {
        let mails = self.look_away().await;
        assert!(!mails.is_empty(), "{name}: no mail went out");
        let mut pictures: Vec<String> = mails.iter().map(picture).collect();
        pictures.sort();
        for (number, picture) in pictures.iter().enumerate() {
            assert_snapshot!(format!("{name}_{}", number + 1), picture);
        }
    }

    async fn look_away(&mut self) -> Vec<OutgoingMail> {
        self.desk.work().await;
        let mails = self.desk.mailer.sent().split_off(self.taken);
        self.taken += mails.len();
        for mail in &mails {
            assert!(!mail.html.contains("<b>") && !mail.html.contains("<i>"), "{}", mail.html);
            assert!(!mail.html.contains("&\""), "{}", mail.html);
        }
        mails
    }
}

fn picture(mail: &OutgoingMail) -> String {
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
    without_ids(&picture)
}

/// Ids, and the codes of bookings, are other ones as soon as anything before has changed.
fn without_ids(text: &str) -> String {
    let is_id = |word: &str| {
        word.len() == 36
            && word.bytes().enumerate().all(|(place, byte)| {
                if [8, 13, 18, 23].contains(&place) { byte == b'-' } else { byte.is_ascii_hexdigit() }
            })
    };
    let is_code = |word: &str| {
        let hexadecimal = |byte: u8| byte.is_ascii_digit() || (b'A'..=b'F').contains(&byte);
        word.bytes().enumerate().all(|(place, byte)| if place == 4 { byte == b'-' } else { hexadecimal(byte) })
    };
    let folded = text.replace("\n ", "");
    let (mut clean, mut rest) = (String::new(), folded.as_str());
    while let Some(letter) = rest.chars().next() {
        match rest.get(..36).filter(|word| is_id(word)) {
            Some(_) => {
                clean.push_str("[id]");
                rest = &rest[36..];
            }
            None if rest.get(..9).is_some_and(is_code) => {
                clean.push_str("[code]");
                rest = &rest[9..];
            }
            None => {
                clean.push(letter);
                rest = &rest[letter.len_utf8()..];
            }
        }
    }
    clean
}

async fn rename(desk: &Desk, who: &Person, name: &str) {
    let id = raw::id(&desk.ctx.store, who.id.0);
    raw::execute(&desk.ctx.store, &format!("UPDATE people SET name = '{name}' WHERE id = {id}")).await;
}

async fn every_mail_looks_as_it_is_committed(desk: Desk) {
    for role in ["support", "finance"] {
        desk.add_admin(role, role, false).await;
    }
    let mut camera = Camera { desk: &desk, taken: 0 };
    let school = desk.school().await;
    rename(&desk, &school.teacher, &long_name()).await;
    rename(&desk, &school.student, WICKED).await;
    applications(&desk, &mut camera).await;
    classes(&desk, &school, &mut camera).await;
    money(&desk, &school, &mut camera).await;
    messages(&desk, &school, &mut camera).await;
    what_time_brings(&desk, &school, &mut camera).await;
    let mut happened = BTreeSet::new();
    for payload in raw::texts(&desk.ctx.store, "SELECT payload FROM outbox").await {
        let job: Job = serde_json::from_str(&payload).unwrap();
        if is_mail(&job) {
            happened.insert(job.topic());
        }
    }
    let mails = Job::TOPICS.into_iter().filter(|topic| !SILENT.contains(topic)).collect();
    assert_eq!(happened, mails, "a kind of mail without a picture");
}

async fn applications(desk: &Desk, camera: &mut Camera<'_>) {
    let support = desk.admin_login("support").await;
    let devika = applicant(desk, "Devika").await;
    camera.shoot("application_received").await;
    let reject = format!("/api/admin/reject-teacher/{}", devika.id);
    desk.does(&support, &reject, &json!({ "reason": "The video <i>cannot</i> be seen & heard" })).await;
    camera.shoot("teacher_rejected").await;
    let mut again = application(&devika);
    again["teacherProfile"]["guru"] = json!("Smt. Rukmini");
    desk.post("/api/onboard/teacher", &again).by(&devika).ok().await;
    camera.look_away().await;
    desk.does(&support, &format!("/api/admin/approve-teacher/{}", devika.id), &json!({})).await;
    // The code is made of chance.
    raw::execute(&desk.ctx.store, "UPDATE teachers SET invite_code = 'TCH-DEV-2345' WHERE founding").await;
    camera.shoot("teacher_approved").await;
}

async fn classes(desk: &Desk, School { student, teacher }: &School, camera: &mut Camera<'_>) {
    let slot = desk.slot_at(student, at("2026-03-05T03:30:00Z")).await;
    let with_credit = booking_id(&desk.book(student, &slot).await);
    camera.shoot("booked_with_a_credit").await;
    let slot = desk.slot_at(student, at("2026-03-06T03:30:00Z")).await;
    let order = desk.order(student, &slot, None).await;
    let payment = desk.pay(&order);
    let bought = desk.success_request(student, &order, &payment).ok().await;
    camera.shoot("booked_with_money").await;
    let to = desk.slot_at(student, at("2026-03-05T04:30:00Z")).await;
    let body = json!({ "slotId": to["_id"], "dateTime": to["dateTime"], "isVirtualSlot": true });
    desk.post(&format!("/api/bookings/{with_credit}/reschedule"), &body).by(student).ok().await;
    camera.shoot("moved").await;
    let paid = bought["order"]["bookingId"].as_str().unwrap();
    desk.post(&format!("/api/bookings/{paid}/cancel"), &json!({})).by(student).ok().await;
    camera.shoot("cancelled").await;
    let link =
        json!({ "email": teacher.email, "profile": { "googleMeetLink": "https://meet.google.com/new-link-now" } });
    desk.post("/api/teacher/update-profile", &link).by(teacher).ok().await;
    camera.shoot("link_changed").await;
}

async fn money(desk: &Desk, School { student, .. }: &School, camera: &mut Camera<'_>) {
    let package = desk.order_package(student, 4, None).await;
    let payment = desk.pay(&package);
    desk.success_request(student, &package, &payment).ok().await;
    camera.shoot("credits_bought").await;
    let finance = desk.admin_login("finance").await;
    let refund = format!("/api/admin/orders/{}/refund", package["order"]["_id"].as_str().unwrap());
    desk.does(&finance, &refund, &json!({ "reason": "Moved away" })).await;
    camera.shoot("money_returned").await;
}

async fn messages(desk: &Desk, School { student, teacher }: &School, camera: &mut Camera<'_>) {
    let form = json!({
        "studentEmail": student.email, "messageType": "general", "subject": "May I <b>ask</b>?",
        "message": "Does a sari do?\n<i>Or</i> a skirt & a shirt?",
    });
    desk.post("/api/email/student-contact", &form).by(student).ok().await;
    camera.shoot("support_message").await;
    let support = desk.admin_login("support").await;
    let page = desk.reads(&support, "/api/admin/messages").await;
    let answer = format!("/api/admin/messages/{}/answer", page["items"][0]["_id"].as_str().unwrap());
    desk.does(&support, &answer, &json!({ "text": "Whatever you can move in.\nUntil soon!" })).await;
    camera.shoot("support_answer").await;
    for (name, email, role, body) in [
        (WICKED, "ana@people.test", "Student", json!({ "code": teacher.code, "note": "We <i>met</i> & talked." })),
        ("Bo", "bo@people.test", "Student", json!({})),
        ("Cleo", "cleo@people.test", "Teacher", json!({})),
    ] {
        let form = json!({
            "name": name, "email": email, "role": role, "location": "Porto", "country": "Portugal", "elapsedMs": 8_000,
        });
        desk.post("/api/waitlist", &form).ok().await;
        let page = desk.reads(&support, &format!("/api/admin/waitlist?q={email}")).await;
        let invite = format!("/api/admin/waitlist/{}/invite", page["items"][0]["_id"].as_str().unwrap());
        desk.does(&support, &invite, &body).await;
    }
    camera.shoot("waitlist_invited").await;
}

async fn what_time_brings(desk: &Desk, School { teacher, .. }: &School, camera: &mut Camera<'_>) {
    for (name, time) in [
        ("reminder_of_a_day", "2026-03-04T04:30:00Z"),
        ("reminder_of_an_hour", "2026-03-05T03:30:00Z"),
        ("credits_expiring", "2026-03-25T04:30:00Z"),
    ] {
        desk.clock.set(at(time));
        camera.shoot(name).await;
    }
    let account: Value = json!({
        "email": teacher.email,
        "paymentSettings": {
            "country": "India", "accountHolderName": "Padma", "bankName": "State Bank", "ifscCode": "SBIN0001234",
            "accountNumber": "00012345678901", "paymentCycle": "Monthly", "inrRate": 999, "usdRate": 24.99,
        },
    });
    desk.post("/api/teacher/update-payment-settings", &account).by(teacher).ok().await;
    camera.shoot("bank_account_changed").await;
    desk.clock.set(at("2026-03-31T18:31:00Z"));
    camera.look_away().await;
    let finance = desk.admin_login("finance").await;
    let run = desk.does(&finance, "/api/admin/payouts/run", &json!({})).await;
    let paid = format!("/api/admin/payouts/{}/paid", run["prepared"][0]["_id"].as_str().unwrap());
    desk.does(&finance, &paid, &json!({ "reference": "UTR <1>", "byHand": true })).await;
    camera.shoot("payout_paid").await;
    let back = paid.replace("/paid", "/returned");
    desk.does(&finance, &back, &json!({ "reason": "Account <b>closed</b> & gone" })).await;
    camera.shoot("payout_failed").await;
}
