//! The public pages: the client build leaves placeholders (`web/src/site/siteConfig.ts`), which are replaced with this
//! installation's settings once at start-up. The pages then need neither an API call nor scripts.

use std::collections::HashMap;
use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;
use maud::Render as _;
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use super::client_files::ClientFiles;
use crate::config::{Config, SocialLink, Testimonial};

/// Extensions of the files that may contain placeholders.
const TEMPLATE_EXTENSIONS: [&str; 4] = ["html", "txt", "xml", "webmanifest"];

/// A rendered page.
pub(super) struct Page {
    pub(super) body: Vec<u8>,
    /// The compressed body; empty if compression failed.
    pub(super) gzip: Vec<u8>,
    /// Entity tag of the uncompressed body, without quotes.
    pub(super) tag: String,
}

/// All rendered pages by file name.
pub(super) struct Pages(HashMap<String, Page>);

impl Pages {
    /// Renders all templates of the client build.
    pub(super) fn render(config: &Config) -> Self {
        let names = ClientFiles::iter().filter(|name| !name.starts_with("assets/") && is_template(name));
        let pages = names.filter_map(|name| {
            let file = ClientFiles::get(&name)?;
            let text = fill(&String::from_utf8_lossy(&file.data), config);
            Some((name.into_owned(), page(text)))
        });
        Self(pages.collect())
    }

    pub(super) fn get(&self, name: &str) -> Option<&Page> {
        self.0.get(name)
    }
}

fn is_template(name: &str) -> bool {
    name != "app.html" && name.rsplit_once('.').is_some_and(|(_, kind)| TEMPLATE_EXTENSIONS.contains(&kind))
}

/// Compresses a page and computes its tag.
pub(super) fn page(text: String) -> Page {
    let hash = Sha256::digest(text.as_bytes());
    let tag = hash.iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    let gzip = encoder.write_all(text.as_bytes()).and_then(|()| encoder.finish()).unwrap_or_default();
    Page { body: text.into_bytes(), gzip, tag }
}

/// The JSON that the pages' scripts read; `SiteConfig` in the client.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SiteConfig<'a> {
    product_name: &'a str,
    support_email: &'a str,
    postal_address: &'a str,
    social_links: &'a [SocialLink],
    testimonial: Option<&'a Testimonial>,
}

/// Replaces the placeholders of the installation's settings.
pub(super) fn fill(template: &str, config: &Config) -> String {
    let product = &config.product;
    let testimonial = Some(&product.testimonial).filter(|testimonial| !testimonial.quote.is_empty());
    let site = SiteConfig {
        product_name: &product.name,
        support_email: &product.support_email,
        postal_address: &product.postal_address,
        social_links: &product.social_links,
        testimonial,
    };
    let links: Vec<_> =
        product.social_links.iter().map(|link| vec![("link.label", &link.label), ("link.url", &link.url)]).collect();
    let testimonials: Vec<_> = testimonial
        .map(|testimonial| {
            vec![
                ("testimonial.quote", &testimonial.quote),
                ("testimonial.name", &testimonial.name),
                ("testimonial.about", &testimonial.about),
            ]
        })
        .into_iter()
        .collect();
    let text = repeat_block(template, "link", &links);
    let text = repeat_block(&text, "testimonial", &testimonials);
    let json = escape_json_in_html(&serde_json::to_string(&site).unwrap_or_default());
    let text = text.replace("{{config:json}}", &json);
    replace_placeholders(
        &text,
        &[
            ("productName", &product.name),
            ("supportEmail", &product.support_email),
            ("postalAddress", &product.postal_address),
            ("publicUrl", &config.server.public_url),
        ],
    )
}

/// Repeats the block between `<!--name-->` and `<!--/name-->` once for each set of values.
fn repeat_block(text: &str, name: &str, each: &[Vec<(&str, &String)>]) -> String {
    let (begin, end) = (format!("<!--{name}-->"), format!("<!--/{name}-->"));
    let Some((before, rest)) = text.split_once(&begin) else { return text.to_owned() };
    let Some((block, after)) = rest.split_once(&end) else { return text.to_owned() };
    let blocks: String = each.iter().map(|values| replace_placeholders(block, values)).collect();
    format!("{before}{blocks}{after}")
}

/// Replaces `{{name}}` with the value escaped for HTML, and `{{name:text}}` with the value escaped for a JSON string.
fn replace_placeholders(text: &str, values: &[(&str, &String)]) -> String {
    values.iter().fold(text.to_owned(), |text, (name, value)| {
        let quoted = serde_json::to_string(value).unwrap_or_default();
        let unquoted = quoted.trim_start_matches('"').strip_suffix('"').unwrap_or_default();
        text.replace(&format!("{{{{{name}:text}}}}"), &escape_json_in_html(unquoted))
            .replace(&format!("{{{{{name}}}}}"), &value.render().into_string())
    })
}

/// Escapes JSON so that it cannot close the `<script>` element around it.
fn escape_json_in_html(json: &str) -> String {
    json.replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::template::{Template, Values};

    fn config() -> Config {
        let mut config: Config = toml::from_str(crate::config::DEFAULTS).unwrap();
        config.product.name = "T & \"Q\" </script>".to_owned();
        config
    }

    fn testimonial(quote: &str, name: &str, about: &str) -> Testimonial {
        Testimonial { quote: quote.to_owned(), name: name.to_owned(), about: about.to_owned() }
    }

    #[test]
    fn testimonial_without_quote_is_omitted() {
        let filled =
            fill("<!--testimonial--><q>{{testimonial.quote}}</q><!--/testimonial-->{{config:json}}", &config());
        assert!(filled.contains("\"testimonial\":null"), "{filled}");
        assert!(!filled.contains("<q>"), "{filled}");
    }

    #[test]
    fn values_are_escaped() {
        let filled =
            fill("<p title=\"{{productName}}\"></p><script>{\"a\":\"{{productName:text}}\"}</script>", &config());
        let name = "T &amp; &quot;Q&quot; &lt;/script&gt;";
        let json = "T & \\\"Q\\\" \\u003c/script>";
        assert_eq!(filled, format!("<p title=\"{name}\"></p><script>{{\"a\":\"{json}\"}}</script>"));
    }

    #[test]
    fn blocks_are_repeated_or_omitted() {
        let template = "<ul><!--link--><li>{{link.label}}</li><!--/link--></ul><!--testimonial-->{{testimonial.name}}<!--/testimonial-->";
        let mut config = config();
        assert_eq!(fill(template, &config), "<ul><li>Instagram</li><li>YouTube</li></ul>");
        config.product.social_links.clear();
        config.product.testimonial = testimonial("My Sundays.", "Meera", "a student");
        assert_eq!(fill(template, &config), "<ul></ul>Meera");
    }

    #[test]
    fn embedded_json_contains_the_same_values() {
        let mut config = config();
        config.product.testimonial = testimonial("My Sundays.", "Meera", "a student");
        let filled = fill("{{config:json}}", &config);
        let read: serde_json::Value = serde_json::from_str(&filled).unwrap();
        assert_eq!(read["productName"], "T & \"Q\" </script>");
        assert_eq!(read["socialLinks"][1]["label"], "YouTube");
        assert_eq!(read["testimonial"]["name"], "Meera");
        assert!(!filled.contains('<'));
    }

    #[test]
    fn built_pages_have_no_placeholders_left() {
        let pages = Pages::render(&config());
        for (name, page) in &pages.0 {
            // What `FrontPages` fills in is inside blocks.
            let text = String::from_utf8(page.body.clone()).unwrap();
            let text = Template::parse(&text).render(&Values::default());
            assert!(!text.contains("{{"), "{name} contains a placeholder");
        }
    }
}
