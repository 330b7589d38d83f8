//! Texts and invitations of mails.

mod invitations;
mod language;
mod payouts;
mod texts;
