//! A page with a message and a link to the product.

use crate::issuer::Issuer;
use crate::pages::html::escape_html;
use crate::pages::layout::View;

/// A message with a link to the product's home page.
pub(crate) fn message(issuer: &Issuer, title: &str, text: &str) -> View {
    let product = escape_html(&issuer.config().product_name);
    let home = escape_html(&issuer.config().home_url());
    View {
        title: title.to_owned(),
        body: format!(
            "<h1>{}</h1><p class=\"lead\">{}</p><p><a class=\"button\" href=\"{home}\">Go to {product}</a></p>",
            escape_html(title),
            escape_html(text)
        ),
    }
}
