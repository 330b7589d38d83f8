//! Pages with emailed codes. Their texts are the same with and without an account.

use super::account::{email_field, new_password_field, page_title, step_indicator};
use crate::pages::fields::{Field, FormErrors};
use crate::pages::html::escape_html;
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
        body: format!(
            "{}<h1>Check your mail</h1>\
             <p class=\"lead\">We have sent a code of six digits to <b>{}</b>. It works for 10 minutes.</p>{}{}\
             <form method=\"post\" action=\"{}\" novalidate>{}{}{}\
             <button type=\"submit\">Confirm</button></form>{}\
             <p class=\"foot\">Not your address? <a href=\"{}\">Start again</a></p>",
            step_indicator(2),
            escape_html(form.email),
            resent_notice(form.is_resent),
            errors.alert_html(),
            escape_html(&context.issuer.page_path("/verify")),
            context.hidden_inputs(),
            challenge_input(form.challenge),
            code_field(errors, ""),
            resend_form(context, form.challenge),
            context.href("/sign-up"),
        ),
    }
}

pub(crate) fn forgot(context: &PageContext<'_>, email: &str, errors: &FormErrors) -> View {
    View {
        title: page_title("Set a new password", errors),
        body: format!(
            "{}<h1>Set a new password</h1>\
             <p class=\"lead\">Tell us your e-mail address, and we send you a code.</p>{}\
             <form method=\"post\" action=\"{}\" novalidate>{}{}<button type=\"submit\">Send the code</button></form>\
             <p class=\"foot\">It came back to you? <a href=\"{}\">Sign in</a></p>",
            step_indicator(1),
            errors.alert_html(),
            escape_html(&context.issuer.page_path("/forgot")),
            context.hidden_inputs(),
            email_field(email, errors, true, "username"),
            context.href("/sign-in"),
        ),
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
        body: format!(
            "{}<h1>Choose a new password</h1>\
             <p class=\"lead\">We have sent a mail to <b>{}</b>. If this address has an account, the mail holds a code \
             of six digits.</p>{}{}\
             <form method=\"post\" action=\"{}\" novalidate>{}{}\
             <input type=\"hidden\" name=\"username\" value=\"{}\" autocomplete=\"username\">{}{}\
             <button type=\"submit\">Save and sign in</button></form>{}\
             <p class=\"foot\">You will be signed out everywhere else. <a href=\"{}\">Use another address</a></p>",
            step_indicator(2),
            escape_html(form.email),
            resent_notice(form.is_resent),
            errors.alert_html(),
            escape_html(&context.issuer.page_path("/reset")),
            context.hidden_inputs(),
            challenge_input(form.challenge),
            escape_html(form.email),
            code_field(errors, form.code),
            new_password_field("New password", errors),
            resend_form(context, form.challenge),
            context.href("/forgot"),
        ),
    }
}

fn code_field(errors: &FormErrors, value: &str) -> String {
    Field {
        name: "code",
        label: "Code from the mail",
        input_type: "text",
        autocomplete: "one-time-code",
        value,
        hint: None,
        error: errors.get("code"),
        extra: "class=\"code\" inputmode=\"numeric\" maxlength=\"11\"",
        focus: errors.has_focus("code", true),
    }
    .html()
}

fn challenge_input(handle: &str) -> String {
    format!("<input type=\"hidden\" name=\"challenge\" value=\"{}\">", escape_html(handle))
}

fn resend_form(context: &PageContext<'_>, challenge: &str) -> String {
    let mailbox = match &context.issuer.config().demo_mailbox_url {
        Some(link) => {
            format!(
                "<p class=\"demo\">This is a demonstration: <a href=\"{}\">open its mailbox</a>.</p>",
                escape_html(link)
            )
        }
        None => String::new(),
    };
    format!(
        "{mailbox}<form class=\"resend\" method=\"post\" action=\"{}\">{}{}\
         <p>No mail? Look in the spam folder, or <button type=\"submit\" class=\"link\">send a new code</button>.</p>\
         </form>",
        escape_html(&context.issuer.page_path("/resend")),
        context.hidden_inputs(),
        challenge_input(challenge),
    )
}

fn resent_notice(is_resent: bool) -> &'static str {
    if is_resent {
        "<div class=\"note\" role=\"status\">A new code is on its way. Earlier ones no longer work.</div>"
    } else {
        ""
    }
}
