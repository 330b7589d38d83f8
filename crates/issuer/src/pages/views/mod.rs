//! Page templates: functions from values to HTML.

mod account;
mod codes;
pub(crate) mod message;
mod notices;

pub(crate) use account::{SignInForm, SignUpForm, sign_in, sign_up};
pub(crate) use codes::{ResetForm, VerifyForm, forgot, reset, verify};
pub(crate) use notices::{sign_out, signed_in, signed_out};
