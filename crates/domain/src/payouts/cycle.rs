//! The days on which teachers are paid, counted in India (D25).

use jiff::civil::Date;

use crate::time::{Timestamp, Zone};

/// No payout day lies further from the one before.
const LONGEST_MONTH_DAYS: usize = 31;

words! {
    /// How often a teacher is paid (SPEC §3).
    PayoutCycle {
        /// On the 1st and the 15th.
        BiWeekly = "Bi-weekly",
        /// On the 1st.
        Monthly = "Monthly",
    }
}

impl PayoutCycle {
    const fn pays_on(self, day_of_month: i8) -> bool {
        day_of_month == 1 || (matches!(self, Self::BiWeekly) && day_of_month == 15)
    }
}

/// The date in India.
pub fn today(now: Timestamp) -> Date {
    Zone::india().date_at(now)
}

/// The latest payout day up to and including `today`. A run pays all that was completed before it, so a missed run is
/// made up for by the next.
pub fn due_cut_off(cycle: PayoutCycle, today: Date) -> Date {
    find(cycle, Some(today), |date| date.yesterday().ok()).unwrap_or(Date::MIN)
}

/// The payout day before this one.
pub fn previous_cut_off(cycle: PayoutCycle, cut_off: Date) -> Date {
    find(cycle, cut_off.yesterday().ok(), |date| date.yesterday().ok()).unwrap_or(Date::MIN)
}

/// The next payout day after the date in India at `now`. Today's payout, if today is one, is [`due_cut_off`].
pub fn next_payout_date(cycle: PayoutCycle, now: Timestamp) -> Date {
    find(cycle, today(now).tomorrow().ok(), |date| date.tomorrow().ok()).unwrap_or(Date::MAX)
}

/// The instant at which a payout day begins in India: classes that ended before it are paid.
pub fn cut_off_instant(cut_off: Date) -> Timestamp {
    Zone::india().start_of(cut_off)
}

fn find(cycle: PayoutCycle, from: Option<Date>, step: impl Fn(&Date) -> Option<Date>) -> Option<Date> {
    std::iter::successors(from, step).take(LONGEST_MONTH_DAYS).find(|date| cycle.pays_on(date.day()))
}
