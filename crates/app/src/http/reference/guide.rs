//! The guide: `API.md` as HTML.

use pulldown_cmark::{CowStr, Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd, html};

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
        let mut events: Vec<Event<'_>> =
            Parser::new_ext(SOURCE, Options::ENABLE_TABLES).map(without_file_link).collect();
        let chapters = number_chapters(&mut events);
        let mut html = String::new();
        html::push_html(&mut html, wrap_tables(events).into_iter());
        Self { html, chapters }
    }
}

fn without_file_link(event: Event<'_>) -> Event<'_> {
    match event {
        Event::Start(Tag::Link { dest_url, .. }) if !is_web_link(&dest_url) => Event::Text("".into()),
        other => other,
    }
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

/// Lets wide tables scroll, and drops the ends of links that [`without_file_link`] removed.
fn wrap_tables(events: Vec<Event<'_>>) -> Vec<Event<'_>> {
    let mut open_links = 0_u32;
    let mut wrapped = Vec::with_capacity(events.len());
    for event in events {
        match event {
            Event::Start(Tag::Table(_)) => {
                wrapped.push(Event::Html("<div class=\"table\">".into()));
                wrapped.push(event);
            }
            Event::End(TagEnd::Table) => {
                wrapped.push(event);
                wrapped.push(Event::Html("</div>".into()));
            }
            Event::Start(Tag::Link { link_type: LinkType::Inline | LinkType::Autolink, .. }) => {
                open_links += 1;
                wrapped.push(event);
            }
            Event::End(TagEnd::Link) if open_links == 0 => {}
            Event::End(TagEnd::Link) => {
                open_links -= 1;
                wrapped.push(event);
            }
            other => wrapped.push(other),
        }
    }
    wrapped
}
