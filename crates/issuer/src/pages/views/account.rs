//! The sign-in and sign-up pages.

use crate::crypto::password_policy::{MAX_CHARS, MIN_CHARS};
use crate::pages::fields::{Field, FormErrors};
use crate::pages::html::escape_html;
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
    let email = email_field(form.email, errors, form.email.is_empty(), "username");
    let password = Field {
        name: "password",
        label: "Password",
        input_type: "password",
        autocomplete: "current-password",
        value: "",
        hint: None,
        error: errors.get("password"),
        extra: "",
        focus: errors.has_focus("password", !form.email.is_empty()),
    }
    .html();
    let product = escape_html(&context.issuer.config().product_name);
    View {
        title: page_title("Sign in", errors),
        body: format!(
            "<h1>Welcome back</h1><p class=\"lead\">Sign in to continue to {product}.</p>{}\
             <form method=\"post\" action=\"{}\" novalidate>{}{email}{password}\
             <p class=\"aside\"><a href=\"{}\">Forgot your password?</a></p>\
             <button type=\"submit\">Sign in</button></form>\
             <p class=\"foot\">New here? <a href=\"{}\">Create an account</a></p>",
            errors.alert_html(),
            escape_html(&context.issuer.page_path("/sign-in")),
            context.hidden_inputs(),
            context.href("/forgot"),
            context.href("/sign-up"),
        ),
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
        hint: None,
        error: errors.get("name"),
        extra: "maxlength=\"100\"",
        focus: errors.has_focus("name", true),
    }
    .html();
    let email = email_field(form.email, errors, false, "email");
    let password = new_password_field("Password", errors);
    View {
        title: page_title("Create your account", errors),
        body: format!(
            "{}<h1>Create your account</h1>\
             <p class=\"lead\">Next we mail you a code, to be sure the address is yours.</p>{}\
             <form method=\"post\" action=\"{}\" novalidate>{}{name}{email}{password}\
             <button type=\"submit\">Create account</button></form>\
             <p class=\"foot\">Have an account already? <a href=\"{}\">Sign in</a></p>",
            step_indicator(1),
            errors.alert_html(),
            escape_html(&context.issuer.page_path("/sign-up")),
            context.hidden_inputs(),
            context.href("/sign-in"),
        ),
    }
}

pub(super) fn email_field(value: &str, errors: &FormErrors, first: bool, autocomplete: &str) -> String {
    Field {
        name: "email",
        label: "E-mail",
        input_type: "email",
        autocomplete,
        value,
        hint: None,
        error: errors.get("email"),
        extra: "maxlength=\"254\" autocapitalize=\"none\" spellcheck=\"false\"",
        focus: errors.has_focus("email", first),
    }
    .html()
}

pub(super) fn new_password_field(label: &str, errors: &FormErrors) -> String {
    let hint = format!("At least {MIN_CHARS} characters. A few words in a row are strong and easy to remember.");
    Field {
        name: "password",
        label,
        input_type: "password",
        autocomplete: "new-password",
        value: "",
        hint: Some(&hint),
        error: errors.get("password"),
        extra: &format!("minlength=\"{MIN_CHARS}\" maxlength=\"{MAX_CHARS}\""),
        focus: errors.has_focus("password", false),
    }
    .html()
}

/// The document title. Errors come first, because screen readers announce the title first.
pub(super) fn page_title(title: &str, errors: &FormErrors) -> String {
    if errors.is_empty() { title.to_owned() } else { format!("Please check: {title}") }
}

/// The step indicator: two ankle bells.
pub(super) fn step_indicator(step: u8) -> String {
    let second = if step == 2 { " class=\"on\"" } else { "" };
    format!("<p class=\"steps\"><i class=\"on\"></i><i{second}></i> Step {step} of 2</p>")
}
