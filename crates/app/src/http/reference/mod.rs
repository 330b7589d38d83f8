//! The API reference: a static HTML page without scripts, rendered from the OpenAPI description and the guide `API.md`
//! (ADR 5).

#![expect(clippy::indexing_slicing, reason = "a missing member of a JSON value is null, it does not panic")]

mod guide;
mod json;
mod operation;
mod schema;

use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde_json::Value;

use self::guide::Guide;
use self::json::{items, members, text};
use self::operation::{OperationView, operation_section};
use self::schema::schema_section;

const STYLE: &str = include_str!("style.css");

/// Renders the page.
pub(crate) fn render(document: &Value) -> String {
    let guide = Guide::render();
    let groups = groups(document);
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { "Tala API" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header.top {
                    a href="#top" { "Tala API" }
                    span { (text(&document["info"]["version"])) }
                    a.download href="/api/openapi.json" { "openapi.json" }
                }
                div.columns {
                    nav aria-label="Contents" { details.contents { summary { "Contents" } (contents(&guide, &groups)) }
                        div.sidebar { (contents(&guide, &groups)) } }
                    main id="top" {
                        (PreEscaped(&guide.html))
                        @for group in &groups { (group_section(document, group)) }
                        section id="types" {
                            h2 { "Types" }
                            @for (name, schema) in members(&document["components"]["schemas"]) { (schema_section(name, schema)) }
                        }
                    }
                }
            }
        }
    };
    page.into_string()
}

struct Group<'a> {
    name: &'a str,
    tags: Vec<TagView<'a>>,
}

struct TagView<'a> {
    name: &'a str,
    description: &'a str,
    operations: Vec<OperationView<'a>>,
}

fn groups<'a>(document: &'a Value) -> Vec<Group<'a>> {
    let operations: Vec<OperationView<'_>> = members(&document["paths"])
        .flat_map(|(path, item)| members(item).map(move |(method, value)| OperationView { path, method, value }))
        .collect();
    let tag = |name: &'a Value| {
        let name = text(name);
        let found = items(&document["tags"]).find(|tag| tag["name"] == name);
        let operations = operations.iter().filter(|operation| operation.value["tags"][0] == name).copied().collect();
        TagView { name, description: found.map_or("", |tag| text(&tag["description"])), operations }
    };
    let group = |group: &'a Value| Group { name: text(&group["name"]), tags: items(&group["tags"]).map(tag).collect() };
    items(&document["x-tagGroups"]).map(group).collect()
}

fn contents(guide: &Guide, groups: &[Group<'_>]) -> Markup {
    html! {
        ul {
            @for chapter in &guide.chapters { li { a href={ "#" (chapter.id) } { (chapter.title) } } }
        }
        @for group in groups {
            p { (group.name) }
            ul {
                @for tag in &group.tags { li { a href={ "#tag-" (tag.name) } { (title_of(tag.name)) } } }
            }
        }
        ul { li { a href="#types" { "Types" } } }
    }
}

fn group_section(document: &Value, group: &Group<'_>) -> Markup {
    html! {
        section {
            h2 { (group.name) }
            @for tag in &group.tags {
                section id={ "tag-" (tag.name) } {
                    h3 { (title_of(tag.name)) }
                    p { (tag.description) }
                    @for operation in &tag.operations { (operation_section(document, operation)) }
                }
            }
        }
    }
}

/// `Admin bookings` for `admin-bookings`.
fn title_of(tag: &str) -> String {
    let words = tag.replace('-', " ");
    let (first, rest) = words.split_at_checked(1).unwrap_or_default();
    first.to_uppercase() + rest
}
