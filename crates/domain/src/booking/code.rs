//! Booking codes such as `4F2A-91C3`.

use std::fmt;

use crate::ids::BookingId;

/// A short code that people use for a booking: the last eight hexadecimal digits of its id, in upper case, in two groups.
/// The digits are random, so a collision within one person's bookings is improbable, but the code is not unique.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BookingCode([u8; 4]);

impl BookingCode {
    /// Returns the code of a booking.
    pub const fn from_id(id: BookingId) -> Self {
        let [.., a, b, c, d] = *id.0.as_bytes();
        Self([a, b, c, d])
    }

    /// Parses a code; case, white space and the hyphen are ignored.
    pub fn parse(text: &str) -> Option<Self> {
        let digits: String = text.chars().filter(|c| !c.is_whitespace() && *c != '-').collect();
        let hexadecimal = digits.len() == 8 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        let number = hexadecimal.then(|| u32::from_str_radix(&digits, 16).ok()).flatten()?;
        Some(Self(number.to_be_bytes()))
    }

    /// Returns the last four bytes of the ids of the bookings with this code.
    pub const fn id_suffix(self) -> [u8; 4] {
        self.0
    }
}

impl fmt::Display for BookingCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c, d] = self.0;
        write!(f, "{a:02X}{b:02X}-{c:02X}{d:02X}")
    }
}

#[cfg(test)]
mod tests {
    use super::BookingCode;
    use crate::ids::BookingId;

    #[test]
    fn code_is_the_end_of_the_booking_id() {
        let id: BookingId = "01a1fc25-adf1-7dce-9474-257b1b5f3e35".parse().unwrap();
        assert_eq!(BookingCode::from_id(id).to_string(), "1B5F-3E35");
        let zeros: BookingId = "01a1fc25-adf1-7dce-9474-257b000a0001".parse().unwrap();
        assert_eq!(BookingCode::from_id(zeros).to_string(), "000A-0001");
    }

    #[test]
    fn code_parses_without_regard_to_case_space_and_hyphen() {
        for text in ["1B5F-3E35", "1b5f-3e35", " 1b5f3e35 ", "1B5F 3E35"] {
            assert_eq!(BookingCode::parse(text).map(|code| code.to_string()).as_deref(), Some("1B5F-3E35"), "{text}");
        }
        for text in ["", "1B5F", "1B5F-3E3", "1B5F-3E35-1", "+B5F-3E35", "1B5F-3E3G", "meera ro"] {
            assert_eq!(BookingCode::parse(text), None, "{text}");
        }
    }
}
