//! The sign-in and sign-up pages.

use maud::{Markup, html};

use crate::crypto::password_policy::{MAX_CHARS, MIN_CHARS};
use crate::pages::fields::{Field, FormErrors};
use crate::pages::layout::View;
use crate::pages::page_context::PageContext;
use crate::pages::texts::Texts;

/// Values of the sign-in form.
#[derive(Debug, Default)]
pub(crate) struct SignInForm<'a> {
    pub(crate) email: &'a str,
    pub(crate) errors: FormErrors,
}

pub(crate) fn sign_in(context: &PageContext<'_>, form: &SignInForm<'_>) -> View {
    let (errors, texts) = (&form.errors, context.texts);
    let page = &texts.sign_in;
    let password = Field {
        name: "password",
        label: texts.password,
        input_type: "password",
        autocomplete: "current-password",
        error: errors.get("password"),
        focus: errors.has_focus("password", !form.email.is_empty()),
        toggle: Some((texts.show_password, texts.hide_password)),
        ..Field::default()
    };
    View {
        title: page_title(texts, page.title, errors),
        body: html! {
            h1 { (page.heading) }
            p.lead { ((page.lead)(&context.issuer.config().product_name)) }
            (errors.alert(texts))
            form method="post" action=(context.issuer.page_path("/sign-in")) novalidate {
                (context.hidden_inputs())
                (email_field(texts, form.email, errors, form.email.is_empty(), "username"))
                (password)
                p.aside { a href=(context.href("/forgot")) { (page.forgot) } }
                button type="submit" { (page.submit) }
            }
            p.foot { (page.sign_up.0) " " a href=(context.href("/sign-up")) { (page.sign_up.1) } }
        },
    }
}

/// Values of the sign-up form.
#[derive(Debug, Default)]
pub(crate) struct SignUpForm<'a> {
    pub(crate) name: &'a str,
    pub(crate) email: &'a str,
    pub(crate) errors: FormErrors,
}

pub(crate) fn sign_up(context: &PageContext<'_>, form: &SignUpForm<'_>) -> View {
    let (errors, texts) = (&form.errors, context.texts);
    let page = &texts.sign_up;
    let name = Field {
        name: "name",
        label: texts.name,
        input_type: "text",
        autocomplete: "name",
        value: form.name,
        error: errors.get("name"),
        focus: errors.has_focus("name", true),
        max_length: Some(100),
        ..Field::default()
    };
    View {
        title: page_title(texts, page.title, errors),
        body: html! {
            (step_indicator(texts, 1))
            h1 { (page.title) }
            p.lead { (page.lead) }
            (errors.alert(texts))
            form method="post" action=(context.issuer.page_path("/sign-up")) novalidate {
                (context.hidden_inputs())
                (name)
                (email_field(texts, form.email, errors, false, "email"))
                (new_password_field(texts, texts.password, errors))
                (terms(context))
                button type="submit" { (page.submit) }
            }
            p.foot { (page.sign_in.0) " " a href=(context.href("/sign-in")) { (page.sign_in.1) } }
        },
    }
}

/// The sentence about the terms and the privacy policy, if the configuration has both.
fn terms(context: &PageContext<'_>) -> Markup {
    let config = context.issuer.config();
    let [before, terms, between, privacy, after] = context.texts.sign_up.terms;
    html! {
        @if let (Some(terms_url), Some(privacy_url)) = (&config.terms_url, &config.privacy_url) {
            p.hint.terms {
                (before) a href=(terms_url) target="_blank" { (terms) } (between)
                a href=(privacy_url) target="_blank" { (privacy) } (after)
            }
        }
    }
}

pub(super) fn email_field<'a>(
    texts: &'a Texts,
    value: &'a str,
    errors: &'a FormErrors,
    first: bool,
    autocomplete: &'static str,
) -> Field<'a> {
    Field {
        name: "email",
        label: texts.email,
        input_type: "email",
        autocomplete,
        value,
        error: errors.get("email"),
        focus: errors.has_focus("email", first),
        max_length: Some(254),
        is_verbatim: true,
        ..Field::default()
    }
}

pub(super) fn new_password_field<'a>(texts: &'a Texts, label: &'a str, errors: &'a FormErrors) -> Field<'a> {
    Field {
        name: "password",
        label,
        input_type: "password",
        autocomplete: "new-password",
        hint: Some(texts.password_hint),
        error: errors.get("password"),
        focus: errors.has_focus("password", false),
        min_length: Some(MIN_CHARS),
        max_length: Some(MAX_CHARS),
        toggle: Some((texts.show_password, texts.hide_password)),
        ..Field::default()
    }
}

/// The document title. Errors come first, because screen readers announce the title first.
pub(super) fn page_title(texts: &Texts, title: &str, errors: &FormErrors) -> String {
    if errors.is_empty() { title.to_owned() } else { (texts.error_title)(title) }
}

/// The step indicator: two ankle bells.
pub(super) fn step_indicator(texts: &Texts, step: u8) -> Markup {
    html! {
        p.steps { i.on {} i class=[(step == 2).then_some("on")] {} " " ((texts.step)(step)) }
    }
}
