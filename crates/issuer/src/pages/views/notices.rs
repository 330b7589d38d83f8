//! Pages before and after a session: signed in, sign out, signed out.

use maud::html;

use super::message::message;
use crate::issuer::Issuer;
use crate::pages::fields::hidden_input;
use crate::pages::layout::View;
use crate::pages::page_context::PageContext;
use crate::pages::texts::Texts;

/// Shown after a sign-in without an authorization request.
pub(crate) fn signed_in(issuer: &Issuer, texts: &Texts, name: &str) -> View {
    message(issuer, texts, texts.session.signed_in, &(texts.session.welcome)(name))
}

pub(crate) fn signed_out(issuer: &Issuer, texts: &Texts) -> View {
    let (title, text) = texts.session.signed_out;
    message(issuer, texts, title, text)
}

/// Asks for confirmation of a sign-out request that was not authenticated by an ID token. `params` are submitted again.
pub(crate) fn sign_out(context: &PageContext<'_>, params: &[(&str, &str)]) -> View {
    let config = context.issuer.config();
    let page = &context.texts.session;
    View {
        title: page.sign_out.to_owned(),
        body: html! {
            h1 { ((page.sign_out_heading)(&config.product_name)) }
            p.lead { (page.sign_out_lead) }
            form method="post" action=(context.issuer.page_path("/logout/confirm")) {
                (context.hidden_inputs())
                @for (name, value) in params { (hidden_input(name, value)) }
                button type="submit" { (page.sign_out) }
            }
            p.foot { a href=(config.home_url()) { (page.stay) } }
        },
    }
}
