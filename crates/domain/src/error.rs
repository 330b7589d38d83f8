//! Error codes, which clients may rely on, and the classes that decide the HTTP status.

pub mod form;
pub mod text;

use serde::{Deserialize, Serialize};

/// The class of an error. The HTTP layer maps each class to one status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorClass {
    /// The request cannot be parsed (400).
    Malformed,
    /// The request has no valid credentials (401).
    Unauthenticated,
    /// The signed-in person lacks the permission (403).
    Forbidden,
    /// The resource does not exist, or must not be revealed to this person (404).
    NotFound,
    /// The request conflicts with the current state (409).
    Conflict,
    /// The request body exceeds the limit (413).
    TooLarge,
    /// A field is invalid (422).
    Invalid,
    /// The rate limit is exceeded (429).
    RateLimited,
    /// The server or a service that it needs is temporarily unavailable (503).
    Unavailable,
    /// An internal error (500).
    Internal,
}

macro_rules! error_codes {
    ($($(#[$doc:meta])* $name:ident = $text:literal, $class:ident, $message:literal;)+) => {
        /// The stable code of an error. Clients branch on codes, never on messages.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum ErrorCode {
            $($(#[$doc])* #[serde(rename = $text)] $name,)+
        }

        impl ErrorCode {
            /// Every code, in declaration order.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];

            /// Returns the string of the code in the API.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)+ }
            }

            /// Returns the class, which decides the HTTP status.
            pub const fn class(self) -> ErrorClass {
                match self { $(Self::$name => ErrorClass::$class,)+ }
            }

            /// Returns the default message for people.
            pub const fn message(self) -> &'static str {
                match self { $(Self::$name => $message,)+ }
            }
        }
    };
}

error_codes! {
    /// The body or a parameter cannot be parsed.
    MalformedRequest = "malformed_request", Malformed, "We could not read that request.";
    /// The access token is missing or invalid.
    SignInRequired = "sign_in_required", Unauthenticated, "Please sign in.";
    /// The name or password of an administrator is wrong (D7).
    InvalidCredentials = "invalid_credentials", Unauthenticated, "Invalid credentials";
    /// Name and password are correct, and the account also requires an authenticator code.
    CodeRequired = "code_required", Unauthenticated, "Please enter the code of your authenticator app.";
    /// Name and password are correct, but the authenticator code is wrong or was used before.
    InvalidCode = "invalid_code", Unauthenticated, "This code is wrong or was already used. Enter the code that your authenticator app shows now.";
    /// The CSRF token of an administrator's session is missing or wrong.
    Csrf = "csrf", Forbidden, "This page is out of date. Please reload it and try again.";
    /// An administrator has suspended this person.
    AccountSuspended = "account_suspended", Forbidden, "Your account is suspended. Please write to support.";
    /// The header `x-learner` is not the id of one of the person's learners.
    LearnerNotFound = "learner_not_found", NotFound, "We can't find this learner in your account. Please reload the page.";
    /// A student under 18 has no guardian, or a person under 18 would become a guardian (ADR 14).
    GuardianRequired = "guardian_required", Forbidden, "Students under 18 need a parent or guardian. Please add one first.";
    /// The learner has two guardians, or one and an open invitation.
    GuardiansComplete = "guardians_complete", Conflict, "A learner can have two parents or guardians. Withdraw an open invitation first.";
    /// The invitation of a guardian is unknown, used, withdrawn or expired.
    GuardianInvitationInvalid = "guardian_invitation_invalid", NotFound,
        "This invitation has expired, was withdrawn or was already used. Ask for a new one.";
    /// The role lacks the permission.
    RoleNotAllowed = "role_not_allowed", Forbidden, "Your account may not do this.";
    /// An `email`, `id`, `studentId` or `teacherId` in the request is not that of the signed-in person (D4).
    ForbiddenSubject = "forbidden_subject", Forbidden, "This belongs to another person.";
    /// The identity provider has not verified an email address of this person (D5).
    EmailNotVerified = "email_not_verified", Forbidden, "Please verify your e-mail address with your sign-in provider first.";
    /// Another person's account has this address and identity provider (D38).
    AccountExists = "account_exists", Conflict, "You already have an account with this email; sign in the way you did before.";
    /// An account with this address exists; the code that is mailed there links this sign-in to it (D38).
    LinkCodeRequired = "link_code_required", Forbidden, "You already have an account with this email. Enter the code we email you to use it.";
    /// The activation link of an administrator is unknown, used, replaced or expired, or the account is disabled (D7).
    ActivationLinkInvalid = "activation_link_invalid", Invalid, "This activation link has expired or was already used. Ask an owner for a new one.";
    /// The code is wrong, used, expired, or was entered too often (D38).
    LinkCodeInvalid = "link_code_invalid", Invalid, "That code is wrong or has expired. Check the newest email, or get a new code.";
    /// The resource does not exist, or this person may not see it.
    NotFound = "not_found", NotFound, "We could not find that.";
    /// No endpoint has this path.
    NoSuchPath = "no_such_path", NotFound, "There is nothing at this address.";
    /// The path has no endpoint for this method.
    MethodNotAllowed = "method_not_allowed", Malformed, "This address does not take that method.";
    /// The invite code is unknown, or its teacher is not approved (D9).
    InvalidInviteCode = "invalid_invite_code", Invalid, "Invalid invite code. Please check it with your teacher.";
    /// The person has completed onboarding before.
    AlreadyOnboarded = "already_onboarded", Conflict, "This account has already been set up.";
    /// An application of the same person is pending.
    ApplicationPending = "application_pending", Conflict, "Your application is being reviewed. It cannot be changed until that is done.";
    /// One or more fields are invalid; `errors` lists them.
    InvalidFields = "invalid_fields", Invalid, "Please check the marked fields.";
    /// The student's teacher has no such slot.
    InvalidSlot = "invalid_slot", Invalid, "Invalid slot selection";
    /// All seats are taken, or the slot is no longer available.
    SlotTaken = "slot_taken", Conflict, "This class has just been taken. Please choose another.";
    /// The class starts within 12 hours (D14).
    SlotTooSoon = "slot_too_soon", Conflict, "Classes can be booked until 12 hours before they start.";
    /// The class starts after the end of the booking window (D14).
    SlotTooFar = "slot_too_far", Conflict, "This class cannot be booked yet.";
    /// The student has another class at that time (D11).
    StudentBusy = "student_busy", Conflict, "You already have a class at this time.";
    /// There are not enough unexpired credits (D17).
    InsufficientCredits = "insufficient_credits", Conflict, "Insufficient Credits";
    /// All unspent credits have expired.
    CreditsExpired = "credits_expired", Conflict, "Your class credits have expired.";
    /// The credit cost in the request is not that of the slot.
    CostMismatch = "cost_mismatch", Conflict, "The price of this class has changed. Please look again.";
    /// The price in the request is outdated; the response has the current `quote` (D19).
    PriceChanged = "price_changed", Conflict, "The price has changed. Please look again.";
    /// Another student holds the last seat while paying (D23).
    SeatHeld = "seat_held", Conflict, "Another student is paying for this class right now. Please choose another class, or try again in a few minutes.";
    /// The student has the maximum number of three holds.
    TooManyHolds = "too_many_holds", Conflict, "You are holding three classes already. Please pay for one of them, or let one go.";
    /// An earlier payment of this student for the same item is still being checked with the provider (D23).
    PaymentUnresolved = "payment_unresolved", Conflict, "We are still checking your last payment. You will not be charged twice.";
    /// The payment is valid, but the provider has not confirmed its outcome yet.
    PaymentPending = "payment_pending", Unavailable, "We are still checking your payment with the bank. Your class is held for you.";
    /// The signature is invalid, or the order is unknown.
    PaymentNotVerified = "payment_not_verified", Invalid, "Payment verification failed";
    /// The payment provider is unavailable.
    PaymentUnavailable = "payment_unavailable", Unavailable, "Payments are not available at the moment. Nothing was charged.";
    /// The total is below the provider's minimum charge.
    AmountTooSmall = "amount_too_small", Invalid, "This amount is too small to be charged. Please choose another coupon.";
    /// The order is in a final state.
    OrderClosed = "order_closed", Conflict, "This purchase has already ended.";
    /// No coupon was given.
    CouponMissing = "coupon_missing", Invalid, "Please enter a coupon code";
    /// The coupon code does not exist, or the coupon is deactivated.
    CouponInvalid = "coupon_invalid", Invalid, "Invalid coupon code";
    /// The coupon cannot be used yet.
    CouponNotStarted = "coupon_not_started", Invalid, "This coupon cannot be used yet.";
    /// The coupon has expired.
    CouponExpired = "coupon_expired", Invalid, "This coupon has expired.";
    /// The coupon's limit for all students is reached.
    CouponUsedUp = "coupon_used_up", Conflict, "This coupon has been used up.";
    /// The coupon's limit for this student is reached.
    CouponLimitPerStudent = "coupon_limit_per_student", Conflict, "You have already used this coupon.";
    /// The coupon is restricted to another currency or teacher.
    CouponNotApplicable = "coupon_not_applicable", Invalid, "This coupon is not valid for this purchase.";
    /// The deadline for a cancellation by the student has passed (D24).
    TooLateToCancel = "too_late_to_cancel", Conflict, "Classes cannot be cancelled within 12 hours of their start.";
    /// A cancellation would return something else than the person saw.
    CancellationOutcomeChanged = "cancellation_outcome_changed", Conflict,
        "The class was not cancelled, because what you would get back has changed. Please check it and confirm again.";
    /// The deadline for rescheduling has passed (D24).
    TooLateToReschedule = "too_late_to_reschedule", Conflict, "Classes can be moved until 12 hours before they start.";
    /// The class has ended, or the booking is cancelled.
    NotCancellable = "not_cancellable", Conflict, "This class can no longer be changed.";
    /// The teacher's rates are locked (D27); the response's `detail` has the days left.
    RatesLocked = "rates_locked", Conflict, "Your rates are locked for the first 30 days.";
    /// The published class has booked or held seats.
    ClassHasStudents = "class_has_students", Conflict, "Students have this class already. Its time and cost stay as they are.";
    /// The teacher has another class at that time (D11).
    TeacherBusy = "teacher_busy", Conflict, "You already have a class at this time.";
    /// A no-show cannot be marked before the class starts (D15).
    NoShowTooEarly = "no_show_too_early", Conflict, "This can be marked once the class has started.";
    /// A no-show cannot be marked more than 7 days after the class (D15).
    NoShowWindowClosed = "no_show_window_closed", Conflict, "This could be marked until 7 days after the class.";
    /// The referred friend has not taken a class yet.
    ReferralNotEarned = "referral_not_earned", Conflict, "This friend has not taken a class yet.";
    /// The idempotency key was used for a different request.
    IdempotencyMismatch = "idempotency_mismatch", Conflict, "This request was already sent with other contents.";
    /// A newer version was saved in the meantime.
    VersionConflict = "version_conflict", Conflict, "This was changed elsewhere. Please reload and try again.";
    /// The operation was completed before; the response's `detail` describes the current state.
    AlreadyProcessed = "already_processed", Conflict, "This has been done already.";
    /// The decision can no longer be undone; the response's `detail` says why.
    NotUndoable = "not_undoable", Conflict, "This can no longer be undone.";
    /// The person has open obligations (D35); the response's `detail` names them.
    OpenObligations = "open_obligations", Conflict, "There is still something open.";
    /// The last owner who can sign in cannot be disabled or get another role.
    LastOwner = "last_owner", Conflict, "This is the last owner. Add another owner first.";
    /// Administrators do not change their own account in this way.
    OwnAccount = "own_account", Conflict, "You can't do this to your own account. Ask another owner.";
    /// The payout was never exported, so the bank cannot have paid it (D25).
    PayoutNotExported = "payout_not_exported", Conflict, "This payout was in no table for the bank yet.";
    /// The request body exceeds the limit.
    BodyTooLarge = "body_too_large", TooLarge, "That request is too large.";
    /// The rate limit of this address or account is exceeded.
    TooManyRequests = "too_many_requests", RateLimited, "Too many attempts. Please wait a moment and try again.";
    /// The mail is queued but was not sent yet (D30).
    MailNotSent = "mail_not_sent", Unavailable, "The message could not be sent yet. We keep trying.";
    /// The identity provider is unavailable.
    SignInUnavailable = "sign_in_unavailable", Unavailable, "Sign-in is not available at the moment. Please try again.";
    /// The server is overloaded, or a part of it is unavailable.
    Unavailable = "unavailable", Unavailable, "We are busy for a moment. Please try again.";
    /// An internal error; the log has the details under the request id.
    Internal = "internal", Internal, "Something went wrong on our side.";
}

/// An invalid field and its message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FieldError {
    /// The name of the field in the request, with a path for nested fields (`weeklySchedule.0.start`).
    pub field: String,
    /// The message for people.
    pub message: String,
}

impl FieldError {
    /// Creates an error of one field.
    pub fn new(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self { field: field.into(), message: message.into() }
    }
}

/// All invalid fields of a request; never empty.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid fields: {0:?}")]
pub struct FieldErrors(pub Vec<FieldError>);

impl FieldErrors {
    /// Creates the error of a single field.
    pub fn one(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self(vec![FieldError::new(field, message)])
    }

    /// Prefixes every field with the path of the object that contains it.
    #[must_use]
    pub fn with_prefix(mut self, path: &str) -> Self {
        for error in &mut self.0 {
            error.field = format!("{path}.{}", error.field);
        }
        self
    }

    /// Appends the errors of other fields.
    #[must_use]
    pub fn merged_with(mut self, others: Self) -> Self {
        self.0.extend(others.0);
        self
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn codes_are_unique_snake_case_and_have_a_message() {
        let codes: HashSet<&str> = ErrorCode::ALL.iter().map(|code| code.as_str()).collect();
        assert_eq!(codes.len(), ErrorCode::ALL.len());
        for code in ErrorCode::ALL {
            assert!(code.as_str().chars().all(|c| c.is_ascii_lowercase() || c == '_'), "{code:?}");
            assert!(!code.message().is_empty(), "{code:?}");
        }
    }
}
