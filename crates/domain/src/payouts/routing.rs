//! Bank codes: IFSC and routing numbers (docs/integrations.md §6).

/// Weights of the checksum of a routing number: the weighted sum of its digits is a multiple of 10.
const ABA_WEIGHTS: [u32; 9] = [3, 7, 1, 3, 7, 1, 3, 7, 1];

/// Parses an IFSC: four letters, a zero, six letters or digits. Case, spaces and hyphens are ignored.
pub(super) fn parse_ifsc(text: &str) -> Option<String> {
    let code = strip_separators(text).to_ascii_uppercase();
    let valid = code.len() == 11
        && code.bytes().enumerate().all(|(index, byte)| match index {
            0..4 => byte.is_ascii_uppercase(),
            4 => byte == b'0',
            _ => byte.is_ascii_uppercase() || byte.is_ascii_digit(),
        });
    valid.then_some(code)
}

/// Parses an ABA routing number: nine digits with a checksum. Nine zeros have a valid checksum but are rejected.
pub(super) fn parse_routing(text: &str) -> Option<String> {
    let number = strip_separators(text);
    let digits: Option<Vec<u32>> = number.chars().map(|c| c.to_digit(10)).collect();
    let digits = digits.filter(|digits| digits.len() == ABA_WEIGHTS.len())?;
    let sum: u32 = digits.iter().zip(ABA_WEIGHTS).map(|(digit, weight)| digit * weight).sum();
    (sum > 0 && sum.is_multiple_of(10)).then_some(number)
}

/// Removes white space and hyphens.
pub(super) fn strip_separators(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && *c != '-').collect()
}
