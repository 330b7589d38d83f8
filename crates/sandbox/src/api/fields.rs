//! Parsing of JSON request bodies.

use serde_json::{Map, Value};

use super::ApiError;
use crate::currency::Currency;
use crate::model::Notes;

const MAX_NOTES: usize = 15;
const MAX_NOTE_CHARS: usize = 256;

/// The fields of a body; all names are known.
pub(crate) struct Fields(Map<String, Value>);

impl Fields {
    /// Parses a JSON object. An empty body is an empty object.
    ///
    /// # Errors
    /// If the body is not an object or has unknown fields.
    pub(crate) fn parse(body: &[u8], known: &[&str]) -> Result<Self, ApiError> {
        if body.iter().all(u8::is_ascii_whitespace) {
            return Ok(Self(Map::new()));
        }
        let fields = match serde_json::from_slice(body) {
            Ok(Value::Object(fields)) => fields,
            // PHP serializes an empty object as `[]`.
            Ok(Value::Array(list)) if list.is_empty() => Map::new(),
            _ => return Err(ApiError::bad_request("The request body is not a JSON object")),
        };
        Self::check_names(fields, known)
    }

    fn check_names(fields: Map<String, Value>, known: &[&str]) -> Result<Self, ApiError> {
        let extra: Vec<&str> = fields.keys().map(String::as_str).filter(|name| !known.contains(name)).collect();
        match extra.first() {
            None => Ok(Self(fields)),
            Some(first) => {
                let text = format!("{} is/are not required and should not be sent", extra.join(", "));
                Err(ApiError::invalid_field(first, &text))
            }
        }
    }

    fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// The complete body, for comparison with later requests.
    pub(crate) fn to_value(&self) -> Value {
        Value::Object(self.0.clone())
    }

    pub(crate) fn required<T>(value: Option<T>, name: &str) -> Result<T, ApiError> {
        value.ok_or_else(|| ApiError::invalid_field(name, &format!("The {name} field is required.")))
    }

    pub(crate) fn integer(&self, name: &str) -> Result<Option<i64>, ApiError> {
        let invalid = || ApiError::invalid_field(name, &format!("The {name} must be an integer."));
        self.get(name).map(|value| value.as_i64().ok_or_else(invalid)).transpose()
    }

    pub(crate) fn text(&self, name: &str, max_chars: usize) -> Result<Option<String>, ApiError> {
        let text = match self.get(name) {
            None => return Ok(None),
            Some(Value::String(text)) => text.clone(),
            Some(Value::Number(number)) => number.to_string(),
            Some(_) => return Err(ApiError::invalid_field(name, &format!("The {name} must be a string."))),
        };
        if text.chars().count() > max_chars {
            let invalid = format!("The {name} may not be greater than {max_chars} characters.");
            return Err(ApiError::invalid_field(name, &invalid));
        }
        Ok(Some(text))
    }

    /// One of the allowed values; by default the first.
    pub(crate) fn one_of(&self, name: &str, allowed: &[&str]) -> Result<String, ApiError> {
        let text = self.text(name, 60)?;
        let value = text.as_deref().or_else(|| allowed.first().copied()).unwrap_or_default();
        if allowed.contains(&value) {
            Ok(value.to_owned())
        } else {
            Err(ApiError::invalid_field(name, &format!("The selected {name} is invalid.")))
        }
    }

    pub(crate) fn boolean(&self, name: &str) -> Result<bool, ApiError> {
        match self.get(name) {
            None => Ok(false),
            Some(Value::Bool(flag)) => Ok(*flag),
            Some(value) if value.as_i64() == Some(0) || value.as_str() == Some("0") => Ok(false),
            Some(value) if value.as_i64() == Some(1) || value.as_str() == Some("1") => Ok(true),
            Some(_) => Err(ApiError::invalid_field(name, &format!("The {name} field must be true or false."))),
        }
    }

    pub(crate) fn currency(&self, name: &str) -> Result<&'static Currency, ApiError> {
        let code = Self::required(self.text(name, 3)?, name)?;
        Currency::find(&code).ok_or_else(|| ApiError::invalid_field(name, "Currency is not supported"))
    }

    pub(crate) fn object(&self, name: &str, known: &[&str]) -> Result<Option<Self>, ApiError> {
        match self.get(name) {
            None => Ok(None),
            Some(Value::Object(fields)) => Self::check_names(fields.clone(), known).map(Some),
            Some(_) => Err(ApiError::invalid_field(name, &format!("The {name} must be an array."))),
        }
    }

    /// The notes. `{}`, `[]` and a missing field are empty notes.
    pub(crate) fn notes(&self) -> Result<Notes, ApiError> {
        let invalid = |text: &str| ApiError::invalid_field("notes", text);
        let notes = match self.get("notes") {
            None => return Ok(Notes::new()),
            Some(Value::Array(list)) if list.is_empty() => return Ok(Notes::new()),
            Some(Value::Object(notes)) => notes.clone(),
            Some(_) => return Err(invalid("The notes must be an array.")),
        };
        if notes.len() > MAX_NOTES {
            return Err(invalid("Number of fields in notes should be less than or equal to 15"));
        }
        for value in notes.values() {
            let text = match value {
                Value::String(text) => text.clone(),
                Value::Number(_) | Value::Bool(_) | Value::Null => value.to_string(),
                Value::Array(_) | Value::Object(_) => return Err(invalid("notes: value must be a string")),
            };
            if text.chars().count() > MAX_NOTE_CHARS {
                return Err(invalid("The notes value may not be greater than 256 characters."));
            }
        }
        Ok(notes)
    }
}
