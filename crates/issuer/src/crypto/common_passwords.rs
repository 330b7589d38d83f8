//! Common passwords of at least ten characters, and words that are easy to guess on this site.

/// Common passwords in lower case.
pub(super) const COMMON_PASSWORDS: &[&str] = &[
    "0000000000",
    "0123456789",
    "1029384756",
    "1111111111",
    "11111111111",
    "111111111111",
    "1122334455",
    "112233445566",
    "1212121212",
    "123123123123",
    "1231231234",
    "1234512345",
    "123456123456",
    "1234567890",
    "12345678900",
    "12345678901",
    "1234567890a",
    "1234567890q",
    "123456789a",
    "123456789abc",
    "123456789q",
    "123456789z",
    "12345678910",
    "123456789123",
    "1234567891",
    "12345qwert",
    "1234abcd1234",
    "1234qwerasdf",
    "1234qwerty",
    "123abc123abc",
    "123qweasdzxc",
    "147258369a",
    "1472583690",
    "1q2w3e4r5t",
    "1q2w3e4r5t6y",
    "1qaz2wsx3edc",
    "1qazxsw23edc",
    "2222222222",
    "3333333333",
    "5555555555",
    "6666666666",
    "7777777777",
    "8888888888",
    "9876543210",
    "9999999999",
    "a123456789",
    "a1b2c3d4e5",
    "aaaaaaaaaa",
    "abc1234567",
    "abc123456789",
    "abcd123456",
    "abcde12345",
    "abcdefghij",
    "abcdefghijk",
    "administrator",
    "admin12345",
    "admin123456",
    "asdf123456",
    "asdfasdfasdf",
    "asdfghjkl1",
    "asdfghjkl123",
    "asdfghjkl;",
    "asdfghjklz",
    "babygirl123",
    "bharatanatyam",
    "bangladesh",
    "basketball",
    "butterfly1",
    "changeme123",
    "charlie123",
    "chocolate1",
    "computer123",
    "dragon1234",
    "football123",
    "hanuman123",
    "helloworld",
    "iloveindia",
    "iloveyou12",
    "iloveyou123",
    "india12345",
    "india123456",
    "internet123",
    "jaimatadi1",
    "jaishriram",
    "krishna123",
    "letmein123",
    "liverpool1",
    "manchester",
    "michael123",
    "mynoob1234",
    "omsairam123",
    "p@ssw0rd123",
    "p@ssword123",
    "pass123456",
    "passw0rd123",
    "password01",
    "password1!",
    "password10",
    "password11",
    "password12",
    "password123",
    "password1234",
    "password12345",
    "password123456",
    "passwordpassword",
    "pokemon123",
    "princess123",
    "q1w2e3r4t5",
    "q1w2e3r4t5y6",
    "qazwsx1234",
    "qazwsxedc1",
    "qazwsxedcrfv",
    "qwer123456",
    "qwerty1234",
    "qwerty12345",
    "qwerty123456",
    "qwertyqwerty",
    "qwertyuiop",
    "qwertyuiop1",
    "qwertyuiop123",
    "qwertyuiop[]",
    "sachin1234",
    "samsung123",
    "secret1234",
    "sunshine123",
    "superman123",
    "thisispassword",
    "unknown123",
    "welcome123",
    "welcome1234",
    "welcome12345",
    "whatever123",
    "zaq12wsxcde3",
    "zxcvbnm123",
    "zxcvbnm,./",
    "zxcvbnmasd",
];

/// Words that people use as passwords everywhere.
const COMMON_WORDS: &[&str] = &["login", "password", "welcome"];

/// Words that an attacker would try on this site: its name, dance styles and roles.
const SITE_WORDS: &[&str] = &[
    "bharatanatyam",
    "bollywood",
    "classes",
    "class",
    "dancing",
    "dancer",
    "dance",
    "guru",
    "kathakali",
    "kathak",
    "kuchipudi",
    "mohiniyattam",
    "natya",
    "odissi",
    "student",
    "tala",
    "teacher",
];

/// The kind of words that a password consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum WordKind {
    /// Common everywhere.
    Common,
    /// Easy to guess on this site.
    Site,
    /// Of the person's name or email address.
    Personal,
}

/// The most specific kind of words, if the letters of `password` (lower case) consist of guessable words only. Ignores
/// digits and symbols.
pub(super) fn find_guessable_words(password: &str, personal: &[String]) -> Option<WordKind> {
    let letters: String = password.chars().filter(|c| c.is_alphabetic()).collect();
    let mut rest = letters.as_str();
    let mut kind = None;
    while !rest.is_empty() {
        let personal = personal.iter().map(|word| (word.as_str(), WordKind::Personal));
        let site = SITE_WORDS.iter().map(|word| (*word, WordKind::Site));
        let common = COMMON_WORDS.iter().map(|word| (*word, WordKind::Common));
        let found = personal.chain(site).chain(common).find_map(|(word, kind)| Some((rest.strip_prefix(word)?, kind)));
        let (after, found) = found?;
        rest = after;
        kind = kind.max(Some(found));
    }
    kind
}

/// Whether `password` (lower case, trimmed) is a common password.
pub(super) fn is_common(password: &str) -> bool {
    COMMON_PASSWORDS.contains(&password)
}
