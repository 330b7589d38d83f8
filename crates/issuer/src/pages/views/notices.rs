//! Pages before and after a session: signed in, sign out, signed out.

use maud::html;

use super::message::message;
use crate::issuer::Issuer;
use crate::pages::fields::hidden_input;
use crate::pages::layout::View;
use crate::pages::page_context::PageContext;

/// Shown after a sign-in without an authorization request.
pub(crate) fn signed_in(issuer: &Issuer, name: &str) -> View {
    message(issuer, "You are signed in", &format!("Good to see you, {name}. You can go on now."))
}

pub(crate) fn signed_out(issuer: &Issuer) -> View {
    message(issuer, "You are signed out", "On a shared computer, closing the browser window is a good habit too.")
}

/// Asks for confirmation of a sign-out request that was not authenticated by an ID token. `params` are submitted again.
pub(crate) fn sign_out(context: &PageContext<'_>, params: &[(&str, &str)]) -> View {
    let config = context.issuer.config();
    View {
        title: "Sign out".to_owned(),
        body: html! {
            h1 { "Sign out of " (config.product_name) "?" }
            p.lead { "You will need your password to come back on this device." }
            form method="post" action=(context.issuer.page_path("/logout/confirm")) {
                (context.hidden_inputs())
                @for (name, value) in params { (hidden_input(name, value)) }
                button type="submit" { "Sign out" }
            }
            p.foot { a href=(config.home_url()) { "Stay signed in" } }
        },
    }
}
