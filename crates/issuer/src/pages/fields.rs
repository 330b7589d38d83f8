//! Form fields with their label, hint and error tied together for screen readers.

use super::html::esc;

/// One labelled input.
#[derive(Debug)]
pub(crate) struct Field<'a> {
    /// `id` and `name`.
    pub(crate) name: &'a str,
    pub(crate) label: &'a str,
    /// `type` of the input.
    pub(crate) kind: &'a str,
    pub(crate) autocomplete: &'a str,
    pub(crate) value: &'a str,
    pub(crate) hint: Option<&'a str>,
    pub(crate) error: Option<&'a str>,
    /// Further attributes, already safe.
    pub(crate) extra: &'a str,
    pub(crate) focus: bool,
}

impl Field<'_> {
    pub(crate) fn html(&self) -> String {
        let name = self.name;
        let mut notes = Vec::new();
        let mut after = String::new();
        if let Some(error) = self.error {
            notes.push(format!("{name}-error"));
            after.push_str(&format!("<p class=\"error\" id=\"{name}-error\">{}</p>", esc(error)));
        }
        // An error says what the hint says, and more.
        if let Some(hint) = self.hint.filter(|_| self.error.is_none()) {
            notes.push(format!("{name}-hint"));
            after.push_str(&format!("<p class=\"hint\" id=\"{name}-hint\">{}</p>", esc(hint)));
        }
        let described = match notes.is_empty() {
            true => String::new(),
            false => format!(" aria-describedby=\"{}\"", notes.join(" ")),
        };
        format!(
            "<div class=\"field\"><label for=\"{name}\">{}</label><input id=\"{name}\" name=\"{name}\" type=\"{}\" \
             autocomplete=\"{}\" value=\"{}\" required{described}{}{} {}>{after}</div>",
            esc(self.label),
            self.kind,
            self.autocomplete,
            esc(self.value),
            if self.error.is_some() { " aria-invalid=\"true\"" } else { "" },
            if self.focus { " autofocus" } else { "" },
            self.extra,
        )
    }
}

/// What is wrong, field by field, in the order of the form.
#[derive(Clone, Debug, Default)]
pub(crate) struct Faults {
    /// Concerns the form as a whole.
    pub(crate) form: Option<String>,
    fields: Vec<(&'static str, String)>,
}

impl Faults {
    pub(crate) fn whole(text: &str) -> Self {
        Self { form: Some(text.to_owned()), fields: Vec::new() }
    }

    pub(crate) fn add(&mut self, field: &'static str, text: impl Into<String>) {
        self.fields.push((field, text.into()));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.form.is_none() && self.fields.is_empty()
    }

    pub(crate) fn of(&self, field: &str) -> Option<&str> {
        self.fields.iter().find(|(name, _)| *name == field).map(|(_, text)| text.as_str())
    }

    /// Whether the cursor should go here: to the first wrong field, or on a fresh form to `field` if it is `first`.
    pub(crate) fn focus(&self, field: &str, first: bool) -> bool {
        match self.fields.first() {
            Some((name, _)) => *name == field,
            None => first,
        }
    }

    /// The box above the form, read out immediately.
    pub(crate) fn alert(&self) -> String {
        let text = match (&self.form, self.fields.as_slice()) {
            (Some(text), _) => text.clone(),
            (None, []) => return String::new(),
            (None, [_]) => "One thing needs your attention below.".to_owned(),
            (None, several) => format!("{} things need your attention below.", several.len()),
        };
        format!("<div class=\"alert\" role=\"alert\">{}</div>", esc(&text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_tied_to_its_field_and_the_cursor_goes_there() {
        let mut faults = Faults::default();
        faults.add("email", "Not <an> address.");
        let html = Field {
            name: "email",
            label: "E-mail",
            kind: "email",
            autocomplete: "email",
            value: "\"x",
            hint: Some("As in your mail program"),
            error: faults.of("email"),
            extra: "",
            focus: faults.focus("email", false),
        }
        .html();
        assert!(html.contains("aria-describedby=\"email-error\"") && !html.contains("As in your"));
        assert!(html.contains("aria-invalid=\"true\" autofocus"));
        assert!(html.contains("Not &lt;an&gt; address."));
        assert!(html.contains("value=\"&quot;x\""));
        assert!(faults.alert().contains("role=\"alert\""));
        assert_eq!(Faults::default().alert(), "");
    }
}
