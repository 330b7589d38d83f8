//! The templates and words of the invite page in all languages.

use std::collections::HashMap;
use std::net::IpAddr;

use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use tala_app::context::Ctx;

use super::card::{Previews, new_previews};
use super::words::Words;
use crate::config::Config;
use crate::web::client_files::ClientFiles;
use crate::web::pages::{Page, fill, page};
use crate::web::template::Template;

/// The languages of the page and the folders of their files.
const LANGUAGES: [(Language, &str); 2] = [(Language::English, ""), (Language::Hindi, "hi/")];

/// A language of the public pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Language {
    English,
    Hindi,
}

/// The page in one language.
pub(super) struct Translation {
    pub(super) template: Template,
    /// For a code without a teacher.
    pub(super) unknown: Page,
    /// After too many requests or wrong codes.
    pub(super) limited: Template,
    pub(super) words: Words,
}

/// The pages in all languages, and what rendering them needs.
pub(super) struct InvitePages {
    pub(super) ctx: Ctx,
    pub(super) previews: Previews,
    pub(super) translations: HashMap<Language, Translation>,
}

impl InvitePages {
    /// Parses the pages of the client build.
    pub(super) fn load(ctx: Ctx, config: &Config) -> Self {
        let mut words = read_words();
        let translation = |(language, folder): (Language, &'static str)| {
            let key = if language == Language::Hindi { "hi" } else { "en" };
            let template = fill(&read_text(&format!("{folder}invite.tpl"))?, config);
            let unknown = fill(&read_text(&format!("{folder}invite-unknown.html"))?, config);
            let limited = Template::parse(&fill(&read_text(&format!("{folder}invite-limited.html"))?, config));
            let words = words.remove(key).unwrap_or_default();
            let template = Template::parse(&template);
            Some((language, Translation { template, unknown: page(unknown), limited, words }))
        };
        let translations = LANGUAGES.into_iter().filter_map(translation).collect();
        Self { ctx, previews: new_previews(), translations }
    }
}

/// The words of each language.
pub(crate) fn read_words() -> HashMap<String, Words> {
    let json = read_text("invite.json");
    json.and_then(|json| serde_json::from_str(&json).ok()).unwrap_or_default()
}

fn read_text(name: &str) -> Option<String> {
    ClientFiles::get(name).map(|file| String::from_utf8_lossy(&file.data).into_owned())
}

/// A code from the path; empty if it is not UTF-8.
pub(super) type Code = Result<Path<String>, PathRejection>;

/// The key under which wrong codes of a client are counted. It differs from the keys of signed-in people.
pub(super) fn client_key(network: Option<IpAddr>) -> String {
    network.map_or_else(|| "network unknown".to_owned(), |network| format!("network {network}"))
}
