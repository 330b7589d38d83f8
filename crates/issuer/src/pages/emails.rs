//! Emails, as plain text and HTML.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::issuer::Issuer;
use crate::pages::texts::{CodeEmail, PlainEmail, Texts};

/// An email to send.
#[derive(Debug)]
pub(crate) struct EmailMessage {
    pub(crate) subject: String,
    pub(crate) text: String,
    pub(crate) html: String,
}

/// The code that confirms an email address. Contains no name, since the address is not verified yet.
pub(crate) fn confirmation(issuer: &Issuer, texts: &Texts, code: &str) -> EmailMessage {
    with_code(&issuer.config().product_name, texts, &texts.emails.confirmation, code)
}

/// The code for a password reset.
pub(crate) fn password_reset(issuer: &Issuer, texts: &Texts, code: &str) -> EmailMessage {
    with_code(&issuer.config().product_name, texts, &texts.emails.password_reset, code)
}

/// Sent instead of a code when the address of a sign-up has an account.
pub(crate) fn account_exists(issuer: &Issuer, texts: &Texts) -> EmailMessage {
    without_code(issuer, texts, &texts.emails.account_exists)
}

/// Sent instead of a code when the address of a password reset has no account.
pub(crate) fn no_account(issuer: &Issuer, texts: &Texts) -> EmailMessage {
    without_code(issuer, texts, &texts.emails.no_account)
}

/// A notice after the password was reset.
pub(crate) fn password_changed(issuer: &Issuer, texts: &Texts) -> EmailMessage {
    without_code(issuer, texts, &texts.emails.password_changed)
}

fn with_code(product: &str, texts: &Texts, (subject, before, after): &CodeEmail, code: &str) -> EmailMessage {
    let (greeting, before) = (texts.emails.greeting, before(product));
    let text = format!("{greeting}\n\n{before}\n\n    {code}\n\n{after}\n\n{product}\n");
    let body = html! {
        p { (before) }
        p.brand style="margin:24px 0;font-size:34px;letter-spacing:8px;font-weight:600;color:#9b1b30" { (code) }
        p { (after) }
    };
    EmailMessage { subject: subject(product, code), text, html: html_document(product, texts, &body) }
}

fn without_code(issuer: &Issuer, texts: &Texts, (subject, body): &PlainEmail) -> EmailMessage {
    const BUTTON: &str = "display:inline-block;padding:12px 24px;border-radius:24px;background:#9b1b30;color:#fffdf8;\
                          text-decoration:none;font-weight:600";
    let product = &issuer.config().product_name;
    let url = issuer.config().sign_in_url();
    let (greeting, body, sign_in) = (texts.emails.greeting, body(product), texts.emails.sign_in);
    let text = format!("{greeting}\n\n{body}\n\n{sign_in}: {url}\n\n{product}\n");
    let html = html! {
        p { (body) }
        p { a.button href=(url) style=(BUTTON) { (sign_in) } }
    };
    EmailMessage { subject: subject(product), text, html: html_document(product, texts, &html) }
}

/// Colours for clients that show emails dark.
const STYLE_SHEET: &str = "@media (prefers-color-scheme:dark){\
.body{background:#191115!important;color:#f4e9dc!important}\
.brand{color:#f08a8a!important}\
.button{background:#f08a8a!important;color:#241015!important}}";

/// Wraps a body in the HTML document. Uses inline styles because email clients support little CSS.
fn html_document(product: &str, texts: &Texts, body: &Markup) -> String {
    const BODY: &str = "margin:0;background:#fbf5ea;color:#2a1a1f";
    const COLUMN: &str = "max-width:520px;margin:0 auto;padding:32px 24px;font:16px/1.55 system-ui,'Noto Sans Devanagari',\
                          'Kohinoor Devanagari','Nirmala UI',Mangal,sans-serif;\
                          overflow-wrap:anywhere";
    let document = html! {
        (DOCTYPE)
        html lang=(texts.lang) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width,initial-scale=1";
                meta name="color-scheme" content="light dark";
                style { (PreEscaped(STYLE_SHEET)) }
            }
            body.body style=(BODY) {
                div style=(COLUMN) {
                    p.brand style="font:22px Georgia,serif;color:#9b1b30;margin:0 0 24px" { (product) }
                    p { (texts.emails.greeting) }
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
    use crate::pages::texts::ENGLISH;

    #[test]
    fn product_name_is_escaped_in_html_only() {
        let name = "<script>\"'&";
        let email = with_code(name, &ENGLISH, &ENGLISH.emails.confirmation, "123456");
        assert!(!email.html.contains("<script") && email.html.contains("for &lt;script&gt;&quot;'&amp;:"));
        assert!(email.text.contains(name));
    }
}
