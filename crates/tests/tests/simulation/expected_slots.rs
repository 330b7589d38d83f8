//! Expected slots, computed by trying every quarter-hour of the next days in the teacher's wall-clock time. The clocks
//! change in spring and autumn; weekly hours are wall-clock times.

use std::collections::BTreeSet;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use tala_tests::{days, hours, later, minutes, raw};

use crate::random::Random;
use crate::world::World;

const QUARTER: i64 = 900;

/// A teacher's hours, equal on every day.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Week {
    pub(crate) zone: &'static str,
    pub(crate) from: &'static str,
    pub(crate) to: &'static str,
    pub(crate) visible_days: i64,
}

impl Week {
    /// Starts of classes between two instants. A wall-clock time that occurs twice counts the first time only, and no
    /// class starts within another one.
    fn starts(&self, from: Timestamp, to: Timestamp) -> BTreeSet<i64> {
        let zone = TimeZone::get(self.zone).unwrap();
        let (first, last) = (minute(self.from), minute(self.to));
        let mut seen = BTreeSet::new();
        let mut starts = BTreeSet::new();
        // From one day earlier, so that first occurrences are known.
        let mut second = later(from, -days(1)).as_second().div_euclid(QUARTER) * QUARTER;
        while second < to.as_second() {
            let wall = zone.to_datetime(Timestamp::from_second(second).unwrap());
            let of_day = i64::from(wall.hour()) * 60 + i64::from(wall.minute());
            let is_start = of_day >= first && of_day + 60 <= last && (of_day - first) % 60 == 0;
            let in_another = starts.last().is_some_and(|before| second - before < 3_600);
            if is_start && seen.insert(wall) && !in_another {
                starts.insert(second);
            }
            second += QUARTER;
        }
        starts.split_off(&from.as_second())
    }
}

fn minute(text: &str) -> i64 {
    let (hour, minute) = text.split_once(':').unwrap();
    hour.parse::<i64>().unwrap() * 60 + minute.parse::<i64>().unwrap()
}

/// A student sees all starts within the teacher's hours, except occupied ones.
pub(crate) async fn compare(world: &World<'_>, random: &mut Random) {
    let student = random.pick(&world.students);
    let app = world.server(random);
    let now = app.now();
    let slots = app.slots(student).await;
    let week = world.week_of(student.teacher.id);
    world.trace.write(format!("{} sees {} slots of {week:?}", student.name, slots.len()));
    if !world.alone.get() {
        return;
    }
    // Not to the minute: the limits of the booking window have separate tests.
    let (from, to) = (later(now, hours(12) + minutes(16)), later(now, days(week.visible_days - 1)));
    let expected = free(world, student, week.starts(from, to)).await;
    let shown = slots.iter().filter(|slot| slot["isVirtualSlot"] == true && slot["orderId"].is_null());
    let shown = shown.map(|slot| slot["dateTime"].as_str().unwrap().parse::<Timestamp>().unwrap());
    let shown: BTreeSet<i64> = shown.filter(|start| (from..to).contains(start)).map(Timestamp::as_second).collect();
    assert_eq!(shown, expected, "{} at {now}: {week:?}", student.name);
}

/// The starts at which neither teacher nor student has another class.
async fn free(world: &World<'_>, student: &tala_tests::Student, starts: BTreeSet<i64>) -> BTreeSet<i64> {
    let store = &world.app().ctx.store;
    let now = world.app().now().as_microsecond();
    let (person, teacher) = (raw::id(store, student.id.0), raw::id(store, student.teacher.id.0));
    let busy = format!(
        "SELECT c.quarter_hour FROM busy_quarter_hours c JOIN slots s ON s.id = c.slot_id
          WHERE c.person_id IN ({person}, {teacher})
            AND (s.kind = 'regular'
                 OR EXISTS (SELECT 1 FROM bookings b WHERE b.slot_id = s.id AND b.status <> 'cancelled')
                 OR EXISTS (SELECT 1 FROM orders o WHERE o.slot_id = s.id AND o.seat_state = 'held' AND o.hold_expires_at > {now}))"
    );
    let rows = raw::rows::<(i64,)>(store, &busy).await;
    let busy: BTreeSet<i64> = rows.into_iter().map(|(cell,)| cell).collect();
    let is_free = |start: &i64| (0..4).all(|quarter| !busy.contains(&(start / QUARTER + quarter)));
    starts.into_iter().filter(is_free).collect()
}
