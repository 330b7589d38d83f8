//! Mails about payouts and the bank account for them (D25).

use jiff::Timestamp;
use tala_domain::time::Language;
use tala_gateways::mail::OutgoingMail;
use tala_store::bank_accounts::BankAccount;
use tala_store::payouts::Payout;

use crate::context::Settings;
use crate::mail::format::{format_classes, greeting};
use crate::mail::recipient::Recipient;
use crate::mail::template::{Envelope, MailContent};

fn describe_account(language: Language, last4: &str) -> String {
    match language {
        Language::English => format!("the account ending in {last4}"),
        Language::Hindi => format!("{last4} पर ख़त्म होने वाला बैंक खाता"),
    }
}

/// "Your payout is on its way", with a link to the statement (D25).
pub(super) fn payout_mail(settings: &Settings, payout: &Payout, to: Recipient, enqueued_at: Timestamp) -> OutgoingMail {
    let language = to.language();
    let amount = payout.amount.to_display();
    let (opening, subject) = match language {
        Language::English => (
            format!("We've sent {amount} to your bank account. It can take a day or two to arrive."),
            format!("Your payout of {amount}"),
        ),
        Language::Hindi => (
            format!("हमने {amount} आपके बैंक खाते में भेज दिए हैं। खाते में आने में एक-दो दिन लग सकते हैं।"),
            format!("आपका {amount} का भुगतान"),
        ),
    };
    let closing = "The statement lists every class with its price, fees and commission.";
    let see = language.pick("See the statement", "विवरण देखें");
    let mut content = MailContent {
        heading: language.pick("Your payout is on its way", "आपका भुगतान भेज दिया गया है").to_owned(),
        greeting: greeting(language, &to.to.name),
        opening: vec![opening],
        actions: vec![(see, format!("{}/teacher#payments/payouts/{}", settings.public_url, payout.id))],
        closing: vec![language.pick(closing, "विवरण में हर क्लास की क़ीमत, फ़ीस और कमीशन है।").to_owned()],
        ..MailContent::default()
    };
    add_payout_facts(&mut content, language, payout, language.pick("To", "बैंक खाता"));
    content.into_mail(settings, Envelope { message_id: format!("payout-{}", payout.id), subject, to, enqueued_at })
}

/// "Your payout did not go through", with the reason and what the teacher can do. `new_account_last4` is set if the teacher
/// has saved another account since; `successor` is the payout that sends the money again, if it exists.
pub(super) fn failed_payout_mail(
    settings: &Settings,
    payout: &Payout,
    (new_account_last4, successor): (Option<&str>, Option<&Payout>),
    to: Recipient,
    enqueued_at: Timestamp,
) -> OutgoingMail {
    let language = to.language();
    let amount = payout.amount.to_display();
    let check = language.pick("Check your bank details", "अपने बैंक खाते की जानकारी जाँचें");
    let mut content = MailContent {
        heading: language.pick("Your payout did not go through", "आपका भुगतान नहीं हो पाया").to_owned(),
        greeting: greeting(language, &to.to.name),
        opening: vec![
            describe_failure(language, payout, &amount),
            describe_next_payout(language, new_account_last4, successor),
        ],
        actions: vec![(check, format!("{}/teacher#payments/settings", settings.public_url))],
        closing: vec![describe_remedy(settings, language, new_account_last4.is_none() && successor.is_none())],
        ..MailContent::default()
    };
    add_payout_facts(&mut content, language, payout, language.pick("Account", "बैंक खाता"));
    if let Some(reason) = payout.failure.clone() {
        content.fact(language.pick("Reason", "कारण"), reason);
    }
    let subject = match language {
        Language::English => format!("Your payout of {amount} did not go through"),
        Language::Hindi => format!("आपका {amount} का भुगतान नहीं हो पाया"),
    };
    let message_id = format!("payout-failed-{}", payout.id);
    content.into_mail(settings, Envelope { message_id, subject, to, enqueued_at })
}

fn add_payout_facts(content: &mut MailContent, language: Language, payout: &Payout, account_label: &str) {
    content.fact(language.pick("Amount", "रक़म"), payout.amount.to_display());
    content.fact(language.pick("For", "किसके लिए"), format_classes(language, payout.classes));
    content.fact(account_label, describe_account(language, &payout.account_last4));
    if let Some(reference) = payout.reference.clone() {
        content.fact(language.pick("Bank reference", "बैंक रेफ़रेंस"), reference);
    }
}

/// States only what happened: an unsent payout was not refused by any bank.
fn describe_failure(language: Language, payout: &Payout, amount: &str) -> String {
    match (payout.paid_at, payout.exported_at, language) {
        (Some(_), _, Language::English) => {
            format!("We sent {amount} to your bank account, but the bank returned the money.")
        }
        (Some(_), _, Language::Hindi) => format!("हमने {amount} आपके बैंक खाते में भेजे थे, पर बैंक ने पैसे लौटा दिए।"),
        (None, Some(_), Language::English) => format!("Your bank returned your payout of {amount}."),
        (None, Some(_), Language::Hindi) => format!("बैंक ने आपका {amount} का भुगतान नहीं किया।"),
        (None, None, Language::English) => format!("We haven't sent your payout of {amount} to the bank."),
        (None, None, Language::Hindi) => format!("हमने आपका {amount} का भुगतान बैंक को नहीं भेजा है।"),
    }
}

fn describe_next_payout(language: Language, new_account_last4: Option<&str>, successor: Option<&Payout>) -> String {
    if let Some(successor) = successor {
        let (amount, last4) = (successor.amount.to_display(), &successor.account_last4);
        return match language {
            Language::English => format!(
                "We're sending the money again, in a payout of {amount} to {}.",
                describe_account(language, last4)
            ),
            Language::Hindi => format!("हम पैसे फिर भेज रहे हैं: {last4} पर ख़त्म होने वाले बैंक खाते में {amount} का भुगतान।"),
        };
    }
    match (language, new_account_last4) {
        (Language::English, Some(last4)) => format!(
            "The money is still yours. You've changed your bank details since, so your next payout goes to {}.",
            describe_account(language, last4)
        ),
        (Language::English, None) => "The money is still yours. We'll include it in your next payout.".to_owned(),
        (Language::Hindi, Some(last4)) => format!(
            "यह रक़म आपकी ही है। आपने इस बीच अपने बैंक खाते की जानकारी बदल दी है, इसलिए अगला भुगतान {last4} पर ख़त्म होने वाले बैंक खाते में जाएगा।"
        ),
        (Language::Hindi, None) => "यह रक़म आपकी ही है। हम इसे आपके अगले भुगतान में जोड़ देंगे।".to_owned(),
    }
}

/// What the teacher can do. `is_retried_unchanged`: the next payout goes to the same account.
fn describe_remedy(settings: &Settings, language: Language, is_retried_unchanged: bool) -> String {
    let email = &settings.support_email;
    match language {
        Language::English => {
            let details = "the account holder's name, the account number and the IFSC or routing number";
            let check = if is_retried_unchanged {
                format!("Before your next payout, please check {details}.")
            } else {
                format!("Please check that these are correct now: {details}.")
            };
            format!("{check} If they're correct, ask your bank, or write to {email}.")
        }
        Language::Hindi => {
            let when = if is_retried_unchanged {
                "उससे पहले"
            } else {
                "कृपया एक बार फिर"
            };
            format!(
                "{when} अपने बैंक खाते की जानकारी जाँच लें: खाताधारक का नाम, खाता नंबर और बैंक का कोड। सब सही हो, तो अपने बैंक से पूछें, या \
                 हमें {email} पर लिखें।"
            )
        }
    }
}

/// "Bank account saved": a security notice with the bank and the last four characters of the account.
pub(super) fn account_changed_mail(
    settings: &Settings,
    change_id: &str,
    account: &BankAccount,
    to: Recipient,
    enqueued_at: Timestamp,
) -> OutgoingMail {
    let language = to.language();
    let (email, last4) = (&settings.support_email, &account.account_last4);
    let (closing, ending) = match language {
        Language::English => (
            format!(
                "If this wasn't you, change your password, save the correct bank account, and write to {email} immediately."
            ),
            format!("ending in {last4}"),
        ),
        Language::Hindi => (
            format!("यह आपने नहीं किया? अपना पासवर्ड बदलें, सही बैंक खाता सहेजें, और तुरंत {email} पर लिखें।"),
            format!("{last4} पर ख़त्म होने वाला"),
        ),
    };
    let see = language.pick("See your payment settings", "अपनी पेमेंट सेटिंग देखें");
    let mut content = MailContent {
        heading: language.pick("Your bank account was saved", "आपका बैंक खाता सहेजा गया").to_owned(),
        greeting: greeting(language, &to.to.name),
        opening: vec![
            language
                .pick("Payouts prepared from now on go to this account.", "अब से तैयार होने वाले भुगतान इसी बैंक खाते में जाएँगे।")
                .to_owned(),
        ],
        actions: vec![(see, format!("{}/teacher#payments/settings", settings.public_url))],
        closing: vec![closing],
        ..MailContent::default()
    };
    content.fact(language.pick("Bank", "बैंक"), account.bank.clone());
    content.fact(language.pick("Account", "बैंक खाता"), ending);
    let subject = "A bank account was saved for your payouts";
    let subject = language.pick(subject, "आपके भुगतान के लिए एक बैंक खाता सहेजा गया है").to_owned();
    content.into_mail(settings, Envelope { message_id: format!("account-{change_id}"), subject, to, enqueued_at })
}
