//! Property tests for arbitrary input: the properties of `fuzz/`, with the corpus and a few thousand generated inputs,
//! identical in every run.

use std::path::Path;

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

#[path = "../../../../fuzz/properties/mod.rs"]
mod properties;

const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus");
const CASES: u32 = 2_000;

/// Words and characters that some parser treats specially.
const SHARP: &[&str] = &[
    "\r\n",
    "\n",
    "\r",
    "\0",
    "\t",
    " ",
    "=",
    "+",
    "-",
    "@",
    "＝",
    ",",
    ";",
    ":",
    "\"",
    "'",
    "\\",
    "^",
    "<",
    ">",
    "&",
    "%",
    "\u{202e}",
    "\u{2028}",
    "\u{85}",
    "\u{feff}",
    "\u{200b}",
    "\u{3000}",
    "\u{b}",
    "é",
    "क्ष",
    "👩\u{200d}🎤",
    "०",
    "0",
    "9",
    "24:00",
    "09:15",
    "2026-03-08",
    "2026-03-08T07:00:00Z",
    "-0001",
    "9999-12-31T23:59:59Z",
    "1e9",
    "NaN",
    "83.25",
    "Asia/Kolkata",
    "America/New_York",
    "../",
    "India",
    "United States",
    "Monthly",
    "HDFC0001234",
    "021000021",
    "TCH-ABC-1234",
    "FIRST10",
    "asha@example.test",
    "mailto:",
    "https://",
    "meet.google.com/abc-defg-hij",
    "instagram.com/",
    "BEGIN:VEVENT",
    "END:VCALENDAR",
    "Bcc: x@y.test",
    "{",
    "}",
    "[",
    "]",
    "null",
    "true",
    "{\"event\":\"payment.captured\"}",
    "{\"alg\":\"none\"}",
    "{\"alg\":\"HS256\"}",
    "{\"sub\":\"\"}",
    "{\"exp\":1e300}",
    "{\"aud\":[]}",
    "Private",
    "Group",
];

fn input() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        6 => prop::sample::select(SHARP).prop_map(|word| word.as_bytes().to_vec()),
        2 => Just(vec![0xFF]),
        1 => any::<char>().prop_map(|sign| sign.to_string().into_bytes()),
        1 => "[a-z0-9]{1,40}".prop_map(String::into_bytes),
        1 => prop::collection::vec(any::<u8>(), 1..9),
    ];
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

fn hold(name: &str) {
    let (_, check) = properties::ALL.iter().find(|(known, _)| *known == name).unwrap();
    let mut kept = 0;
    for file in std::fs::read_dir(Path::new(CORPUS).join(name)).unwrap() {
        check(&std::fs::read(file.unwrap().path()).unwrap());
        kept += 1;
    }
    assert!(kept > 0, "inputs are kept for each property");
    let config = Config { cases: CASES, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    runner
        .run(&input(), |input| {
            check(&input);
            Ok(())
        })
        .unwrap();
}

macro_rules! properties {
    ($($name:ident),+ $(,)?) => {
        $(#[test]
        fn $name() {
            hold(stringify!($name));
        })+

        #[test]
        fn none_is_forgotten() {
            let known: Vec<&str> = properties::ALL.iter().map(|(name, _)| *name).collect();
            assert_eq!(known, [$(stringify!($name)),+]);
        }
    };
}

properties!(availability, bank, calendar, codes, contact, dates, mails, tables, tokens, webhooks);
