//! Form input: availability, bank accounts, codes, contact data, dates. It is parsed into valid values or rejected.

use tala_domain::availability::{Availability, DateOverrideText, DateOverrides, RangeText, ScheduleEntry};
use tala_domain::booking::{RawPublishedClass, SlotRef};
use tala_domain::coupons::CouponCode;
use tala_domain::identity::{
    Email, InstagramHandle, InviteCode, MAX_EMAIL_BYTES, MAX_NAME_CHARS, MeetingLink, PersonName, Phone, VideoLink,
};
use tala_domain::money::{Currency, ExchangeRate, Money, parse_rate};
use tala_domain::payouts::{AccountDetails, BankCode, PayoutCountry, RawAccount, mask_account_number};
use tala_domain::time::{Month, SignedDuration, Timestamp, Zone, saturating_add};

use super::{assert_one_line, number, texts};

/// Weekly hours and date overrides, as in API requests.
pub(super) fn availability(input: &[u8]) {
    let (days, rest) = number(input);
    let [zone, start, end, schedule, overrides] = texts(rest);
    let range = RangeText { start, end };
    let day = ScheduleEntry { day_of_week: days.rem_euclid(9), time_ranges: vec![range.clone(), range.clone()] };
    let typed: Vec<ScheduleEntry> = serde_json::from_str(&schedule).unwrap_or_else(|_| vec![day]);
    if let Ok(read) = Availability::parse(&zone, days % 100, &typed) {
        assert!((1..=90).contains(&read.visibility_days));
        for (one, next) in read.hours.iter().zip(read.hours.iter().skip(1)) {
            assert!(one.day < next.day || !one.range.overlaps(&next.range), "{one:?} {next:?}");
        }
        let again = Availability::parse(read.zone.name(), read.visibility_days.into(), &read.schedule());
        assert_eq!(again.as_ref(), Ok(&read), "the schedule round-trips");
        let now = Timestamp::from_second(1_700_000_000 + days.rem_euclid(400_000_000)).expect("a time");
        let _ = (read.zone.date_at(now), read.zone.start_of_day(read.zone.date_at(now)));
    }
    let single =
        || vec![DateOverrideText { date: overrides.clone(), time_ranges: vec![range.clone()], note: zone.clone() }];
    let typed: Vec<DateOverrideText> = serde_json::from_str(&overrides).unwrap_or_else(|_| single());
    let today = Zone::india().date_at(Timestamp::from_second(1_790_000_000).expect("a time"));
    if let Ok(read) = DateOverrides::parse(&typed, today) {
        for day in read.iter() {
            assert!(day.date >= today && day.note.chars().count() <= 200);
            assert_one_line(&day.note);
            assert!(day.ranges.windows(2).all(|two| !two[0].overlaps(&two[1])));
        }
    }
}

/// Bank accounts: account numbers are never shown in full, and only valid bank codes are accepted.
pub(super) fn bank(input: &[u8]) {
    let [country, holder, bank, number, code, cycle] = texts(input);
    let raw = RawAccount {
        country,
        account_holder_name: holder,
        bank_name: bank,
        account_number: number,
        ifsc_code: code.clone(),
        routing_number: code,
        payment_cycle: cycle,
    };
    for stored in [None, Some(PayoutCountry::India), Some(PayoutCountry::UnitedStates)] {
        let Ok(read) = AccountDetails::parse(&raw, stored) else { continue };
        assert_one_line(&read.holder);
        assert_one_line(&read.bank);
        assert!(!read.holder.is_empty() && !read.bank.is_empty());
        assert!(read.number.is_some() || stored == Some(read.country));
        if let Some(number) = &read.number {
            assert!((4..=35).contains(&number.expose().len()));
            assert!(number.expose().bytes().all(|byte| byte.is_ascii_alphanumeric()));
            assert!(number.last4().len() * 2 <= number.expose().len());
            let shown = format!("{:?} {raw:?} {}", read.number, mask_account_number(number.last4()));
            assert!(number.expose().len() < 9 || !shown.contains(number.expose()), "{shown}");
        }
        match &read.code {
            BankCode::Ifsc(code) => {
                assert_eq!(read.country, PayoutCountry::India);
                assert!(code.len() == 11 && code.as_bytes()[4] == b'0' && code.is_ascii());
                assert!(code.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit()));
            }
            BankCode::Routing(code) => {
                assert_eq!(read.country, PayoutCountry::UnitedStates);
                assert!(code.len() == 9 && code.bytes().all(|byte| byte.is_ascii_digit()));
                let weighted = code.bytes().zip([3, 7, 1].into_iter().cycle());
                assert_eq!(weighted.map(|(digit, weight)| u32::from(digit - b'0') * weight).sum::<u32>() % 10, 0);
            }
        }
    }
}

/// Invite codes, coupon codes and slot references.
pub(super) fn codes(input: &[u8]) {
    let [text, name] = texts(input);
    if let Ok(code) = InviteCode::parse(&text) {
        assert!(code.as_str().len() == 12 && code.as_str().starts_with("TCH-"));
        assert_eq!(InviteCode::parse(code.as_str()), Ok(code.clone()));
    }
    if let Ok(code) = CouponCode::parse(&text) {
        assert!((3..=32).contains(&code.as_str().len()));
        assert!(code.as_str().bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b"-_".contains(&b)));
        assert_eq!(CouponCode::parse(code.as_str()), Ok(code.clone()));
    }
    if let Ok(slot) = text.parse::<SlotRef>() {
        assert_eq!(slot.to_string(), text, "a slot has one reference");
    }
    let mut bytes = [0; 8];
    bytes.iter_mut().zip(input).for_each(|(to, from)| *to = *from);
    let generated = InviteCode::from_random(bytes, &name);
    assert_eq!(InviteCode::parse(generated.as_str()).as_ref(), Ok(&generated), "generated codes are valid");
}

/// Names, email addresses, phone numbers and links, which are written to mail headers, calendars, CSV files and pages.
pub(super) fn contact(input: &[u8]) {
    let [name, email, phone, link] = texts(input);
    if let Ok(read) = PersonName::parse(&name) {
        assert_one_line(read.as_str());
        assert!((1..=MAX_NAME_CHARS).contains(&read.as_str().chars().count()));
        assert_eq!(PersonName::parse(read.as_str()).as_ref(), Ok(&read));
        assert!(!read.as_str().is_empty());
    }
    if let Ok(read) = Email::parse(&email) {
        let text = read.as_str();
        assert!(text.len() <= MAX_EMAIL_BYTES && text.matches('@').count() == 1);
        assert!(!text.chars().any(|c| c.is_control() || c.is_whitespace() || "<>,;:\"()[]\\".contains(c)), "{text:?}");
        assert!(!text.chars().any(super::is_deceptive), "{text:?}");
        assert_eq!(Email::parse(&read.normalized()).expect("a valid address").normalized(), read.normalized());
    }
    if let Ok(Some(read)) = Phone::parse(&phone) {
        assert_one_line(read.as_str());
        assert!(read.as_str().chars().count() <= 32 && !read.as_str().contains(['<', '>', '&', '"', '\'', '=', '@']));
    }
    if let Ok(read) = MeetingLink::parse(&link) {
        let code = read.as_str().strip_prefix("https://meet.google.com/").expect("a Google Meet link");
        assert!(!code.is_empty() && code.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-'));
    }
    if let Ok(Some(read)) = VideoLink::parse(&link) {
        assert!(read.as_str()[..8].eq_ignore_ascii_case("https://"));
        assert!(!read.as_str().chars().any(|c| c.is_control() || c.is_whitespace() || "\"'<>`\\".contains(c)));
        assert!(!read.as_str().chars().any(super::is_deceptive), "{read}");
    }
    if let Ok(Some(read)) = InstagramHandle::parse(&link) {
        assert!(read.as_str().bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._".contains(&byte)));
    }
}

/// Instants, months, time zones and amounts.
pub(super) fn dates(input: &[u8]) {
    let (seconds, rest) = number(input);
    let [text, zone] = texts(rest);
    let now = Timestamp::from_second(seconds.rem_euclid(253_000_000_000)).expect("a time");
    if let Some(month) = Month::parse(&text) {
        assert_eq!(month.to_string(), text);
        if let Ok(zone) = Zone::parse(&zone) {
            let (from, to) = month.bounds(&zone);
            assert!(from < to && month.minus_months(1) <= month);
        }
    }
    if let Ok(zone) = Zone::parse(&zone) {
        assert_eq!(Zone::parse(zone.name()).as_ref(), Ok(&zone));
        let date = zone.date_at(now);
        assert!(zone.start_of_day(date) <= now);
    }
    let raw = RawPublishedClass {
        date_time: text.clone(),
        class_type_key: zone.clone(),
        capacity: Some(seconds),
        credit_cost: seconds.checked_neg(),
        title: Some(text.clone()),
        description: Some(text.clone()),
        level: None,
    };
    for now in [now, Timestamp::MAX, Timestamp::MIN] {
        if let Ok(class) = tala_domain::booking::PublishedClass::parse(&raw, now) {
            assert!(
                class.starts_at > now && class.starts_at <= saturating_add(now, SignedDuration::from_hours(24 * 91))
            );
            assert!(class.capacity >= 1 && class.credit_cost >= 1 && class.starts_at.as_second() % 900 == 0);
        }
    }
    for currency in [Currency::Inr, Currency::Usd] {
        if let Some(amount) = Money::from_major_text(&text, currency) {
            assert_eq!(Money::from_major_text(&amount.to_major_text(), currency), Some(amount));
        }
        if let Ok(rate) = parse_rate(text.parse().ok(), currency) {
            assert!(rate.amount_minor > 0);
        }
    }
    if let Some(rate) = ExchangeRate::parse(&text) {
        assert_eq!(ExchangeRate::parse(&rate.to_text()), Some(rate));
        let _ = rate.convert(Money::new(seconds, Currency::Usd), Currency::Inr);
    }
}
