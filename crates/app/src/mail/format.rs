//! Formats of times, amounts and the footer in mails.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use tala_domain::money::Money;
use tala_domain::time::Zone;
use tala_store::orders::Order;

use crate::context::Settings;

pub(super) fn parse_zone(name: &str) -> Option<TimeZone> {
    Zone::parse(name).ok().map(|zone| zone.tz().clone())
}

/// Formats an instant like "Mon 23 Nov 2026, 9:00 AM IST (Asia/Kolkata)".
pub(super) fn format_time(at: Timestamp, zone: &TimeZone) -> String {
    let local = at.to_zoned(zone.clone());
    let name = zone.iana_name().unwrap_or("UTC");
    format!("{} ({name})", local.strftime("%a %-d %b %Y, %-I:%M %p %Z"))
}

/// Formats an instant like "Mon 23 Nov, 9:00 AM".
pub(super) fn format_short_time(at: Timestamp, zone: &TimeZone) -> String {
    at.to_zoned(zone.clone()).strftime("%a %-d %b, %-I:%M %p").to_string()
}

/// Returns the footer of every mail.
pub(super) fn footer(settings: &Settings) -> [String; 2] {
    [
        format!("{} · live dance classes, by invitation", settings.product_name),
        format!("Questions? Write to {}", settings.support_email),
    ]
}

/// Formats an amount like "INR 1023.98".
pub(super) fn format_money(amount: Money) -> String {
    format!("{} {}", amount.currency.code(), amount.to_major_text())
}

/// Formats what was paid for an order, like "INR 1023.98, fees included".
pub(super) fn format_paid(order: &Order) -> String {
    let total = order.price.total();
    if total.is_zero() {
        return "nothing: your coupon covers it".to_owned();
    }
    let fees = order.price.service_fee + order.price.provider_fee > 0;
    let note = if fees { ", fees included" } else { "" };
    format!("{}{note}", format_money(total))
}
