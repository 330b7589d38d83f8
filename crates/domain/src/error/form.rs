//! Validation of requests with several fields: the errors of all fields are reported together.

use std::fmt::Display;

use super::text::{is_blank, one_line, paragraphs};
use super::{FieldError, FieldErrors};

/// A form under validation. It collects the errors of all fields; [`Form::finish`] returns them.
#[derive(Debug, Default)]
pub struct Form {
    errors: Vec<FieldError>,
}

impl Form {
    /// Creates a form without errors.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the error of a field.
    pub fn reject(&mut self, field: impl Into<String>, message: impl Into<String>) {
        self.errors.push(FieldError::new(field, message));
    }

    /// Returns the value, or adds the error of the field.
    pub fn check<T, E: Display>(&mut self, field: &str, parsed: Result<T, E>) -> Option<T> {
        parsed.map_err(|error| self.reject(field, error.to_string())).ok()
    }

    /// Returns the value of a part that was parsed separately, or adds its errors.
    pub fn merge<T>(&mut self, parsed: Result<T, FieldErrors>) -> Option<T> {
        parsed.map_err(|errors| self.errors.extend(errors.0)).ok()
    }

    /// Returns the value, or adds the message as the error of the field when there is none.
    pub fn require<T>(&mut self, field: &str, value: Option<T>, message: &str) -> Option<T> {
        if value.is_none() {
            self.reject(field, message);
        }
        value
    }

    /// Cleans single-line text. `required` is the message for blank text; `None` allows it.
    pub fn line(&mut self, field: &str, text: &str, max_chars: usize, required: Option<&str>) -> String {
        self.check_length(field, one_line(text), max_chars, required)
    }

    /// Cleans multi-line text. `required` is the message for blank text; `None` allows it.
    pub fn text(&mut self, field: &str, text: &str, max_chars: usize, required: Option<&str>) -> String {
        self.check_length(field, paragraphs(text), max_chars, required)
    }

    fn check_length(&mut self, field: &str, text: String, max_chars: usize, required: Option<&str>) -> String {
        if is_blank(&text) {
            if let Some(message) = required {
                self.reject(field, message);
            }
            return String::new();
        }
        if text.chars().count() > max_chars {
            self.reject(field, too_long(max_chars));
        }
        text
    }

    /// Returns the value if there are no errors.
    ///
    /// # Errors
    /// All errors added so far. The list is empty only if `value` is `None` without an error.
    pub fn finish<T>(self, value: Option<T>) -> Result<T, FieldErrors> {
        value.filter(|_| self.errors.is_empty()).ok_or(FieldErrors(self.errors))
    }
}

/// Returns the message for text with more than `max_chars` characters.
pub fn too_long(max_chars: usize) -> String {
    format!("Please use at most {max_chars} characters")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_errors_are_returned_in_order() {
        let mut form = Form::new();
        assert_eq!(form.line("a", " x\n y ", 10, Some("needed")), "x y");
        assert_eq!(form.line("b", "\u{200d}", 10, Some("needed")), "");
        assert_eq!(form.text("c", " x\r\ny ", 10, None), "x\ny");
        assert_eq!(form.text("d", "नृत्य 💃", 3, None), "नृत्य 💃");
        assert_eq!(form.check("e", "7".parse::<u8>()), Some(7));
        assert_eq!(form.check("f", Err::<u8, _>("no number")), None);
        assert_eq!(form.require("g", None::<u8>, "missing"), None);
        assert_eq!(form.merge(Err::<u8, _>(FieldErrors::one("h", "bad"))), None);
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
    fn value_is_returned_when_there_are_no_errors() {
        let mut form = Form::new();
        assert_eq!(form.line("a", &"é".repeat(10), 10, Some("needed")).chars().count(), 10);
        assert_eq!(form.text("b", "  ", 10, None), "");
        assert_eq!(form.finish(Some(5)), Ok(5));
    }
}
