//! Tags of the description, in groups. The API reference has one section for each.

use serde_json::{Value, json};

/// A group and its tags with their descriptions.
type Group = (&'static str, &'static [(&'static str, &'static str)]);

const GROUPS: &[Group] = &[
    (
        "Visitors and accounts",
        &[
            ("identity", "Configuration, sign-in and your own record."),
            ("onboarding", "Joining with an invite code, and applications of teachers."),
            ("waitlist", "The waitlist for visitors without an invite code."),
            ("account", "Profile, settings, terms, data export and deletion."),
        ],
    ),
    (
        "Classes",
        &[
            ("availability", "Weekly hours of teachers, and the slots that can be booked."),
            ("classes", "Classes that a teacher publishes for one date and time."),
            ("bookings", "Booking with credits, cancelling and rescheduling."),
            ("feeds", "Calendar feeds and calendar files."),
            ("notifications", "Whether mails of a booking were sent."),
        ],
    ),
    (
        "Students",
        &[
            ("learners", "Children whose account belongs to a guardian."),
            ("students", "The student's profile."),
            ("credits", "Credit lots and their history."),
            ("payments", "Quotes, orders, payments, coupons and receipts."),
            ("referrals", "Referring friends."),
        ],
    ),
    (
        "Teachers",
        &[
            ("teachers", "The teacher's classes, students and profile."),
            ("payouts", "Bank account, rates, earnings and payouts."),
        ],
    ),
    ("Support", &[("support", "Messages to support.")]),
    (
        "Administration",
        &[
            ("admin-accounts", "Sign-in, sessions and passwords of administrators, and managing other administrators."),
            ("admin-approvals", "Applications of teachers."),
            ("admin-people", "People: suspension, currency, export and deletion."),
            ("admin-bookings", "All bookings."),
            ("admin-orders", "Orders, payments and refunds."),
            ("admin-credits", "Granting and extending credits."),
            ("admin-coupons", "Coupons."),
            ("admin-referrals", "Referrals and their rewards."),
            ("admin-payouts", "Payouts to teachers."),
            ("admin-waitlist", "The waitlist and invitations from it."),
            ("admin-messages", "Support messages and replies."),
            ("admin-system", "Key figures, jobs, ledger check and audit log."),
        ],
    ),
];

/// Adds the tags with their descriptions, and `x-tagGroups`.
pub(super) fn add_tags(openapi: &mut Value) {
    let tags = GROUPS.iter().flat_map(|(_, tags)| tags.iter());
    openapi["tags"] = tags.map(|(name, description)| json!({ "name": name, "description": description })).collect();
    let group = |(name, tags): &Group| {
        let names: Vec<&str> = tags.iter().map(|(tag, _)| *tag).collect();
        json!({ "name": name, "tags": names })
    };
    openapi["x-tagGroups"] = GROUPS.iter().map(group).collect();
}
