//! The QR code of an invitation, for print and for a screen beside the class.

use std::fmt::Write as _;

use qrcodegen::{QrCode, QrCodeEcc};

/// Empty modules around the code, which scanners need.
const BORDER: i32 = 4;

/// Draws the QR code of a text as black on white SVG. `None` if the text is too long for one.
pub(super) fn to_svg(text: &str) -> Option<String> {
    let code = QrCode::encode_text(text, QrCodeEcc::Medium).ok()?;
    let side = code.size() + 2 * BORDER;
    let mut modules = String::new();
    for y in 0..code.size() {
        for x in (0..code.size()).filter(|x| code.get_module(*x, y)) {
            // Writing to a string cannot fail.
            let _ = write!(modules, "M{} {}h1v1h-1z", x + BORDER, y + BORDER);
        }
    }
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" width=\"512\" height=\"512\" \
         shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M0 0h{side}v{side}H0z\"/><path d=\"{modules}\"/></svg>"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_square_with_a_border() {
        let svg = to_svg("https://tala.example/t/TCH-PAD-2345").unwrap();
        assert!(svg.contains("viewBox=\"0 0 37 37\""), "{}", svg.chars().take(120).collect::<String>());
        assert!(svg.contains("M4 4h1v1h-1z"), "the first finder pattern begins after the border");
        assert_eq!(to_svg(&"x".repeat(5_000)), None);
    }
}
