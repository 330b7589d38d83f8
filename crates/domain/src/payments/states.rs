//! States of orders, payments and refunds, and their transitions as data. The store builds its guarded updates from these
//! lists.

string_enum! {
    /// The state of an order.
    OrderState {
        /// Stored, not registered with the provider yet; it cannot be paid.
        Preparing = "preparing",
        /// Waiting for payment; the seat of a class is held.
        Open = "open",
        /// The student reports a payment that the provider has not confirmed yet.
        Checking = "checking",
        /// The class is booked.
        Booked = "booked",
        /// The credits of the package are granted.
        Credited = "credited",
        /// A refund is requested or started.
        Refunding = "refunding",
        /// The refund is done.
        Refunded = "refunded",
        /// Not paid in time. A payment can still arrive (D23).
        Expired = "expired",
        /// Cancelled by the student or with its class, or replaced by another purchase. A payment can still arrive (D23).
        Cancelled = "cancelled",
        /// The provider rejected the order, so it cannot be paid.
        Failed = "failed",
    }
}

string_enum! {
    /// The state of a payment at the provider (docs/integrations.md §1.3).
    PaymentState {
        /// The student has started the payment.
        Created = "created",
        /// The bank has authorized the payment.
        Authorized = "authorized",
        /// The payment is captured; also after a partial refund.
        Captured = "captured",
        /// The payment is fully refunded.
        Refunded = "refunded",
        /// The payment failed. Not final: a bank can confirm it days later.
        Failed = "failed",
    }
}

string_enum! {
    /// The state of a refund.
    RefundState {
        /// Stored, not accepted by the provider yet.
        Requested = "requested",
        /// Accepted by the provider.
        Started = "started",
        /// The provider has paid the money out.
        Done = "done",
        /// Failed several times. It is retried from time to time, and can be done manually.
        Failed = "failed",
    }
}

string_enum! {
    /// The reason of a refund.
    RefundReason {
        /// The class was cancelled in time, or not by the student (D24).
        Cancelled = "cancelled",
        /// The payment arrived after the hold expired, and the seat was taken (D23).
        SeatGone = "seat_gone",
        /// The amount or the currency is not that of the order.
        AmountMismatch = "amount_mismatch",
        /// The order was already paid, or the student already has the class.
        Duplicate = "duplicate",
        /// The class can no longer be booked: it was cancelled, or starts too soon.
        NotBookable = "not_bookable",
        /// The payment arrived after the hold expired, and the student has another class at that time.
        StudentBusy = "student_busy",
        /// The payment arrived after the coupon reservation expired, and the coupon can no longer be used.
        CouponGone = "coupon_gone",
        /// An administrator returned a part; the class or the package stays (ADR 11).
        Partial = "partial",
        /// The payment arrived after the student had cancelled the purchase (ADR 15).
        OrderCancelled = "order_cancelled",
    }
}

impl RefundReason {
    /// Returns the message for the payer.
    pub const fn message(self) -> &'static str {
        match self {
            Self::SeatGone => {
                "Your payment arrived after we stopped holding your class, and another student has booked it."
            }
            Self::StudentBusy => {
                "Your payment arrived after we stopped holding your class, and you have another class at that time."
            }
            Self::CouponGone => {
                "Your payment arrived after we stopped holding your coupon, and it can no longer be used."
            }
            Self::NotBookable => "Your payment arrived too late: the class can no longer be booked.",
            Self::Duplicate => "You had already paid for this, so you aren't charged twice.",
            Self::AmountMismatch => "The amount you paid doesn't match your order.",
            Self::Cancelled => "The class was cancelled.",
            Self::Partial => "We're returning a part of what you paid.",
            Self::OrderCancelled => "Your payment arrived after you cancelled this purchase.",
        }
    }
}

impl OrderState {
    /// Returns the states that may follow. A free order goes from `preparing` directly to its final state.
    pub const fn next_states(self) -> &'static [Self] {
        use OrderState::{Booked, Cancelled, Checking, Credited, Expired, Failed, Open, Refunded, Refunding};
        match self {
            Self::Preparing => &[Open, Booked, Credited, Failed, Expired, Cancelled],
            Self::Open => &[Checking, Booked, Credited, Refunding, Expired, Cancelled],
            Self::Checking => &[Open, Booked, Credited, Refunding, Expired],
            Self::Expired | Self::Cancelled => &[Checking, Booked, Credited, Refunding],
            Self::Booked | Self::Credited => &[Refunding],
            Self::Refunding => &[Refunded],
            Self::Refunded | Self::Failed => &[],
        }
    }

    /// Whether the transition to `to` is allowed.
    pub fn can_become(self, to: Self) -> bool {
        self.next_states().contains(&to)
    }

    /// Whether a payment can still arrive, so that reconciliation checks the order (D23).
    pub const fn awaits_payment(self) -> bool {
        matches!(self, Self::Open | Self::Checking | Self::Expired | Self::Cancelled)
    }
}

impl PaymentState {
    /// Returns the states that may follow. Provider events arrive in any order, so steps can be skipped but not reverted. The
    /// exception is a refund that fails after it was reported: the payment is `captured` again.
    pub const fn next_states(self) -> &'static [Self] {
        use PaymentState::{Authorized, Captured, Failed, Refunded};
        match self {
            Self::Created => &[Authorized, Captured, Refunded, Failed],
            Self::Failed => &[Authorized, Captured, Refunded],
            Self::Authorized => &[Captured, Refunded],
            Self::Captured => &[Refunded],
            Self::Refunded => &[Captured],
        }
    }

    /// Whether the transition to `to` is allowed; an event with another state is outdated.
    pub fn can_become(self, to: Self) -> bool {
        self.next_states().contains(&to)
    }
}

impl RefundState {
    /// Returns the states that may follow. A retry after a failure starts in `failed`.
    pub const fn next_states(self) -> &'static [Self] {
        use RefundState::{Done, Failed, Requested, Started};
        match self {
            Self::Requested => &[Started, Done, Failed],
            Self::Started => &[Requested, Done, Failed],
            Self::Failed => &[Started, Done],
            Self::Done => &[],
        }
    }

    /// Whether the transition to `to` is allowed.
    pub fn can_become(self, to: Self) -> bool {
        self.next_states().contains(&to)
    }
}
