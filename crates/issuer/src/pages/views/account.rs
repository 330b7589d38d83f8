//! The sign-in and sign-up pages.

use maud::{Markup, html};

use crate::crypto::password_policy::{MAX_CHARS, MIN_CHARS};
use crate::pages::fields::{Field, FormErrors};
use crate::pages::layout::View;
use crate::pages::page_context::PageContext;

/// Values of the sign-in form.
#[derive(Debug, Default)]
pub(crate) struct SignInForm<'a> {
    pub(crate) email: &'a str,
    pub(crate) errors: FormErrors,
}

pub(crate) fn sign_in(context: &PageContext<'_>, form: &SignInForm<'_>) -> View {
    let errors = &form.errors;
    let password = Field {
        name: "password",
        label: "Password",
        input_type: "password",
        autocomplete: "current-password",
        error: errors.get("password"),
        focus: errors.has_focus("password", !form.email.is_empty()),
        ..Field::default()
    };
    View {
        title: page_title("Sign in", errors),
        body: html! {
            h1 { "Welcome back" }
            p.lead { "Sign in to continue to " (context.issuer.config().product_name) "." }
            (errors.alert())
            form method="post" action=(context.issuer.page_path("/sign-in")) novalidate {
                (context.hidden_inputs())
                (email_field(form.email, errors, form.email.is_empty(), "username"))
                (password)
                p.aside { a href=(context.href("/forgot")) { "Forgot your password?" } }
                button type="submit" { "Sign in" }
            }
            p.foot { "New here? " a href=(context.href("/sign-up")) { "Create an account" } }
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
    let errors = &form.errors;
    let name = Field {
        name: "name",
        label: "Your name",
        input_type: "text",
        autocomplete: "name",
        value: form.name,
        error: errors.get("name"),
        focus: errors.has_focus("name", true),
        max_length: Some(100),
        ..Field::default()
    };
    View {
        title: page_title("Create your account", errors),
        body: html! {
            (step_indicator(1))
            h1 { "Create your account" }
            p.lead { "We’ll email you a code to confirm your address." }
            (errors.alert())
            form method="post" action=(context.issuer.page_path("/sign-up")) novalidate {
                (context.hidden_inputs())
                (name)
                (email_field(form.email, errors, false, "email"))
                (new_password_field("Password", errors))
                button type="submit" { "Create account" }
            }
            p.foot { "Have an account already? " a href=(context.href("/sign-in")) { "Sign in" } }
        },
    }
}

pub(super) fn email_field<'a>(
    value: &'a str,
    errors: &'a FormErrors,
    first: bool,
    autocomplete: &'static str,
) -> Field<'a> {
    Field {
        name: "email",
        label: "E-mail",
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

pub(super) fn new_password_field(label: &str, errors: &FormErrors) -> Markup {
    let hint = format!("At least {MIN_CHARS} characters. A few words in a row are strong and easy to remember.");
    let field = Field {
        name: "password",
        label,
        input_type: "password",
        autocomplete: "new-password",
        hint: Some(&hint),
        error: errors.get("password"),
        focus: errors.has_focus("password", false),
        min_length: Some(MIN_CHARS),
        max_length: Some(MAX_CHARS),
        ..Field::default()
    };
    html! { (field) }
}

/// The document title. Errors come first, because screen readers announce the title first.
pub(super) fn page_title(title: &str, errors: &FormErrors) -> String {
    if errors.is_empty() { title.to_owned() } else { format!("Please check: {title}") }
}

/// The step indicator: two ankle bells.
pub(super) fn step_indicator(step: u8) -> Markup {
    html! {
        p.steps { i.on {} i class=[(step == 2).then_some("on")] {} " Step " (step) " of 2" }
    }
}
