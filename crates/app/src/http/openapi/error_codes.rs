//! The error codes of each operation, which `problems.rs` turns into the responses of the API description. The test client
//! rejects a code that the committed `openapi.json` does not declare, so run `scripts/generated` after a change.

use serde_json::Value;
use tala_domain::error::ErrorCode::{self, *};

use super::operations::SignIn;

/// Every operation can return these.
const ALWAYS: &[ErrorCode] = &[TooManyRequests, Unavailable, Internal];
/// Operations with an access token.
const WITH_TOKEN: &[ErrorCode] = &[SignInRequired, AccountSuspended, LearnerNotFound, SignInUnavailable];
/// Operations with a request body.
const WITH_BODY: &[ErrorCode] = &[MalformedRequest, BodyTooLarge];
/// Operations that accept a token without a registered person, so they never return `role_not_allowed`.
const FOR_UNREGISTERED: &[&str] = &["sign_in", "send_link_code", "link_identity", "get_teacher_by_referral"];

/// A seat was refused.
const SEAT: &[ErrorCode] = &[SlotTaken, SeatHeld, SlotTooSoon, SlotTooFar, StudentBusy, InvalidSlot, CostMismatch];
/// A coupon was refused.
const COUPON: &[ErrorCode] = &[
    CouponMissing,
    CouponInvalid,
    CouponNotStarted,
    CouponExpired,
    CouponUsedUp,
    CouponLimitPerStudent,
    CouponNotApplicable,
];
/// An order was refused.
const PURCHASE: &[ErrorCode] = &[
    GuardianRequired,
    ForbiddenSubject,
    InvalidFields,
    PriceChanged,
    TooManyHolds,
    PaymentUnresolved,
    PaymentUnavailable,
    AmountTooSmall,
    OrderClosed,
    NotFound,
];
/// A confirmation of a payment was refused.
const PAYMENT: &[ErrorCode] = &[PaymentNotVerified, PaymentPending, PaymentUnavailable, OrderClosed, NotFound];
/// An administrator's change to one record.
const ADMIN_CHANGE: &[ErrorCode] = &[RoleNotAllowed, InvalidFields, NotFound];

/// The codes of one operation beyond those that its security, parameters and body imply.
type Row = (&'static str, &'static [&'static [ErrorCode]]);

#[rustfmt::skip]
const TABLE: &[Row] = &[
    ("get_config", &[]),
    ("sign_in", &[&[ForbiddenSubject, AccountExists, LinkCodeRequired, InvalidFields]]),
    ("send_link_code", &[&[EmailNotVerified, AccountExists, NotFound, AlreadyProcessed]]),
    ("link_identity", &[&[EmailNotVerified, AccountExists, LinkCodeInvalid]]),
    ("get_user_status", &[&[ForbiddenSubject]]),
    ("get_user", &[&[ForbiddenSubject, NotFound]]),
    ("get_user_by_email", &[&[ForbiddenSubject, NotFound]]),
    ("get_referral_code", &[&[ForbiddenSubject]]),
    ("get_teacher_by_referral", &[&[InvalidInviteCode]]),
    ("onboard_student", &[&[
        ForbiddenSubject, EmailNotVerified, AlreadyOnboarded, InvalidInviteCode, GuardianRequired, InvalidFields,
    ]]),
    ("onboard_teacher", &[&[ForbiddenSubject, EmailNotVerified, AlreadyOnboarded, ApplicationPending, InvalidFields]]),
    ("get_teacher_draft", &[]),
    ("save_teacher_draft", &[&[ApplicationPending, VersionConflict, InvalidFields]]),
    ("get_account", &[]),
    ("update_account", &[&[InvalidFields, NotFound]]),
    ("accept_terms", &[&[InvalidFields]]),
    ("delete_account", &[&[ForbiddenSubject, OpenObligations, AlreadyProcessed, NotFound]]),
    ("export_account", &[&[NotFound]]),
    ("list_learners", &[]),
    ("create_learner", &[&[EmailNotVerified, InvalidInviteCode, GuardianRequired, NotFound, InvalidFields]]),
    ("delete_learner", &[&[OpenObligations, AlreadyProcessed, NotFound, InvalidFields]]),
    ("export_learner", &[&[NotFound]]),
    ("list_family_classes", &[]),
    ("list_guardians", &[]),
    ("invite_guardian", &[&[GuardiansComplete, InvalidFields]]),
    ("withdraw_guardian_invitation", &[&[NotFound]]),
    ("preview_guardian_invitation", &[&[GuardianInvitationInvalid, EmailNotVerified, ForbiddenSubject]]),
    ("accept_guardian_invitation", &[&[
        GuardianInvitationInvalid, EmailNotVerified, ForbiddenSubject, GuardianRequired, GuardiansComplete, NotFound,
        InvalidFields,
    ]]),
    ("list_slots", &[&[ForbiddenSubject, NotFound, InvalidFields]]),
    ("list_available_slots", &[&[NotFound, InvalidFields]]),
    ("get_availability", &[&[NotFound]]),
    ("save_availability", &[&[ForbiddenSubject, VersionConflict, InvalidFields]]),
    ("preview_availability", &[&[ForbiddenSubject, InvalidFields]]),
    ("list_published_classes", &[&[ForbiddenSubject, InvalidFields]]),
    ("publish_class", &[&[ForbiddenSubject, TeacherBusy, VersionConflict, InvalidFields]]),
    ("update_published_class", &[&[ForbiddenSubject, ClassHasStudents, NotCancellable, TeacherBusy, VersionConflict, InvalidFields]]),
    ("cancel_published_class", &[&[ForbiddenSubject, NotCancellable, InvalidFields]]),
    ("cancel_day", &[&[ForbiddenSubject, NotCancellable, VersionConflict, InvalidFields]]),
    ("get_student_profile", &[&[ForbiddenSubject, NotFound]]),
    ("list_credit_history", &[&[ForbiddenSubject]]),
    ("list_bookings", &[&[ForbiddenSubject, InvalidFields]]),
    ("list_active_classes", &[&[ForbiddenSubject]]),
    ("book_with_credits", &[SEAT, &[GuardianRequired, ForbiddenSubject, InsufficientCredits, CreditsExpired, IdempotencyMismatch, InvalidFields]]),
    ("cancel_booking", &[&[TooLateToCancel, CancellationOutcomeChanged, NotCancellable, InvalidFields]]),
    ("reschedule_booking", &[SEAT, &[GuardianRequired, TooLateToReschedule, NotCancellable, ForbiddenSubject, InvalidFields]]),
    ("mark_no_show", &[&[NoShowTooEarly, NoShowWindowClosed, NotCancellable]]),
    ("get_booking_calendar", &[]),
    ("get_calendar_feed", &[]),
    ("renew_calendar_feed", &[]),
    ("delete_calendar_feed", &[]),
    ("create_calendar_event", &[&[NotFound, MailNotSent]]),
    ("send_booking_email", &[&[NotFound, ForbiddenSubject, MailNotSent]]),
    ("send_booking_email_under_email", &[&[NotFound, ForbiddenSubject, MailNotSent]]),
    ("create_quote", &[SEAT, COUPON, &[ForbiddenSubject, AmountTooSmall, InvalidFields]]),
    ("create_booking", &[SEAT, COUPON, PURCHASE]),
    ("create_booking_under_api", &[SEAT, COUPON, PURCHASE]),
    ("purchase_package", &[COUPON, PURCHASE, &[InvalidSlot]]),
    ("confirm_class_payment", &[PAYMENT]),
    ("confirm_package_payment", &[PAYMENT]),
    ("list_orders", &[]),
    ("get_order", &[]),
    ("cancel_order", &[&[OrderClosed, PaymentPending, PaymentUnavailable]]),
    ("get_receipt", &[]),
    ("receive_payment_event", &[&[PaymentNotVerified, PaymentUnavailable]]),
    ("validate_coupon", &[COUPON]),
    ("apply_coupon", &[COUPON]),
    ("list_referrals", &[]),
    ("refer_friend", &[&[ForbiddenSubject, InvalidFields]]),
    ("contact_support_as_student", &[&[ForbiddenSubject, InvalidFields]]),
    ("contact_support_as_teacher", &[&[ForbiddenSubject, InvalidFields]]),
    ("list_taught_classes", &[&[InvalidFields]]),
    ("get_teacher_calendar", &[&[InvalidFields]]),
    ("list_students", &[&[ForbiddenSubject, InvalidFields]]),
    ("get_student", &[&[InvalidFields]]),
    ("save_student_note", &[&[VersionConflict, InvalidFields]]),
    ("generate_invite_code", &[&[ForbiddenSubject]]),
    ("update_teacher_profile", &[&[ForbiddenSubject, RatesLocked, VersionConflict, InvalidFields]]),
    ("save_photo", &[&[InvalidFields]]),
    ("delete_photo", &[]),
    ("get_payment_settings", &[]),
    ("update_payment_settings", &[&[ForbiddenSubject, RatesLocked, VersionConflict, InvalidFields]]),
    ("get_teacher_analytics", &[&[ForbiddenSubject, InvalidFields]]),
    ("list_payouts", &[]),
    ("get_payout", &[]),
    ("get_payout_statement", &[]),
    ("join_waitlist", &[&[InvalidFields]]),
    ("leave_waitlist", &[]),
    ("admin_sign_in", &[&[InvalidCredentials, CodeRequired, InvalidCode]]),
    ("admin_sign_out", &[]),
    ("admin_sign_out_everywhere", &[]),
    ("admin_get_session", &[]),
    ("admin_list_sessions", &[]),
    ("admin_end_session", &[]),
    ("admin_change_password", &[&[InvalidFields, VersionConflict]]),
    ("admin_create_authenticator", &[&[InvalidFields, VersionConflict]]),
    ("admin_confirm_authenticator", &[&[InvalidFields, VersionConflict]]),
    ("admin_check_activation_link", &[&[ActivationLinkInvalid]]),
    ("admin_activate_account", &[&[ActivationLinkInvalid, InvalidFields]]),
    ("admin_list_admins", &[]),
    ("admin_create_admin", &[&[RoleNotAllowed, InvalidFields]]),
    ("admin_renew_activation_link", &[ADMIN_CHANGE, &[OwnAccount, AlreadyProcessed, VersionConflict]]),
    ("admin_disable_admin", &[ADMIN_CHANGE, &[OwnAccount, AlreadyProcessed]]),
    ("admin_enable_admin", &[ADMIN_CHANGE, &[OwnAccount, AlreadyProcessed]]),
    ("admin_end_admin_sessions", &[ADMIN_CHANGE, &[OwnAccount]]),
    ("admin_change_admin_role", &[ADMIN_CHANGE, &[OwnAccount, AlreadyProcessed]]),
    ("admin_reset_authenticator", &[ADMIN_CHANGE, &[OwnAccount, VersionConflict]]),
    ("admin_get_overview", &[]),
    ("admin_list_pending_teachers", &[]),
    ("admin_approve_teacher", &[ADMIN_CHANGE, &[VersionConflict, AlreadyProcessed]]),
    ("admin_reject_teacher", &[ADMIN_CHANGE, &[VersionConflict, AlreadyProcessed]]),
    ("admin_undo_teacher_decision", &[ADMIN_CHANGE, &[NotUndoable, AlreadyProcessed]]),
    ("admin_list_people", &[&[InvalidFields]]),
    ("admin_get_person", &[]),
    ("admin_preview_suspension", &[]),
    ("admin_suspend_person", &[ADMIN_CHANGE, &[AlreadyProcessed]]),
    ("admin_unsuspend_person", &[ADMIN_CHANGE, &[AlreadyProcessed]]),
    ("admin_cancel_classes", &[ADMIN_CHANGE]),
    ("admin_refund_unspent_credits", &[ADMIN_CHANGE, &[NotCancellable]]),
    ("admin_preview_hand_over", &[&[InvalidFields]]),
    ("admin_hand_over_students", &[ADMIN_CHANGE]),
    ("admin_change_currency", &[ADMIN_CHANGE, &[AlreadyProcessed]]),
    ("admin_change_age", &[ADMIN_CHANGE]),
    ("admin_delete_person", &[ADMIN_CHANGE, &[OpenObligations, AlreadyProcessed]]),
    ("admin_export_people", &[&[RoleNotAllowed, InvalidFields]]),
    ("admin_export_person", &[&[RoleNotAllowed]]),
    ("admin_grant_credits", &[ADMIN_CHANGE, &[VersionConflict, AlreadyProcessed]]),
    ("admin_extend_credit_lot", &[ADMIN_CHANGE, &[VersionConflict, AlreadyProcessed]]),
    ("admin_list_bookings", &[&[InvalidFields]]),
    ("admin_export_bookings", &[&[InvalidFields]]),
    ("admin_get_booking", &[]),
    ("admin_list_available_slots", &[&[InvalidSlot]]),
    ("admin_cancel_booking", &[ADMIN_CHANGE, &[NotCancellable]]),
    ("admin_reschedule_booking", &[ADMIN_CHANGE, SEAT, &[NotCancellable]]),
    ("admin_resend_booking_mail", &[ADMIN_CHANGE, &[AlreadyProcessed]]),
    ("admin_list_orders", &[&[InvalidFields]]),
    ("admin_export_orders", &[&[InvalidFields]]),
    ("admin_export_refunds", &[&[InvalidFields]]),
    ("admin_get_order", &[]),
    ("admin_refund_order", &[ADMIN_CHANGE, &[NotCancellable, OrderClosed, AlreadyProcessed]]),
    ("admin_create_partial_refund", &[ADMIN_CHANGE, &[NotCancellable, OrderClosed, IdempotencyMismatch, VersionConflict, AlreadyProcessed]]),
    ("admin_list_refunds", &[&[InvalidFields]]),
    ("admin_retry_refund", &[ADMIN_CHANGE, &[AlreadyProcessed]]),
    ("admin_list_coupons", &[&[InvalidFields]]),
    ("admin_create_coupon", &[&[RoleNotAllowed, InvalidFields]]),
    ("admin_deactivate_coupon", &[ADMIN_CHANGE, &[AlreadyProcessed]]),
    ("admin_list_referrals", &[&[InvalidFields]]),
    ("admin_grant_referral_reward", &[ADMIN_CHANGE, &[ReferralNotEarned, VersionConflict, AlreadyProcessed]]),
    ("admin_list_payouts", &[&[InvalidFields]]),
    ("admin_get_payout", &[]),
    ("admin_export_payouts", &[&[RoleNotAllowed, InvalidFields]]),
    ("admin_list_owed", &[]),
    ("admin_import_bank_reply", &[&[RoleNotAllowed, InvalidFields]]),
    ("admin_run_payouts", &[&[RoleNotAllowed, InvalidFields]]),
    ("admin_mark_payout_paid", &[ADMIN_CHANGE, &[PayoutNotExported, VersionConflict]]),
    ("admin_mark_payout_failed", &[ADMIN_CHANGE, &[VersionConflict]]),
    ("admin_reverse_payout", &[ADMIN_CHANGE, &[VersionConflict]]),
    ("admin_list_waitlist_entries", &[&[InvalidFields]]),
    ("admin_export_waitlist_entries", &[&[RoleNotAllowed, InvalidFields]]),
    ("admin_invite_waitlist_entry", &[ADMIN_CHANGE, &[AlreadyProcessed]]),
    ("admin_list_messages", &[&[InvalidFields]]),
    ("admin_get_message", &[]),
    ("admin_reply_to_message", &[ADMIN_CHANGE, &[VersionConflict, AlreadyProcessed]]),
    ("admin_list_jobs", &[&[InvalidFields]]),
    ("admin_retry_job", &[ADMIN_CHANGE, &[AlreadyProcessed]]),
    ("admin_get_ledger_check", &[]),
    ("admin_run_ledger_check", &[&[RoleNotAllowed]]),
    ("admin_list_audit_events", &[&[InvalidFields]]),
    ("admin_search_records", &[]),
];

/// The codes that an operation can return, in the order of [`ErrorCode::ALL`].
pub(super) fn codes_of(id: &str, method: &str, operation: &Value) -> Vec<ErrorCode> {
    let row = TABLE.iter().find(|(name, _)| *name == id).map_or(&[][..], |(_, groups)| *groups);
    let implied = implied_codes(id, method, operation);
    let is_returned = |code: &ErrorCode| implied.contains(code) || row.iter().any(|group| group.contains(code));
    ErrorCode::ALL.iter().copied().filter(is_returned).collect()
}

fn implied_codes(id: &str, method: &str, operation: &Value) -> Vec<ErrorCode> {
    let mut codes = ALWAYS.to_vec();
    for parameter in operation["parameters"].as_array().into_iter().flatten() {
        codes.push(if parameter["in"] == "path" { NotFound } else { MalformedRequest });
    }
    if operation.get("requestBody").is_some() {
        codes.extend_from_slice(WITH_BODY);
    }
    match SignIn::of(operation) {
        SignIn::Public => {}
        SignIn::AccessToken => {
            codes.extend_from_slice(WITH_TOKEN);
            codes.extend((!FOR_UNREGISTERED.contains(&id)).then_some(RoleNotAllowed));
        }
        SignIn::AdminSession => {
            codes.push(SignInRequired);
            codes.extend((method != "get").then_some(Csrf));
        }
    }
    codes
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn each_operation_has_one_row() {
        let document: Value = serde_json::from_str(include_str!("../../../../../openapi.json")).unwrap();
        let paths = document["paths"].as_object().unwrap().values();
        let operations: BTreeSet<&str> = paths
            .flat_map(|path| path.as_object().unwrap().values())
            .filter_map(|it| it["operationId"].as_str())
            .collect();
        let names: BTreeSet<&str> = TABLE.iter().map(|(name, _)| *name).collect();
        assert_eq!(names.len(), TABLE.len(), "two rows for one operation");
        assert_eq!(names, operations, "add a row for each operation, also without further codes");
    }
}
