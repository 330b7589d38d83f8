//! How mails write times, amounts and the footer.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use tala_domain::time::Zone;
use tala_store::orders::Order;

use crate::context::Settings;

pub(super) fn zone(name: &str) -> Option<TimeZone> {
    Zone::parse(name).ok().map(|zone| zone.tz().clone())
}

/// "Mon 23 Nov 2026, 9:00 AM IST (Asia/Kolkata)".
pub(super) fn clock(at: Timestamp, zone: &TimeZone) -> String {
    let local = at.to_zoned(zone.clone());
    let name = zone.iana_name().unwrap_or("UTC");
    format!("{} ({name})", local.strftime("%a %-d %b %Y, %-I:%M %p %Z"))
}

/// "Mon 23 Nov, 9:00 AM".
pub(super) fn short_clock(at: Timestamp, zone: &TimeZone) -> String {
    at.to_zoned(zone.clone()).strftime("%a %-d %b, %-I:%M %p").to_string()
}

/// The small print of every mail.
pub(super) fn footer(settings: &Settings) -> [String; 2] {
    [
        format!("{} · live dance classes, by invitation", settings.product_name),
        format!("Questions? Write to {}", settings.support_email),
    ]
}

/// "INR 1023.98, fees included".
pub(super) fn paid(order: &Order) -> String {
    let total = order.price.total();
    if total.is_zero() {
        return "nothing: your coupon covers it".to_owned();
    }
    let fees = order.price.service_fee + order.price.provider_fee > 0;
    let note = if fees { ", fees included" } else { "" };
    format!("{} {}{note}", total.currency.code(), total.to_major_text())
}
