//! Formats that only mails have: greeting, footer, zone beside a time. Times and amounts are formatted by the domain.

use jiff::Timestamp;
use tala_domain::time::{Language, TimeText, Zone};
use tala_store::orders::Order;

use crate::context::Settings;

pub(super) fn parse_zone(name: Option<&str>) -> Option<Zone> {
    name.and_then(|name| Zone::parse(name).ok())
}

/// Formats an instant with its zone: `Thu, 5 Mar 2026, 9:00 am (Kolkata, GMT+5:30)`.
pub(super) fn format_time(text: TimeText, at: Timestamp, zone: &Zone) -> String {
    format!("{} ({})", text.date_and_time(at, zone.tz()), text.zone_label(zone, at))
}

/// Greets a person by first name, as the screens do: `Namaste Meera,`.
pub(super) fn greeting(language: Language, name: &str) -> String {
    let namaste = language.pick("Namaste", "नमस्ते");
    match first_name(name) {
        "" => format!("{namaste},"),
        first => format!("{namaste} {first},"),
    }
}

/// Returns the first word of a name.
pub(super) fn first_name(name: &str) -> &str {
    name.split_whitespace().next().unwrap_or_default()
}

/// Phones show little more of a subject.
const MAX_SUBJECT_CHARS: usize = 60;

/// Composes the subject of a mail about a class with the type of the class and the longer of two names, if they fit.
pub(super) fn class_subject(
    language: Language,
    class: &str,
    [name, short_name]: [&str; 2],
    compose: impl Fn(&str, &str) -> String,
) -> String {
    let fits = |subject: &String| visible_chars(subject) <= MAX_SUBJECT_CHARS;
    let subject = [compose(class, name), compose(class, short_name)].into_iter().find(fits);
    subject.unwrap_or_else(|| fit_name(short_name, |name| compose(language.pick("class", "क्लास"), name)))
}

/// Counts characters without the vowel signs and marks of Devanagari, which are above, below or part of a letter.
fn visible_chars(text: &str) -> usize {
    let is_mark = |c: &char| matches!(c, '\u{900}'..='\u{903}' | '\u{93a}'..='\u{93c}' | '\u{93e}'..='\u{94f}');
    text.chars().filter(|c| !is_mark(c)).count()
}

/// Composes a subject with a name, which is cut if the subject would be too long.
pub(super) fn fit_name(name: &str, compose: impl Fn(&str) -> String) -> String {
    let subject = compose(name);
    if visible_chars(&subject) <= MAX_SUBJECT_CHARS {
        return subject;
    }
    let left = MAX_SUBJECT_CHARS.saturating_sub(visible_chars(&compose("…")));
    let cut: String = name.chars().take(left).collect();
    compose(&format!("{}…", cut.trim_end()))
}

/// Puts a name before a subject, which is cut if both would be too long: the name tells siblings apart.
pub(super) fn fit_subject(name: &str, subject: &str) -> String {
    let name: String = name.chars().take(MAX_SUBJECT_CHARS / 3).collect();
    fit_name(subject, |subject| format!("{name}: {subject}"))
}

/// Returns the address of a section of the student area, in the reader's language also before they sign in.
pub(super) fn student_url(settings: &Settings, language: Language, section: &str) -> String {
    format!("{}/booking{}#{section}", settings.public_url, language.pick("", "?lang=hi"))
}

/// Returns the footer of every mail.
pub(super) fn footer(settings: &Settings, language: Language) -> [String; 2] {
    let (product, email) = (&settings.product_name, &settings.support_email);
    match language {
        Language::English => {
            [format!("{product} · live dance classes, by invitation"), format!("Questions? Write to {email}")]
        }
        Language::Hindi => [format!("{product} · लाइव डांस क्लास, सिर्फ़ निमंत्रण पर"), format!("कोई सवाल? हमें लिखें: {email}")],
    }
}

/// Formats what was paid for an order: `₹1,022.98, fees included`.
pub(super) fn format_paid(language: Language, order: &Order) -> String {
    let total = order.price.total();
    if total.is_zero() {
        return language.pick("Nothing (covered by your coupon)", "कुछ नहीं (आपके कूपन से)").to_owned();
    }
    let fees = order.price.service_fee + order.price.provider_fee > 0;
    let note = if fees { language.pick(", fees included", ", फ़ीस समेत") } else { "" };
    format!("{}{note}", total.to_display())
}

/// Formats a number of credits: `1 class credit`, `4 class credits`.
pub(super) fn format_credits(language: Language, credits: u32) -> String {
    match (language, credits) {
        (Language::English, 1) => "1 class credit".to_owned(),
        (Language::English, _) => format!("{credits} class credits"),
        (Language::Hindi, 1) => "1 क्लास का क्रेडिट".to_owned(),
        (Language::Hindi, _) => format!("{credits} क्लास के क्रेडिट"),
    }
}

/// Formats a number of classes: `1 class`, `4 classes`.
pub(super) fn format_classes(language: Language, classes: u32) -> String {
    match (language, classes) {
        (Language::English, 1) => "1 class".to_owned(),
        (Language::English, _) => format!("{classes} classes"),
        (Language::Hindi, _) => format!("{classes} क्लास"),
    }
}

/// Percent-encodes text for a query (RFC 3986).
pub(super) fn encode_query(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn greeting_uses_the_first_name() {
        for (name, text) in [("Meera Krishnan", "Namaste Meera,"), (" Padma ", "Namaste Padma,"), ("", "Namaste,")] {
            assert_eq!(greeting(Language::English, name), text);
        }
        assert_eq!(greeting(Language::Hindi, "मीरा कृष्णन"), "नमस्ते मीरा,");
    }

    #[test]
    fn subjects_name_as_much_as_fits_in_sixty_characters() {
        let subject = |name: &str| {
            class_subject(Language::English, "private class", [name, first_name(name)], |class, name| {
                format!("New meeting link: {class} with {name}, Thu, 5 Mar, 9:00 am")
            })
        };
        assert_eq!(subject("Bo Li"), "New meeting link: private class with Bo, Thu, 5 Mar, 9:00 am");
        assert_eq!(subject("Padma Rao"), "New meeting link: class with Padma, Thu, 5 Mar, 9:00 am");
        assert_eq!(subject(&"x".repeat(200)), "New meeting link: class with xxxxxxxxx…, Thu, 5 Mar, 9:00 am");
        assert_eq!(fit_name("Padma Rao", |name| format!("New student: {name}")), "New student: Padma Rao");
        assert_eq!(fit_name(&"अ".repeat(200), str::to_owned).chars().count(), 60);
        assert_eq!(visible_chars("गुरु, हिन्दी"), 7);
    }

    #[test]
    fn query_is_percent_encoded() {
        assert_eq!(encode_query("a b&c=ü+1"), "a%20b%26c%3D%C3%BC%2B1");
    }
}
