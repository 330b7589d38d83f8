//! English.

use super::catalogue::{
    CodeTexts, EmailTexts, ErrorPageTexts, FieldErrorTexts, SessionTexts, SignInTexts, SignUpTexts, Texts,
};
use crate::crypto::password_policy::{MAX_CHARS, MIN_CHARS, Violation};

/// The texts in English.
pub(crate) static ENGLISH: Texts = Texts {
    lang: "en",
    other_language: ("hi", "हिन्दी"),
    email: "Email",
    password: "Password",
    password_hint: "At least 10 characters. A few words in a row are strong and easy to remember.",
    show_password: "Show password",
    hide_password: "Hide password",
    name: "Your name",
    code: "6-digit code",
    error_title: |title| format!("Error: {title}"),
    several_errors: |count| format!("Please correct {count} fields below."),
    step: |step| format!("Step {step} of 2"),
    go_to: |product| format!("Go to {product}"),
    sign_in: SignInTexts {
        title: "Sign in",
        heading: "Welcome back",
        lead: |product| format!("Sign in to continue to {product}."),
        forgot: "Forgot your password?",
        submit: "Sign in",
        sign_up: ("New here?", "Create an account"),
    },
    sign_up: SignUpTexts {
        title: "Create your account",
        lead: "We'll email you a code to confirm your address.",
        submit: "Create account",
        sign_in: ("Already have an account?", "Sign in"),
        terms: ["By creating an account you agree to our ", "terms", " and ", "privacy policy", "."],
    },
    codes: CodeTexts {
        check_email: "Check your email",
        confirm_lead: (
            "We've sent an email to",
            ". If this address is new here, it contains a 6-digit code that's valid for 10 minutes.",
        ),
        confirm: "Confirm",
        start_again: ("Not your address?", "Start again"),
        forgot_title: "Reset your password",
        forgot_lead: "Enter your email address and we'll send you a code.",
        send: "Send code",
        remembered: ("Remembered it?", "Sign in"),
        reset_title: "Choose a new password",
        reset_lead: (
            "We've sent an email to",
            ". If this address has an account, it contains a 6-digit code that's valid for 10 minutes.",
        ),
        new_password: "New password",
        save: "Save and sign in",
        other_address: ("You'll be signed out on all other devices within minutes.", "Use another address"),
        resent: "We've sent a new code. Earlier codes no longer work.",
        resend: ["No email? Check your spam folder, or ", "send a new code", "."],
        resend_wait: "send a new code in {} seconds",
        demo: ("This is a demo:", "open its mailbox"),
    },
    session: SessionTexts {
        signed_in: "You're signed in",
        welcome: |name| format!("Good to see you, {name}."),
        signed_out: ("You're signed out", "On a shared computer, close the browser window too."),
        sign_out: "Sign out",
        sign_out_heading: |product| format!("Sign out of {product}?"),
        sign_out_lead: "You'll need your password to sign in again on this device.",
        stay: "Stay signed in",
    },
    invalid: FieldErrorTexts {
        name: "Enter your name, up to 100 characters.",
        email: "Enter an email address like name@example.com.",
        no_password: "Enter your password.",
        credentials: "That email and password don't match. Check both, or reset your password.",
        new_password: describe_violation,
        code: "Enter the 6 digits from the email.",
        code_expired: "This code no longer works. Send a new one with the link below.",
        code_wrong: |left| match left {
            ..=0 => "That's not the code, and it was tried too often. Send a new one with the link below.".to_owned(),
            1 => "That's not the code. You have one more try.".to_owned(),
            left => format!("That's not the code. Check the newest email; you have {left} more tries."),
        },
    },
    errors: ErrorPageTexts {
        invalid_link: "This link doesn't work",
        invalid_link_text: |reason| {
            format!("The application that sent you here made a mistake: {reason}. Go back and try again.")
        },
        stale: (
            "This page has expired",
            "It was open for too long, or your browser blocked our cookie. Please start again. If it keeps happening, allow \
             cookies for this site.",
        ),
        not_found: ("Page not found", "Check that you copied the whole address."),
        rate_limited: "Too many attempts",
        rate_limited_text: |seconds| {
            format!("To keep accounts safe, please wait {} and try again.", format_duration(seconds))
        },
        email_not_sent: (
            "We couldn't send the email",
            "Our email service didn't respond. Please go back and try again in a minute.",
        ),
        busy: ("We're very busy right now", "Many people are signing in. Please try again in a few seconds."),
        internal: ("Something went wrong", "It's our mistake, and we've logged it. Please try again."),
    },
    emails: EmailTexts {
        greeting: "Namaste,",
        confirmation: (
            |product, code| format!("{code} is your {product} code"),
            |product| format!("Enter this code to confirm your email address for {product}:"),
            "It's valid for 10 minutes. Didn't ask for it? You can ignore this email.",
        ),
        password_reset: (
            |product, code| format!("{code} is your code for a new {product} password"),
            |product| {
                format!("Someone, hopefully you, wants to reset the password of your {product} account. The code is:")
            },
            "It's valid for 10 minutes. Wasn't you? Ignore this email; your password stays the same. Never share this code: \
             we'll never ask for it.",
        ),
        account_exists: (
            |product| format!("You already have a {product} account"),
            |product| {
                format!(
                    "Someone, hopefully you, tried to create a {product} account with this email address, but you already \
                     have one. Sign in with it, or choose \u{201c}Forgot your password?\u{201d} on the sign-in page. If it \
                     wasn't you, you can ignore this email."
                )
            },
        ),
        no_account: (
            |product| format!("No {product} account with this email address"),
            |product| {
                format!(
                    "Someone, hopefully you, asked to reset a {product} password, but no account uses this email address. \
                     You may have signed up with another one. If it wasn't you, you can ignore this email."
                )
            },
        ),
        password_changed: (
            |product| format!("Your {product} password was changed"),
            |product| {
                format!(
                    "The password of your {product} account was changed. Your other devices are signed out within minutes. If it \
                     wasn't you, choose \u{201c}Forgot your password?\u{201d} on the sign-in page now."
                )
            },
        ),
        sign_in: "Sign in",
    },
};

fn describe_violation(violation: Violation) -> String {
    match violation {
        Violation::Empty => "Choose a password.".to_owned(),
        Violation::TooShort(length) => {
            format!("Use at least {MIN_CHARS} characters; this has {length}. Three or four words work well.")
        }
        Violation::TooLong => format!("Use at most {MAX_CHARS} characters."),
        Violation::EmailAddress => "Don't use your email address as your password.".to_owned(),
        Violation::PersonalWords => "Your name or email is easy to guess. Add other words.".to_owned(),
        Violation::SiteWords => "Words like dance or class are easy to guess on this site. Add other words.".to_owned(),
        Violation::TooCommon => "Too many people use this password. Add another word or two.".to_owned(),
    }
}

/// A duration in words, rounded up.
fn format_duration(seconds: i64) -> String {
    match seconds {
        ..=1 => "1 second".to_owned(),
        2..=90 => format!("{seconds} seconds"),
        91..=5_400 => format!("{} minutes", (seconds + 59) / 60),
        _ => format!("{} hours", (seconds + 3_599) / 3_600),
    }
}
