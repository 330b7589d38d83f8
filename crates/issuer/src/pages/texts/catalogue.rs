//! The types of the texts: a language without one of them does not compile.

use crate::crypto::password_policy::Violation;

/// Title and text of a page with a message only.
pub(crate) type Message = (&'static str, &'static str);

/// A sentence that ends in a link: the text before it, and the link.
pub(crate) type Linked = (&'static str, &'static str);

/// All texts in one language. A text with a gap is a function.
pub(crate) struct Texts {
    /// The `lang` attribute.
    pub(crate) lang: &'static str,
    /// The `lang` attribute and the name of the other language, in that language.
    pub(crate) other_language: (&'static str, &'static str),
    pub(crate) email: &'static str,
    pub(crate) password: &'static str,
    pub(crate) password_hint: &'static str,
    pub(crate) show_password: &'static str,
    pub(crate) hide_password: &'static str,
    pub(crate) name: &'static str,
    pub(crate) code: &'static str,
    pub(crate) error_title: fn(&str) -> String,
    pub(crate) several_errors: fn(usize) -> String,
    pub(crate) step: fn(u8) -> String,
    pub(crate) go_to: fn(&str) -> String,
    pub(crate) sign_in: SignInTexts,
    pub(crate) sign_up: SignUpTexts,
    pub(crate) codes: CodeTexts,
    pub(crate) session: SessionTexts,
    pub(crate) invalid: FieldErrorTexts,
    pub(crate) errors: ErrorPageTexts,
    pub(crate) emails: EmailTexts,
}

/// The sign-in page.
pub(crate) struct SignInTexts {
    pub(crate) title: &'static str,
    pub(crate) heading: &'static str,
    pub(crate) lead: fn(&str) -> String,
    pub(crate) forgot: &'static str,
    pub(crate) submit: &'static str,
    pub(crate) sign_up: Linked,
}

/// The sign-up page.
pub(crate) struct SignUpTexts {
    pub(crate) title: &'static str,
    pub(crate) lead: &'static str,
    pub(crate) submit: &'static str,
    pub(crate) sign_in: Linked,
    /// Before the link to the terms, the link, between the links, the link to the privacy policy, and the rest.
    pub(crate) terms: [&'static str; 5],
}

/// Pages with emailed codes. Their texts are the same with and without an account.
pub(crate) struct CodeTexts {
    pub(crate) check_email: &'static str,
    /// Before and after the address.
    pub(crate) confirm_lead: Linked,
    pub(crate) confirm: &'static str,
    pub(crate) start_again: Linked,
    pub(crate) forgot_title: &'static str,
    pub(crate) forgot_lead: &'static str,
    pub(crate) send: &'static str,
    pub(crate) remembered: Linked,
    pub(crate) reset_title: &'static str,
    /// Before and after the address.
    pub(crate) reset_lead: Linked,
    pub(crate) new_password: &'static str,
    pub(crate) save: &'static str,
    pub(crate) other_address: Linked,
    pub(crate) resent: &'static str,
    /// Before the button, the button, and the rest.
    pub(crate) resend: [&'static str; 3],
    /// The button while it waits, with the remaining seconds as `{}`; the script fills them in.
    pub(crate) resend_wait: &'static str,
    pub(crate) demo: Linked,
}

/// Pages before and after a session.
pub(crate) struct SessionTexts {
    pub(crate) signed_in: &'static str,
    pub(crate) welcome: fn(&str) -> String,
    pub(crate) signed_out: Message,
    pub(crate) sign_out: &'static str,
    pub(crate) sign_out_heading: fn(&str) -> String,
    pub(crate) sign_out_lead: &'static str,
    pub(crate) stay: &'static str,
}

/// Errors beside fields.
pub(crate) struct FieldErrorTexts {
    pub(crate) name: &'static str,
    pub(crate) email: &'static str,
    pub(crate) no_password: &'static str,
    pub(crate) credentials: &'static str,
    pub(crate) new_password: fn(Violation) -> String,
    pub(crate) code: &'static str,
    pub(crate) code_expired: &'static str,
    /// By the number of attempts that are left.
    pub(crate) code_wrong: fn(i64) -> String,
}

/// Error pages.
pub(crate) struct ErrorPageTexts {
    pub(crate) invalid_link: &'static str,
    pub(crate) invalid_link_text: fn(&str) -> String,
    pub(crate) stale: Message,
    pub(crate) not_found: Message,
    pub(crate) rate_limited: &'static str,
    /// By the seconds to wait.
    pub(crate) rate_limited_text: fn(i64) -> String,
    pub(crate) email_not_sent: Message,
    pub(crate) busy: Message,
    pub(crate) internal: Message,
}

/// An email with a code: its subject by product and code, the text before the code by product, and the text after it.
pub(crate) type CodeEmail = (fn(&str, &str) -> String, fn(&str) -> String, &'static str);

/// An email without a code: its subject and its text by product.
pub(crate) type PlainEmail = (fn(&str) -> String, fn(&str) -> String);

/// Emails.
pub(crate) struct EmailTexts {
    pub(crate) greeting: &'static str,
    pub(crate) confirmation: CodeEmail,
    pub(crate) password_reset: CodeEmail,
    pub(crate) account_exists: PlainEmail,
    pub(crate) no_account: PlainEmail,
    pub(crate) password_changed: PlainEmail,
    pub(crate) sign_in: &'static str,
}
