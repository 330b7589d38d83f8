//! Search terms of names, addresses and phone numbers, without regard to case and accents.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The maximum number of terms of one text.
const MAX_TERMS: usize = 32;
/// The maximum length of a term, in characters; the rest of a longer word is ignored.
const MAX_TERM_CHARS: usize = 64;

/// Returns the search terms of a text: folded words, sorted, without duplicates. Every character other than a letter, a
/// digit or a combining mark separates words, so an email address has several terms.
pub fn search_terms(text: &str) -> Vec<String> {
    // Removing a character can leave combining marks out of canonical order; the second normalization restores it.
    let folded: String = text.nfkd().flat_map(char::to_lowercase).flat_map(fold).nfkd().collect();
    let mut terms: Vec<String> = folded
        .split(|c: char| !c.is_alphanumeric() && !is_combining_mark(c))
        .map(|word| word.chars().take(MAX_TERM_CHARS).collect())
        .filter(|word: &String| word.chars().any(char::is_alphanumeric))
        .collect();
    terms.sort();
    terms.dedup();
    terms.truncate(MAX_TERMS);
    terms
}

/// The digits that the national and international spellings of an Indian or American phone number share. Numbers with
/// fewer national digits are found in the spelling in which they are stored.
const PHONE_TERM_DIGITS: usize = 10;
const MIN_PHONE_DIGITS: usize = 7;

/// Returns the search term of a phone number: its last ten digits. `None` for a text that is not a phone number.
pub fn phone_term(text: &str) -> Option<String> {
    let digits: Vec<char> = text.nfkd().filter(|c| c.is_numeric()).collect();
    let is_phone = digits.len() >= MIN_PHONE_DIGITS && text.chars().all(|c| c.is_numeric() || "+ -().".contains(c));
    is_phone.then(|| digits.iter().skip(digits.len().saturating_sub(PHONE_TERM_DIGITS)).collect())
}

/// Returns the search terms of a query: a phone number, or words.
pub fn query_terms(text: &str) -> Vec<String> {
    phone_term(text.trim()).map_or_else(|| search_terms(text), |term| vec![term])
}

/// Folds one lower-case, decomposed character into at most two characters.
fn fold(c: char) -> impl Iterator<Item = char> {
    let (first, second) = match c {
        // Dropped: accents of Latin, Greek and Cyrillic; the Devanagari nukta; invisible joiners and separators;
        // apostrophes.
        '\u{300}'..='\u{36f}' | '\u{93c}' | '\u{ad}' | '\u{200b}'..='\u{200f}' | '\'' | '\u{2019}' | '\u{2bc}' => {
            (None, None)
        }
        'ß' => (Some('s'), Some('s')),
        'æ' => (Some('a'), Some('e')),
        'œ' => (Some('o'), Some('e')),
        'ø' => (Some('o'), None),
        'ł' => (Some('l'), None),
        'đ' | 'ð' => (Some('d'), None),
        'ı' => (Some('i'), None),
        'ς' => (Some('σ'), None),
        other => (Some(other), None),
    };
    first.into_iter().chain(second)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn combining_marks_stay_in_canonical_order_when_a_character_is_dropped() {
        assert_eq!(search_terms("a\u{1e026}'\u{952}"), search_terms("a\u{952}\u{1e026}"));
    }

    #[test]
    fn a_phone_number_has_one_term_in_every_spelling() {
        for text in ["+91 98765 43210", "098765-43210", "(98765) 43210", " 919876543210 "] {
            assert_eq!(query_terms(text), ["9876543210"], "{text}");
        }
        assert_eq!(query_terms("555 0123"), ["5550123"]);
        assert_eq!(query_terms("123 456"), ["123", "456"], "too short");
        assert_eq!(query_terms("meera 98765 43210"), ["43210", "98765", "meera"]);
    }

    #[test]
    fn terms_are_lower_case_sorted_and_without_accents() {
        let table: [(&str, &[&str]); 12] = [
            ("Asha Rao", &["asha", "rao"]),
            ("  ASHA\trao asha ", &["asha", "rao"]),
            ("meera.k+2@people.test", &["2", "k", "meera", "people", "test"]),
            ("Ärger Älva", &["alva", "arger"]),
            ("José Núñez", &["jose", "nunez"]),
            ("Strauß Łukasz Øyvind", &["lukasz", "oyvind", "strauss"]),
            ("İpek Işık", &["ipek", "isik"]),
            ("D'Souza D’Souza", &["dsouza"]),
            ("मीरा ज़ोया", &["जोया", "मीरा"]),
            ("ＡＳＨＡ", &["asha"]),
            ("Ὀδυσσεύς", &["οδυσσευσ"]),
            ("!!! % _ '", &[]),
        ];
        for (text, terms) in table {
            assert_eq!(search_terms(text), terms, "{text}");
        }
    }

    #[test]
    fn combining_marks_and_joiners_do_not_split_a_word() {
        assert_eq!(search_terms("प्रिया क्षत्रिय"), ["क्षत्रिय", "प्रिया"]);
        assert_eq!(search_terms("प्\u{200d}रिया"), search_terms("प्रिया"));
        assert_eq!(search_terms("Jose\u{301}"), search_terms("José"));
    }

    #[test]
    fn number_and_length_of_terms_are_limited() {
        let terms = search_terms(&(0..1_000).map(|number| format!("{number:0>90} ")).collect::<String>());
        assert!(terms.len() <= MAX_TERMS && terms.iter().all(|term| term.chars().count() <= MAX_TERM_CHARS));
    }

    proptest! {
        #[test]
        fn folding_is_idempotent(text in "\\PC{0,60}") {
            let once = search_terms(&text);
            prop_assert_eq!(search_terms(&once.join(" ")), once);
        }

        #[test]
        fn upper_and_lower_case_give_the_same_terms(text in "[a-zà-ÿα-ωа-яа-ह ]{0,40}") {
            prop_assert_eq!(search_terms(&text.to_uppercase()), search_terms(&text));
        }
    }
}
