//! The states, and the moves between them as data. The store makes its guards of these lists: a move that is not listed is
//! refused there.

words! {
    /// Where a purchase stands.
    OrderState {
        /// Written down here; the provider has not answered yet. Nobody can pay it.
        Preparing = "preparing",
        /// Waiting for the student to pay; a class's seat is held.
        Open = "open",
        /// The student says that they paid, and the provider has not confirmed it yet.
        Checking = "checking",
        /// The class is booked.
        Booked = "booked",
        /// The package's credits are there.
        Credited = "credited",
        /// The money is on its way back.
        Refunding = "refunding",
        /// The money went back.
        Refunded = "refunded",
        /// Nobody paid in time. Money may still come (D23).
        Expired = "expired",
        /// The student left it. Money may still come (D23).
        Cancelled = "cancelled",
        /// The provider refused to open it, so that no money can come.
        Failed = "failed",
    }
}

words! {
    /// Where a payment stands, in the provider's words (INTEGRATIONS §1.3).
    PaymentState {
        /// Begun.
        Created = "created",
        /// The bank has reserved the money.
        Authorized = "authorized",
        /// The money is ours; it stays so after a partial refund.
        Captured = "captured",
        /// All of it went back.
        Refunded = "refunded",
        /// It did not work. Not the end: the bank may still confirm it days later.
        Failed = "failed",
    }
}

words! {
    /// Where a refund stands.
    RefundState {
        /// Written down here; the provider has not taken it yet.
        Requested = "requested",
        /// The provider has taken it.
        Started = "started",
        /// The provider has sent the money.
        Done = "done",
        /// It did not work several times; it is tried again now and then, and a person may do it by hand.
        Failed = "failed",
    }
}

words! {
    /// Why money goes back.
    RefundReason {
        /// The class was cancelled in time, or by the teacher (D24).
        Cancelled = "cancelled",
        /// The money came after the hold ended, and the seat was taken (D23).
        SeatGone = "seat_gone",
        /// The amount or the currency is not what was asked for.
        AmountMismatch = "amount_mismatch",
        /// The order had been paid before, or its class is the student's already.
        Duplicate = "duplicate",
        /// The class can no longer be booked: it was withdrawn, or begins too soon.
        NotBookable = "not_bookable",
        /// The money came after the hold ended, and the student has another class in that hour by now.
        StudentBusy = "student_busy",
        /// The money came after the time for which the coupon was kept, and it cannot be used any more.
        CouponGone = "coupon_gone",
    }
}

impl RefundReason {
    /// The reason in a sentence for whoever has paid.
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::SeatGone => {
                "Your payment arrived after the time for which your class was held, and somebody else has booked it."
            }
            Self::StudentBusy => {
                "Your payment arrived after the time for which your class was held, and you have another class at that time."
            }
            Self::CouponGone => {
                "Your payment arrived after the time for which your coupon was kept, and the coupon can no longer be used."
            }
            Self::NotBookable => "Your payment arrived too late: the class can no longer be booked.",
            Self::Duplicate => "You had paid for this already. Nothing is charged twice.",
            Self::AmountMismatch => "The amount that arrived is not the amount of your order.",
            Self::Cancelled => "The class was cancelled.",
        }
    }
}

impl OrderState {
    /// The states that may follow. An order without anything to pay goes from `preparing` straight to its end.
    pub const fn next(self) -> &'static [Self] {
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

    /// Whether the order may move to `to`.
    pub fn may_become(self, to: Self) -> bool {
        self.next().contains(&to)
    }

    /// Whether money may come that we do not know of yet, so that reconciliation looks for it (D23).
    pub const fn awaits_money(self) -> bool {
        matches!(self, Self::Open | Self::Checking | Self::Expired | Self::Cancelled)
    }
}

impl PaymentState {
    /// The states that may follow. News arrive in any order, so steps may be left out but never taken back; only a refund
    /// can fail after it was told, and then the money is ours again.
    pub const fn next(self) -> &'static [Self] {
        use PaymentState::{Authorized, Captured, Failed, Refunded};
        match self {
            Self::Created => &[Authorized, Captured, Refunded, Failed],
            Self::Failed => &[Authorized, Captured, Refunded],
            Self::Authorized => &[Captured, Refunded],
            Self::Captured => &[Refunded],
            Self::Refunded => &[Captured],
        }
    }

    /// Whether news of `to` is newer than what is known; everything else is old news.
    pub fn may_become(self, to: Self) -> bool {
        self.next().contains(&to)
    }
}

impl RefundState {
    /// The states that may follow. A further attempt after a failure is no move of its own.
    pub const fn next(self) -> &'static [Self] {
        use RefundState::{Done, Failed, Requested, Started};
        match self {
            Self::Requested => &[Started, Done, Failed],
            Self::Started => &[Requested, Done, Failed],
            Self::Failed => &[Started, Done],
            Self::Done => &[],
        }
    }

    /// Whether the refund may move to `to`.
    pub fn may_become(self, to: Self) -> bool {
        self.next().contains(&to)
    }
}
