//! Tests of support messages.

use proptest::prelude::*;

use super::*;

const ID: &str = "0198c0de-0000-7000-8000-000000000001";

fn now() -> Timestamp {
    "2026-03-01T10:00:00Z".parse().unwrap()
}

fn student(message_type: &str) -> RawStudentMessage {
    RawStudentMessage {
        message_type: message_type.to_owned(),
        subject: " My\r\nclass ".to_owned(),
        message: "One\r\ntwo".to_owned(),
        booking_id: String::new(),
    }
}

fn teacher(message_type: &str) -> RawTeacherMessage {
    RawTeacherMessage {
        message_type: message_type.to_owned(),
        message: "Please help".to_owned(),
        student_id: ID.to_owned(),
        original_date_time: "2026-03-02T10:00:00Z".to_owned(),
        new_date_time: "2026-03-03T15:30:00+05:30".to_owned(),
        ..RawTeacherMessage::default()
    }
}

fn errors<T: std::fmt::Debug>(result: Result<T, FieldErrors>) -> Vec<(String, String)> {
    let FieldErrors(errors) = result.unwrap_err();
    errors.into_iter().map(|error| (error.field, error.message)).collect()
}

fn owned<const N: usize>(expected: [(&str, &str); N]) -> Vec<(String, String)> {
    expected.map(|(field, message)| (field.to_owned(), message.to_owned())).into()
}

#[test]
fn student_message_parses_with_booking_and_default_subject() {
    let raw = RawStudentMessage { booking_id: ID.to_owned(), ..student("booking") };
    let message = StudentMessage::parse(&raw).unwrap();
    assert_eq!((message.topic, message.subject.as_str()), (StudentTopic::Booking, "My class"));
    assert_eq!((message.body.as_str(), message.booking), ("One\ntwo", Some(ID.parse().unwrap())));
    let without_subject =
        StudentMessage::parse(&RawStudentMessage { subject: " ".to_owned(), ..student("payment") }).unwrap();
    assert_eq!((without_subject.subject.as_str(), without_subject.booking), ("Question about a payment", None));
}

#[test]
fn invalid_fields_of_student_message_are_reported() {
    let expected =
        owned([("messageType", "Please select the type of help you need"), ("message", "Please enter your message")]);
    assert_eq!(errors(StudentMessage::parse(&RawStudentMessage::default())), expected);
    let wrong = RawStudentMessage { booking_id: "7".to_owned(), ..student("reschedule") };
    let fields: Vec<String> = errors(StudentMessage::parse(&wrong)).into_iter().map(|error| error.0).collect();
    assert_eq!(fields, ["messageType", "bookingId"]);
}

#[test]
fn subject_and_message_are_limited_in_length() {
    let fits = RawStudentMessage { subject: "é".repeat(200), message: "é".repeat(5_000), ..student("other") };
    assert!(StudentMessage::parse(&fits).is_ok());
    let long = RawStudentMessage { subject: "é".repeat(201), message: "é".repeat(5_001), ..student("other") };
    let expected =
        owned([("subject", "Please use at most 200 characters"), ("message", "Please use at most 5000 characters")]);
    assert_eq!(errors(StudentMessage::parse(&long)), expected);
}

#[test]
fn reschedule_message_requires_student_and_both_times() {
    let message = TeacherMessage::parse(&teacher("reschedule"), now()).unwrap();
    assert_eq!(message.student, Some(ID.parse().unwrap()));
    let (from, to) = ("2026-03-02T10:00:00Z".parse().unwrap(), "2026-03-03T10:00:00Z".parse().unwrap());
    assert_eq!(message.rescheduling, Some(RescheduleRequest { from, to }));
    assert_eq!(message.subject, "Reschedule a class");
    let without_details = RawTeacherMessage { message_type: "reschedule".to_owned(), ..RawTeacherMessage::default() };
    let expected = owned([
        ("message", "Please enter your message"),
        ("studentInfo", "Please select a student"),
        ("reschedulingInfo.originalDateTime", "Please specify the original class time"),
        ("reschedulingInfo.newDateTime", "Please specify the preferred new time"),
    ]);
    assert_eq!(errors(TeacherMessage::parse(&without_details, now())), expected);
    let past = RawTeacherMessage { new_date_time: "2026-03-01T10:00:00Z".to_owned(), ..teacher("reschedule") };
    let expected = owned([("reschedulingInfo.newDateTime", "Please choose a time in the future")]);
    assert_eq!(errors(TeacherMessage::parse(&past, now())), expected);
}

#[test]
fn only_reschedule_and_student_issue_require_a_student() {
    for topic in TeacherTopic::ALL {
        let raw = RawTeacherMessage { student_id: String::new(), ..teacher(topic.as_str()) };
        let needs = matches!(topic, TeacherTopic::Reschedule | TeacherTopic::StudentIssue);
        assert_eq!(TeacherMessage::parse(&raw, now()).is_err(), needs, "{topic:?}");
        let message = TeacherMessage::parse(&teacher(topic.as_str()), now()).unwrap();
        assert_eq!(message.rescheduling.is_some(), *topic == TeacherTopic::Reschedule, "{topic:?}");
        assert!(!topic.subject().is_empty());
    }
    let malformed = RawTeacherMessage { student_id: "not-an-id".to_owned(), ..teacher("general") };
    assert_eq!(errors(TeacherMessage::parse(&malformed, now())), owned([("studentInfo", "Please select a student")]));
}

#[test]
fn topic_strings_are_stable() {
    let strings: Vec<&str> = StudentTopic::ALL.iter().map(|topic| topic.as_str()).collect();
    assert_eq!(strings, ["general", "account", "payment", "technical", "booking", "other"]);
    let strings: Vec<&str> = TeacherTopic::ALL.iter().map(|topic| topic.as_str()).collect();
    assert_eq!(strings, ["general", "technical", "payment", "reschedule", "student_issue", "feature_request", "other"]);
}

proptest! {
    #[test]
    fn subject_is_one_line_and_body_is_not_empty(subject in any::<String>(), message in any::<String>()) {
        let raw = RawStudentMessage { subject, message, ..student("general") };
        if let Ok(message) = StudentMessage::parse(&raw) {
            prop_assert!(!message.subject.is_empty() && !message.subject.chars().any(char::is_control));
            prop_assert!(!message.body.is_empty());
        }
    }
}
