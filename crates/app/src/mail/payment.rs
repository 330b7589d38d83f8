//! Mails about payments: credits bought, payment refunded (D23, D36).

use jiff::Timestamp;
use tala_domain::payments::RefundReason;
use tala_domain::time::{Language, TimeText, Zone};
use tala_gateways::mail::OutgoingMail;
use tala_store::bookings::Booking;
use tala_store::orders::{Order, Purpose};
use tala_store::refunds::Refund;

use crate::context::Settings;
use crate::mail::booking_context::class_name;
use crate::mail::format::{fit_name, format_classes, format_credits, format_paid, format_time, greeting, student_url};
use crate::mail::recipient::Recipient;
use crate::mail::template::{Envelope, MailContent};

/// Says that an amount is refunded, where the money goes and when it arrives (D36).
pub(super) fn refund_time(language: Language, amount: &str) -> String {
    match language {
        Language::English => format!(
            "We're refunding {amount} to your original payment method. We start refunds within 1-2 business days; your bank \
             then usually takes 5-7 business days."
        ),
        Language::Hindi => format!(
            "आपका {amount} का रिफ़ंड 1-2 कामकाजी दिनों में शुरू हो जाएगा। पैसे उसी कार्ड, UPI या बैंक खाते में आएँगे, जिससे आपने पेमेंट किया \
             था। रिफ़ंड शुरू होने के बाद बैंक को आम तौर पर 5-7 कामकाजी दिन लगते हैं।"
        ),
    }
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
    to: Recipient,
    enqueued_at: Timestamp,
) -> OutgoingMail {
    let BoughtCredits { order, teacher, expires_at, zone } = bought;
    let (text, language) = (to.text, to.language());
    let size = if let Purpose::Package { size } = order.purpose { size } else { 0 };
    let (classes, credits) = (format_classes(language, size), format_credits(language, size));
    let (opening, bought, subject) = match language {
        Language::English => (
            format!(
                "You can now book {classes} with {teacher}. Most classes cost 1 credit. You see the cost before you book."
            ),
            format!("{classes} with {teacher}"),
            fit_name(teacher, |teacher| format!("Your {credits} with {teacher} are ready")),
        ),
        Language::Hindi => (
            format!(
                "अब आप {teacher} के साथ {classes} बुक कर सकते हैं। ज़्यादातर क्लासें एक क्रेडिट की हैं। बुक करने से पहले क़ीमत दिखाई जाती है।"
            ),
            format!("{teacher} के साथ {classes}"),
            format!("आपके {credits} आ गए हैं"),
        ),
    };
    let mut content = MailContent {
        heading: language.pick("Your class credits are ready", "आपके क्लास क्रेडिट आ गए हैं").to_owned(),
        greeting: greeting(language, &to.to.name),
        opening: vec![opening],
        actions: vec![book_action(settings, language)],
        closing: vec![language.pick("Your receipt is under My Credits.", "आपकी रसीद “मेरे क्रेडिट” में है।").to_owned()],
        ..MailContent::default()
    };
    content.fact(language.pick("Credits", "क्रेडिट"), bought);
    content.fact(language.pick("Paid", "पेमेंट"), format_paid(language, order));
    if let Some(at) = expires_at {
        content.fact(language.pick("Book by", "कब तक बुक करें"), format_time(text, at, zone));
    }
    if let Some(number) = order.receipt_number {
        content.fact(language.pick("Receipt", "रसीद"), number.to_string());
    }
    content.into_mail(settings, Envelope { message_id: format!("credits-{}", order.id), subject, to, enqueued_at })
}

/// A purchase of which all or a part is refunded.
#[derive(Clone, Copy)]
pub(super) struct RefundedPurchase<'a> {
    /// The order.
    pub(super) order: &'a Order,
    /// The class that the order has paid for, as it is now.
    pub(super) booking: Option<&'a Booking>,
    /// Name of the teacher.
    pub(super) teacher: &'a str,
    /// The refund.
    pub(super) refund: &'a Refund,
    /// The provider's id of the payment, which the receipt and the bank show too.
    pub(super) payment_id: &'a str,
    /// The student's zone.
    pub(super) zone: &'a Zone,
}

impl RefundedPurchase<'_> {
    /// The amount, what it was paid for, and the numbers to find it by.
    fn facts(&self, text: TimeText) -> Vec<(String, String)> {
        let (order, teacher, language) = (self.order, self.teacher, text.language);
        let mut content = MailContent::default();
        content.fact(language.pick("Refund", "रिफ़ंड"), format_refund(self.refund));
        match order.purpose {
            Purpose::Class { starts_at, class_type, .. } => {
                let (class_type, starts_at) =
                    self.booking.map_or((class_type, starts_at), |booking| (booking.class_type, booking.starts_at));
                let class = class_name(language, class_type);
                content.fact(language.pick("Class", "क्लास"), with_teacher(language, &class, teacher));
                content.fact(language.pick("When", "समय"), format_time(text, starts_at, self.zone));
            }
            Purpose::Package { size } => {
                let credits = format_credits(language, size);
                content.fact(language.pick("Package", "पैकेज"), with_teacher(language, &credits, teacher));
            }
        }
        if let Some(number) = order.receipt_number {
            content.fact(language.pick("Receipt", "रसीद"), number.to_string());
        }
        content.fact(language.pick("Payment ID", "पेमेंट ID"), self.payment_id);
        content.facts
    }
}

fn with_teacher(language: Language, bought: &str, teacher: &str) -> String {
    match language {
        Language::English => format!("{bought} with {teacher}"),
        Language::Hindi => format!("{teacher} के साथ {bought}"),
    }
}

/// "We're refunding a part of your payment": the class or the credits stay (ADR 11).
pub(super) fn partial_refund_mail(
    settings: &Settings,
    refunded: RefundedPurchase<'_>,
    to: Recipient,
    enqueued_at: Timestamp,
) -> OutgoingMail {
    let RefundedPurchase { order, teacher, refund, .. } = refunded;
    let language = to.language();
    let amount = format_refund(refund);
    let is_whole = refund.money() == Some(order.price.total());
    let heading = if is_whole {
        language.pick("We're refunding your payment", "आपके पैसे लौटाए जा रहे हैं")
    } else {
        language.pick("We're refunding part of your payment", "हम आपके पेमेंट का एक हिस्सा लौटा रहे हैं")
    };
    let see = language.pick("See your payments", "अपने पेमेंट देखें");
    let closing = "All your payments and refunds are under My Credits.";
    let content = MailContent {
        heading: heading.to_owned(),
        greeting: greeting(language, &to.to.name),
        facts: refunded.facts(to.text),
        opening: vec![refund_time(language, &amount), what_was_paid(language, order, teacher, refund)],
        actions: vec![(see, student_url(settings, language, "account"))],
        closing: vec![language.pick(closing, "आपके सभी पेमेंट और रिफ़ंड “मेरे क्रेडिट” में हैं।").to_owned()],
        ..MailContent::default()
    };
    let subject = match language {
        Language::English => format!("We're refunding {amount} of your payment"),
        Language::Hindi => format!("हम आपके पेमेंट में से {amount} लौटा रहे हैं"),
    };
    content.into_mail(settings, Envelope { message_id: format!("refund-{}", refund.id), subject, to, enqueued_at })
}

/// Names the purchase of a partly refunded order, and says that it stays, or which credits it loses.
fn what_was_paid(language: Language, order: &Order, teacher: &str, refund: &Refund) -> String {
    let paid = order.price.total().to_display();
    let voided = refund.share.map_or(0, |share| share.voided_credits);
    if voided > 0 {
        let voided = format_credits(language, voided);
        return match language {
            Language::English => {
                format!(
                    "This is what you paid for your {voided} with {teacher} that you haven't used. They are removed."
                )
            }
            Language::Hindi => {
                format!("यह {teacher} के साथ आपके बचे हुए क्रेडिट ({voided}) की रक़म है। बचे हुए क्रेडिट हटा दिए गए हैं।")
            }
        };
    }
    match (language, order.purpose) {
        (Language::English, Purpose::Class { .. }) => {
            format!("You paid {paid} for your class with {teacher}. This doesn't change your booking.")
        }
        (Language::English, Purpose::Package { size }) => {
            let credits = format_credits(language, size);
            format!("You paid {paid} for your {credits} with {teacher}. This doesn't change your credits.")
        }
        (Language::Hindi, Purpose::Class { .. }) => {
            format!("आपने {teacher} के साथ क्लास के लिए {paid} का पेमेंट किया था। रिफ़ंड से आपकी बुकिंग पर कोई असर नहीं पड़ेगा।")
        }
        (Language::Hindi, Purpose::Package { size }) => {
            let credits = format_credits(language, size);
            format!("आपने {teacher} के साथ {credits} के लिए {paid} का पेमेंट किया था। रिफ़ंड से आपके क्रेडिट पर कोई असर नहीं पड़ेगा।")
        }
    }
}

fn format_refund(refund: &Refund) -> String {
    refund.money().map_or_else(|| format!("{} {}", refund.currency, refund.amount_minor), |money| money.to_display())
}

/// "We're refunding your payment", with the reason.
pub(super) fn refund_mail(
    settings: &Settings,
    refunded: RefundedPurchase<'_>,
    to: Recipient,
    enqueued_at: Timestamp,
) -> OutgoingMail {
    let RefundedPurchase { order, refund, .. } = refunded;
    let language = to.language();
    let reason = match (refund.reason, language) {
        (RefundReason::Cancelled, _) if order.class_start().is_none() => language.pick(
            "We cancelled your unused package of credits.",
            "हमने आपका क्रेडिट पैकेज रद्द कर दिया है, जो इस्तेमाल नहीं हुआ था।",
        ),
        (reason, Language::English) => reason.message(),
        (reason, Language::Hindi) => hindi_reason(reason),
    };
    let amount = format_refund(refund);
    let content = MailContent {
        heading: language.pick("We're refunding your payment", "आपके पैसे लौटाए जा रहे हैं").to_owned(),
        greeting: greeting(language, &to.to.name),
        opening: vec![reason.to_owned(), refund_time(language, &amount)],
        facts: refunded.facts(to.text),
        actions: vec![book_action(settings, language)],
        ..MailContent::default()
    };
    let subject = match language {
        Language::English => format!("We're refunding your payment of {amount}"),
        Language::Hindi => format!("आपके {amount} लौटाए जा रहे हैं"),
    };
    content.into_mail(settings, Envelope { message_id: format!("refund-{}", refund.id), subject, to, enqueued_at })
}

/// The button that leads to open times.
pub(super) fn book_action(settings: &Settings, language: Language) -> (&'static str, String) {
    (language.pick("Book a class", "क्लास बुक करें"), student_url(settings, language, "dashboard"))
}

/// Why a payment is refunded, in the words of the client.
const fn hindi_reason(reason: RefundReason) -> &'static str {
    match reason {
        RefundReason::SeatGone => "आपका पेमेंट समय ख़त्म होने के बाद आया, और तब तक सीट किसी और ने ले ली थी।",
        RefundReason::StudentBusy => "आपका पेमेंट समय ख़त्म होने के बाद आया, और तब तक उस समय आपकी दूसरी क्लास थी।",
        RefundReason::CouponGone => "आपका पेमेंट समय ख़त्म होने के बाद आया, और तब तक कूपन इस्तेमाल नहीं हो सकता था।",
        RefundReason::NotBookable => "जब तक आपका पेमेंट आया, क्लास बुक नहीं हो सकती थी।",
        RefundReason::Duplicate => "इसका पेमेंट पहले ही हो चुका था, इसलिए आपसे दोबारा पैसे नहीं लिए जाएँगे।",
        RefundReason::AmountMismatch => "जो रक़म आई वह ऑर्डर की क़ीमत के बराबर नहीं थी।",
        RefundReason::Cancelled => "क्लास रद्द हो गई थी।",
        RefundReason::Partial => "हम आपके पेमेंट का एक हिस्सा लौटा रहे हैं।",
        RefundReason::OrderCancelled => "आपका पेमेंट आने से पहले आपने यह ख़रीद रद्द कर दी थी।",
    }
}
