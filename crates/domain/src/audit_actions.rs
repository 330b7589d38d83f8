//! The actions that the audit log records.

string_enum! {
    /// What an audit event records, in past tense. The string is stored, filtered by and translated by the admin area.
    AuditAction {
        /// A person changed their own name, phone number, settings or choice of mails.
        AccountChanged = "account_changed",
        /// A new administrator set their password and authenticator with the activation link.
        AdminActivated = "admin_activated",
        /// An owner replaced the activation link of an administrator.
        AdminActivationLinkRenewed = "admin_activation_link_renewed",
        /// An administrator account was created.
        AdminAdded = "admin_added",
        /// An administrator account was disabled.
        AdminDisabled = "admin_disabled",
        /// A disabled administrator account was enabled.
        AdminEnabled = "admin_enabled",
        /// An administrator changed their own password.
        AdminPasswordChanged = "admin_password_changed",
        /// The password or authenticator of an administrator was reset from the command line.
        AdminReset = "admin_reset",
        /// An owner set up a new authenticator for an administrator.
        AdminAuthenticatorReset = "admin_authenticator_reset",
        /// An administrator replaced their own authenticator.
        AdminAuthenticatorReplaced = "admin_authenticator_replaced",
        /// An owner changed the role of an administrator.
        AdminRoleChanged = "admin_role_changed",
        /// An administrator ended one of their sessions.
        AdminSessionEnded = "admin_session_ended",
        /// An owner ended all sessions of an administrator.
        AdminSessionsEnded = "admin_sessions_ended",
        /// An administrator signed in.
        AdminSignedIn = "admin_signed_in",
        /// An administrator ended all their sessions.
        AdminSignedOutEverywhere = "admin_signed_out_everywhere",
        /// A teacher saved their availability.
        AvailabilitySaved = "availability_saved",
        /// A bank file of payouts was downloaded.
        BankFileExported = "bank_file_exported",
        /// A class was booked with credits.
        BookedWithCredits = "booked_with_credits",
        /// A class was booked with money.
        BookedWithMoney = "booked_with_money",
        /// A booking was cancelled.
        BookingCancelled = "booking_cancelled",
        /// The mails of a booking were sent again.
        BookingMailResent = "booking_mail_resent",
        /// A booking was rescheduled.
        BookingRescheduled = "booking_rescheduled",
        /// Bookings were exported.
        BookingsExported = "bookings_exported",
        /// A ledger check ran on demand.
        LedgerChecked = "ledger_checked",
        /// A package of credits was bought.
        CreditsBought = "credits_bought",
        /// A published class was cancelled by its teacher.
        ClassCancelled = "class_cancelled",
        /// A published class was changed.
        ClassChanged = "class_changed",
        /// A class was published.
        ClassPublished = "class_published",
        /// A coupon was added.
        CouponAdded = "coupon_added",
        /// A coupon was deactivated.
        CouponDeactivated = "coupon_deactivated",
        /// The expiry of a credit lot was extended.
        CreditsExtended = "credits_extended",
        /// Credits were granted to a student.
        CreditsGranted = "credits_granted",
        /// The currency of a student was changed.
        CurrencyChanged = "currency_changed",
        /// Demo data was inserted.
        DemoSeeded = "demo_seeded",
        /// A student named a friend (D29).
        FriendReferred = "friend_referred",
        /// A second way to sign in was linked to a person (D38).
        IdentityLinked = "identity_linked",
        /// A teacher received an invite code.
        InviteCodeCreated = "invite_code_created",
        /// An administrator replied to a support message.
        MessageReplied = "message_replied",
        /// A teacher marked or unmarked a no-show.
        NoShowMarked = "no_show_marked",
        /// A refund of an order was requested.
        OrderRefunded = "order_refunded",
        /// A part of a payment was refunded.
        PaymentPartlyRefunded = "payment_partly_refunded",
        /// A teacher saved their payment settings.
        PaymentSettingsSaved = "payment_settings_saved",
        /// A payout was included in a payout export.
        PayoutExported = "payout_exported",
        /// A payout was marked as failed.
        PayoutFailed = "payout_failed",
        /// A payout was marked as paid.
        PayoutPaid = "payout_paid",
        /// A payout was prepared by a payout run.
        PayoutPrepared = "payout_prepared",
        /// A paid payout was reversed.
        PayoutReversed = "payout_reversed",
        /// A payout run was started by an administrator.
        PayoutRunStarted = "payout_run_started",
        /// The data of a person was deleted (D35).
        PersonDeleted = "person_deleted",
        /// The data of a person was exported.
        PersonExported = "person_exported",
        /// The list of people was exported.
        PeopleExported = "people_exported",
        /// Orders were exported.
        OrdersExported = "orders_exported",
        /// A person was unsuspended.
        PersonUnsuspended = "person_unsuspended",
        /// A person was suspended.
        PersonSuspended = "person_suspended",
        /// A teacher saved their profile.
        ProfileSaved = "profile_saved",
        /// Refunds were exported.
        RefundsExported = "refunds_exported",
        /// The reward for a referral was granted.
        ReferralGranted = "referral_granted",
        /// A failed refund was retried.
        RefundRetried = "refund_retried",
        /// A guardian registered a child as a student.
        LearnerAdded = "learner_added",
        /// The data of a learner was exported by a guardian.
        LearnerExported = "learner_exported",
        /// A person was invited to become a learner's guardian.
        GuardianInvited = "guardian_invited",
        /// The invitation of a guardian was withdrawn.
        GuardianInvitationWithdrawn = "guardian_invitation_withdrawn",
        /// A person accepted the invitation to become a learner's guardian.
        GuardianAdded = "guardian_added",
        /// A guardian removed a learner, who has another guardian, from their account.
        GuardianLeft = "guardian_left",
        /// An administrator corrected the age of a person.
        AgeChanged = "age_changed",
        /// A student gave their date of birth or age range.
        AgeStated = "age_stated",
        /// A student joined with an invite code.
        StudentOnboarded = "student_onboarded",
        /// A student was handed over to another teacher.
        StudentHandedOver = "student_handed_over",
        /// A message to support was sent.
        SupportMessageSent = "support_message_sent",
        /// An application was submitted.
        TeacherApplied = "teacher_applied",
        /// An application was approved.
        TeacherApproved = "teacher_approved",
        /// A decision about an application was undone.
        TeacherDecisionUndone = "teacher_decision_undone",
        /// An application was rejected.
        TeacherRejected = "teacher_rejected",
        /// A person accepted a version of the terms.
        TermsAccepted = "terms_accepted",
        /// The waitlist was exported.
        WaitlistExported = "waitlist_exported",
        /// A waitlist invitation was sent.
        WaitlistInvited = "waitlist_invited",
        /// A dead letter was retried.
        DeadLetterRetried = "dead_letter_retried",
    }
}
