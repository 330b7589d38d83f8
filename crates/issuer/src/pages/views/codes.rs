//! Pages around mailed codes. They read the same whether or not the address has an account.

use super::account::{email_field, new_password_field, steps, titled};
use crate::pages::fields::{Faults, Field};
use crate::pages::frame::Frame;
use crate::pages::html::esc;
use crate::pages::layout::View;

/// What the page for confirming an address holds.
#[derive(Debug)]
pub(crate) struct VerifyForm<'a> {
    /// Handle of the challenge.
    pub(crate) challenge: &'a str,
    pub(crate) email: &'a str,
    /// A new code has just been sent.
    pub(crate) sent_again: bool,
    pub(crate) faults: Faults,
}

pub(crate) fn verify(frame: &Frame<'_>, form: &VerifyForm<'_>) -> View {
    let faults = &form.faults;
    View {
        title: titled("Check your mail", faults),
        body: format!(
            "{}<h1>Check your mail</h1>\
             <p class=\"lead\">We have sent a code of six digits to <b>{}</b>. It works for 10 minutes.</p>{}{}\
             <form method=\"post\" action=\"{}\" novalidate>{}{}{}\
             <button type=\"submit\">Confirm</button></form>{}\
             <p class=\"foot\">Not your address? <a href=\"{}\">Start again</a></p>",
            steps(2),
            esc(form.email),
            sent_again(form.sent_again),
            faults.alert(),
            esc(&frame.issuer.path("/verify")),
            frame.hidden(),
            challenge_input(form.challenge),
            code_field(faults),
            resend(frame, form.challenge),
            frame.href("/sign-up"),
        ),
    }
}

pub(crate) fn forgot(frame: &Frame<'_>, email: &str, faults: &Faults) -> View {
    View {
        title: titled("Set a new password", faults),
        body: format!(
            "{}<h1>Set a new password</h1>\
             <p class=\"lead\">Tell us your e-mail address, and we send you a code.</p>{}\
             <form method=\"post\" action=\"{}\" novalidate>{}{}<button type=\"submit\">Send the code</button></form>\
             <p class=\"foot\">It came back to you? <a href=\"{}\">Sign in</a></p>",
            steps(1),
            faults.alert(),
            esc(&frame.issuer.path("/forgot")),
            frame.hidden(),
            email_field(email, faults, true, "username"),
            frame.href("/sign-in"),
        ),
    }
}

/// What the page for choosing a new password holds.
#[derive(Debug)]
pub(crate) struct ResetForm<'a> {
    /// Handle of the challenge.
    pub(crate) challenge: &'a str,
    pub(crate) email: &'a str,
    /// What was typed as the code, kept when only the password was refused.
    pub(crate) code: &'a str,
    /// A new code has just been sent.
    pub(crate) sent_again: bool,
    pub(crate) faults: Faults,
}

pub(crate) fn reset(frame: &Frame<'_>, form: &ResetForm<'_>) -> View {
    let faults = &form.faults;
    View {
        title: titled("Choose a new password", faults),
        body: format!(
            "{}<h1>Choose a new password</h1>\
             <p class=\"lead\">We have sent a mail to <b>{}</b>. If this address has an account, the mail holds a code \
             of six digits.</p>{}{}\
             <form method=\"post\" action=\"{}\" novalidate>{}{}\
             <input type=\"hidden\" name=\"username\" value=\"{}\" autocomplete=\"username\">{}{}\
             <button type=\"submit\">Save and sign in</button></form>{}\
             <p class=\"foot\">You will be signed out everywhere else. <a href=\"{}\">Use another address</a></p>",
            steps(2),
            esc(form.email),
            sent_again(form.sent_again),
            faults.alert(),
            esc(&frame.issuer.path("/reset")),
            frame.hidden(),
            challenge_input(form.challenge),
            esc(form.email),
            code_field_with(faults, form.code),
            new_password_field("New password", faults),
            resend(frame, form.challenge),
            frame.href("/forgot"),
        ),
    }
}

fn code_field(faults: &Faults) -> String {
    code_field_with(faults, "")
}

fn code_field_with(faults: &Faults, value: &str) -> String {
    Field {
        name: "code",
        label: "Code from the mail",
        kind: "text",
        autocomplete: "one-time-code",
        value,
        hint: None,
        error: faults.of("code"),
        extra: "class=\"code\" inputmode=\"numeric\" maxlength=\"11\"",
        focus: faults.focus("code", true),
    }
    .html()
}

fn challenge_input(handle: &str) -> String {
    format!("<input type=\"hidden\" name=\"challenge\" value=\"{}\">", esc(handle))
}

fn resend(frame: &Frame<'_>, challenge: &str) -> String {
    let mailbox = match &frame.issuer.config().show_mailbox_link {
        Some(link) => {
            format!("<p class=\"demo\">This is a demonstration: <a href=\"{}\">open its mailbox</a>.</p>", esc(link))
        }
        None => String::new(),
    };
    format!(
        "{mailbox}<form class=\"resend\" method=\"post\" action=\"{}\">{}{}\
         <p>No mail? Look in the spam folder, or <button type=\"submit\" class=\"link\">send a new code</button>.</p>\
         </form>",
        esc(&frame.issuer.path("/resend")),
        frame.hidden(),
        challenge_input(challenge),
    )
}

fn sent_again(shown: bool) -> &'static str {
    if shown {
        "<div class=\"note\" role=\"status\">A new code is on its way. Earlier ones no longer work.</div>"
    } else {
        ""
    }
}
