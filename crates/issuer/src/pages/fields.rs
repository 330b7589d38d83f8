//! Form fields with accessible labels, hints and errors.

use maud::{Markup, Render, html};

use crate::pages::texts::Texts;

/// A labelled input.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Field<'a> {
    /// The attributes `id` and `name`.
    pub(crate) name: &'a str,
    pub(crate) label: &'a str,
    /// The attribute `type`.
    pub(crate) input_type: &'a str,
    pub(crate) autocomplete: &'a str,
    pub(crate) value: &'a str,
    pub(crate) hint: Option<&'a str>,
    /// Replaces the hint.
    pub(crate) error: Option<&'a str>,
    pub(crate) focus: bool,
    pub(crate) class: Option<&'a str>,
    pub(crate) input_mode: Option<&'a str>,
    /// In characters.
    pub(crate) min_length: Option<usize>,
    /// In characters.
    pub(crate) max_length: Option<usize>,
    /// For passwords: the labels of the button that shows and hides it. The script adds the button.
    pub(crate) toggle: Option<(&'a str, &'a str)>,
    /// Browsers capitalize and correct nothing.
    pub(crate) is_verbatim: bool,
}

impl Render for Field<'_> {
    fn render(&self) -> Markup {
        let name = self.name;
        let note = match (self.error, self.hint) {
            (Some(error), _) => Some(("error", error)),
            (None, Some(hint)) => Some(("hint", hint)),
            (None, None) => None,
        };
        html! {
            div.field {
                label for=(name) { (self.label) }
                div.control { input id=(name) name=(name) type=(self.input_type) autocomplete=(self.autocomplete)
                    value=(self.value) required
                    data-show=[self.toggle.map(|(show, _)| show)] data-hide=[self.toggle.map(|(_, hide)| hide)]
                    aria-describedby=[note.map(|(kind, _)| format!("{name}-{kind}"))]
                    aria-invalid=[self.error.map(|_| "true")] autofocus[self.focus]
                    class=[self.class] inputmode=[self.input_mode]
                    minlength=[self.min_length] maxlength=[self.max_length]
                    autocapitalize=[self.is_verbatim.then_some("none")]
                    spellcheck=[self.is_verbatim.then_some("false")]; }
                @if let Some((kind, text)) = note {
                    p class=(kind) id={ (name) "-" (kind) } { (text) }
                }
            }
        }
    }
}

/// A hidden input.
pub(crate) fn hidden_input(name: &str, value: &str) -> Markup {
    html! { input type="hidden" name=(name) value=(value); }
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

    /// The summary above the form, announced by screen readers. Empty without errors and for one invalid field, which gets the
    /// focus and is described by its error.
    pub(crate) fn alert(&self, texts: &Texts) -> Markup {
        let text = match (&self.form, self.fields.as_slice()) {
            (Some(text), _) => text.clone(),
            (None, [] | [_]) => return Markup::default(),
            (None, several) => (texts.several_errors)(several.len()),
        };
        html! { div.alert role="alert" { (text) } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::texts::ENGLISH;

    #[test]
    fn field_with_error_is_described_by_it_and_focused() {
        let mut errors = FormErrors::default();
        errors.add("email", "Not <an> address.");
        let field = Field {
            name: "email",
            label: "Email",
            value: "<script>\"'&",
            hint: Some("As in your mail program"),
            error: errors.get("email"),
            focus: errors.has_focus("email", false),
            ..Field::default()
        };
        let html = field.render().into_string();
        assert!(html.contains("aria-describedby=\"email-error\"") && !html.contains("As in your"));
        assert!(html.contains("aria-invalid=\"true\" autofocus"));
        assert!(html.contains("Not &lt;an&gt; address."));
        assert!(html.contains("value=\"&lt;script&gt;&quot;'&amp;\""));
        assert_eq!(errors.alert(&ENGLISH).into_string(), "", "one error is announced by its field");
        errors.add("password", "Too short.");
        assert!(errors.alert(&ENGLISH).into_string().contains("role=\"alert\""));
        assert_eq!(FormErrors::default().alert(&ENGLISH).into_string(), "");
    }
}
