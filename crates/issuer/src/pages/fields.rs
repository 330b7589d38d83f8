//! Form fields with accessible labels, hints and errors.

use super::html::escape_html;

/// A labelled input.
#[derive(Debug)]
pub(crate) struct Field<'a> {
    /// The attributes `id` and `name`.
    pub(crate) name: &'a str,
    pub(crate) label: &'a str,
    /// The attribute `type`.
    pub(crate) input_type: &'a str,
    pub(crate) autocomplete: &'a str,
    pub(crate) value: &'a str,
    pub(crate) hint: Option<&'a str>,
    pub(crate) error: Option<&'a str>,
    /// Further attributes as HTML.
    pub(crate) extra: &'a str,
    pub(crate) focus: bool,
}

impl Field<'_> {
    /// The label, the input and its hint or error as HTML.
    pub(crate) fn html(&self) -> String {
        let name = self.name;
        let mut described_by = Vec::new();
        let mut notes = String::new();
        if let Some(error) = self.error {
            described_by.push(format!("{name}-error"));
            notes.push_str(&format!("<p class=\"error\" id=\"{name}-error\">{}</p>", escape_html(error)));
        }
        // The error message replaces the hint.
        if let Some(hint) = self.hint.filter(|_| self.error.is_none()) {
            described_by.push(format!("{name}-hint"));
            notes.push_str(&format!("<p class=\"hint\" id=\"{name}-hint\">{}</p>", escape_html(hint)));
        }
        let aria_described_by = match described_by.is_empty() {
            true => String::new(),
            false => format!(" aria-describedby=\"{}\"", described_by.join(" ")),
        };
        format!(
            "<div class=\"field\"><label for=\"{name}\">{}</label><input id=\"{name}\" name=\"{name}\" type=\"{}\" \
             autocomplete=\"{}\" value=\"{}\" required{aria_described_by}{}{} {}>{notes}</div>",
            escape_html(self.label),
            self.input_type,
            self.autocomplete,
            escape_html(self.value),
            if self.error.is_some() { " aria-invalid=\"true\"" } else { "" },
            if self.focus { " autofocus" } else { "" },
            self.extra,
        )
    }
}

/// Validation errors of a form, in the order of its fields.
#[derive(Clone, Debug, Default)]
pub(crate) struct FormErrors {
    /// An error of the form as a whole.
    pub(crate) form: Option<String>,
    fields: Vec<(&'static str, String)>,
}

impl FormErrors {
    pub(crate) fn for_form(text: &str) -> Self {
        Self { form: Some(text.to_owned()), fields: Vec::new() }
    }

    pub(crate) fn add(&mut self, field: &'static str, text: impl Into<String>) {
        self.fields.push((field, text.into()));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.form.is_none() && self.fields.is_empty()
    }

    pub(crate) fn get(&self, field: &str) -> Option<&str> {
        self.fields.iter().find(|(name, _)| *name == field).map(|(_, text)| text.as_str())
    }

    /// Whether `field` gets the focus: the first invalid field, or without errors the field with `by_default`.
    pub(crate) fn has_focus(&self, field: &str, by_default: bool) -> bool {
        match self.fields.first() {
            Some((name, _)) => *name == field,
            None => by_default,
        }
    }

    /// The summary above the form, announced by screen readers; empty without errors.
    pub(crate) fn alert_html(&self) -> String {
        let text = match (&self.form, self.fields.as_slice()) {
            (Some(text), _) => text.clone(),
            (None, []) => return String::new(),
            (None, [_]) => "One thing needs your attention below.".to_owned(),
            (None, several) => format!("{} things need your attention below.", several.len()),
        };
        format!("<div class=\"alert\" role=\"alert\">{}</div>", escape_html(&text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn field_with_error_is_described_by_it_and_focused() {
        let mut errors = FormErrors::default();
        errors.add("email", "Not <an> address.");
        let html = Field {
            name: "email",
            label: "E-mail",
            input_type: "email",
            autocomplete: "email",
            value: "\"x",
            hint: Some("As in your mail program"),
            error: errors.get("email"),
            extra: "",
            focus: errors.has_focus("email", false),
        }
        .html();
        assert!(html.contains("aria-describedby=\"email-error\"") && !html.contains("As in your"));
        assert!(html.contains("aria-invalid=\"true\" autofocus"));
        assert!(html.contains("Not &lt;an&gt; address."));
        assert!(html.contains("value=\"&quot;x\""));
        assert!(errors.alert_html().contains("role=\"alert\""));
        assert_eq!(FormErrors::default().alert_html(), "");
    }
}
