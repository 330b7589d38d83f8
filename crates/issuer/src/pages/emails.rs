//! Emails, as plain text and HTML.

use super::html::escape_html;
use crate::issuer::Issuer;

/// An email to send.
#[derive(Debug)]
pub(crate) struct EmailMessage {
    pub(crate) subject: String,
    pub(crate) text: String,
    pub(crate) html: String,
}

/// The code that confirms an email address. Contains no name, since the address is not verified yet.
pub(crate) fn confirmation(issuer: &Issuer, code: &str) -> EmailMessage {
    let product = &issuer.config().product_name;
    with_code(
        product,
        &format!("{code} is your {product} code"),
        &format!("Type this code to confirm your e-mail address for {product}:"),
        code,
        "It works for 10 minutes. If you did not ask for it, ignore this mail: nothing will happen.",
    )
}

/// The code for a password reset.
pub(crate) fn password_reset(issuer: &Issuer, code: &str) -> EmailMessage {
    let product = &issuer.config().product_name;
    with_code(
        product,
        &format!("{code} is your code for a new {product} password"),
        &format!("Someone, hopefully you, wants to set a new password for your {product} account. The code is:"),
        code,
        "It works for 10 minutes. If it was not you, ignore this mail; your password stays as it is. \
         Never tell this code to anybody: we will not ask for it.",
    )
}

/// Sent instead of a code when the address of a sign-up has an account.
pub(crate) fn account_exists(issuer: &Issuer) -> EmailMessage {
    let product = &issuer.config().product_name;
    without_code(
        issuer,
        &format!("You already have a {product} account"),
        &format!(
            "Someone, hopefully you, tried to create a {product} account with this address. You have one already: \
             sign in with it, or choose \u{201c}Forgot your password?\u{201d} on the sign-in page. \
             If it was not you, there is nothing to do."
        ),
    )
}

/// Sent instead of a code when the address of a password reset has no account.
pub(crate) fn no_account(issuer: &Issuer) -> EmailMessage {
    let product = &issuer.config().product_name;
    without_code(
        issuer,
        &format!("No {product} account with this address"),
        &format!(
            "Someone, hopefully you, asked for a new {product} password, but there is no account with this address. \
             Perhaps you signed up with another one. If it was not you, there is nothing to do."
        ),
    )
}

const GREETING: &str = "Namaste,";

fn with_code(product: &str, subject: &str, before: &str, code: &str, after: &str) -> EmailMessage {
    let text = format!("{GREETING}\n\n{before}\n\n    {code}\n\n{after}\n\n{product}\n");
    let block = format!(
        "<p style=\"margin:24px 0;font-size:34px;letter-spacing:8px;font-weight:600;color:#9b1b30\">{}</p>",
        escape_html(code)
    );
    let html = html_document(product, &format!("<p>{}</p>{block}<p>{}</p>", escape_html(before), escape_html(after)));
    EmailMessage { subject: subject.to_owned(), text, html }
}

fn without_code(issuer: &Issuer, subject: &str, body: &str) -> EmailMessage {
    let product = &issuer.config().product_name;
    let home = issuer.config().home_url();
    let text = format!("{GREETING}\n\n{body}\n\n{product}: {home}\n");
    let link = format!("<p><a href=\"{0}\" style=\"color:#9b1b30\">{0}</a></p>", escape_html(&home));
    let html = html_document(product, &format!("<p>{}</p>{link}", escape_html(body)));
    EmailMessage { subject: subject.to_owned(), text, html }
}

/// Wraps a body in the HTML document. Uses inline styles because email clients support little CSS.
fn html_document(product: &str, body: &str) -> String {
    format!(
        "<!doctype html><html lang=\"en\"><body style=\"margin:0;background:#fbf5ea\">\
         <div style=\"max-width:520px;margin:0 auto;padding:32px 24px;font:16px/1.55 system-ui,sans-serif;\
         color:#2a1a1f\"><p style=\"font:22px Georgia,serif;color:#9b1b30;margin:0 0 24px\">{}</p>\
         <p>{GREETING}</p>{body}</div></body></html>",
        escape_html(product)
    )
}
