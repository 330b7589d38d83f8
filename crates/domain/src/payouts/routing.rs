//! The codes of banks in the two countries (INTEGRATIONS §6).

/// Weights of the digits of a routing number; the weighted sum is a multiple of 10.
const ABA_WEIGHTS: [u32; 9] = [3, 7, 1, 3, 7, 1, 3, 7, 1];

/// An IFSC: four letters, a zero, six letters or digits. Blanks are left out, small letters become capitals.
pub(super) fn parse_ifsc(text: &str) -> Option<String> {
    let code = compact(text).to_ascii_uppercase();
    let valid = code.len() == 11
        && code.bytes().enumerate().all(|(at, byte)| match at {
            0..4 => byte.is_ascii_uppercase(),
            4 => byte == b'0',
            _ => byte.is_ascii_uppercase() || byte.is_ascii_digit(),
        });
    valid.then_some(code)
}

/// A routing number of the American Bankers Association: nine digits with a checksum, which nine zeros would pass.
pub(super) fn parse_routing(text: &str) -> Option<String> {
    let number = compact(text);
    let digits: Option<Vec<u32>> = number.chars().map(|c| c.to_digit(10)).collect();
    let digits = digits.filter(|digits| digits.len() == ABA_WEIGHTS.len())?;
    let sum: u32 = digits.iter().zip(ABA_WEIGHTS).map(|(digit, weight)| digit * weight).sum();
    (sum > 0 && sum.is_multiple_of(10)).then_some(number)
}

/// Without blanks and hyphens, which people put in to read a number more easily.
pub(super) fn compact(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && *c != '-').collect()
}
