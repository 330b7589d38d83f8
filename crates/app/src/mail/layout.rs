//! One look for all mails: a page of warm paper with one card, as HTML that old mail clients understand.

use jiff::Timestamp;
use tala_gateways::mail::{OutgoingMail, Party};

/// Makes text safe inside HTML.
pub(super) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            other => safe.push(other),
        }
    }
    safe
}

/// A web address as a link, everything else as text.
fn linked(value: &str) -> String {
    let text = escape(value);
    if value.starts_with("https://") { format!("<a href=\"{text}\" style=\"color:#9B1B30\">{text}</a>") } else { text }
}

/// What a mail says, once; text and HTML are both made of it.
pub(super) struct Letter<'a> {
    /// The product's name, as a letterhead.
    pub(super) product: &'a str,
    /// One line.
    pub(super) heading: &'a str,
    /// "Namaste Meera," and the like.
    pub(super) greeting: &'a str,
    /// Paragraphs before the facts.
    pub(super) opening: &'a [String],
    /// Label and value.
    pub(super) facts: &'a [(&'a str, String)],
    /// Label and address of the one thing to do.
    pub(super) action: Option<(&'a str, String)>,
    /// Paragraphs after the facts.
    pub(super) closing: &'a [String],
    /// Small print.
    pub(super) footer: &'a [String],
}

impl Letter<'_> {
    /// The plain text part.
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

    /// The HTML part. Everything is inside tables and inline styles, because mail clients drop the rest.
    pub(super) fn to_html(&self) -> String {
        let paragraph =
            |html: String| format!("<p style=\"margin:0 0 16px;font-size:16px;line-height:1.55\">{html}</p>");
        // What people have written stands among the first ones, and becomes no link.
        let opening: String = self.opening.iter().map(|text| paragraph(escape(text))).collect();
        let closing: String = self.closing.iter().map(|text| paragraph(linked(text))).collect();
        let facts: String = self
            .facts
            .iter()
            .map(|(label, value)| {
                format!(
                    "<tr><td style=\"padding:8px 16px 8px 0;color:#6A5358;font-size:14px;vertical-align:top;white-space:nowrap\">{}</td>\
                     <td style=\"padding:8px 0;font-size:16px;font-weight:600\">{}</td></tr>",
                    escape(label),
                    linked(value)
                )
            })
            .collect();
        let action = self.action.as_ref().map_or_else(String::new, |(label, address)| {
            format!(
                "<p style=\"margin:24px 0\"><a href=\"{}\" style=\"background:#9B1B30;color:#FFFDF8;text-decoration:none;\
                 padding:12px 24px;border-radius:24px;font-weight:600;font-size:16px;display:inline-block\">{}</a></p>",
                escape(address),
                escape(label)
            )
        });
        let footer: String = self.footer.iter().map(|line| format!("{}<br>", escape(line))).collect();
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
            heading = escape(self.heading),
            product = escape(self.product),
            greeting = escape(self.greeting),
        )
    }
}

/// A mail with a letter and no calendar invitation.
pub(super) fn mail(id: String, subject: String, letter: &Letter<'_>, to: Party, filed_at: Timestamp) -> OutgoingMail {
    OutgoingMail {
        message_id: id,
        date: filed_at,
        to,
        reply_to: None,
        subject,
        text: letter.to_text(),
        html: letter.to_html(),
        invitation: None,
        headers: Vec::new(),
    }
}
