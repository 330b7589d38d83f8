//! Pages with emailed codes. Their texts are the same with and without an account.

use maud::{Markup, html};

use super::account::{email_field, new_password_field, page_title, step_indicator};
use crate::pages::fields::{Field, FormErrors, hidden_input};
use crate::pages::layout::View;
use crate::pages::page_context::PageContext;
use crate::pages::texts::{Linked, Texts};

/// For how long the script keeps the button for a new code disabled, in seconds.
const RESEND_WAIT_SECONDS: u32 = 30;

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
    let (errors, texts) = (&form.errors, context.texts);
    let page = &texts.codes;
    View {
        title: page_title(texts, page.check_email, errors),
        body: html! {
            (step_indicator(texts, 2))
            h1 { (page.check_email) }
            (lead_with_address(page.confirm_lead, form.email))
            (notices(texts, form.is_resent, errors))
            form.autosubmit method="post" action=(context.issuer.page_path("/verify")) novalidate {
                (context.hidden_inputs())
                (hidden_input("challenge", form.challenge))
                (code_field(texts, errors, ""))
                button type="submit" { (page.confirm) }
            }
            (resend_form(context, form.challenge))
            (foot(page.start_again, &context.href("/sign-up")))
        },
    }
}

pub(crate) fn forgot(context: &PageContext<'_>, email: &str, errors: &FormErrors) -> View {
    let texts = context.texts;
    let page = &texts.codes;
    View {
        title: page_title(texts, page.forgot_title, errors),
        body: html! {
            (step_indicator(texts, 1))
            h1 { (page.forgot_title) }
            p.lead { (page.forgot_lead) }
            (errors.alert(texts))
            form method="post" action=(context.issuer.page_path("/forgot")) novalidate {
                (context.hidden_inputs())
                (email_field(texts, email, errors, true, "username"))
                button type="submit" { (page.send) }
            }
            (foot(page.remembered, &context.href("/sign-in")))
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
    let (errors, texts) = (&form.errors, context.texts);
    let page = &texts.codes;
    View {
        title: page_title(texts, page.reset_title, errors),
        body: html! {
            (step_indicator(texts, 2))
            h1 { (page.reset_title) }
            (lead_with_address(page.reset_lead, form.email))
            (notices(texts, form.is_resent, errors))
            form method="post" action=(context.issuer.page_path("/reset")) novalidate {
                (context.hidden_inputs())
                (hidden_input("challenge", form.challenge))
                input type="hidden" name="username" value=(form.email) autocomplete="username";
                (code_field(texts, errors, form.code))
                (new_password_field(texts, page.new_password, errors))
                button type="submit" { (page.save) }
            }
            (resend_form(context, form.challenge))
            (foot(page.other_address, &context.href("/forgot")))
        },
    }
}

fn lead_with_address((before, after): Linked, email: &str) -> Markup {
    html! { p.lead { (before) " " b { (email) } (after) } }
}

fn foot((text, link): Linked, href: &str) -> Markup {
    html! { p.foot { (text) " " a href=(href) { (link) } } }
}

fn code_field<'a>(texts: &'a Texts, errors: &'a FormErrors, value: &'a str) -> Field<'a> {
    Field {
        name: "code",
        label: texts.code,
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
    let page = &context.texts.codes;
    let [before, button, after] = page.resend;
    html! {
        @if let Some(url) = &context.issuer.config().demo_mailbox_url {
            p.demo { (page.demo.0) " " a href=(url) { (page.demo.1) } (after) }
        }
        form.resend method="post" action=(context.issuer.page_path("/resend")) {
            (context.hidden_inputs())
            (hidden_input("challenge", challenge))
            p {
                (before)
                button.link type="submit" data-wait=(RESEND_WAIT_SECONDS) data-waiting=(page.resend_wait) { (button) }
                (after)
            }
        }
    }
}

/// The notices above the form: a new code was sent, and what is invalid.
fn notices(texts: &Texts, is_resent: bool, errors: &FormErrors) -> Markup {
    html! {
        @if is_resent { div.note role="status" { (texts.codes.resent) } }
        (errors.alert(texts))
    }
}
