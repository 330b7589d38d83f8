//! Tests of publishing and changing a class.

use proptest::prelude::*;

use super::*;
use crate::error::FieldErrors;

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn now() -> Timestamp {
    at("2026-03-01T10:00:00Z")
}

fn raw(class_type: &str) -> RawPublishedClass {
    RawPublishedClass {
        date_time: "2026-03-05T17:30:00+05:30".to_owned(),
        class_type_key: class_type.to_owned(),
        ..RawPublishedClass::default()
    }
}

fn errors(result: Result<PublishedClass, FieldErrors>) -> Vec<(String, String)> {
    let FieldErrors(errors) = result.unwrap_err();
    errors.into_iter().map(|error| (error.field, error.message)).collect()
}

fn error(field: &str, message: &str) -> Vec<(String, String)> {
    vec![(field.to_owned(), message.to_owned())]
}

#[test]
fn capacity_must_fit_the_class_type() {
    for (class_type, capacity, expected) in [
        ("Private", None, Ok(1)),
        ("private", Some(1), Ok(1)),
        ("Private", Some(2), Err("A private class has 1 place")),
        ("Private", Some(0), Err("A private class has 1 place")),
        ("Duet", None, Ok(2)),
        ("Duet", Some(2), Ok(2)),
        ("duet", Some(3), Err("A duet has 2 places")),
        ("Group", None, Ok(10)),
        ("Group", Some(2), Ok(2)),
        ("group", Some(50), Ok(50)),
        ("Group", Some(1), Err("Please choose from 2 to 50 places")),
        ("Group", Some(51), Err("Please choose from 2 to 50 places")),
        ("Group", Some(-2), Err("Please choose from 2 to 50 places")),
        ("Group", Some(4_294_967_298), Err("Please choose from 2 to 50 places")),
    ] {
        let class = PublishedClass::parse(&RawPublishedClass { capacity, ..raw(class_type) }, now());
        match expected {
            Ok(capacity) => assert_eq!(class.unwrap().capacity, capacity, "{class_type} {capacity:?}"),
            Err(message) => assert_eq!(errors(class), error("capacity", message), "{class_type} {capacity:?}"),
        }
    }
}

#[test]
fn credit_cost_must_be_from_1_to_100() {
    for (cost, expected) in [
        (None, Some(1)),
        (Some(1), Some(1)),
        (Some(100), Some(100)),
        (Some(0), None),
        (Some(101), None),
        (Some(-1), None),
        (Some(i64::MIN), None),
    ] {
        let class = PublishedClass::parse(&RawPublishedClass { credit_cost: cost, ..raw("Group") }, now());
        match expected {
            Some(credits) => assert_eq!(class.unwrap().credit_cost, credits),
            None => assert_eq!(errors(class), error("creditCost", "Please choose from 1 to 100 credits"), "{cost:?}"),
        }
    }
}

#[test]
fn start_must_be_bookable_and_on_a_15_minute_step() {
    let (soon, far) = (
        "Students can book until 12 hours before a class. Please choose a later time",
        "Please choose a time within the next 90 days",
    );
    let step = "Times go in 15-minute steps, such as 09:15";
    let required = "Please choose the date and time of the class";
    for (date_time, message) in [
        ("2026-03-01T22:15:00Z", None),
        ("2026-03-02T03:45:00+05:30", None),
        ("2026-05-30T10:00:00Z", None),
        ("2026-03-01T22:00:00Z", Some(soon)),
        ("2026-02-01T10:00:00Z", Some(soon)),
        ("2026-05-30T10:15:00Z", Some(far)),
        ("9999-12-30T10:15:00Z", Some(far)),
        ("2026-03-05T10:05:00Z", Some(step)),
        ("2026-03-05T10:00:00.000001Z", Some(step)),
        ("", Some(required)),
        ("tomorrow", Some(required)),
        ("2026-03-05T10:00:00", Some(required)),
    ] {
        let class = PublishedClass::parse(&RawPublishedClass { date_time: date_time.to_owned(), ..raw("Duet") }, now());
        match message {
            None => assert_eq!(class.unwrap().starts_at, at(date_time)),
            Some(message) => assert_eq!(errors(class), error("dateTime", message), "{date_time}"),
        }
    }
}

#[test]
fn all_invalid_fields_are_reported() {
    let empty = RawPublishedClass { credit_cost: Some(0), ..RawPublishedClass::default() };
    let fields: Vec<String> = errors(PublishedClass::parse(&empty, now())).into_iter().map(|error| error.0).collect();
    assert_eq!(fields, ["dateTime", "classTypeKey", "creditCost"]);
    assert_eq!(
        errors(PublishedClass::parse(&raw("solo"), now())),
        error("classTypeKey", "Please choose Private, Duet or Group")
    );
}

#[test]
fn edit_keeps_missing_fields() {
    let class =
        PublishedClass::parse(&RawPublishedClass { capacity: Some(5), credit_cost: Some(2), ..raw("Group") }, now())
            .unwrap();
    let same = class.edit(&RawPublishedClass::default(), now()).unwrap();
    assert_eq!(same, class);
    assert!(!same.changes_time_or_cost(&class));
    let wider = class.edit(&RawPublishedClass { capacity: Some(6), ..RawPublishedClass::default() }, now()).unwrap();
    assert_eq!(wider, PublishedClass { capacity: 6, ..class });
    assert!(!wider.changes_time_or_cost(&class), "a higher capacity does not affect booked students");
    for raw in [
        RawPublishedClass { credit_cost: Some(1), ..RawPublishedClass::default() },
        RawPublishedClass { date_time: "2026-03-05T13:00:00Z".to_owned(), ..RawPublishedClass::default() },
    ] {
        assert!(class.edit(&raw, now()).unwrap().changes_time_or_cost(&class), "{raw:?}");
    }
}

#[test]
fn edit_does_not_validate_unchanged_start() {
    let class = PublishedClass::parse(&raw("Group"), now()).unwrap();
    let (an_hour_before, same) = (at("2026-03-05T11:00:00Z"), "2026-03-05T12:00:00Z");
    let raw = RawPublishedClass { date_time: same.to_owned(), capacity: Some(20), ..RawPublishedClass::default() };
    assert_eq!(class.edit(&raw, an_hour_before).unwrap().capacity, 20);
    let moved = RawPublishedClass { date_time: "2026-03-05T13:00:00Z".to_owned(), ..RawPublishedClass::default() };
    let soon = "Students can book until 12 hours before a class. Please choose a later time";
    assert_eq!(errors(class.edit(&moved, an_hour_before)), error("dateTime", soon));
}

proptest! {
    #[test]
    fn published_class_is_never_too_soon_to_book(quarters in -100..10_000i64, second in 0..900i64, now in 0..4_000_000_000i64) {
        let now = Timestamp::from_second(now).unwrap();
        let start = Timestamp::from_second((now.as_second() / 900 + quarters) * 900 + second * i64::from(second < 3)).unwrap();
        let raw = RawPublishedClass { date_time: start.to_string(), ..raw("Group") };
        if PublishedClass::parse(&raw, now).is_ok() {
            prop_assert_ne!(check_booking_window(now, start, u8::MAX), Err(BookingError::TooSoon));
            prop_assert_eq!(start.as_second() % 900, 0);
        }
    }
}
