//! Payout days, as dates in India (D25).

use jiff::civil::Date;

use crate::time::{Timestamp, Zone};

/// The maximum distance between two payout days, in days.
const MAX_CYCLE_DAYS: usize = 31;

string_enum! {
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
        match self {
            Self::BiWeekly => day_of_month == 1 || day_of_month == 15,
            Self::Monthly => day_of_month == 1,
        }
    }
}

/// Returns the date in India.
pub fn today_in_india(now: Timestamp) -> Date {
    Zone::india().date_at(now)
}

/// Returns the latest payout day up to and including `today`. A payout run covers all classes that ended before it, so the
/// next run includes those of a missed one.
pub fn due_cut_off(cycle: PayoutCycle, today: Date) -> Date {
    find_payout_day(cycle, Some(today), |date| date.yesterday().ok()).unwrap_or(Date::MIN)
}

/// Returns the payout day before this one.
pub fn previous_cut_off(cycle: PayoutCycle, cut_off: Date) -> Date {
    find_payout_day(cycle, cut_off.yesterday().ok(), |date| date.yesterday().ok()).unwrap_or(Date::MIN)
}

/// Returns the first payout day after the date in India at `now`. If that date is a payout day, [`due_cut_off`] returns it.
pub fn next_payout_date(cycle: PayoutCycle, now: Timestamp) -> Date {
    find_payout_day(cycle, today_in_india(now).tomorrow().ok(), |date| date.tomorrow().ok()).unwrap_or(Date::MAX)
}

/// Returns the start of a payout day in India: the payout includes classes that ended before it.
pub fn cut_off_instant(cut_off: Date) -> Timestamp {
    Zone::india().start_of_day(cut_off)
}

fn find_payout_day(cycle: PayoutCycle, from: Option<Date>, step: impl Fn(&Date) -> Option<Date>) -> Option<Date> {
    std::iter::successors(from, step).take(MAX_CYCLE_DAYS).find(|date| cycle.pays_on(date.day()))
}
