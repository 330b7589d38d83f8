//! Names of days, months, parts of the day and cities in Hindi, as `Intl` and the client write them.

use jiff::Zoned;
use jiff::civil::Weekday;

const MONTHS: [&str; 12] =
    ["जनवरी", "फ़रवरी", "मार्च", "अप्रैल", "मई", "जून", "जुलाई", "अगस्त", "सितंबर", "अक्टूबर", "नवंबर", "दिसंबर"];

/// Formats the day without its year: `मंगल, 24 नवंबर`.
pub(super) fn day(local: &Zoned) -> String {
    let weekday = match local.weekday() {
        Weekday::Monday => "सोम",
        Weekday::Tuesday => "मंगल",
        Weekday::Wednesday => "बुध",
        Weekday::Thursday => "गुरु",
        Weekday::Friday => "शुक्र",
        Weekday::Saturday => "शनि",
        Weekday::Sunday => "रवि",
    };
    let month = usize::try_from(local.month()).ok().and_then(|month| MONTHS.get(month.checked_sub(1)?));
    format!("{weekday}, {} {}", local.day(), month.copied().unwrap_or_default())
}

/// Returns the part of the day of an hour: CLDR's day periods of Hindi, except for the hours after midnight. CLDR calls
/// them "रात", which after a date is read as the night at the end of that day.
pub(super) const fn part_of_day(hour: i8) -> &'static str {
    match hour {
        0 => "आधी रात",
        1..=3 => "तड़के",
        4..=11 => "सुबह",
        12..=15 => "दोपहर",
        16..=19 => "शाम",
        _ => "रात",
    }
}

/// Returns the Hindi name of a city of an IANA zone. Cities without one keep their English name.
pub(super) fn city(name: &str) -> Option<&'static str> {
    Some(match name {
        "Kolkata" => "कोलकाता",
        "Kathmandu" => "काठमांडू",
        "Ho Chi Minh" => "हो ची मिन्ह",
        "Colombo" => "कोलंबो",
        "Dhaka" => "ढाका",
        "Dubai" => "दुबई",
        "Singapore" => "सिंगापुर",
        "Kuala Lumpur" => "कुआलालंपुर",
        "New York" => "न्यूयॉर्क",
        "Chicago" => "शिकागो",
        "Denver" => "डेनवर",
        "Los Angeles" => "लॉस एंजिलिस",
        "Toronto" => "टोरंटो",
        "Vancouver" => "वैंकूवर",
        "London" => "लंदन",
        "Paris" => "पेरिस",
        "Berlin" => "बर्लिन",
        "Sydney" => "सिडनी",
        "Auckland" => "ऑकलैंड",
        _ => return None,
    })
}
