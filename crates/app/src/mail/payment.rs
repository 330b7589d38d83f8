//! Mails about payments: credits bought, payment refunded (D23, D36).

use jiff::Timestamp;
use tala_domain::payments::RefundReason;
use tala_domain::time::{TimeText, Zone};
use tala_gateways::mail::{MailAddress, OutgoingMail};
use tala_store::orders::{Order, Purpose};
use tala_store::refunds::Refund;

use crate::context::Settings;
use crate::mail::format::{format_classes, format_credits, format_paid, greeting};
use crate::mail::template::{Envelope, MailContent};

/// Completes a sentence about a refund with where the money goes and when it arrives (D36).
pub(super) fn refund_time(sentence: &str) -> String {
    format!(
        "{sentence} to your original payment method. We start refunds within 1-2 business days; your bank then usually \
         takes 5-7 working days."
    )
}

/// The package that a mail announces.
#[derive(Clone, Copy)]
pub(super) struct BoughtCredits<'a> {
    /// The paid order.
    pub(super) order: &'a Order,
    /// Name of the teacher.
    pub(super) teacher: &'a str,
    /// Expiry of the lot.
    pub(super) expires_at: Option<Timestamp>,
    /// The student's zone.
    pub(super) zone: &'a Zone,
}

/// "Your class credits are ready", with the amount paid and the receipt number.
pub(super) fn credits_mail(
    settings: &Settings,
    bought: BoughtCredits<'_>,
    to: MailAddress,
    enqueued_at: Timestamp,
) -> OutgoingMail {
    let BoughtCredits { order, teacher, expires_at, zone } = bought;
    let size = if let Purpose::Package { size } = order.purpose { size } else { 0 };
    let mut content = MailContent {
        heading: "Your class credits are ready".to_owned(),
        greeting: greeting(&to.name),
        opening: vec![format!(
            "You can now book {} with {teacher}. Each class takes one credit.",
            format_classes(size)
        )],
        actions: vec![("Book a class", format!("{}/booking#dashboard", settings.public_url))],
        closing: vec!["Your receipt is under My Credits.".to_owned()],
        ..MailContent::default()
    };
    content.fact("Credits", format!("{} with {teacher}", format_classes(size)));
    content.fact("Paid", format_paid(order));
    if let Some(at) = expires_at {
        content.fact("Book by", TimeText::default().date_and_time(at, zone.tz()));
    }
    if let Some(number) = order.receipt_number {
        content.fact("Receipt", number.to_string());
    }
    let subject = format!("{} with {teacher}", format_credits(size));
    content.into_mail(settings, Envelope { message_id: format!("credits-{}", order.id), subject, to, enqueued_at })
}

/// "We're refunding a part of your payment": the class or the credits stay (ADR 11).
pub(super) fn partial_refund_mail(
    settings: &Settings,
    (order, teacher): (&Order, &str),
    refund: &Refund,
    to: MailAddress,
    enqueued_at: Timestamp,
) -> OutgoingMail {
    let amount = format_refund(refund);
    let paid = order.price.total();
    let (bought, stays) = match order.purpose {
        Purpose::Class { .. } => (format!("class with {teacher}"), "This doesn't change your booking."),
        Purpose::Package { size } => {
            (format!("{} with {teacher}", format_credits(size)), "This doesn't change your credits.")
        }
    };
    let is_whole = refund.money() == Some(paid);
    let mut content = MailContent {
        heading: format!("We're refunding {}your payment", if is_whole { "" } else { "part of " }),
        greeting: greeting(&to.name),
        opening: vec![
            refund_time(&format!("We're refunding {amount}")),
            format!("You paid {} for your {bought}. {stays}", paid.to_display()),
        ],
        facts: vec![("Refund".to_owned(), amount.clone()), ("Order".to_owned(), order.id.to_string())],
        closing: vec!["All your payments and refunds are under My Credits.".to_owned()],
        ..MailContent::default()
    };
    if let Some(number) = order.receipt_number {
        content.fact("Receipt", number.to_string());
    }
    let subject = format!("We're refunding {amount} of your payment");
    content.into_mail(settings, Envelope { message_id: format!("refund-{}", refund.id), subject, to, enqueued_at })
}

fn format_refund(refund: &Refund) -> String {
    refund.money().map_or_else(|| format!("{} {}", refund.currency, refund.amount_minor), |money| money.to_display())
}

/// "We're refunding your payment", with the reason.
pub(super) fn refund_mail(
    settings: &Settings,
    order: &Order,
    refund: &Refund,
    to: MailAddress,
    enqueued_at: Timestamp,
) -> OutgoingMail {
    let reason = match refund.reason {
        RefundReason::Cancelled if order.class_start().is_none() => "We cancelled your unused package of credits.",
        reason => reason.message(),
    };
    let amount = format_refund(refund);
    let content = MailContent {
        heading: "We're refunding your payment".to_owned(),
        greeting: greeting(&to.name),
        opening: vec![reason.to_owned(), refund_time(&format!("We're refunding {amount}"))],
        facts: vec![("Refund".to_owned(), amount.clone()), ("Order".to_owned(), order.id.to_string())],
        actions: vec![("Book a class", format!("{}/booking#dashboard", settings.public_url))],
        ..MailContent::default()
    };
    let subject = format!("We're refunding your payment of {amount}");
    content.into_mail(settings, Envelope { message_id: format!("refund-{}", refund.id), subject, to, enqueued_at })
}
