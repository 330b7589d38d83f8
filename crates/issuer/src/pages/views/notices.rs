//! Pages without much to fill in.

use crate::issuer::Issuer;
use crate::pages::frame::Frame;
use crate::pages::html::esc;
use crate::pages::layout::View;

/// A sentence and the way back.
pub(crate) fn message(issuer: &Issuer, title: &str, text: &str) -> View {
    let product = esc(&issuer.config().product_name);
    let home = esc(&issuer.config().home_url());
    View {
        title: title.to_owned(),
        body: format!(
            "<h1>{}</h1><p class=\"lead\">{}</p><p><a class=\"button\" href=\"{home}\">Go to {product}</a></p>",
            esc(title),
            esc(text)
        ),
    }
}

/// After signing in without an application waiting.
pub(crate) fn signed_in(issuer: &Issuer, name: &str) -> View {
    message(issuer, "You are signed in", &format!("Good to see you, {name}. You can go on now."))
}

pub(crate) fn signed_out(issuer: &Issuer) -> View {
    message(issuer, "You are signed out", "On a shared computer, closing the browser window is a good habit too.")
}

/// Asks before signing out, when it is not sure that the person wants it.
pub(crate) fn sign_out(frame: &Frame<'_>, hidden: &str) -> View {
    let product = esc(&frame.issuer.config().product_name);
    let home = esc(&frame.issuer.config().home_url());
    View {
        title: "Sign out".to_owned(),
        body: format!(
            "<h1>Sign out of {product}?</h1>\
             <p class=\"lead\">You will need your password to come back on this device.</p>\
             <form method=\"post\" action=\"{}\">{}{hidden}<button type=\"submit\">Sign out</button></form>\
             <p class=\"foot\"><a href=\"{home}\">Stay signed in</a></p>",
            esc(&frame.issuer.path("/logout/confirm")),
            frame.hidden(),
        ),
    }
}
