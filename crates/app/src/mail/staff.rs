//! Notices to staff at the support address. The configuration can switch off all but those about administrators.

use jiff::Timestamp;
use tala_domain::jobs::AdminChange;
use tala_gateways::mail::OutgoingMail;
use tala_store::admins::Admin;
use tala_store::people::Person;
use tala_store::refunds::Refund;

use crate::context::Settings;
use crate::mail::format::fit_name;
use crate::mail::recipient::Recipient;
use crate::mail::support::support_party;
use crate::mail::template::{Envelope, MailContent};

/// A teacher has applied.
pub(super) fn staff_application_mail(
    settings: &Settings,
    applicant: &Person,
    message_id: String,
    enqueued_at: Timestamp,
) -> OutgoingMail {
    let mut content = MailContent {
        heading: "New teacher application".to_owned(),
        opening: vec![format!("{} applied to teach.", applicant.name)],
        actions: vec![("Review the application", format!("{}/admin", settings.public_url))],
        ..MailContent::default()
    };
    content.fact("Name", applicant.name.clone());
    if let Some(email) = applicant.email.clone() {
        content.fact("Email", email);
    }
    let subject = fit_name(&applicant.name, |name| format!("New teacher application: {name}"));
    content.into_mail(
        settings,
        Envelope { message_id, subject, to: Recipient::english(support_party(settings)), enqueued_at },
    )
}

/// An administrator account has changed.
pub(super) fn staff_admin_mail(
    settings: &Settings,
    account: &Admin,
    (change, by): (AdminChange, Option<&str>),
    message_id: String,
    enqueued_at: Timestamp,
) -> OutgoingMail {
    let name = &account.name;
    let by = by.unwrap_or("the command line");
    let (subject, what) = match change {
        AdminChange::Added => (format!("Administrator {name} added"), "was added."),
        AdminChange::Activated => (format!("Administrator {name} activated"), "set a password and can sign in."),
        AdminChange::ActivationLinkRenewed => {
            (format!("New activation link for {name}"), "has a new activation link. The previous one no longer works.")
        }
        AdminChange::Disabled => {
            (format!("Administrator {name} disabled"), "can no longer sign in and was signed out everywhere.")
        }
        AdminChange::Enabled => (format!("Administrator {name} enabled"), "can sign in again."),
        AdminChange::Reset => {
            (format!("Administrator {name} reset"), "has a new password, can sign in, and was signed out everywhere.")
        }
        AdminChange::RoleChanged => {
            (format!("New role for administrator {name}"), "has a new role and was signed out everywhere.")
        }
        AdminChange::SignedOut => (format!("Administrator {name} signed out"), "was signed out everywhere."),
        AdminChange::AuthenticatorReplaced => (
            format!("New authenticator for {name}"),
            "has set up a new authenticator. All their other browsers were signed out.",
        ),
        AdminChange::AuthenticatorReset => {
            (format!("New authenticator for {name}"), "has a new authenticator and was signed out everywhere.")
        }
    };
    let mut content = MailContent {
        heading: subject.clone(),
        opening: vec![
            format!("The administrator {name} {what}"),
            "If you don't recognize this change, check your administrators and the audit log now.".to_owned(),
        ],
        actions: vec![("See the administrators", format!("{}/admin#admins", settings.public_url))],
        ..MailContent::default()
    };
    content.fact("Administrator", name.clone());
    content.fact("Role", account.role.as_str().to_owned());
    content.fact("Authenticator", authenticator(account).to_owned());
    content.fact("Changed by", by.to_owned());
    content.into_mail(
        settings,
        Envelope { message_id, subject, to: Recipient::english(support_party(settings)), enqueued_at },
    )
}

/// The state of an administrator's authenticator. One who has not activated the account has a secret, but no device.
const fn authenticator(account: &Admin) -> &'static str {
    match (&account.totp_encrypted, &account.activation) {
        (_, Some(_)) => "Not set up yet",
        (Some(_), None) => "On",
        (None, None) => "Off",
    }
}

/// A refund has failed repeatedly at the payment provider. It is retried.
pub(super) fn staff_refund_mail(
    settings: &Settings,
    refund: &Refund,
    message_id: String,
    enqueued_at: Timestamp,
) -> OutgoingMail {
    let amount = refund
        .money()
        .map_or_else(|| format!("{} {}", refund.currency, refund.amount_minor), |money| money.to_display());
    let mut content = MailContent {
        heading: "A refund failed".to_owned(),
        opening: vec![format!("The payment provider rejected a refund of {amount} several times. We keep retrying.")],
        actions: vec![("See the refunds", format!("{}/admin", settings.public_url))],
        ..MailContent::default()
    };
    content.fact("Amount", amount.clone());
    content.fact("Refund", refund.id.to_string());
    if let Some(error) = refund.last_error.clone() {
        content.fact("Reason", error);
    }
    let subject = format!("A refund of {amount} failed");
    content.into_mail(
        settings,
        Envelope { message_id, subject, to: Recipient::english(support_party(settings)), enqueued_at },
    )
}
