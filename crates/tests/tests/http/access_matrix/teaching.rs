//! Calls of the teacher's side.

use serde_json::{Value, json};
use tala_tests::fixtures::School;
use tala_tests::{PaymentsApp, Teacher, raw};
use uuid::Uuid;

use super::Things;

/// The only person who can still become a teacher.
const USER: &str = "user@people.test";

/// A call about the teacher and the student's booking; `None` for calls of another side.
pub(super) fn call(operation: &str, school: &School, things: &Things) -> Option<(String, Option<Value>)> {
    let School { student, teacher } = school;
    let (email, id) = (&teacher.email, teacher.id);
    let (classes, payouts) = (format!("/api/teacher/{id}/classes"), format!("/api/teacher/payouts/{}", things.payout));
    let class = json!({ "dateTime": "2026-03-22T10:00:00Z", "classTypeKey": "Group" });
    Some(match operation {
        "onboard_teacher" => ("/api/onboard/teacher".to_owned(), Some(application())),
        "get_teacher_draft" => ("/api/onboard/teacher/draft".to_owned(), None),
        "save_teacher_draft" => {
            let form = json!({ "draft": {}, "step": 0, "version": 0 });
            ("/api/onboard/teacher/draft".to_owned(), Some(form))
        }
        "update_teacher_profile" => {
            ("/api/teacher/update-profile".to_owned(), Some(json!({ "email": email, "profile": {} })))
        }
        "generate_invite_code" => ("/api/teacher/generate-referral-code".to_owned(), Some(json!({ "email": email }))),
        "list_taught_classes" => ("/api/teacher/bookings?when=upcoming".to_owned(), None),
        "get_teacher_calendar" => {
            ("/api/teacher/calendar?from=2026-03-01T00:00:00Z&to=2026-04-01T00:00:00Z".to_owned(), None)
        }
        "save_photo" | "delete_photo" => ("/api/teacher/photo".to_owned(), None),
        "mark_no_show" => (format!("/api/bookings/{}/no-show", things.booking), Some(json!({ "noShow": true }))),
        "list_students" => (format!("/api/teacher/students?email={email}"), None),
        "get_student" => (format!("/api/teacher/students/{}", student.id), None),
        "save_student_note" => {
            let form = json!({ "text": "Good feet.", "version": 0 });
            (format!("/api/teacher/students/{}/notes", student.id), Some(form))
        }
        "preview_availability" => {
            let form = json!({ "timeZone": "Asia/Kolkata", "visibilityDays": 30, "weeklySchedule": [] });
            (format!("/api/teacher/{id}/availability/preview"), Some(form))
        }
        "list_published_classes" => (classes, None),
        "publish_class" => (classes, Some(class)),
        "update_published_class" => (format!("{classes}/{}", things.to_change), Some(json!({ "capacity": 12 }))),
        "cancel_published_class" => (format!("{classes}/{}/cancel", things.to_cancel_class), None),
        "get_teacher_analytics" => (format!("/api/teacher/analytics?email={email}"), None),
        "get_payment_settings" => ("/api/teacher/payment-settings".to_owned(), None),
        "update_payment_settings" => ("/api/teacher/update-payment-settings".to_owned(), Some(account(email))),
        "cancel_day" => {
            let form = json!({ "date": "2026-03-30", "timeZone": "Asia/Kolkata" });
            (format!("/api/teacher/{id}/cancel-day"), Some(form))
        }
        "list_payouts" => ("/api/teacher/payouts".to_owned(), None),
        "get_payout" => (payouts, None),
        "get_payout_statement" => (format!("{payouts}/statement.csv"), None),
        "contact_support_as_student" => {
            let form = json!({ "studentEmail": student.email, "messageType": "general", "message": "Hello" });
            ("/api/email/student-contact".to_owned(), Some(form))
        }
        "contact_support_as_teacher" => {
            let form = json!({ "from": email, "messageType": "general", "message": "Hello" });
            ("/api/email/teacher-support".to_owned(), Some(form))
        }
        "get_calendar_feed" | "renew_calendar_feed" | "delete_calendar_feed" => ("/api/calendar-feed".to_owned(), None),
        _ => return None,
    })
}

fn application() -> Value {
    json!({
        "email": USER, "bio": "I have danced since I was five, and taught for ten.",
        "teacherProfile": {
            "firstName": "A", "lastName": "User", "country": "India", "experience": "Ten years.", "guru": "Leela",
            "danceEducation": "Kalakshetra", "googleMeetLink": "https://meet.google.com/abc-defg-hij",
            "yearsTeaching": "10+", "studentAges": ["adults"], "ageConfirmed": true,
            "danceStylesWithLevel": [{ "style": "Kathak", "level": "advanced" }],
        },
        "paymentSettings": { "inrRate": 999, "usdRate": 24.99 },
    })
}

fn account(email: &str) -> Value {
    json!({
        "email": email,
        "paymentSettings": {
            "country": "India", "accountHolderName": "Padma Rao", "bankName": "State Bank", "ifscCode": "SBIN0001234",
            "accountNumber": "00012345678901", "paymentCycle": "Monthly", "inrRate": 999, "usdRate": 24.99,
        },
    })
}

/// A payout of the teacher without classes. A payout run cannot create one, so the test deletes it afterwards.
pub(super) async fn payout(app: &PaymentsApp, teacher: &Teacher) -> String {
    let (store, id) = (&app.ctx.store, Uuid::from_u128(77));
    let (row, owner) = (raw::id(store, id), raw::id(store, teacher.id.0));
    let columns = "id, teacher_id, currency, period_end_at, state, classes, amount_minor, account_encrypted, account_last4, created_at,
         updated_at";
    let values = format!("{row}, {owner}, 'INR', 0, 'prepared', 1, 1, '{{}}', '1234', 0, 0");
    raw::execute(store, &format!("INSERT INTO payouts ({columns}) VALUES ({values})")).await;
    id.to_string()
}
