//! Tests of bank accounts, payout days and the rate lock.

use jiff::civil::Date;
use proptest::prelude::*;

use super::*;
use crate::error::FieldErrors;
use crate::money::Currency;

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn date(text: &str) -> Date {
    text.parse().unwrap()
}

fn india() -> RawAccount {
    RawAccount {
        country: "India".to_owned(),
        account_holder_name: " Asha  Rao ".to_owned(),
        bank_name: "HDFC Bank".to_owned(),
        account_number: "0012 3456 7890".to_owned(),
        ifsc_code: "hdfc0001234".to_owned(),
        routing_number: "021000022".to_owned(),
        payment_cycle: "Bi-weekly".to_owned(),
    }
}

fn america() -> RawAccount {
    RawAccount {
        country: "United States".to_owned(),
        routing_number: "021000021".to_owned(),
        ifsc_code: "nonsense".to_owned(),
        payment_cycle: "Monthly".to_owned(),
        ..india()
    }
}

fn errors(raw: &RawAccount, stored: Option<PayoutCountry>) -> Vec<(String, String)> {
    let FieldErrors(errors) = AccountDetails::parse(raw, stored).unwrap_err();
    let short_name = |field: String| field.strip_prefix("paymentSettings.").unwrap().to_owned();
    errors.into_iter().map(|error| (short_name(error.field), error.message)).collect()
}

fn error(field: &str, message: &str) -> Vec<(String, String)> {
    vec![(field.to_owned(), message.to_owned())]
}

#[test]
fn account_parses_in_both_countries_and_drops_the_other_bank_code() {
    let details = AccountDetails::parse(&india(), None).unwrap();
    assert_eq!((details.country, details.country.currency()), (PayoutCountry::India, Currency::Inr));
    assert_eq!((details.holder.as_str(), details.bank.as_str()), ("Asha Rao", "HDFC Bank"));
    let number = details.number.unwrap();
    let last4 = |text: &str| AccountNumber::parse(text, PayoutCountry::UnitedStates).unwrap().last4().to_owned();
    assert_eq!(["1234", "12345", "1234567", "12345678"].map(last4), ["34", "45", "567", "5678"]);
    assert_eq!(
        (number.expose(), number.last4(), mask_account_number(number.last4()).as_str()),
        ("001234567890", "7890", "•••• 7890")
    );
    assert_eq!((details.code.ifsc(), details.code.routing()), (Some("HDFC0001234"), None));
    assert_eq!(details.cycle, PayoutCycle::BiWeekly);
    let details = AccountDetails::parse(&america(), None).unwrap();
    assert_eq!((details.country, details.country.currency()), (PayoutCountry::UnitedStates, Currency::Usd));
    assert_eq!((details.code.ifsc(), details.code.routing()), (None, Some("021000021")));
}

#[test]
fn missing_fields_are_reported_with_messages_of_spec() {
    let expected = [
        ("country", "Please select your country"),
        ("accountHolderName", "Please enter account holder name"),
        ("bankName", "Please enter bank name"),
        ("accountNumber", "Please enter account number"),
        ("paymentCycle", "Please select payment cycle"),
    ]
    .map(|(field, message)| (field.to_owned(), message.to_owned()));
    assert_eq!(errors(&RawAccount::default(), None), expected);
    let no_code = RawAccount { ifsc_code: " ".to_owned(), ..india() };
    assert_eq!(errors(&no_code, None), error("ifscCode", "Please enter IFSC code"));
    let no_code = RawAccount { routing_number: String::new(), ..america() };
    assert_eq!(errors(&no_code, None), error("routingNumber", "Please enter routing number"));
    let unknown_values = RawAccount { country: "France".to_owned(), payment_cycle: "Weekly".to_owned(), ..india() };
    let fields: Vec<String> = errors(&unknown_values, None).into_iter().map(|error| error.0).collect();
    assert_eq!(fields, ["country", "paymentCycle"]);
}

#[test]
fn empty_number_keeps_the_stored_one_in_the_same_country() {
    let no_number = RawAccount { account_number: " ".to_owned(), ..india() };
    assert_eq!(AccountDetails::parse(&no_number, Some(PayoutCountry::India)).unwrap().number, None);
    let expected = error("accountNumber", "Please enter account number");
    assert_eq!(errors(&no_number, Some(PayoutCountry::UnitedStates)), expected);
    assert_eq!(errors(&no_number, None), expected);
}

#[test]
fn ifsc_must_be_four_letters_a_zero_and_six_letters_or_digits() {
    for code in ["HDFC0001234", "yesb0dnb002", " SBIN 0000 001 "] {
        let raw = RawAccount { ifsc_code: code.to_owned(), ..india() };
        assert!(AccountDetails::parse(&raw, None).is_ok(), "{code}");
    }
    for code in ["HDFC1001234", "HDF00001234", "HDFC000123", "HDFC00012345", "HDFC0००१२३४", "HDFC0_01234", "ÄDFC000123"]
    {
        let raw = RawAccount { ifsc_code: code.to_owned(), ..india() };
        let expected = error("ifscCode", "Please enter a valid IFSC code, such as HDFC0001234");
        assert_eq!(errors(&raw, None), expected, "{code}");
    }
}

#[test]
fn routing_number_must_have_valid_checksum_and_not_be_zero() {
    for number in ["021000021", "011000015", "122105155", "121000358", "111000025", "021 000 021", "0210-0002-1"] {
        let raw = RawAccount { routing_number: number.to_owned(), ..america() };
        assert!(AccountDetails::parse(&raw, None).is_ok(), "{number}");
    }
    for number in ["021000022", "123456789", "000000000", "02100002", "0210000210", "02100002X", "०२१०००२१०"]
    {
        let raw = RawAccount { routing_number: number.to_owned(), ..america() };
        let expected = error("routingNumber", "Please enter a valid 9-digit routing number");
        assert_eq!(errors(&raw, None), expected, "{number}");
    }
}

#[test]
fn account_number_must_have_the_length_of_its_country() {
    use PayoutCountry::{India, UnitedStates};
    for (number, country, valid) in [
        ("12345", India, true),
        ("1234", India, false),
        ("1234", UnitedStates, true),
        ("123", UnitedStates, false),
        ("12345678901234567", UnitedStates, true),
        ("123456789012345678", UnitedStates, false),
        ("123456789012345678", India, true),
        ("GB29NWBK60161331926819", India, true),
        ("0000000000", India, false),
        ("1234567890*", India, false),
        ("१२३४५६", India, false),
    ] {
        assert_eq!(AccountNumber::parse(number, country).is_some(), valid, "{number} in {country:?}");
    }
    assert!(AccountNumber::parse(&"1".repeat(35), India).is_some());
    assert!(AccountNumber::parse(&"1".repeat(36), India).is_none());
    let long = RawAccount { account_number: "1".repeat(18), ..america() };
    let expected = error("accountNumber", "Please enter a valid account number: 4 to 17 letters and digits");
    assert_eq!(errors(&long, None), expected);
}

#[test]
fn debug_output_hides_the_account_number() {
    let details = AccountDetails::parse(&india(), None).unwrap();
    for text in [format!("{details:?}"), format!("{:?}", india())] {
        assert!(!text.contains("7890") && !text.contains("3456"), "{text}");
    }
}

#[test]
fn payout_days_are_the_first_and_for_biweekly_also_the_fifteenth() {
    use PayoutCycle::{BiWeekly, Monthly};
    for (cycle, now, due, previous, next) in [
        (Monthly, "2026-03-01T00:00:00+05:30", "2026-03-01", "2026-02-01", "2026-04-01"),
        // Still February in India.
        (Monthly, "2026-02-28T18:29:59Z", "2026-02-01", "2026-01-01", "2026-03-01"),
        (Monthly, "2026-02-28T18:30:00Z", "2026-03-01", "2026-02-01", "2026-04-01"),
        (Monthly, "2026-12-31T12:00:00Z", "2026-12-01", "2026-11-01", "2027-01-01"),
        (BiWeekly, "2026-03-14T12:00:00Z", "2026-03-01", "2026-02-15", "2026-03-15"),
        (BiWeekly, "2026-03-15T12:00:00Z", "2026-03-15", "2026-03-01", "2026-04-01"),
        (BiWeekly, "2026-03-31T18:30:00Z", "2026-04-01", "2026-03-15", "2026-04-15"),
        (BiWeekly, "2026-12-20T00:00:00Z", "2026-12-15", "2026-12-01", "2027-01-01"),
    ] {
        let now = at(now);
        let cut_off = due_cut_off(cycle, today_in_india(now));
        assert_eq!(cut_off, date(due), "{cycle:?} {now}");
        assert_eq!(previous_cut_off(cycle, cut_off), date(previous), "{cycle:?} {now}");
        assert_eq!(next_payout_date(cycle, now), date(next), "{cycle:?} {now}");
    }
    assert_eq!(cut_off_instant(date("2026-03-01")), at("2026-02-28T18:30:00Z"));
    assert_eq!(due_cut_off(Monthly, Date::MIN), Date::MIN);
    assert_eq!(previous_cut_off(Monthly, Date::MIN), Date::MIN);
    assert_eq!(next_payout_date(Monthly, Timestamp::MAX), Date::MAX);
}

#[test]
fn rates_are_locked_for_thirty_days_rounded_up() {
    let created = at("2026-03-01T10:00:00Z");
    for (now, left) in [
        ("2026-03-01T10:00:00Z", Some(30)),
        ("2026-03-01T10:00:00.000001Z", Some(30)),
        ("2026-03-02T09:59:59.999Z", Some(30)),
        ("2026-03-02T10:00:00Z", Some(29)),
        ("2026-03-30T10:00:00Z", Some(1)),
        ("2026-03-31T09:59:59.999999Z", Some(1)),
        ("2026-03-31T10:00:00Z", None),
        ("2027-01-01T00:00:00Z", None),
    ] {
        assert_eq!(rate_lock_days_left(created, at(now)), left, "{now}");
    }
    assert_eq!(rates_locked_until(created), at("2026-03-31T10:00:00Z"));
    assert_eq!(rate_lock_days_left(Timestamp::MIN, Timestamp::MAX), None);
    assert_eq!(rate_lock_days_left(Timestamp::MAX, Timestamp::MAX), None);
    assert_eq!(rates_locked_message(12), "Your rates are locked for the first 30 days. 12 days left.");
    assert_eq!(rates_locked_message(1), "Your rates are locked for the first 30 days. 1 day left.");
}

#[test]
fn stored_strings_are_stable() {
    let strings: Vec<&str> = PayoutState::ALL.iter().map(|state| state.as_str()).collect();
    assert_eq!(strings, ["prepared", "paid", "failed"]);
    let strings: Vec<&str> = PayoutCycle::ALL.iter().map(|cycle| cycle.as_str()).collect();
    assert_eq!(strings, ["Bi-weekly", "Monthly"]);
    let strings: Vec<&str> = PayoutCountry::ALL.iter().map(|country| country.as_str()).collect();
    assert_eq!(strings, ["India", "United States"]);
}

proptest! {
    #[test]
    fn class_is_included_in_the_first_payout_after_it_ends(second in 0..4_000_000_000i64, biweekly in any::<bool>()) {
        let cycle = if biweekly { PayoutCycle::BiWeekly } else { PayoutCycle::Monthly };
        let ended = Timestamp::from_second(second).unwrap();
        let next = next_payout_date(cycle, ended);
        prop_assert!(ended < cut_off_instant(next));
        prop_assert!(cut_off_instant(previous_cut_off(cycle, next)) <= ended);
        prop_assert_eq!(previous_cut_off(cycle, next), due_cut_off(cycle, today_in_india(ended)));
    }

    #[test]
    fn parse_never_panics_and_reports_at_least_one_error(number in any::<String>(), code in ".{0,12}", holder in any::<String>()) {
        let raw = RawAccount { account_number: number, ifsc_code: code, account_holder_name: holder, ..india() };
        if let Err(FieldErrors(errors)) = AccountDetails::parse(&raw, None) {
            prop_assert!(!errors.is_empty());
        }
    }
}
