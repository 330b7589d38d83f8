//! Mails about money: credits that were bought, and payments that go back (D23, D36).

use jiff::Timestamp;
use jiff::tz::TimeZone;
use tala_domain::payments::RefundReason;
use tala_domain::time::Zone;
use tala_gateways::mail::{OutgoingMail, Party};
use tala_store::orders::{Order, Purpose};
use tala_store::refunds::Refund;

use crate::context::Settings;
use crate::mail::format::{clock, footer, paid};
use crate::mail::layout::{Letter, mail};

/// "Your credits are here", with what was paid.
pub(super) fn credits_mail(
    settings: &Settings,
    order: &Order,
    teacher: &str,
    expires_at: Option<Timestamp>,
    to: Party,
    filed_at: Timestamp,
) -> OutgoingMail {
    let size = if let Purpose::Package { size } = order.purpose { size } else { 0 };
    let mut facts = vec![("Credits", format!("{size} classes with {teacher}")), ("Paid", paid(order))];
    if let Some(at) = expires_at {
        facts.push(("Valid until", student_clock(at, order)));
    }
    if let Some(number) = order.receipt_number {
        facts.push(("Receipt", number.to_string()));
    }
    let footer = footer(settings);
    let letter = Letter {
        product: &settings.product_name,
        heading: "Your class credits are here",
        greeting: &format!("Namaste {},", to.name),
        opening: &[format!("You can book {size} classes with {teacher} now. Each class takes one credit.")],
        facts: &facts,
        action: Some(("Book a class", format!("{}/booking#dashboard", settings.public_url))),
        closing: &["Your receipt is under My Credits.".to_owned()],
        footer: &footer,
    };
    mail(format!("credits-{}", order.id), format!("{size} class credits with {teacher}"), &letter, to, filed_at)
}

/// "Your payment goes back", when money could not be used.
pub(super) fn returned_mail(
    settings: &Settings,
    order: &Order,
    refund: &Refund,
    to: Party,
    filed_at: Timestamp,
) -> OutgoingMail {
    let why = match refund.reason {
        RefundReason::Cancelled if order.class_start().is_none() => {
            "We have taken your unspent package of credits back."
        }
        reason => reason.sentence(),
    };
    let amount = refund.money().map_or_else(
        || format!("{} {}", refund.currency, refund.amount_minor),
        |money| format!("{} {}", refund.currency, money.to_major_text()),
    );
    let footer = footer(settings);
    let letter = Letter {
        product: &settings.product_name,
        heading: "Your payment goes back",
        greeting: &format!("Namaste {},", to.name),
        opening: &[why.to_owned(), format!("{amount} go back to where they came from.")],
        facts: &[("Refund", amount.clone()), ("Order", order.id.to_string())],
        action: Some(("Choose a class", format!("{}/booking#dashboard", settings.public_url))),
        closing: &[
            "The refund is started within 1-2 business days and reaches your account when the bank has done its part, \
                    usually 5-7 working days."
                .to_owned(),
        ],
        footer: &footer,
    };
    mail(format!("refund-{}", refund.id), format!("Your payment of {amount} goes back"), &letter, to, filed_at)
}

/// "Mon 23 Nov 2026, 11:30 AM IST (Asia/Kolkata)" on the student's clock.
fn student_clock(at: Timestamp, order: &Order) -> String {
    let zone = order.student_zone.as_deref().and_then(|name| Zone::parse(name).ok());
    let zone = zone.map_or(TimeZone::UTC, |zone| zone.tz().clone());
    clock(at, &zone)
}
