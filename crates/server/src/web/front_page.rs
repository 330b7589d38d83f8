//! The front page: the teachers who agreed to be listed are read from the database, at most once a minute.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use moka::future::Cache;
use tala_app::context::Ctx;
use tala_app::services::invitations::first_prices;
use tala_app::views::photo::photo_path;
use tala_domain::money::Money;
use tala_store::teachers::{self, ListedTeacher};

use super::invitation::{Words, format_money, read_words, teacher_emblem};
use super::pages::{Page, page};
use super::template::{Template, Values};

const MAX_TEACHERS: u32 = 12;
const MAX_AGE: Duration = Duration::from_secs(60);
/// The front pages and the keys of their words.
const FRONT_PAGES: [(&str, &str); 2] = [("index.html", "en"), ("hi.html", "hi")];

/// The front pages in all languages.
pub(super) struct FrontPages {
    ctx: Ctx,
    templates: HashMap<&'static str, (Template, Words)>,
    rendered: Cache<&'static str, Arc<Page>>,
}

impl FrontPages {
    /// Parses the pages; `text_of` returns a page with the installation's settings.
    pub(super) fn new(ctx: Ctx, text_of: impl Fn(&str) -> Option<String>) -> Self {
        let mut words = read_words();
        let template = |(name, key): (&'static str, &str)| {
            let text = text_of(name)?;
            Some((name, (Template::parse(&text), words.remove(key).unwrap_or_default())))
        };
        let templates = FRONT_PAGES.into_iter().filter_map(template).collect();
        Self { ctx, templates, rendered: Cache::builder().time_to_live(MAX_AGE).build() }
    }

    /// Returns a front page; `None` if the file is no front page.
    pub(super) async fn get(&self, name: &str) -> Option<Arc<Page>> {
        let (name, (template, words)) = self.templates.get_key_value(name)?;
        let render = async {
            let listed = teachers::list_listed(self.ctx.store.read(), MAX_TEACHERS).await;
            let listed = listed.unwrap_or_else(|error| {
                tracing::warn!(%error, "the teachers of the front page could not be read");
                Vec::new()
            });
            Arc::new(page(template.render(&self.values(&listed, words))))
        };
        Some(self.rendered.get_with(*name, render).await)
    }

    fn values(&self, listed: &[ListedTeacher], words: &Words) -> Values {
        let teachers = listed.iter().map(|teacher| teacher_values(teacher, words));
        let cheapest =
            listed.iter().filter(|teacher| teacher.rate_inr_minor > 0).min_by_key(|teacher| teacher.rate_inr_minor);
        let example = cheapest.and_then(|teacher| {
            let prices = first_prices(&self.ctx, teacher.rate_inr_minor, teacher.rate_usd_minor);
            let [rupees, dollars]: [Money; 2] = prices.try_into().ok()?;
            let values = Values::default().text("rupees", format_money(rupees)).text("dollars", format_money(dollars));
            Some(values)
        });
        Values::default().when("teachers", !listed.is_empty()).list("teacher", teachers).list("example", example)
    }
}

fn teacher_values(teacher: &ListedTeacher, words: &Words) -> Values {
    let styles: Vec<String> = teacher.dance_styles.iter().map(|style| words.style(style)).collect();
    Values::default()
        .text("name", &teacher.name)
        .text("styles", words.join(&styles))
        .html("emblem", teacher_emblem(teacher.id))
        .list("photo", teacher.photo_id.map(|id| Values::default().text("photo", photo_path(id))))
        .when("noPhoto", teacher.photo_id.is_none())
}
