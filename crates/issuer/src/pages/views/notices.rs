//! Pages before and after a session: signed in, sign out, signed out.

use super::message::message;
use crate::issuer::Issuer;
use crate::pages::html::escape_html;
use crate::pages::layout::View;
use crate::pages::page_context::PageContext;

/// Shown after a sign-in without an authorization request.
pub(crate) fn signed_in(issuer: &Issuer, name: &str) -> View {
    message(issuer, "You are signed in", &format!("Good to see you, {name}. You can go on now."))
}

pub(crate) fn signed_out(issuer: &Issuer) -> View {
    message(issuer, "You are signed out", "On a shared computer, closing the browser window is a good habit too.")
}

/// Asks for confirmation of a sign-out request that was not authenticated by an ID token.
pub(crate) fn sign_out(context: &PageContext<'_>, hidden: &str) -> View {
    let product = escape_html(&context.issuer.config().product_name);
    let home = escape_html(&context.issuer.config().home_url());
    View {
        title: "Sign out".to_owned(),
        body: format!(
            "<h1>Sign out of {product}?</h1>\
             <p class=\"lead\">You will need your password to come back on this device.</p>\
             <form method=\"post\" action=\"{}\">{}{hidden}<button type=\"submit\">Sign out</button></form>\
             <p class=\"foot\"><a href=\"{home}\">Stay signed in</a></p>",
            escape_html(&context.issuer.page_path("/logout/confirm")),
            context.hidden_inputs(),
        ),
    }
}
