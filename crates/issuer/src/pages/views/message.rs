//! A page with a message and a link to the product.

use maud::html;

use crate::issuer::Issuer;
use crate::pages::layout::View;
use crate::pages::texts::Texts;

/// A message with a link to the product's home page.
pub(crate) fn message(issuer: &Issuer, texts: &Texts, title: &str, text: &str) -> View {
    let config = issuer.config();
    View {
        title: title.to_owned(),
        body: html! {
            h1 { (title) }
            p.lead { (text) }
            p { a.button href=(config.home_url()) { ((texts.go_to)(&config.product_name)) } }
        },
    }
}
