//! Reading a form: every field that breaks a rule is named at once.

use std::fmt::Display;

use super::text::{is_blank, one_line, paragraphs};
use super::{FieldError, FieldErrors};

/// What is wrong with a form so far. Reading goes on after a refusal; [`Form::finish`] decides.
#[derive(Debug, Default)]
pub struct Form {
    errors: Vec<FieldError>,
}

impl Form {
    /// A form without fault so far.
    pub fn new() -> Self {
        Self::default()
    }

    /// Names a field that breaks a rule.
    pub fn refuse(&mut self, field: impl Into<String>, message: impl Into<String>) {
        self.errors.push(FieldError::new(field, message));
    }

    /// The value, or its error under the field's name.
    pub fn keep<T, E: Display>(&mut self, field: &str, parsed: Result<T, E>) -> Option<T> {
        parsed.map_err(|error| self.refuse(field, error.to_string())).ok()
    }

    /// The value of what was read elsewhere, or its errors.
    pub fn take<T>(&mut self, parsed: Result<T, FieldErrors>) -> Option<T> {
        parsed.map_err(|errors| self.errors.extend(errors.0)).ok()
    }

    /// The value, or the sentence under the field's name when there is none.
    pub fn need<T>(&mut self, field: &str, value: Option<T>, message: &str) -> Option<T> {
        if value.is_none() {
            self.refuse(field, message);
        }
        value
    }

    /// Text on one line, cleaned. The sentence is for a blank one; without a sentence it may be blank.
    pub fn line(&mut self, field: &str, text: &str, max_chars: usize, required: Option<&str>) -> String {
        self.cleaned(field, one_line(text), max_chars, required)
    }

    /// Text of several lines, cleaned. The sentence is for a blank one; without a sentence it may be blank.
    pub fn text(&mut self, field: &str, text: &str, max_chars: usize, required: Option<&str>) -> String {
        self.cleaned(field, paragraphs(text), max_chars, required)
    }

    fn cleaned(&mut self, field: &str, text: String, max_chars: usize, required: Option<&str>) -> String {
        if is_blank(&text) {
            if let Some(message) = required {
                self.refuse(field, message);
            }
            return String::new();
        }
        if text.chars().count() > max_chars {
            self.refuse(field, too_long(max_chars));
        }
        text
    }

    /// The value, if nothing was refused.
    ///
    /// # Errors
    /// All that was refused.
    pub fn finish<T>(self, value: Option<T>) -> Result<T, FieldErrors> {
        value.filter(|_| self.errors.is_empty()).ok_or(FieldErrors(self.errors))
    }
}

/// The sentence for text with too many characters.
pub fn too_long(max_chars: usize) -> String {
    format!("Please use at most {max_chars} characters")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_refusals_come_together_and_in_order() {
        let mut form = Form::new();
        assert_eq!(form.line("a", " x\n y ", 10, Some("needed")), "x y");
        assert_eq!(form.line("b", "\u{200d}", 10, Some("needed")), "");
        assert_eq!(form.text("c", " x\r\ny ", 10, None), "x\ny");
        assert_eq!(form.text("d", "नृत्य 💃", 3, None), "नृत्य 💃");
        assert_eq!(form.keep("e", "7".parse::<u8>()), Some(7));
        assert_eq!(form.keep("f", Err::<u8, _>("no number")), None);
        assert_eq!(form.need("g", None::<u8>, "missing"), None);
        assert_eq!(form.take(Err::<u8, _>(FieldErrors::one("h", "bad"))), None);
        let FieldErrors(errors) = form.finish(Some(())).unwrap_err();
        let found: Vec<_> = errors.iter().map(|error| (error.field.as_str(), error.message.as_str())).collect();
        let expected = [
            ("b", "needed"),
            ("d", "Please use at most 3 characters"),
            ("f", "no number"),
            ("g", "missing"),
            ("h", "bad"),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn a_form_without_fault_gives_its_value() {
        let mut form = Form::new();
        assert_eq!(form.line("a", &"é".repeat(10), 10, Some("needed")).chars().count(), 10);
        assert_eq!(form.text("b", "  ", 10, None), "");
        assert_eq!(form.finish(Some(5)), Ok(5));
    }
}
