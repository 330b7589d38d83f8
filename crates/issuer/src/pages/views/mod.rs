//! One function for each page: values in, HTML out.

mod account;
mod codes;
mod notices;

pub(crate) use account::{SignInForm, SignUpForm, sign_in, sign_up};
pub(crate) use codes::{ResetForm, VerifyForm, forgot, reset, verify};
pub(crate) use notices::{message, sign_out, signed_in, signed_out};
