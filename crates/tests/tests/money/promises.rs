//! The promise of what cancelling brings: on the clocks of both people, the same wherever it stands, and kept to the instant
//! (D24).

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use tala_domain::booking::ClassType;
use tala_tests::{Desk, Student, at, both_dbs, hours, later};

use crate::support::{CLASS, buy_class, cancel, settled};

both_dbs!(where_clocks_change_the_promise_is_kept_to_the_instant, a_teacher_without_hours_promises_on_their_own_clock,);

/// Quotes, orders and pays the class; gives the booking and what was promised before.
async fn bought(desk: &Desk, student: &Student, class: Timestamp) -> (Value, String) {
    let slot = desk.slot_at(student, class).await;
    let quote = desk.quote(student, &slot, None).await;
    let order = desk.order_request(student, &slot, &quote).ok().await;
    assert_eq!(order["quote"]["policy"]["sentence"], quote["policy"]["sentence"], "while the seat is held, too");
    let payment = desk.pay(&order);
    let booking = desk.success_request(student, &order, &payment).ok().await["booking"].clone();
    (booking, crate::support::text(&quote["policy"]["sentence"]))
}

async fn where_clocks_change_the_promise_is_kept_to_the_instant(desk: Desk) {
    let teacher = desk.teacher("Leela").await;
    desk.open_hours(&teacher, "America/New_York", 60, &[(0..=6, "16:00", "17:00")]).await;
    let (sofia, arjun) = (desk.student("Sofia", &teacher).await, desk.student("Arjun", &teacher).await);
    // 16:00 on the Sunday on which New York's clocks go forward: 24 hours before, they show 15:00.
    let class = at("2026-03-08T20:00:00Z");
    let (booking, promise) = bought(&desk, &sofia, class).await;
    assert_eq!(
        promise,
        "Cancel before Sat 7 Mar, 3:00 PM EST (Sun 8 Mar, 1:30 AM your time): money back. After that, until Sun 8 Mar, \
         4:00 AM EDT (1:30 PM your time): a class credit. Later: nothing."
    );
    assert_eq!(booking["policy"]["sentence"], json!(promise), "in the list as before paying");
    settled(&desk).await;
    let mail = desk.mailer.sent_to(&sofia.email).remove(0).text;
    assert!(mail.contains(&promise), "and in the mail: {mail}");
    desk.clock.set(later(class, -hours(24)));
    assert_eq!(cancel(&desk, &sofia, &booking).ok().await["outcome"], "refund", "at three o'clock");
    let (booking, _) = buy_class(&desk, &arjun, &class.to_string()).await;
    desk.advance(SignedDuration::from_micros(1));
    assert_eq!(cancel(&desk, &arjun, &booking).ok().await["outcome"], "credit", "and no longer");
    settled(&desk).await;
}

async fn a_teacher_without_hours_promises_on_their_own_clock(desk: Desk) {
    let teacher = desk.teacher("Leela").await;
    let sofia = desk.student_from("Sofia", &teacher, Some("America/New_York")).await;
    desk.publish(&teacher, at(CLASS), (ClassType::Group, 5, 1)).await;
    let (booking, promise) = bought(&desk, &sofia, at(CLASS)).await;
    assert_eq!(
        promise,
        "Cancel before Mon 9 Mar, 9:00 AM IST (Sun 8 Mar, 11:30 PM your time): money back. After that, until Mon 9 Mar, \
         9:00 PM IST (11:30 AM your time): a class credit. Later: nothing."
    );
    assert_eq!(booking["policy"]["sentence"], json!(promise));
    assert_eq!(booking["teacherTimeZone"], "Asia/Kolkata");
    settled(&desk).await;
    let [to_student, to_teacher] = [&sofia.email, &teacher.email].map(|to| desk.mailer.sent_to(to).remove(0));
    for said in [&*promise, "Teacher's clock: Tue 10 Mar 2026, 9:00 AM IST (Asia/Kolkata)"] {
        assert!(to_student.text.contains(said), "{said}: {}", to_student.text);
    }
    assert_eq!(to_teacher.subject, "Booked: Group class with Sofia, Tue 10 Mar, 9:00 AM");
    let when = "When: Tue 10 Mar 2026, 9:00 AM IST (Asia/Kolkata)";
    assert!(to_teacher.text.contains(when), "{}", to_teacher.text);
}
