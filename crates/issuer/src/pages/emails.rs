//! Emails, as plain text and HTML.

use maud::{DOCTYPE, Markup, html};

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
    let body = html! {
        p { (before) }
        p style="margin:24px 0;font-size:34px;letter-spacing:8px;font-weight:600;color:#9b1b30" { (code) }
        p { (after) }
    };
    EmailMessage { subject: subject.to_owned(), text, html: html_document(product, &body) }
}

fn without_code(issuer: &Issuer, subject: &str, body: &str) -> EmailMessage {
    let product = &issuer.config().product_name;
    let home = issuer.config().home_url();
    let text = format!("{GREETING}\n\n{body}\n\n{product}: {home}\n");
    let body = html! {
        p { (body) }
        p { a href=(home) style="color:#9b1b30" { (home) } }
    };
    EmailMessage { subject: subject.to_owned(), text, html: html_document(product, &body) }
}

/// Wraps a body in the HTML document. Uses inline styles because email clients support little CSS.
fn html_document(product: &str, body: &Markup) -> String {
    const COLUMN: &str = "max-width:520px;margin:0 auto;padding:32px 24px;font:16px/1.55 system-ui,sans-serif;\
                          color:#2a1a1f";
    let document = html! {
        (DOCTYPE)
        html lang="en" {
            body style="margin:0;background:#fbf5ea" {
                div style=(COLUMN) {
                    p style="font:22px Georgia,serif;color:#9b1b30;margin:0 0 24px" { (product) }
                    p { (GREETING) }
                    (body)
                }
            }
        }
    };
    document.into_string()
}

#[cfg(test)]
mod tests {
    use super::with_code;

    #[test]
    fn product_name_is_escaped_in_html_only() {
        let name = "<script>\"'&";
        let email = with_code(name, "", &format!("Confirm your address for {name}:"), "123456", "");
        assert!(!email.html.contains("<script") && email.html.contains("for &lt;script&gt;&quot;'&amp;:"));
        assert!(email.text.contains(name));
    }
}
