//! The guide: `API.md` as HTML.

use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

const SOURCE: &str = include_str!("../../../../../API.md");

/// A heading of the second level.
pub(super) struct Chapter {
    pub(super) id: String,
    pub(super) title: String,
}

/// The rendered guide.
pub(super) struct Guide {
    pub(super) html: String,
    pub(super) chapters: Vec<Chapter>,
}

impl Guide {
    /// Renders the guide. Links to files of the repository become plain text, because the server does not serve them.
    pub(super) fn render() -> Self {
        let mut events = without_file_links(Parser::new_ext(SOURCE, Options::ENABLE_TABLES));
        let chapters = number_chapters(&mut events);
        let mut html = String::new();
        html::push_html(&mut html, events.into_iter().flat_map(wrap_table));
        Self { html, chapters }
    }
}

/// Removes the starts and ends of links to files; their text stays.
fn without_file_links<'a>(events: impl Iterator<Item = Event<'a>>) -> Vec<Event<'a>> {
    // Links cannot be nested.
    let mut is_file = false;
    events
        .filter(|event| match event {
            Event::Start(Tag::Link { dest_url, .. }) => {
                is_file = !is_web_link(dest_url);
                !is_file
            }
            Event::End(TagEnd::Link) => !is_file,
            _ => true,
        })
        .collect()
}

fn is_web_link(url: &CowStr<'_>) -> bool {
    url.starts_with('#') || url.starts_with('/') || url.starts_with("https://")
}

/// Gives each heading of the second level an id, and returns the list.
fn number_chapters(events: &mut [Event<'_>]) -> Vec<Chapter> {
    let mut chapters = Vec::new();
    for at in 0..events.len() {
        let title = match (events.get(at), events.get(at + 1)) {
            (Some(Event::Start(Tag::Heading { level: HeadingLevel::H2, .. })), Some(Event::Text(title))) => {
                title.to_string()
            }
            _ => continue,
        };
        let id = title.to_lowercase().replace(' ', "-");
        if let Some(Event::Start(Tag::Heading { id: heading_id, .. })) = events.get_mut(at) {
            *heading_id = Some(id.clone().into());
        }
        chapters.push(Chapter { id, title });
    }
    chapters
}

/// Lets a wide table scroll.
fn wrap_table(event: Event<'_>) -> Vec<Event<'_>> {
    match event {
        Event::Start(Tag::Table(_)) => vec![Event::Html("<div class=\"table\">".into()), event],
        Event::End(TagEnd::Table) => vec![event, Event::Html("</div>".into())],
        other => vec![other],
    }
}
