//! What a job says about its mail: who receives it, how early, and which change it is about.

use serde::{Deserialize, Serialize};

use crate::time::{SignedDuration, Timestamp};

/// The recipient of a booking mail. Each person gets a separate message, so that students in a group do not see each
/// other's address (docs/integrations.md §3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Audience {
    /// The student of the booking.
    Student,
    /// The teacher of the class.
    Teacher,
}

/// How long before a class a reminder is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReminderLead {
    /// 24 hours of elapsed time.
    Day,
    /// One hour.
    Hour,
}

impl ReminderLead {
    /// Every lead, longest first.
    pub const ALL: [Self; 2] = [Self::Day, Self::Hour];

    /// Returns the time between reminder and class.
    pub const fn duration(self) -> SignedDuration {
        match self {
            Self::Day => SignedDuration::from_hours(24),
            Self::Hour => SignedDuration::from_hours(1),
        }
    }

    /// Whether a delayed reminder should still be sent: a day's until 2 hours before the class, when the hour's is near, and
    /// an hour's until the start.
    pub fn is_useful(self, starts_at: Timestamp, now: Timestamp) -> bool {
        let left = starts_at.duration_since(now);
        match self {
            Self::Day => left > SignedDuration::from_hours(2),
            Self::Hour => left > SignedDuration::ZERO,
        }
    }
}

/// A change of an administrator account that staff are informed of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AdminChange {
    /// The account was created.
    Added,
    /// The new administrator set a password and an authenticator.
    Activated,
    /// The activation link was replaced.
    ActivationLinkRenewed,
    /// Password and possibly authenticator were reset from the command line, which enables the account.
    Reset,
    /// The account has another role, and all sessions were ended.
    RoleChanged,
    /// The account can no longer sign in.
    Disabled,
    /// The account can sign in again.
    Enabled,
    /// All sessions were ended.
    SignedOut,
    /// A new authenticator was set up.
    AuthenticatorReset,
    /// The administrator replaced their own authenticator.
    AuthenticatorReplaced,
}

/// The recipient of a mail about a hand-over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HandOverReader {
    /// The teacher who gives the students away.
    Previous,
    /// The teacher who takes them over.
    New,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delayed_reminder_is_useful_until_the_next_one_or_the_class() {
        let start: Timestamp = "2026-03-05T03:30:00Z".parse().unwrap();
        let useful =
            |lead: ReminderLead, minutes: i64| lead.is_useful(start, start - SignedDuration::from_mins(minutes));
        assert!(useful(ReminderLead::Day, 24 * 60) && useful(ReminderLead::Day, 121));
        assert!(!useful(ReminderLead::Day, 120) && !useful(ReminderLead::Day, -1));
        assert!(useful(ReminderLead::Hour, 60) && useful(ReminderLead::Hour, 1));
        assert!(!useful(ReminderLead::Hour, 0) && !useful(ReminderLead::Hour, -30));
    }
}
