//! What went wrong, as a stable code that clients may rely on, and the class that decides the HTTP status.

pub mod form;
pub mod text;

use serde::{Deserialize, Serialize};

/// The kind of refusal. The HTTP layer maps each class to one status, in one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorClass {
    /// The request cannot be read (400).
    Malformed,
    /// Nobody is signed in (401).
    Unauthenticated,
    /// The signed-in person may not do this (403).
    Forbidden,
    /// It does not exist, or this person may not know that it does (404).
    NotFound,
    /// The state of the world has moved on (409).
    Conflict,
    /// The body is larger than the limit (413).
    TooLarge,
    /// Well-formed, but a field breaks a rule (422).
    Invalid,
    /// Too many attempts (429).
    RateLimited,
    /// Something that we need is away for the moment (503).
    Unavailable,
    /// Our fault (500).
    Internal,
}

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $text:literal, $class:ident, $message:literal;)+) => {
        /// Stable codes of every refusal. Clients branch on these, never on the texts.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum ErrorCode {
            $($(#[$doc])* #[serde(rename = $text)] $name,)+
        }

        impl ErrorCode {
            /// Every code, for the OpenAPI enum and for tests.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];

            /// The code as it stands in replies.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)+ }
            }

            /// The class that decides the HTTP status.
            pub const fn class(self) -> ErrorClass {
                match self { $(Self::$name => ErrorClass::$class,)+ }
            }

            /// The sentence shown when no better one is at hand.
            pub const fn message(self) -> &'static str {
                match self { $(Self::$name => $message,)+ }
            }
        }
    };
}

codes! {
    /// The body or a parameter cannot be parsed.
    MalformedRequest = "malformed_request", Malformed, "We could not read that request.";
    /// No access token, or one that does not hold.
    SignInRequired = "sign_in_required", Unauthenticated, "Please sign in.";
    /// An administrator's name or password is wrong (D7).
    InvalidCredentials = "invalid_credentials", Unauthenticated, "Invalid credentials";
    /// Name and password are right, and the account also wants the code of an authenticator.
    CodeRequired = "code_required", Unauthenticated, "Please enter the code of your authenticator app.";
    /// An administrator's change without the token of the session.
    Csrf = "csrf", Forbidden, "This page is out of date. Please reload it and try again.";
    /// An administrator has suspended this person.
    AccountSuspended = "account_suspended", Forbidden, "Your account is suspended. Please write to support.";
    /// The role does not allow this.
    RoleNotAllowed = "role_not_allowed", Forbidden, "Your account may not do this.";
    /// An `email`, `id`, `studentId` or `teacherId` that is not the signed-in person's (D4).
    NotYourself = "not_yourself", Forbidden, "That belongs to somebody else.";
    /// The provider has not verified an e-mail address for this person (D5).
    EmailNotVerified = "email_not_verified", Forbidden, "Please verify your e-mail address with your sign-in provider first.";
    /// Nothing of that kind, or nothing that this person may see.
    NotFound = "not_found", NotFound, "We could not find that.";
    /// No such path.
    NoSuchPath = "no_such_path", NotFound, "There is nothing at this address.";
    /// The path exists, but not for this method.
    MethodNotAllowed = "method_not_allowed", Malformed, "This address does not take that method.";
    /// The invite code is unknown, or its teacher is not approved (D9).
    InvalidInviteCode = "invalid_invite_code", Invalid, "Invalid invite code. Please check it with your teacher.";
    /// Onboarding was finished before.
    AlreadyOnboarded = "already_onboarded", Conflict, "This account has already been set up.";
    /// Another application of the same teacher waits for an administrator.
    ApplicationPending = "application_pending", Conflict, "Your application is being reviewed. It cannot be changed until that is done.";
    /// One or more fields break a rule; see `errors`.
    InvalidFields = "invalid_fields", Invalid, "Please check the marked fields.";
    /// The slot is not one that can be booked.
    InvalidSlot = "invalid_slot", Invalid, "Invalid slot selection";
    /// Somebody else has it, or it is no longer offered.
    SlotTaken = "slot_taken", Conflict, "This class has just been taken. Please choose another.";
    /// It starts within 12 hours (D14).
    SlotTooSoon = "slot_too_soon", Conflict, "Classes can be booked until 12 hours before they start.";
    /// It lies beyond the teacher's visibility window (D14).
    SlotTooFar = "slot_too_far", Conflict, "This class cannot be booked yet.";
    /// The student already has a class in that hour (D11).
    StudentBusy = "student_busy", Conflict, "You already have a class at this time.";
    /// Not enough credits that are alive now (D17).
    InsufficientCredits = "insufficient_credits", Conflict, "Insufficient Credits";
    /// There were credits, but they have expired.
    CreditsExpired = "credits_expired", Conflict, "Your class credits have expired.";
    /// The request names a different number of credits than the slot costs.
    CostMismatch = "cost_mismatch", Conflict, "The price of this class has changed. Please look again.";
    /// What the student was shown is no longer the price; the reply carries the fresh `quote` (D19).
    PriceChanged = "price_changed", Conflict, "The price has changed. Please look again.";
    /// Another student is paying for the last seat right now (D23).
    SeatHeld = "seat_held", Conflict, "Somebody is paying for this class right now. Please choose another, or try again in a few minutes.";
    /// The student is paying for three other classes at this moment.
    TooManyHolds = "too_many_holds", Conflict, "You are holding three classes already. Please pay for one of them, or let one go.";
    /// An earlier payment of this student for the same thing is still being checked with the provider (D23).
    PaymentUnresolved = "payment_unresolved", Conflict, "We are still checking your last payment. You will not be charged twice.";
    /// A valid payment whose outcome the provider could not yet confirm.
    PaymentPending = "payment_pending", Unavailable, "We are still checking your payment with the bank. Your class is held for you.";
    /// The signature or the order is not ours.
    PaymentNotVerified = "payment_not_verified", Invalid, "Payment verification failed";
    /// The payment provider cannot be reached.
    PaymentUnavailable = "payment_unavailable", Unavailable, "Payments are not available at the moment. Nothing was charged.";
    /// The total lies below what the provider can charge.
    AmountTooSmall = "amount_too_small", Invalid, "This amount is too small to be charged. Please choose another coupon.";
    /// The order has ended already.
    OrderClosed = "order_closed", Conflict, "This purchase has already ended.";
    /// No coupon was given.
    CouponMissing = "coupon_missing", Invalid, "Please enter a coupon code";
    /// There is no such coupon, or it was stopped.
    CouponInvalid = "coupon_invalid", Invalid, "Invalid coupon code";
    /// Its time has not come.
    CouponNotStarted = "coupon_not_started", Invalid, "This coupon cannot be used yet.";
    /// Its time is over.
    CouponExpired = "coupon_expired", Invalid, "This coupon has expired.";
    /// All its uses are taken.
    CouponUsedUp = "coupon_used_up", Conflict, "This coupon has been used up.";
    /// This student has had all the uses that one student may have.
    CouponUsedByYou = "coupon_used_by_you", Conflict, "You have already used this coupon.";
    /// It is for another currency or another teacher.
    CouponNotForYou = "coupon_not_for_you", Invalid, "This coupon is not valid for this purchase.";
    /// Too late for a cancellation by the student (D24).
    TooLateToCancel = "too_late_to_cancel", Conflict, "Classes cannot be cancelled within 12 hours of their start.";
    /// Too late for moving the class (D24).
    TooLateToReschedule = "too_late_to_reschedule", Conflict, "Classes can be moved until 12 hours before they start.";
    /// The class is over, or was cancelled before.
    NotCancellable = "not_cancellable", Conflict, "This class can no longer be changed.";
    /// A teacher's rates cannot be changed yet (D27); the reply's own sentence counts the days.
    RatesLocked = "rates_locked", Conflict, "Your rates are locked for the first 30 days.";
    /// Somebody is booked into the published class, or paying for it.
    ClassHasStudents = "class_has_students", Conflict, "Students have this class already. Its time and cost stay as they are.";
    /// The teacher already has a class in that hour (D11).
    TeacherBusy = "teacher_busy", Conflict, "You already have a class at this time.";
    /// The class has not started yet.
    TooEarly = "too_early", Conflict, "This can be marked once the class has started.";
    /// The class lies too far back.
    TooLate = "too_late", Conflict, "This could be marked until 7 days after the class.";
    /// The same idempotency key with another request.
    IdempotencyMismatch = "idempotency_mismatch", Conflict, "This request was already sent with other contents.";
    /// Somebody saved a newer version in between.
    VersionConflict = "version_conflict", Conflict, "This was changed elsewhere. Please reload and try again.";
    /// It has been done before; the reply's own sentence says how it stands.
    AlreadyDone = "already_done", Conflict, "This has been done already.";
    /// Money or classes of this person are still open (D35); the reply's own sentence says which.
    StillOpen = "still_open", Conflict, "There is still something open.";
    /// A payout that was in no table for the bank cannot have been paid by it (D25).
    NotHandedOver = "not_handed_over", Conflict, "This payout was in no table for the bank yet.";
    /// The body is larger than the limit.
    BodyTooLarge = "body_too_large", TooLarge, "That request is too large.";
    /// Too many requests from this address or account.
    TooManyRequests = "too_many_requests", RateLimited, "Too many attempts. Please wait a moment and try again.";
    /// The mail is stored and will be sent, but has not gone out yet (D30).
    MailNotSent = "mail_not_sent", Unavailable, "The message could not be sent yet. We keep trying.";
    /// The identity provider cannot be reached.
    SignInUnavailable = "sign_in_unavailable", Unavailable, "Sign-in is not available at the moment. Please try again.";
    /// The server is busy or a part of it is away.
    Unavailable = "unavailable", Unavailable, "We are busy for a moment. Please try again.";
    /// Our fault; the request id is in the log.
    Internal = "internal", Internal, "Something went wrong on our side.";
}

/// One field that breaks a rule, and the sentence to show beside it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FieldError {
    /// The field's name as the client sent it, with a path for nested ones (`weeklySchedule.0.start`).
    pub field: String,
    /// The sentence to show.
    pub message: String,
}

impl FieldError {
    /// A field and its sentence.
    pub fn new(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self { field: field.into(), message: message.into() }
    }
}

/// All fields that break a rule, never empty.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid fields: {0:?}")]
pub struct FieldErrors(pub Vec<FieldError>);

impl FieldErrors {
    /// A single field's error.
    pub fn one(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self(vec![FieldError::new(field, message)])
    }

    /// The same fields of a part of the form.
    #[must_use]
    pub fn under(mut self, part: &str) -> Self {
        for error in &mut self.0 {
            error.field = format!("{part}.{}", error.field);
        }
        self
    }

    /// These and those.
    #[must_use]
    pub fn and(mut self, others: Self) -> Self {
        self.0.extend(others.0);
        self
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn codes_are_unique_snake_case_words_with_a_sentence() {
        let codes: HashSet<&str> = ErrorCode::ALL.iter().map(|code| code.as_str()).collect();
        assert_eq!(codes.len(), ErrorCode::ALL.len());
        for code in ErrorCode::ALL {
            assert!(code.as_str().chars().all(|c| c.is_ascii_lowercase() || c == '_'), "{code:?}");
            assert!(!code.message().is_empty(), "{code:?}");
        }
    }
}
