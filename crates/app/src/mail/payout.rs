//! Mails about payouts and the bank account for them (D25).

use jiff::Timestamp;
use tala_gateways::mail::{MailAddress, OutgoingMail};
use tala_store::bank_accounts::BankAccount;
use tala_store::payouts::Payout;

use crate::context::Settings;
use crate::mail::format::{footer, format_money};
use crate::mail::template::{MailTemplate, outgoing_mail};

fn describe_account(last4: &str) -> String {
    format!("the account ending in {last4}")
}

fn describe_classes(payout: &Payout) -> String {
    if payout.classes == 1 { "1 class".to_owned() } else { format!("{} classes", payout.classes) }
}

/// "Your payout is on its way", with a link to the statement (D25).
pub(super) fn payout_mail(
    settings: &Settings,
    payout: &Payout,
    to: MailAddress,
    enqueued_at: Timestamp,
) -> OutgoingMail {
    let amount = format_money(payout.amount);
    let mut facts = vec![
        ("Amount", amount.clone()),
        ("For", describe_classes(payout)),
        ("To", describe_account(&payout.account_last4)),
    ];
    facts.extend(payout.reference.clone().map(|reference| ("Bank reference", reference)));
    let footer = footer(settings);
    let template = MailTemplate {
        product: &settings.product_name,
        heading: "Your payout is on its way",
        greeting: &format!("Namaste {},", to.name),
        opening: &[format!("We have sent {amount} to your bank account.")],
        facts: &facts,
        action: Some(("See the statement", format!("{}/teacher#payments", settings.public_url))),
        closing: &["The statement lists every class with its price, fees and commission. Banks may take a day or two."
            .to_owned()],
        footer: &footer,
    };
    let subject = format!("Your payout of {amount}");
    outgoing_mail(format!("payout-{}", payout.id), subject, &template, to, enqueued_at)
}

/// "Your payout did not go through", with the reason and what the teacher can do. `new_account_last4` is set if the teacher
/// has saved another account since; `successor` is the payout that sends the money again, if it exists.
pub(super) fn failed_payout_mail(
    settings: &Settings,
    payout: &Payout,
    new_account_last4: Option<&str>,
    successor: Option<&Payout>,
    to: MailAddress,
    enqueued_at: Timestamp,
) -> OutgoingMail {
    let amount = format_money(payout.amount);
    let mut facts = vec![
        ("Amount", amount.clone()),
        ("For", describe_classes(payout)),
        ("Account", describe_account(&payout.account_last4)),
    ];
    facts.extend(payout.failure.clone().map(|reason| ("Reason", reason)));
    facts.extend(payout.reference.clone().map(|reference| ("Bank reference", reference)));
    let footer = footer(settings);
    let template = MailTemplate {
        product: &settings.product_name,
        heading: "Your payout did not go through",
        greeting: &format!("Namaste {},", to.name),
        opening: &[describe_failure(payout, &amount), describe_next_payout(new_account_last4, successor)],
        facts: &facts,
        action: Some(("Check your bank details", format!("{}/teacher#payments", settings.public_url))),
        closing: &[describe_remedy(settings, new_account_last4, successor)],
        footer: &footer,
    };
    let subject = format!("Your payout of {amount} did not go through");
    outgoing_mail(format!("payout-failed-{}", payout.id), subject, &template, to, enqueued_at)
}

fn describe_failure(payout: &Payout, amount: &str) -> String {
    match (payout.paid_at, payout.exported_at) {
        (Some(_), _) => format!("We have sent {amount} to your bank account, and the bank has sent the money back."),
        (None, Some(_)) => format!("The bank has not carried out your payout of {amount}."),
        (None, None) => format!("We have not sent your payout of {amount} to the bank."),
    }
}

fn describe_next_payout(new_account_last4: Option<&str>, successor: Option<&Payout>) -> String {
    match (successor, new_account_last4) {
        (Some(successor), _) => format!(
            "The money is on its way again, in a payout of {} to {}.",
            format_money(successor.amount),
            describe_account(&successor.account_last4)
        ),
        (None, Some(last4)) => format!(
            "The money is still yours. You have changed your bank details since; it goes to {} with the next payout.",
            describe_account(last4)
        ),
        (None, None) => "The money is still yours and goes out with the next payout.".to_owned(),
    }
}

fn describe_remedy(settings: &Settings, new_account_last4: Option<&str>, successor: Option<&Payout>) -> String {
    let details = "the account holder's name, the account number and the bank's code";
    let check = match (new_account_last4, successor) {
        (None, None) => format!("Please check your bank details before then: {details}."),
        _ => format!("Please make sure that your bank details are right now: {details}."),
    };
    format!("{check} If nothing is wrong with them, please ask your bank, or write to {}.", settings.support_email)
}

/// "Your payouts go to this account": a security notice with the bank and the last four characters of the account.
pub(super) fn account_changed_mail(
    settings: &Settings,
    change_id: &str,
    account: &BankAccount,
    to: MailAddress,
    enqueued_at: Timestamp,
) -> OutgoingMail {
    let footer = footer(settings);
    let template = MailTemplate {
        product: &settings.product_name,
        heading: "Your payouts go to this account",
        greeting: &format!("Namaste {},", to.name),
        opening: &["A bank account has been saved for your payouts. The next payout goes there.".to_owned()],
        facts: &[("Bank", account.bank.clone()), ("Account", format!("ending in {}", account.account_last4))],
        action: Some(("See your payment settings", format!("{}/teacher#payments", settings.public_url))),
        closing: &[format!(
            "This was not you? Change your password, save the right account, and write to {} at once.",
            settings.support_email
        )],
        footer: &footer,
    };
    let subject = "A bank account was saved for your payouts".to_owned();
    outgoing_mail(format!("account-{change_id}"), subject, &template, to, enqueued_at)
}
