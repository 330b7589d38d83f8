//! The mail to a teacher who shares a partial refund (ADR 11).

use jiff::Timestamp;
use tala_domain::money::{Currency, Money};
use tala_domain::time::{Language, Zone};
use tala_gateways::mail::OutgoingMail;
use tala_store::bookings::BookingPrice;
use tala_store::orders::{Order, Purpose};
use tala_store::refunds::Refund;

use crate::context::Settings;
use crate::mail::format::{format_credits, format_time, greeting};
use crate::mail::recipient::Recipient;
use crate::mail::template::{Envelope, MailContent};

/// A refund that a teacher shares.
pub(super) struct SharedRefund<'a> {
    /// The refund.
    pub(super) refund: &'a Refund,
    /// The order whose payment is refunded in part.
    pub(super) order: &'a Order,
    /// Name of the student.
    pub(super) student: &'a str,
    /// Start and current price of the class; `None` for a package.
    pub(super) class: Option<(Timestamp, BookingPrice)>,
    /// The teacher's zone.
    pub(super) zone: &'a Zone,
}

/// "A refund reduces your earnings". `None` if the teacher does not share the refund.
pub(super) fn shared_refund_mail(
    settings: &Settings,
    shared: SharedRefund<'_>,
    to: Recipient,
    enqueued_at: Timestamp,
) -> Option<OutgoingMail> {
    let SharedRefund { refund, order, student, class, zone } = shared;
    let language = to.language();
    let share = refund.share?;
    let currency = Currency::parse(&refund.currency)?;
    let refunded = refund.money()?.to_display();
    let reduced = Money::new(share.parts.price, currency).to_display();
    let closing = "The class stays as it is. Your statement shows the reduced amount.";
    let mut content = MailContent {
        heading: language.pick("A refund reduces your earnings", "एक रिफ़ंड से आपकी कमाई घटती है").to_owned(),
        greeting: greeting(language, &to.to.name),
        opening: vec![opening(language, order, student, &refunded), effect(language, order, &reduced)],
        actions: vec![(
            language.pick("See your earnings", "अपनी कमाई देखें"),
            format!("{}/teacher#payments", settings.public_url),
        )],
        ..MailContent::default()
    };
    content.fact(language.pick("Refund to the student", "विद्यार्थी को रिफ़ंड"), refunded.clone());
    content.fact(language.pick("Reduction of the price", "क़ीमत में कमी"), reduced);
    if let Some((starts_at, price)) = class {
        content.fact(language.pick("Class", "क्लास"), format_time(to.text, starts_at, zone));
        content.fact(language.pick("New class price", "क्लास की नई क़ीमत"), price.amount.to_display());
        if let Some((_, earnings)) = price.settlement {
            content.fact(language.pick("You now earn", "अब आपकी कमाई"), earnings.to_display());
        }
        content
            .closing
            .push(language.pick(closing, "क्लास में कोई बदलाव नहीं है। आपके विवरण में घटी हुई रक़म दिखेगी।").to_owned());
    }
    let subject = match language {
        Language::English => format!("A refund of {refunded} reduces your earnings"),
        Language::Hindi => format!("{refunded} के रिफ़ंड से आपकी कमाई घटती है"),
    };
    let message_id = format!("shared-refund-{}", refund.id);
    Some(content.into_mail(settings, Envelope { message_id, subject, to, enqueued_at }))
}

fn opening(language: Language, order: &Order, student: &str, refunded: &str) -> String {
    match (language, order.purpose) {
        (Language::English, Purpose::Class { .. }) => {
            format!("We're refunding {refunded} of {student}'s payment for a class with you.")
        }
        (Language::English, Purpose::Package { size }) => {
            format!(
                "We're refunding {refunded} of {student}'s payment for {} with you.",
                format_credits(language, size)
            )
        }
        (Language::Hindi, Purpose::Class { .. }) => {
            format!("हम आपके साथ क्लास के लिए {student} के पेमेंट में से {refunded} लौटा रहे हैं।")
        }
        (Language::Hindi, Purpose::Package { size }) => {
            format!("हम आपके साथ {} के लिए {student} के पेमेंट में से {refunded} लौटा रहे हैं।", format_credits(language, size))
        }
    }
}

fn effect(language: Language, order: &Order, reduced: &str) -> String {
    match (language, order.purpose) {
        (Language::English, Purpose::Class { .. }) => {
            format!("The price of the class falls by {reduced}, and your earnings from it fall in proportion.")
        }
        (Language::English, Purpose::Package { .. }) => format!(
            "The total price of these credits falls by {reduced}, and your earnings from their classes fall in \
             proportion."
        ),
        (Language::Hindi, Purpose::Class { .. }) => {
            format!("क्लास की क़ीमत {reduced} कम हो गई है, और उसी अनुपात में आपकी कमाई भी।")
        }
        (Language::Hindi, Purpose::Package { .. }) => {
            format!("इन क्रेडिट की कुल क़ीमत {reduced} कम हो गई है, और उसी अनुपात में इनकी क्लासों से आपकी कमाई भी।")
        }
    }
}
