//! Mails about payments: credits bought, payment refunded (D23, D36).

use jiff::Timestamp;
use jiff::tz::TimeZone;
use tala_domain::payments::RefundReason;
use tala_gateways::mail::{MailAddress, OutgoingMail};
use tala_store::orders::{Order, Purpose};
use tala_store::refunds::Refund;

use crate::context::Settings;
use crate::mail::format::{footer, format_money, format_paid, format_time, parse_zone};
use crate::mail::template::{MailTemplate, outgoing_mail};

/// "Your credits are here", with the amount paid and the receipt number.
pub(super) fn credits_mail(
    settings: &Settings,
    order: &Order,
    teacher: &str,
    expires_at: Option<Timestamp>,
    to: MailAddress,
    enqueued_at: Timestamp,
) -> OutgoingMail {
    let size = if let Purpose::Package { size } = order.purpose { size } else { 0 };
    let mut facts = vec![("Credits", format!("{size} classes with {teacher}")), ("Paid", format_paid(order))];
    if let Some(at) = expires_at {
        facts.push(("Valid until", format_student_time(at, order)));
    }
    if let Some(number) = order.receipt_number {
        facts.push(("Receipt", number.to_string()));
    }
    let footer = footer(settings);
    let template = MailTemplate {
        product: &settings.product_name,
        heading: "Your class credits are here",
        greeting: &format!("Namaste {},", to.name),
        opening: &[format!("You can book {size} classes with {teacher} now. Each class takes one credit.")],
        facts: &facts,
        action: Some(("Book a class", format!("{}/booking#dashboard", settings.public_url))),
        closing: &["Your receipt is under My Credits.".to_owned()],
        footer: &footer,
    };
    let subject = format!("{size} class credits with {teacher}");
    outgoing_mail(format!("credits-{}", order.id), subject, &template, to, enqueued_at)
}

/// "Your payment goes back", with the reason of the refund.
pub(super) fn refund_mail(
    settings: &Settings,
    order: &Order,
    refund: &Refund,
    to: MailAddress,
    enqueued_at: Timestamp,
) -> OutgoingMail {
    let reason = match refund.reason {
        RefundReason::Cancelled if order.class_start().is_none() => {
            "We have taken your unspent package of credits back."
        }
        reason => reason.message(),
    };
    let amount = refund.money().map_or_else(|| format!("{} {}", refund.currency, refund.amount_minor), format_money);
    let footer = footer(settings);
    let template = MailTemplate {
        product: &settings.product_name,
        heading: "Your payment goes back",
        greeting: &format!("Namaste {},", to.name),
        opening: &[reason.to_owned(), format!("{amount} go back to where they came from.")],
        facts: &[("Refund", amount.clone()), ("Order", order.id.to_string())],
        action: Some(("Choose a class", format!("{}/booking#dashboard", settings.public_url))),
        closing: &[
            "The refund is started within 1-2 business days and reaches your account when the bank has done its part, \
                    usually 5-7 working days."
                .to_owned(),
        ],
        footer: &footer,
    };
    let subject = format!("Your payment of {amount} goes back");
    outgoing_mail(format!("refund-{}", refund.id), subject, &template, to, enqueued_at)
}

/// Formats an instant in the student's zone.
fn format_student_time(at: Timestamp, order: &Order) -> String {
    let zone = order.student_zone.as_deref().and_then(parse_zone).unwrap_or(TimeZone::UTC);
    format_time(at, &zone)
}
