//! The mails, as plain text and HTML.

use super::html::esc;
use crate::issuer::Issuer;

/// A mail, ready to be sent.
#[derive(Debug)]
pub(crate) struct Mail {
    pub(crate) subject: String,
    pub(crate) text: String,
    pub(crate) html: String,
}

/// The code that confirms an address. It carries no name: until the code is given, anybody could have typed it.
pub(crate) fn confirm(issuer: &Issuer, code: &str) -> Mail {
    let product = &issuer.config().product_name;
    with_code(
        product,
        &format!("{code} is your {product} code"),
        &format!("Type this code to confirm your e-mail address for {product}:"),
        code,
        "It works for 10 minutes. If you did not ask for it, ignore this mail: nothing will happen.",
    )
}

/// The code that allows a new password.
pub(crate) fn reset(issuer: &Issuer, code: &str) -> Mail {
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

/// Sent instead of a code when a person signs up with an address that has an account.
pub(crate) fn already_have_account(issuer: &Issuer) -> Mail {
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

/// Sent instead of a code when a person asks for a new password and there is no account.
pub(crate) fn no_account(issuer: &Issuer) -> Mail {
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

fn with_code(product: &str, subject: &str, before: &str, code: &str, after: &str) -> Mail {
    let text = format!("{GREETING}\n\n{before}\n\n    {code}\n\n{after}\n\n{product}\n");
    let block = format!(
        "<p style=\"margin:24px 0;font-size:34px;letter-spacing:8px;font-weight:600;color:#9b1b30\">{}</p>",
        esc(code)
    );
    let html = envelope(product, &format!("<p>{}</p>{block}<p>{}</p>", esc(before), esc(after)));
    Mail { subject: subject.to_owned(), text, html }
}

fn without_code(issuer: &Issuer, subject: &str, body: &str) -> Mail {
    let product = &issuer.config().product_name;
    let home = issuer.config().home_url();
    let text = format!("{GREETING}\n\n{body}\n\n{product}: {home}\n");
    let link = format!("<p><a href=\"{0}\" style=\"color:#9b1b30\">{0}</a></p>", esc(&home));
    let html = envelope(product, &format!("<p>{}</p>{link}", esc(body)));
    Mail { subject: subject.to_owned(), text, html }
}

/// Mail programs know little CSS, so styles stand on the elements.
fn envelope(product: &str, body: &str) -> String {
    format!(
        "<!doctype html><html lang=\"en\"><body style=\"margin:0;background:#fbf5ea\">\
         <div style=\"max-width:520px;margin:0 auto;padding:32px 24px;font:16px/1.55 system-ui,sans-serif;\
         color:#2a1a1f\"><p style=\"font:22px Georgia,serif;color:#9b1b30;margin:0 0 24px\">{}</p>\
         <p>{GREETING}</p>{body}</div></body></html>",
        esc(product)
    )
}
