//! What somebody means who searches for a name or an address: words, without regard to case and accents.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// So many words of one text count.
const MOST_WORDS: usize = 32;
/// So much of a word counts, in characters.
const LONGEST_WORD: usize = 64;

/// The words of a text: lower case, without accents, each once, in order. What is no letter, digit or mark of a letter parts
/// them, so that an address has words too.
pub fn words_of(text: &str) -> Vec<String> {
    // The second normalisation restores the canonical order of marks between which a character was removed.
    let folded: String = text.nfkd().flat_map(char::to_lowercase).flat_map(fold).nfkd().collect();
    let mut words: Vec<String> = folded
        .split(|letter: char| !letter.is_alphanumeric() && !is_combining_mark(letter))
        .map(|word| word.chars().take(LONGEST_WORD).collect())
        .filter(|word: &String| word.chars().any(char::is_alphanumeric))
        .collect();
    words.sort();
    words.dedup();
    words.truncate(MOST_WORDS);
    words
}

/// What stands for a letter in lower case. An accent has been taken apart from its letter before.
fn fold(letter: char) -> impl Iterator<Item = char> {
    let (first, second) = match letter {
        // Accents of Latin, Greek and Cyrillic; Devanagari's dot below; what joins letters or parts them without being seen;
        // the apostrophes of a name.
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
    fn removed_characters_do_not_change_the_order_of_marks() {
        assert_eq!(words_of("a\u{1e026}'\u{952}"), words_of("a\u{952}\u{1e026}"));
    }

    #[test]
    fn words_are_in_lower_case_and_without_accents() {
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
        for (text, words) in table {
            assert_eq!(words_of(text), words, "{text}");
        }
    }

    #[test]
    fn what_belongs_to_a_letter_does_not_part_a_word() {
        assert_eq!(words_of("प्रिया क्षत्रिय"), ["क्षत्रिय", "प्रिया"]);
        assert_eq!(words_of("प्\u{200d}रिया"), words_of("प्रिया"));
        assert_eq!(words_of("Jose\u{301}"), words_of("José"));
    }

    #[test]
    fn a_long_text_has_few_words_of_some_length() {
        let words = words_of(&(0..1_000).map(|number| format!("{number:0>90} ")).collect::<String>());
        assert!(words.len() <= MOST_WORDS && words.iter().all(|word| word.chars().count() <= LONGEST_WORD));
    }

    proptest! {
        #[test]
        fn folding_twice_changes_nothing(text in "\\PC{0,60}") {
            let once = words_of(&text);
            prop_assert_eq!(words_of(&once.join(" ")), once);
        }

        #[test]
        fn capital_letters_mean_the_same(text in "[a-zà-ÿα-ωа-яа-ह ]{0,40}") {
            prop_assert_eq!(words_of(&text.to_uppercase()), words_of(&text));
        }
    }
}
