//! Signing in and signing up.

use crate::crypto::passwords::{MAX_CHARS, MIN_CHARS};
use crate::pages::fields::{Faults, Field};
use crate::pages::frame::Frame;
use crate::pages::html::esc;
use crate::pages::layout::View;

/// What the sign-in form holds.
#[derive(Debug, Default)]
pub(crate) struct SignInForm<'a> {
    pub(crate) email: &'a str,
    pub(crate) faults: Faults,
}

pub(crate) fn sign_in(frame: &Frame<'_>, form: &SignInForm<'_>) -> View {
    let faults = &form.faults;
    let email = email_field(form.email, faults, form.email.is_empty(), "username");
    let password = Field {
        name: "password",
        label: "Password",
        kind: "password",
        autocomplete: "current-password",
        value: "",
        hint: None,
        error: faults.of("password"),
        extra: "",
        focus: faults.focus("password", !form.email.is_empty()),
    }
    .html();
    let product = esc(&frame.issuer.config().product_name);
    View {
        title: titled("Sign in", faults),
        body: format!(
            "<h1>Welcome back</h1><p class=\"lead\">Sign in to continue to {product}.</p>{}\
             <form method=\"post\" action=\"{}\" novalidate>{}{email}{password}\
             <p class=\"aside\"><a href=\"{}\">Forgot your password?</a></p>\
             <button type=\"submit\">Sign in</button></form>\
             <p class=\"foot\">New here? <a href=\"{}\">Create an account</a></p>",
            faults.alert(),
            esc(&frame.issuer.path("/sign-in")),
            frame.hidden(),
            frame.href("/forgot"),
            frame.href("/sign-up"),
        ),
    }
}

/// What the sign-up form holds.
#[derive(Debug, Default)]
pub(crate) struct SignUpForm<'a> {
    pub(crate) name: &'a str,
    pub(crate) email: &'a str,
    pub(crate) faults: Faults,
}

pub(crate) fn sign_up(frame: &Frame<'_>, form: &SignUpForm<'_>) -> View {
    let faults = &form.faults;
    let name = Field {
        name: "name",
        label: "Your name",
        kind: "text",
        autocomplete: "name",
        value: form.name,
        hint: None,
        error: faults.of("name"),
        extra: "maxlength=\"100\"",
        focus: faults.focus("name", true),
    }
    .html();
    let email = email_field(form.email, faults, false, "email");
    let password = new_password_field("Password", faults);
    View {
        title: titled("Create your account", faults),
        body: format!(
            "{}<h1>Create your account</h1>\
             <p class=\"lead\">Next we mail you a code, to be sure the address is yours.</p>{}\
             <form method=\"post\" action=\"{}\" novalidate>{}{name}{email}{password}\
             <button type=\"submit\">Create account</button></form>\
             <p class=\"foot\">Have an account already? <a href=\"{}\">Sign in</a></p>",
            steps(1),
            faults.alert(),
            esc(&frame.issuer.path("/sign-up")),
            frame.hidden(),
            frame.href("/sign-in"),
        ),
    }
}

pub(super) fn email_field(value: &str, faults: &Faults, first: bool, autocomplete: &str) -> String {
    Field {
        name: "email",
        label: "E-mail",
        kind: "email",
        autocomplete,
        value,
        hint: None,
        error: faults.of("email"),
        extra: "maxlength=\"254\" autocapitalize=\"none\" spellcheck=\"false\"",
        focus: faults.focus("email", first),
    }
    .html()
}

pub(super) fn new_password_field(label: &str, faults: &Faults) -> String {
    let hint = format!("At least {MIN_CHARS} characters. A few words in a row are strong and easy to remember.");
    Field {
        name: "password",
        label,
        kind: "password",
        autocomplete: "new-password",
        value: "",
        hint: Some(&hint),
        error: faults.of("password"),
        extra: &format!("minlength=\"{MIN_CHARS}\" maxlength=\"{MAX_CHARS}\""),
        focus: faults.focus("password", false),
    }
    .html()
}

/// The tab's title; says first when something is wrong, because it is read out first.
pub(super) fn titled(title: &str, faults: &Faults) -> String {
    if faults.is_empty() { title.to_owned() } else { format!("Please check: {title}") }
}

/// Two bells of an anklet: how far one has come.
pub(super) fn steps(step: u8) -> String {
    let second = if step == 2 { " class=\"on\"" } else { "" };
    format!("<p class=\"steps\"><i class=\"on\"></i><i{second}></i> Step {step} of 2</p>")
}
