//! The layout of all mails, as plain text and as HTML that old mail clients support.

use jiff::Timestamp;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use tala_domain::ids::PersonId;
use tala_domain::time::Language;
use tala_gateways::mail::OutgoingMail;

use crate::context::Settings;
use crate::mail::format::{first_name, fit_subject, footer};
use crate::mail::recipient::Recipient;

const BODY_STYLE: &str = "margin:0;background:#FBF5EA;color:#2A1A1F;\
                          font-family:'Anek Latin','Segoe UI',Helvetica,Arial,'Noto Sans Devanagari',\
                          'Kohinoor Devanagari','Nirmala UI',Mangal,sans-serif";
const PRODUCT_STYLE: &str =
    "padding:0 8px 16px;font-family:Georgia,serif;font-size:22px;font-weight:bold;color:#9B1B30";
const CARD_STYLE: &str = "background:#FFFDF8;border:1px solid #E6D9C6;border-top:4px solid #9B1B30;\
                          border-radius:16px;padding:32px 28px";
// Hindi, which Georgia has not, is higher than Latin.
const HEADING_STYLE: &str = "margin:0 0 16px;font-family:Georgia,'Noto Serif Devanagari','Kohinoor Devanagari',\
                             'Nirmala UI',Mangal,serif;font-size:26px;line-height:1.35;\
                             font-weight:bold;overflow-wrap:anywhere;word-break:break-word";
const FACTS_STYLE: &str = "border-top:1px solid #E6D9C6;border-bottom:1px solid #E6D9C6;width:100%;margin:0 0 16px";
const LABEL_STYLE: &str = "padding:8px 16px 8px 0;color:#6A5358;font-size:14px;line-height:1.5;vertical-align:top;\
                           width:30%";
// An unbreakable link or address must not make the table wider than a phone.
const VALUE_STYLE: &str = "padding:8px 0;font-size:16px;line-height:1.5;vertical-align:top;overflow-wrap:anywhere;\
                           word-break:break-word";
const PARAGRAPH_STYLE: &str =
    "margin:0 0 16px;font-size:16px;line-height:1.55;overflow-wrap:anywhere;word-break:break-word";
const BUTTON_STYLE: &str = "background:#9B1B30;color:#FFFDF8;text-decoration:none;padding:12px 24px;\
                            border-radius:24px;font-weight:600;font-size:16px;display:inline-block";
const LINK_STYLE: &str = "color:#9B1B30;font-size:16px;display:inline-block;padding:8px 0";
const ASIDE_STYLE: &str = "background:#F6ECDD;border-radius:12px;padding:16px;margin:0 0 16px;font-size:15px;\
                           line-height:1.5;overflow-wrap:anywhere;word-break:break-word";

/// Colours for clients that show mails dark, and less padding on phones. Clients without `<style>` keep the inline styles.
const STYLE_SHEET: &str = "\
@media (max-width:480px){.page{padding:16px 8px!important}.card{padding:24px 16px!important}}\
@media (prefers-color-scheme:dark){\
.body{background:#191115!important;color:#F4E9DC!important}\
.card{background:#241A1E!important;border-color:#4A363C!important}\
.facts{border-color:#4A363C!important}\
.muted{color:#C9B4B0!important}\
.brand,.link{color:#F08A8A!important}\
.button{background:#F08A8A!important;color:#241015!important}\
.aside{background:#33252A!important}}";

/// Content of a box under the button, for what the reader may need later.
pub(super) struct Aside {
    /// The question that it answers.
    pub(super) title: &'static str,
    /// Short lines.
    pub(super) lines: Vec<String>,
}

/// The content of a mail, from which the text part and the HTML part are rendered.
#[derive(Default)]
pub(super) struct MailContent {
    /// One line, the title of the mail.
    pub(super) heading: String,
    /// For example "Namaste Meera,".
    pub(super) greeting: String,
    /// Paragraphs before the facts. They may contain text written by users, in which URLs must not become links.
    pub(super) opening: Vec<String>,
    /// Label and value of each row of the table.
    pub(super) facts: Vec<(String, String)>,
    /// Label and URL: the first is a button, the others are links.
    pub(super) actions: Vec<(&'static str, String)>,
    /// The box under the button.
    pub(super) aside: Option<Aside>,
    /// Paragraphs at the end.
    pub(super) closing: Vec<String>,
    /// For an optional mail, the URL at which the reader turns it off.
    pub(super) opt_out: Option<String>,
}

/// Identity and recipient of a mail.
pub(super) struct Envelope {
    /// The Message-ID without its domain; the same for every attempt.
    pub(super) message_id: String,
    /// The subject.
    pub(super) subject: String,
    /// The recipient.
    pub(super) to: Recipient,
    /// When the job was enqueued; becomes the date, so a second attempt is identical.
    pub(super) enqueued_at: Timestamp,
}

/// Tells a guardian which learner the mail addresses.
fn about_learner(language: Language, learner: &str) -> String {
    match language {
        Language::English => format!("This email is about {learner}."),
        Language::Hindi => format!("यह ईमेल {learner} के बारे में है।"),
    }
}

/// Adds the learner to an address of the student area, so that the page is about them (ADR 14).
fn with_learner(url: &str, learner: PersonId) -> String {
    let (page, section) = url.split_once('#').map_or((url, String::new()), |(page, id)| (page, format!("#{id}")));
    let separator = if page.contains('?') { '&' } else { '?' };
    format!("{page}{separator}learner={learner}{section}")
}

impl MailContent {
    /// Appends a row to the table.
    pub(super) fn fact(&mut self, label: &str, value: impl Into<String>) {
        self.facts.push((label.to_owned(), value.into()));
    }

    /// Renders a mail without a calendar invitation.
    pub(super) fn into_mail(mut self, settings: &Settings, envelope: Envelope) -> OutgoingMail {
        let language = envelope.to.language();
        let mut subject = envelope.subject;
        if let Some(learner) = &envelope.to.learner {
            subject = fit_subject(first_name(&learner.name), &subject);
            self.opening.insert(0, about_learner(language, &learner.name));
            let student_area = format!("{}/booking", settings.public_url);
            for (_, url) in self.actions.iter_mut().filter(|(_, url)| url.starts_with(&student_area)) {
                *url = with_learner(url, learner.id);
            }
        }
        let mut footer = footer(settings, language).to_vec();
        if let Some(url) = &self.opt_out {
            let text = "Don't want these emails? Choose which ones you get under My Account:";
            // Without the page's name, which is English for teachers.
            footer.push(language.pick(text, "ये ईमेल नहीं चाहिए? यहाँ चुनें कि कौन से ईमेल आएँ:").to_owned());
            footer.push(url.clone());
        }
        OutgoingMail {
            message_id: envelope.message_id,
            date: envelope.enqueued_at,
            to: envelope.to.to,
            reply_to: None,
            subject,
            text: self.to_text(&footer),
            html: self.to_html(language, &settings.product_name, &footer),
            invitation: None,
            headers: Vec::new(),
        }
    }

    /// Renders the plain text part.
    fn to_text(&self, footer: &[String]) -> String {
        let mut blocks = vec![self.heading.clone(), self.greeting.clone()];
        blocks.extend(self.opening.iter().cloned());
        let facts: Vec<String> = self.facts.iter().map(|(label, value)| format!("{label}: {value}")).collect();
        blocks.push(facts.join("\n"));
        let actions: Vec<String> = self.actions.iter().map(|(label, url)| format!("{label}: {url}")).collect();
        blocks.push(actions.join("\n"));
        if let Some(aside) = &self.aside {
            blocks.push(format!("{}\n{}", aside.title, aside.lines.join("\n")));
        }
        blocks.extend(self.closing.iter().cloned());
        blocks.push(format!("-- \n{}", footer.join("\n")));
        blocks.retain(|block| !block.is_empty());
        blocks.join("\n\n")
    }

    /// Renders the HTML part. It uses tables and inline styles, because mail clients remove other markup.
    fn to_html(&self, language: Language, product: &str, footer: &[String]) -> String {
        let document = html! {
            (DOCTYPE)
            html lang=(language.as_str()) {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width,initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    meta name="supported-color-schemes" content="light dark";
                    title { (self.heading) }
                    style { (PreEscaped(STYLE_SHEET)) }
                }
                body.body style=(BODY_STYLE) {
                    table role="presentation" width="100%" cellpadding="0" cellspacing="0" { tr { td.page align="center" style="padding:32px 16px" {
                        table role="presentation" width="560" cellpadding="0" cellspacing="0" style="max-width:560px;width:100%;table-layout:fixed;text-align:left" {
                            tr { td.brand style=(PRODUCT_STYLE) { (product) } }
                            tr { td.card style=(CARD_STYLE) { (self.card()) } }
                            tr { td.muted style="padding:16px 8px;color:#6A5358;font-size:13px;line-height:1.5;overflow-wrap:anywhere" {
                                @for line in footer { (render_value(line)) br; }
                            } }
                        }
                    } } }
                }
            }
        };
        document.into_string()
    }

    fn card(&self) -> Markup {
        html! {
            h1 style=(HEADING_STYLE) { (self.heading) }
            @if !self.greeting.is_empty() { p style=(PARAGRAPH_STYLE) { (self.greeting) } }
            @for text in &self.opening { p style=(PARAGRAPH_STYLE) { (with_whole_times(text)) } }
            @if !self.facts.is_empty() {
                table.facts role="presentation" cellpadding="0" cellspacing="0" style=(FACTS_STYLE) {
                    @for (label, value) in &self.facts {
                        tr { td.muted style=(LABEL_STYLE) { (label) } td style=(VALUE_STYLE) { (render_value(value)) } }
                    }
                }
            }
            @if let Some(((label, url), links)) = self.actions.split_first() {
                p style="margin:24px 0 8px" { a.button href=(url) style=(BUTTON_STYLE) { (label) } }
                @for (label, url) in links {
                    p style="margin:0" { a.link href=(url) style=(LINK_STYLE) { (label) } }
                }
                div style="height:16px" {}
            }
            @if let Some(aside) = &self.aside {
                div.aside style=(ASIDE_STYLE) {
                    strong { (aside.title) }
                    @for line in &aside.lines { br; (with_whole_times(line)) }
                }
            }
            @for text in &self.closing { p style=(PARAGRAPH_STYLE) { (render_value(text)) } }
        }
    }
}

/// Renders text, and an `https` URL as a link without its scheme.
fn render_value(value: &str) -> Markup {
    html! {
        @match value.strip_prefix("https://") {
            Some(short) if !value.contains(char::is_whitespace) => { a.link href=(value) style="color:#9B1B30" { (short) } }
            _ => { (with_whole_times(value)) }
        }
    }
}

/// Returns the text with no-break spaces in times, so that phones do not put "am" or "सुबह" on a separate line.
fn with_whole_times(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split(' ') {
        let is_half_of_day = matches!(word.trim_matches(|c: char| !c.is_alphanumeric()), "am" | "pm");
        let follows_digit = out.ends_with(|c: char| c.is_ascii_digit());
        let follows_part_of_day = ["तड़के", "सुबह", "दोपहर", "शाम", "रात"].iter().any(|part| out.ends_with(part))
            && word.starts_with(|c: char| c.is_ascii_digit());
        if (is_half_of_day && follows_digit) || follows_part_of_day {
            out.push('\u{a0}');
        } else if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

#[cfg(test)]
mod tests {
    use tala_domain::time::Language;

    use super::{Aside, MailContent, with_whole_times};

    #[test]
    fn times_are_not_broken() {
        assert_eq!(with_whole_times("सोम, शाम 5:30 तक"), "सोम, शाम\u{a0}5:30 तक");
        assert_eq!(with_whole_times("सोम, तड़के 2:30"), "सोम, तड़के\u{a0}2:30");
        assert_eq!(with_whole_times("until 9:00 pm. I am 9 pmx"), "until 9:00\u{a0}pm. I am 9 pmx");
    }

    #[test]
    fn all_texts_are_escaped_in_html_and_only_https_urls_become_links() {
        let hostile = "<script>\"'&".to_owned();
        let content = MailContent {
            heading: hostile.clone(),
            greeting: hostile.clone(),
            opening: vec![hostile.clone(), "https://example.test/opening".to_owned()],
            facts: vec![
                (hostile.clone(), hostile.clone()),
                ("Link".to_owned(), "https://example.test/?a=\"&b".to_owned()),
            ],
            actions: vec![("See", hostile.clone())],
            aside: Some(Aside { title: "Why?", lines: vec![hostile.clone()] }),
            closing: vec![
                hostile.clone(),
                "javascript:alert(1)".to_owned(),
                "https://example.test and more".to_owned(),
            ],
            opt_out: None,
        };
        let html = content.to_html(Language::English, &hostile, std::slice::from_ref(&hostile));
        assert!(!html.contains("<script") && !html.contains("\"'&\""), "{html}");
        assert_eq!(html.matches("&lt;script&gt;&quot;'&amp;").count(), 11, "{html}");
        assert_eq!(html.matches("href=").count(), 2, "{html}");
        assert!(html.contains("href=\"https://example.test/?a=&quot;&amp;b\""), "{html}");
    }

    #[test]
    fn text_part_has_blocks_separated_by_one_empty_line() {
        let content = MailContent {
            heading: "Heading".to_owned(),
            greeting: "Namaste Meera,".to_owned(),
            opening: vec!["Opening.".to_owned()],
            facts: vec![("When".to_owned(), "now".to_owned()), ("Teacher".to_owned(), "Padma".to_owned())],
            actions: vec![("Join class", "https://meet.test".to_owned()), ("See", "https://tala.test".to_owned())],
            aside: Some(Aside { title: "Changed plans?", lines: vec!["One.".to_owned(), "Two.".to_owned()] }),
            ..MailContent::default()
        };
        let expected = "Heading\n\nNamaste Meera,\n\nOpening.\n\nWhen: now\nTeacher: Padma\n\nJoin class: https://meet.test\n\
                        See: https://tala.test\n\nChanged plans?\nOne.\nTwo.\n\n-- \nTala";
        assert_eq!(content.to_text(&["Tala".to_owned()]), expected);
    }
}
