//! The template of all mails, as plain text and as HTML that old mail clients support.

use jiff::Timestamp;
use tala_gateways::mail::{MailAddress, OutgoingMail};

/// Escapes text for HTML content and attributes.
fn escape_html(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// Escapes text for HTML and renders an `https` URL as a link.
fn render_value(value: &str) -> String {
    let text = escape_html(value);
    if value.starts_with("https://") { format!("<a href=\"{text}\" style=\"color:#9B1B30\">{text}</a>") } else { text }
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
        let paragraph =
            |html: String| format!("<p style=\"margin:0 0 16px;font-size:16px;line-height:1.55\">{html}</p>");
        // The opening can contain text written by users, in which URLs must not become links.
        let opening: String = self.opening.iter().map(|text| paragraph(escape_html(text))).collect();
        let closing: String = self.closing.iter().map(|text| paragraph(render_value(text))).collect();
        let facts: String = self
            .facts
            .iter()
            .map(|(label, value)| {
                format!(
                    "<tr><td style=\"padding:8px 16px 8px 0;color:#6A5358;font-size:14px;vertical-align:top;white-space:nowrap\">{}</td>\
                     <td style=\"padding:8px 0;font-size:16px;font-weight:600\">{}</td></tr>",
                    escape_html(label),
                    render_value(value)
                )
            })
            .collect();
        let action = self.action.as_ref().map_or_else(String::new, |(label, address)| {
            format!(
                "<p style=\"margin:24px 0\"><a href=\"{}\" style=\"background:#9B1B30;color:#FFFDF8;text-decoration:none;\
                 padding:12px 24px;border-radius:24px;font-weight:600;font-size:16px;display:inline-block\">{}</a></p>",
                escape_html(address),
                escape_html(label)
            )
        });
        let footer: String = self.footer.iter().map(|line| format!("{}<br>", escape_html(line))).collect();
        format!(
            "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
             <meta name=\"color-scheme\" content=\"light\"><title>{heading}</title></head>\
             <body style=\"margin:0;background:#FBF5EA;color:#2A1A1F;font-family:'Anek Latin','Segoe UI',Helvetica,Arial,sans-serif\">\
             <table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\"><tr><td align=\"center\" style=\"padding:32px 16px\">\
             <table role=\"presentation\" width=\"560\" cellpadding=\"0\" cellspacing=\"0\" style=\"max-width:560px;width:100%\">\
             <tr><td style=\"padding:0 8px 16px;font-family:Georgia,serif;font-size:22px;font-weight:bold;color:#9B1B30\">{product}</td></tr>\
             <tr><td style=\"background:#FFFDF8;border:1px solid #E6D9C6;border-top:4px solid #9B1B30;border-radius:16px;padding:32px 28px\">\
             <h1 style=\"margin:0 0 16px;font-family:Georgia,serif;font-size:26px;line-height:1.2;font-weight:bold\">{heading}</h1>\
             <p style=\"margin:0 0 16px;font-size:16px\">{greeting}</p>{opening}\
             <table role=\"presentation\" cellpadding=\"0\" cellspacing=\"0\" style=\"border-top:1px solid #E6D9C6;border-bottom:1px solid #E6D9C6;width:100%;margin:0 0 16px\">{facts}</table>\
             {action}{closing}</td></tr>\
             <tr><td style=\"padding:16px 8px;color:#6A5358;font-size:13px;line-height:1.5\">{footer}</td></tr>\
             </table></td></tr></table></body></html>",
            heading = escape_html(self.heading),
            product = escape_html(self.product),
            greeting = escape_html(self.greeting),
        )
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
