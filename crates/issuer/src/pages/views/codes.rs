//! Pages with emailed codes. Their texts are the same with and without an account.

use maud::{Markup, html};

use super::account::{email_field, new_password_field, page_title, step_indicator};
use crate::pages::fields::{Field, FormErrors, hidden_input};
use crate::pages::layout::View;
use crate::pages::page_context::PageContext;

/// Values of the page that confirms an address.
#[derive(Debug)]
pub(crate) struct VerifyForm<'a> {
    /// Handle of the challenge.
    pub(crate) challenge: &'a str,
    pub(crate) email: &'a str,
    /// A new code was sent.
    pub(crate) is_resent: bool,
    pub(crate) errors: FormErrors,
}

pub(crate) fn verify(context: &PageContext<'_>, form: &VerifyForm<'_>) -> View {
    let errors = &form.errors;
    View {
        title: page_title("Check your mail", errors),
        body: html! {
            (step_indicator(2))
            h1 { "Check your mail" }
            p.lead { "Enter the 6-digit code we sent to " b { (form.email) } ". It expires in 10 minutes." }
            (notices(form.is_resent, errors))
            form method="post" action=(context.issuer.page_path("/verify")) novalidate {
                (context.hidden_inputs())
                (hidden_input("challenge", form.challenge))
                (code_field(errors, ""))
                button type="submit" { "Confirm" }
            }
            (resend_form(context, form.challenge))
            p.foot { "Not your address? " a href=(context.href("/sign-up")) { "Start again" } }
        },
    }
}

pub(crate) fn forgot(context: &PageContext<'_>, email: &str, errors: &FormErrors) -> View {
    View {
        title: page_title("Set a new password", errors),
        body: html! {
            (step_indicator(1))
            h1 { "Set a new password" }
            p.lead { "Tell us your e-mail address, and we send you a code." }
            (errors.alert())
            form method="post" action=(context.issuer.page_path("/forgot")) novalidate {
                (context.hidden_inputs())
                (email_field(email, errors, true, "username"))
                button type="submit" { "Send the code" }
            }
            p.foot { "It came back to you? " a href=(context.href("/sign-in")) { "Sign in" } }
        },
    }
}

/// Values of the page that resets a password.
#[derive(Debug)]
pub(crate) struct ResetForm<'a> {
    /// Handle of the challenge.
    pub(crate) challenge: &'a str,
    pub(crate) email: &'a str,
    /// The typed code, kept if only the password is invalid.
    pub(crate) code: &'a str,
    /// A new code was sent.
    pub(crate) is_resent: bool,
    pub(crate) errors: FormErrors,
}

pub(crate) fn reset(context: &PageContext<'_>, form: &ResetForm<'_>) -> View {
    let errors = &form.errors;
    View {
        title: page_title("Choose a new password", errors),
        body: html! {
            (step_indicator(2))
            h1 { "Choose a new password" }
            p.lead {
                "We have sent a mail to " b { (form.email) }
                ". If this address has an account, the mail holds a code of six digits."
            }
            (notices(form.is_resent, errors))
            form method="post" action=(context.issuer.page_path("/reset")) novalidate {
                (context.hidden_inputs())
                (hidden_input("challenge", form.challenge))
                input type="hidden" name="username" value=(form.email) autocomplete="username";
                (code_field(errors, form.code))
                (new_password_field("New password", errors))
                button type="submit" { "Save and sign in" }
            }
            (resend_form(context, form.challenge))
            p.foot {
                "You will be signed out everywhere else. " a href=(context.href("/forgot")) { "Use another address" }
            }
        },
    }
}

fn code_field<'a>(errors: &'a FormErrors, value: &'a str) -> Field<'a> {
    Field {
        name: "code",
        label: "Code from the mail",
        input_type: "text",
        autocomplete: "one-time-code",
        value,
        error: errors.get("code"),
        focus: errors.has_focus("code", true),
        class: Some("code"),
        input_mode: Some("numeric"),
        max_length: Some(11),
        ..Field::default()
    }
}

fn resend_form(context: &PageContext<'_>, challenge: &str) -> Markup {
    html! {
        @if let Some(url) = &context.issuer.config().demo_mailbox_url {
            p.demo { "This is a demonstration: " a href=(url) { "open its mailbox" } "." }
        }
        form.resend method="post" action=(context.issuer.page_path("/resend")) {
            (context.hidden_inputs())
            (hidden_input("challenge", challenge))
            p {
                "No mail? Look in the spam folder, or " button.link type="submit" { "send a new code" } "."
            }
        }
    }
}

/// The notices above the form: a new code was sent, and what is invalid.
fn notices(is_resent: bool, errors: &FormErrors) -> Markup {
    html! {
        @if is_resent {
            div.note role="status" { "A new code is on its way. Earlier ones no longer work." }
        }
        (errors.alert())
    }
}
