//! Mails about payouts and the bank account for them (D25).

use jiff::Timestamp;
use tala_gateways::mail::{MailAddress, OutgoingMail};
use tala_store::bank_accounts::BankAccount;
use tala_store::payouts::Payout;

use crate::context::Settings;
use crate::mail::format::{format_classes, greeting};
use crate::mail::template::{Envelope, MailContent};

fn describe_account(last4: &str) -> String {
    format!("the account ending in {last4}")
}

/// "Your payout is on its way", with a link to the statement (D25).
pub(super) fn payout_mail(
    settings: &Settings,
    payout: &Payout,
    to: MailAddress,
    enqueued_at: Timestamp,
) -> OutgoingMail {
    let amount = payout.amount.to_display();
    let mut content = MailContent {
        heading: "Your payout is on its way".to_owned(),
        greeting: greeting(&to.name),
        opening: vec![format!("We've sent {amount} to your bank account. It can take a day or two to arrive.")],
        actions: vec![("See the statement", format!("{}/teacher#payments", settings.public_url))],
        closing: vec!["The statement lists every class with its price, fees and commission.".to_owned()],
        ..MailContent::default()
    };
    content.fact("Amount", amount.clone());
    content.fact("For", format_classes(payout.classes));
    content.fact("To", describe_account(&payout.account_last4));
    if let Some(reference) = payout.reference.clone() {
        content.fact("Bank reference", reference);
    }
    let subject = format!("Your payout of {amount}");
    content.into_mail(settings, Envelope { message_id: format!("payout-{}", payout.id), subject, to, enqueued_at })
}

/// "Your payout did not go through", with the reason and what the teacher can do. `new_account_last4` is set if the teacher
/// has saved another account since; `successor` is the payout that sends the money again, if it exists.
pub(super) fn failed_payout_mail(
    settings: &Settings,
    payout: &Payout,
    (new_account_last4, successor): (Option<&str>, Option<&Payout>),
    to: MailAddress,
    enqueued_at: Timestamp,
) -> OutgoingMail {
    let amount = payout.amount.to_display();
    let mut content = MailContent {
        heading: "Your payout did not go through".to_owned(),
        greeting: greeting(&to.name),
        opening: vec![describe_failure(payout, &amount), describe_next_payout(new_account_last4, successor)],
        actions: vec![("Check your bank details", format!("{}/teacher#payments", settings.public_url))],
        closing: vec![describe_remedy(settings, new_account_last4, successor)],
        ..MailContent::default()
    };
    content.fact("Amount", amount.clone());
    content.fact("For", format_classes(payout.classes));
    content.fact("Account", describe_account(&payout.account_last4));
    if let Some(reason) = payout.failure.clone() {
        content.fact("Reason", reason);
    }
    if let Some(reference) = payout.reference.clone() {
        content.fact("Bank reference", reference);
    }
    let subject = format!("Your payout of {amount} did not go through");
    let message_id = format!("payout-failed-{}", payout.id);
    content.into_mail(settings, Envelope { message_id, subject, to, enqueued_at })
}

/// States only what happened: an unsent payout was not refused by any bank.
fn describe_failure(payout: &Payout, amount: &str) -> String {
    match (payout.paid_at, payout.exported_at) {
        (Some(_), _) => format!("We sent {amount} to your bank account, but the bank returned the money."),
        (None, Some(_)) => format!("The bank didn't carry out your payout of {amount}."),
        (None, None) => format!("We haven't sent your payout of {amount} to the bank."),
    }
}

fn describe_next_payout(new_account_last4: Option<&str>, successor: Option<&Payout>) -> String {
    match (successor, new_account_last4) {
        (Some(successor), _) => format!(
            "We're sending the money again, in a payout of {} to {}.",
            successor.amount.to_display(),
            describe_account(&successor.account_last4)
        ),
        (None, Some(last4)) => format!(
            "The money is still yours. You've changed your bank details since, so your next payout goes to {}.",
            describe_account(last4)
        ),
        (None, None) => "The money is still yours. We'll include it in your next payout.".to_owned(),
    }
}

fn describe_remedy(settings: &Settings, new_account_last4: Option<&str>, successor: Option<&Payout>) -> String {
    let details = "the account holder's name, the account number and the bank's code";
    let check = match (new_account_last4, successor) {
        (None, None) => format!("Before then, please check your bank details: {details}."),
        _ => format!("Please check that your bank details are correct now: {details}."),
    };
    format!("{check} If they're correct, ask your bank, or write to {}.", settings.support_email)
}

/// "Bank account saved": a security notice with the bank and the last four characters of the account.
pub(super) fn account_changed_mail(
    settings: &Settings,
    change_id: &str,
    account: &BankAccount,
    to: MailAddress,
    enqueued_at: Timestamp,
) -> OutgoingMail {
    let mut content = MailContent {
        heading: "Your bank account was saved".to_owned(),
        greeting: greeting(&to.name),
        opening: vec!["Your next payout goes to this account.".to_owned()],
        actions: vec![("See your payment settings", format!("{}/teacher#payments", settings.public_url))],
        closing: vec![format!(
            "Wasn't you? Change your password, save the right account, and write to {} immediately.",
            settings.support_email
        )],
        ..MailContent::default()
    };
    content.fact("Bank", account.bank.clone());
    content.fact("Account", format!("ending in {}", account.account_last4));
    let subject = "A bank account was saved for your payouts".to_owned();
    content.into_mail(settings, Envelope { message_id: format!("account-{change_id}"), subject, to, enqueued_at })
}
