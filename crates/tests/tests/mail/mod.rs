//! Texts and invitations of mails.

mod invitations;
mod payouts;
mod texts;
