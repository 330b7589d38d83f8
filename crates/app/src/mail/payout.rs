//! Mails about payouts: on their way, or not gone through (D25).

use jiff::Timestamp;
use tala_domain::money::Money;
use tala_gateways::mail::{OutgoingMail, Party};
use tala_store::bank_accounts::BankAccount;
use tala_store::payouts::Payout;

use crate::context::Settings;
use crate::mail::format::footer;
use crate::mail::layout::{Letter, mail};

fn words(amount: Money) -> String {
    format!("{} {}", amount.currency.code(), amount.to_major_text())
}

fn account(last4: &str) -> String {
    format!("the account ending in {last4}")
}

fn classes(payout: &Payout) -> String {
    if payout.classes == 1 { "1 class".to_owned() } else { format!("{} classes", payout.classes) }
}

/// "Your payout is on its way", with where to find its statement (D25).
pub(super) fn payout_mail(settings: &Settings, payout: &Payout, to: Party, filed_at: Timestamp) -> OutgoingMail {
    let amount = words(payout.amount);
    let mut facts = vec![("Amount", amount.clone()), ("For", classes(payout)), ("To", account(&payout.account_last4))];
    facts.extend(payout.reference.clone().map(|reference| ("Bank reference", reference)));
    let footer = footer(settings);
    let letter = Letter {
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
    mail(format!("payout-{}", payout.id), format!("Your payout of {amount}"), &letter, to, filed_at)
}

/// "Your payout did not go through": how much, why, and what to look at. `changed_to` has the last characters of the account
/// that the teacher has told since, `next` is the payout by which the money goes out again.
pub(super) fn failed_payout_mail(
    settings: &Settings,
    payout: &Payout,
    (changed_to, next): (Option<&str>, Option<&Payout>),
    to: Party,
    filed_at: Timestamp,
) -> OutgoingMail {
    let amount = words(payout.amount);
    let mut facts =
        vec![("Amount", amount.clone()), ("For", classes(payout)), ("Account", account(&payout.account_last4))];
    facts.extend(payout.failure.clone().map(|reason| ("Reason", reason)));
    facts.extend(payout.reference.clone().map(|reference| ("Bank reference", reference)));
    let footer = footer(settings);
    let letter = Letter {
        product: &settings.product_name,
        heading: "Your payout did not go through",
        greeting: &format!("Namaste {},", to.name),
        opening: &[what_happened(payout, &amount), what_comes(changed_to, next)],
        facts: &facts,
        action: Some(("Check your bank details", format!("{}/teacher#payments", settings.public_url))),
        closing: &[what_to_do(settings, changed_to, next)],
        footer: &footer,
    };
    let subject = format!("Your payout of {amount} did not go through");
    mail(format!("payout-failed-{}", payout.id), subject, &letter, to, filed_at)
}

fn what_happened(payout: &Payout, amount: &str) -> String {
    match (payout.paid_at, payout.exported_at) {
        (Some(_), _) => format!("We have sent {amount} to your bank account, and the bank has sent the money back."),
        (None, Some(_)) => format!("The bank has not carried out your payout of {amount}."),
        (None, None) => format!("We have not sent your payout of {amount} to the bank."),
    }
}

fn what_comes(changed_to: Option<&str>, next: Option<&Payout>) -> String {
    match (next, changed_to) {
        (Some(next), _) => format!(
            "The money is on its way again, in a payout of {} to {}.",
            words(next.amount),
            account(&next.account_last4)
        ),
        (None, Some(last4)) => format!(
            "The money is still yours. You have changed your bank details since; it goes to {} with the next payout.",
            account(last4)
        ),
        (None, None) => "The money is still yours and goes out with the next payout.".to_owned(),
    }
}

fn what_to_do(settings: &Settings, changed_to: Option<&str>, next: Option<&Payout>) -> String {
    let parts = "the account holder's name, the account number and the bank's code";
    let check = match (changed_to, next) {
        (None, None) => format!("Please check your bank details before then: {parts}."),
        _ => format!("Please make sure that your bank details are right now: {parts}."),
    };
    format!("{check} If nothing is wrong with them, please ask your bank, or write to {}.", settings.support_email)
}

/// "Your payouts go to this account": no more of it than its owner knows it by.
pub(super) fn account_changed_mail(
    settings: &Settings,
    (change, filed_at): (&str, Timestamp),
    new: &BankAccount,
    to: Party,
) -> OutgoingMail {
    let footer = footer(settings);
    let letter = Letter {
        product: &settings.product_name,
        heading: "Your payouts go to this account",
        greeting: &format!("Namaste {},", to.name),
        opening: &["A bank account has been saved for your payouts. The next payout goes there.".to_owned()],
        facts: &[("Bank", new.bank.clone()), ("Account", format!("ending in {}", new.account_last4))],
        action: Some(("See your payment settings", format!("{}/teacher#payments", settings.public_url))),
        closing: &[format!(
            "This was not you? Change your password, save the right account, and write to {} at once.",
            settings.support_email
        )],
        footer: &footer,
    };
    mail(format!("account-{change}"), "A bank account was saved for your payouts".to_owned(), &letter, to, filed_at)
}
