//! Pages that are rendered for each request: the client build leaves placeholders and blocks in comments, which this module
//! parses once. A value is never parsed again, so it cannot contain a placeholder.

use std::collections::HashMap;

use maud::Render as _;

/// A parsed page.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Template(Vec<Part>);

#[derive(Debug, PartialEq, Eq)]
enum Part {
    Html(String),
    /// `{{name}}`
    Value(String),
    /// `<!--name-->…<!--/name-->`, rendered once for each item of the list with this name.
    Block(String, Template),
}

/// The values of a page or of one item of a list.
#[derive(Clone, Debug, Default)]
pub(super) struct Values {
    values: HashMap<&'static str, String>,
    lists: HashMap<&'static str, Vec<Values>>,
}

impl Values {
    /// Adds a text, which is escaped.
    pub(super) fn text(mut self, name: &'static str, text: impl AsRef<str>) -> Self {
        self.values.insert(name, text.as_ref().render().into_string());
        self
    }

    /// Adds HTML.
    pub(super) fn html(mut self, name: &'static str, html: String) -> Self {
        self.values.insert(name, html);
        self
    }

    /// Adds the items of a block.
    pub(super) fn list(mut self, name: &'static str, items: impl IntoIterator<Item = Self>) -> Self {
        self.lists.insert(name, items.into_iter().collect());
        self
    }

    /// Adds a block without values that is rendered if the condition holds.
    pub(super) fn when(self, name: &'static str, condition: bool) -> Self {
        self.list(name, condition.then(Self::default))
    }

    /// Adds a block with one text of the same name, which is rendered unless the text is blank.
    pub(super) fn optional(self, name: &'static str, text: &str) -> Self {
        let item = (!text.trim().is_empty()).then(|| Self::default().text(name, text));
        self.list(name, item)
    }
}

impl Template {
    /// Parses a page. Comments that are not closed, and text in braces that is not a name, stay as they are.
    pub(super) fn parse(mut text: &str) -> Self {
        let mut parts = Vec::new();
        let mut html = String::new();
        while let Some(at) = [text.find("{{"), text.find("<!--")].into_iter().flatten().min() {
            let (before, rest) = text.split_at(at);
            html.push_str(before);
            let Some((part, after)) = parse_value(rest).or_else(|| parse_block(rest)) else {
                let (opening, after) = rest.split_at(2);
                html.push_str(opening);
                text = after;
                continue;
            };
            parts.extend([Part::Html(std::mem::take(&mut html)), part]);
            text = after;
        }
        html.push_str(text);
        parts.push(Part::Html(html));
        Self(parts)
    }

    /// Renders the page. Unknown values are empty; blocks without a list are omitted.
    pub(super) fn render(&self, values: &Values) -> String {
        let mut page = String::new();
        self.render_into(&mut page, &[values]);
        page
    }

    /// Renders with the values of the innermost block last.
    fn render_into(&self, page: &mut String, scopes: &[&Values]) {
        for part in &self.0 {
            match part {
                Part::Html(html) => page.push_str(html),
                Part::Value(name) => {
                    let value = scopes.iter().rev().find_map(|scope| scope.values.get(name.as_str()));
                    page.push_str(value.map_or("", String::as_str));
                }
                Part::Block(name, block) => {
                    let items = scopes.iter().rev().find_map(|scope| scope.lists.get(name.as_str()));
                    for item in items.into_iter().flatten() {
                        block.render_into(page, &[scopes, &[item]].concat());
                    }
                }
            }
        }
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'.')
}

fn parse_value(text: &str) -> Option<(Part, &str)> {
    let (name, after) = text.strip_prefix("{{")?.split_once("}}")?;
    is_name(name).then(|| (Part::Value(name.to_owned()), after))
}

fn parse_block(text: &str) -> Option<(Part, &str)> {
    let (name, rest) = text.strip_prefix("<!--")?.split_once("-->")?;
    let (block, after) = rest.split_once(&format!("<!--/{name}-->"))?;
    is_name(name).then(|| (Part::Block(name.to_owned(), Template::parse(block)), after))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn render(template: &str, values: &Values) -> String {
        Template::parse(template).render(values)
    }

    #[test]
    fn values_are_escaped_and_never_parsed_again() {
        let values = Values::default().text("name", "{{other}}<!--a--> \"&\" <script>").text("other", "secret");
        let page = render("<p title=\"{{name}}\">{{name}}</p>", &values);
        let escaped = "{{other}}&lt;!--a--&gt; &quot;&amp;&quot; &lt;script&gt;";
        assert_eq!(page, format!("<p title=\"{escaped}\">{escaped}</p>"));
    }

    #[test]
    fn blocks_are_repeated_nested_or_omitted() {
        let item = |time: &str| Values::default().text("time", time);
        let day = |day, times: [&str; 2]| Values::default().text("day", day).list("slot", times.map(item));
        let values =
            Values::default().text("zone", "Kolkata").list("day", [day("Mon", ["7", "8"]), day("Tue", ["9", "10"])]);
        let template =
            "<!--day-->{{day}}:<!--slot--> {{time}} {{zone}}<!--/slot-->;<!--/day--><!--photo-->x<!--/photo-->";
        assert_eq!(render(template, &values), "Mon: 7 Kolkata 8 Kolkata;Tue: 9 Kolkata 10 Kolkata;");
    }

    #[test]
    fn blank_texts_and_false_conditions_omit_their_blocks() {
        let values =
            Values::default().optional("guru", " ").optional("bio", "I dance").when("fee", false).when("ok", true);
        let template =
            "<!--guru-->{{guru}}<!--/guru--><!--bio-->{{bio}}<!--/bio--><!--fee-->f<!--/fee--><!--ok-->o<!--/ok-->";
        assert_eq!(render(template, &values), "I danceo");
    }

    #[test]
    fn other_braces_and_comments_are_kept() {
        for text in ["{{", "{{a b}}", "<!--open", "<!-- note -->", "a{b{{c", "<!--x--><!--/y-->", "{{}}"] {
            assert_eq!(render(text, &Values::default()), text);
        }
    }
}
