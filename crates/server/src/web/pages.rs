//! The public pages, with what belongs to this installation put into the marks that the build has left
//! (`web/src/site/siteConfig.ts`). Done once at the start, so that they are there without a call, and without scripts.

use std::collections::HashMap;
use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use super::client_files::Client;
use crate::config::{Config, SocialLink, Testimonial};

/// The files that may hold marks: text, outside the folder of files that never change.
const KINDS: [&str; 4] = ["html", "txt", "xml", "webmanifest"];

/// A file as this installation serves it.
pub(super) struct Page {
    pub(super) body: Vec<u8>,
    pub(super) gzip: Vec<u8>,
    /// Of the text, whichever way it travels.
    pub(super) tag: String,
}

/// All files that differ between installations, by name.
pub(super) struct Pages(HashMap<String, Page>);

impl Pages {
    pub(super) fn of(config: &Config) -> Self {
        let names = Client::iter().filter(|name| !name.starts_with("assets/") && has_marks(name));
        let filled = names.filter_map(|name| {
            let file = Client::get(&name)?;
            let text = fill(&String::from_utf8_lossy(&file.data), config);
            Some((name.into_owned(), page(text)))
        });
        Self(filled.collect())
    }

    pub(super) fn get(&self, name: &str) -> Option<&Page> {
        self.0.get(name)
    }
}

fn has_marks(name: &str) -> bool {
    name != "app.html" && name.rsplit_once('.').is_some_and(|(_, kind)| KINDS.contains(&kind))
}

fn page(text: String) -> Page {
    let hash = Sha256::digest(text.as_bytes());
    let tag = hash.iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    // Writing to memory cannot fail; if it did, the page would travel uncompressed.
    let gzip = encoder.write_all(text.as_bytes()).and_then(|()| encoder.finish()).unwrap_or_default();
    Page { body: text.into_bytes(), gzip, tag }
}

/// What the scripts of the pages read; the same names as `SiteConfig` there.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SiteConfig<'a> {
    product_name: &'a str,
    support_email: &'a str,
    postal_address: &'a str,
    social_links: &'a [SocialLink],
    testimonial: Option<&'a Testimonial>,
}

fn fill(template: &str, config: &Config) -> String {
    let product = &config.product;
    let testimonial = Some(&product.testimonial).filter(|said| !said.quote.is_empty());
    let site = SiteConfig {
        product_name: &product.name,
        support_email: &product.support_email,
        postal_address: &product.postal_address,
        social_links: &product.social_links,
        testimonial,
    };
    let links: Vec<_> =
        product.social_links.iter().map(|link| vec![("link.label", &link.label), ("link.url", &link.url)]).collect();
    let said: Vec<_> = testimonial
        .map(|said| {
            vec![
                ("testimonial.quote", &said.quote),
                ("testimonial.name", &said.name),
                ("testimonial.about", &said.about),
            ]
        })
        .into_iter()
        .collect();
    let text = repeat(template, "link", &links);
    let text = repeat(&text, "testimonial", &said);
    let text = text.replace("{{config:json}}", &in_script(&serde_json::to_string(&site).unwrap_or_default()));
    put(
        &text,
        &[
            ("productName", &product.name),
            ("supportEmail", &product.support_email),
            ("postalAddress", &product.postal_address),
            ("publicUrl", &config.server.public_url),
        ],
    )
}

/// Writes the part between `<!--name-->` and `<!--/name-->` once for each set of values.
fn repeat(text: &str, name: &str, each: &[Vec<(&str, &String)>]) -> String {
    let (begin, end) = (format!("<!--{name}-->"), format!("<!--/{name}-->"));
    let Some((before, rest)) = text.split_once(&begin) else { return text.to_owned() };
    let Some((part, after)) = rest.split_once(&end) else { return text.to_owned() };
    let parts: String = each.iter().map(|values| put(part, values)).collect();
    format!("{before}{parts}{after}")
}

/// `{{name}}` becomes the value for HTML, `{{name:text}}` the value inside a JSON text.
fn put(text: &str, values: &[(&str, &String)]) -> String {
    values.iter().fold(text.to_owned(), |text, (name, value)| {
        let quoted = serde_json::to_string(value).unwrap_or_default();
        let inside = quoted.trim_start_matches('"').strip_suffix('"').unwrap_or_default();
        text.replace(&format!("{{{{{name}:text}}}}"), &in_script(inside))
            .replace(&format!("{{{{{name}}}}}"), &escape(value))
    })
}

/// JSON that cannot end the element it stands in.
fn in_script(json: &str) -> String {
    json.replace('<', "\\u003c")
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&#39;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config() -> Config {
        let mut config: Config = toml::from_str(crate::config::DEFAULTS).unwrap();
        config.product.name = "T & \"Q\" </script>".to_owned();
        config
    }

    fn said(quote: &str, name: &str, about: &str) -> Testimonial {
        Testimonial { quote: quote.to_owned(), name: name.to_owned(), about: about.to_owned() }
    }

    #[test]
    fn nobody_is_quoted_who_was_not_put_in() {
        let filled =
            fill("<!--testimonial--><q>{{testimonial.quote}}</q><!--/testimonial-->{{config:json}}", &config());
        assert!(filled.contains("\"testimonial\":null"), "{filled}");
        assert!(!filled.contains("<q>"), "{filled}");
    }

    #[test]
    fn values_are_written_so_that_they_cannot_become_markup() {
        let filled =
            fill("<p title=\"{{productName}}\"></p><script>{\"a\":\"{{productName:text}}\"}</script>", &config());
        let name = "T &amp; &quot;Q&quot; &lt;/script&gt;";
        let json = "T & \\\"Q\\\" \\u003c/script>";
        assert_eq!(filled, format!("<p title=\"{name}\"></p><script>{{\"a\":\"{json}\"}}</script>"));
    }

    #[test]
    fn parts_are_repeated_or_left_out() {
        let template = "<ul><!--link--><li>{{link.label}}</li><!--/link--></ul><!--testimonial-->{{testimonial.name}}<!--/testimonial-->";
        let mut config = config();
        assert_eq!(fill(template, &config), "<ul><li>Instagram</li><li>YouTube</li></ul>");
        config.product.social_links.clear();
        config.product.testimonial = said("My Sundays.", "Meera", "a student");
        assert_eq!(fill(template, &config), "<ul></ul>Meera");
    }

    #[test]
    fn the_pages_script_reads_the_same_values() {
        let mut config = config();
        config.product.testimonial = said("My Sundays.", "Meera", "a student");
        let filled = fill("{{config:json}}", &config);
        let read: serde_json::Value = serde_json::from_str(&filled).unwrap();
        assert_eq!(read["productName"], "T & \"Q\" </script>");
        assert_eq!(read["socialLinks"][1]["label"], "YouTube");
        assert_eq!(read["testimonial"]["name"], "Meera");
        assert!(!filled.contains('<'));
    }

    #[test]
    fn nothing_of_the_built_pages_stays_a_mark() {
        let pages = Pages::of(&config());
        for (name, page) in &pages.0 {
            let text = String::from_utf8(page.body.clone()).unwrap();
            assert!(!text.contains("{{"), "{name} keeps a mark");
        }
    }
}
