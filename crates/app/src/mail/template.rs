//! The template of all mails, as plain text and as HTML that old mail clients support.

use jiff::Timestamp;
use maud::{DOCTYPE, Markup, html};
use tala_gateways::mail::{MailAddress, OutgoingMail};

const BODY_STYLE: &str = "margin:0;background:#FBF5EA;color:#2A1A1F;\
                          font-family:'Anek Latin','Segoe UI',Helvetica,Arial,sans-serif";
const PRODUCT_STYLE: &str =
    "padding:0 8px 16px;font-family:Georgia,serif;font-size:22px;font-weight:bold;color:#9B1B30";
const CARD_STYLE: &str = "background:#FFFDF8;border:1px solid #E6D9C6;border-top:4px solid #9B1B30;\
                          border-radius:16px;padding:32px 28px";
const HEADING_STYLE: &str = "margin:0 0 16px;font-family:Georgia,serif;font-size:26px;line-height:1.2;font-weight:bold";
const FACTS_STYLE: &str = "border-top:1px solid #E6D9C6;border-bottom:1px solid #E6D9C6;width:100%;margin:0 0 16px";
const LABEL_STYLE: &str = "padding:8px 16px 8px 0;color:#6A5358;font-size:14px;vertical-align:top;white-space:nowrap";
const PARAGRAPH_STYLE: &str = "margin:0 0 16px;font-size:16px;line-height:1.55";
const BUTTON_STYLE: &str = "background:#9B1B30;color:#FFFDF8;text-decoration:none;padding:12px 24px;\
                            border-radius:24px;font-weight:600;font-size:16px;display:inline-block";

/// Renders text, and an `https` URL as a link.
fn render_value(value: &str) -> Markup {
    html! {
        @if value.starts_with("https://") { a href=(value) style="color:#9B1B30" { (value) } } @else { (value) }
    }
}

/// The content of a mail, from which the text part and the HTML part are rendered.
pub(super) struct MailTemplate<'a> {
    /// Product name, shown above the card.
    pub(super) product: &'a str,
    /// One line, the title of the mail.
    pub(super) heading: &'a str,
    /// For example "Namaste Meera,".
    pub(super) greeting: &'a str,
    /// Paragraphs before the facts.
    pub(super) opening: &'a [String],
    /// Label and value of each row of the table.
    pub(super) facts: &'a [(&'a str, String)],
    /// Label and URL of the button.
    pub(super) action: Option<(&'a str, String)>,
    /// Paragraphs after the facts.
    pub(super) closing: &'a [String],
    /// Lines below the card.
    pub(super) footer: &'a [String],
}

impl MailTemplate<'_> {
    /// Renders the plain text part.
    pub(super) fn to_text(&self) -> String {
        let mut lines = vec![self.heading.to_owned(), String::new(), self.greeting.to_owned(), String::new()];
        for paragraph in self.opening {
            lines.extend([paragraph.clone(), String::new()]);
        }
        lines.extend(self.facts.iter().map(|(label, value)| format!("{label}: {value}")));
        if let Some((label, address)) = &self.action {
            lines.extend([String::new(), format!("{label}: {address}")]);
        }
        for paragraph in self.closing {
            lines.extend([String::new(), paragraph.clone()]);
        }
        lines.extend([String::new(), "-- ".to_owned()]);
        lines.extend(self.footer.iter().cloned());
        lines.join("\n")
    }

    /// Renders the HTML part. It uses tables and inline styles only, because mail clients remove other markup.
    pub(super) fn to_html(&self) -> String {
        let document = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width";
                    meta name="color-scheme" content="light";
                    title { (self.heading) }
                }
                body style=(BODY_STYLE) {
                    table role="presentation" width="100%" cellpadding="0" cellspacing="0" { tr { td align="center" style="padding:32px 16px" {
                        table role="presentation" width="560" cellpadding="0" cellspacing="0" style="max-width:560px;width:100%" {
                            tr { td style=(PRODUCT_STYLE) { (self.product) } }
                            tr { td style=(CARD_STYLE) { (self.card()) } }
                            tr { td style="padding:16px 8px;color:#6A5358;font-size:13px;line-height:1.5" {
                                @for line in self.footer { (line) br; }
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
            p style="margin:0 0 16px;font-size:16px" { (self.greeting) }
            // The opening can contain text written by users, in which URLs must not become links.
            @for text in self.opening { p style=(PARAGRAPH_STYLE) { (text) } }
            table role="presentation" cellpadding="0" cellspacing="0" style=(FACTS_STYLE) {
                @for (label, value) in self.facts {
                    tr {
                        td style=(LABEL_STYLE) { (label) }
                        td style="padding:8px 0;font-size:16px;font-weight:600" { (render_value(value)) }
                    }
                }
            }
            @if let Some((label, url)) = &self.action {
                p style="margin:24px 0" { a href=(url) style=(BUTTON_STYLE) { (label) } }
            }
            @for text in self.closing { p style=(PARAGRAPH_STYLE) { (render_value(text)) } }
        }
    }
}

/// Renders a mail without a calendar invitation. `enqueued_at` becomes its date, so a second attempt is identical.
pub(super) fn outgoing_mail(
    message_id: String,
    subject: String,
    template: &MailTemplate<'_>,
    to: MailAddress,
    enqueued_at: Timestamp,
) -> OutgoingMail {
    OutgoingMail {
        message_id,
        date: enqueued_at,
        to,
        reply_to: None,
        subject,
        text: template.to_text(),
        html: template.to_html(),
        invitation: None,
        headers: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::MailTemplate;

    #[test]
    fn all_texts_are_escaped_in_html_and_only_https_urls_become_links() {
        let hostile = "<script>\"'&".to_owned();
        let template = MailTemplate {
            product: &hostile,
            heading: &hostile,
            greeting: &hostile,
            opening: &[hostile.clone(), "https://example.test/opening".to_owned()],
            facts: &[(&hostile, hostile.clone()), ("Link", "https://example.test/?a=\"&b".to_owned())],
            action: Some((&hostile, hostile.clone())),
            closing: &[hostile.clone(), "javascript:alert(1)".to_owned()],
            footer: std::slice::from_ref(&hostile),
        };
        let html = template.to_html();
        assert!(!html.contains("<script") && !html.contains("\"'&\""), "{html}");
        assert_eq!(html.matches("&lt;script&gt;&quot;'&amp;").count(), 11, "{html}");
        assert_eq!(html.matches("<a href=").count(), 2, "{html}");
        assert!(html.contains("<a href=\"https://example.test/?a=&quot;&amp;b\""), "{html}");
    }
}
