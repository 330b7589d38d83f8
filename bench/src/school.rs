//! The school that the load acts in: who teaches and learns there, and which classes can still be booked.

use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context as _, Result};
use jiff::{SignedDuration, Timestamp};
use tala_domain::availability::{Availability, RangeText, ScheduleEntry};
use uuid::Uuid;

/// How large.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// Teachers.
    pub teachers: usize,
    /// Students of each teacher.
    pub students_each: usize,
    /// Bookings stored for each teacher, past and to come.
    pub bookings_each: usize,
}

/// Of the bookings stored for each teacher, at most this number are in the future.
const UPCOMING_EACH: usize = 30;
/// For how many days classes have been taught, and teachers have been there.
const PAST_DAYS: i64 = 390;
const TAUGHT_DAYS: i64 = 400;
/// How many days before a class it was booked.
const BOOKED_AHEAD_DAYS: i64 = 30;
/// After how many days the product forgets the work of a booking (its mails).
const WORK_KEPT_DAYS: i64 = 90;
/// Credits that each student is granted.
pub const CREDITS_EACH: usize = 1000;
const ZONES: [&str; 5] = ["Asia/Kolkata", "America/New_York", "Europe/London", "Australia/Sydney", "UTC"];

/// A teacher, the students, and the hours.
pub struct Class {
    /// Who teaches.
    pub teacher: Uuid,
    /// The zone of the hours.
    pub zone: &'static str,
    /// Who learns, each with the one lot of credits.
    pub students: Vec<Student>,
    /// Stored from the beginning: booked by the student of this number.
    pub booked: Vec<(usize, Timestamp)>,
    /// Free at the beginning.
    pub free: Vec<Timestamp>,
}

/// A student.
pub struct Student {
    /// Who.
    pub id: Uuid,
    /// Their credits.
    pub lot: Uuid,
    /// What the sign-in provider calls them.
    pub subject: String,
    /// Their address.
    pub email: String,
}

/// A booking that can be made.
#[derive(Clone, Copy)]
pub struct Wish<'a> {
    /// Who books.
    pub student: &'a Student,
    /// The student's number in the whole school.
    pub student_number: usize,
    /// Who teaches.
    pub teacher: Uuid,
    /// When.
    pub start: Timestamp,
}

/// The school.
pub struct School {
    /// How large.
    pub size: Size,
    /// When it was made.
    pub now: Timestamp,
    /// When its teachers began: before the oldest class.
    pub taught_since: Timestamp,
    /// Its teachers, each with their students.
    pub classes: Vec<Class>,
    wished: AtomicUsize,
}

/// The hours that every teacher keeps, in words that the product stores: ten ranges, thirty classes a week.
pub fn weekly_ranges() -> Vec<(i64, &'static str, &'static str)> {
    (1..=5).flat_map(|day| [(day, "09:00", "12:00"), (day, "15:30", "18:30")]).collect()
}

/// An id made of the time and a number: ordered in time, as those of the product are.
pub fn id(at: Timestamp, kind: u8, number: usize) -> Uuid {
    let millis = u64::try_from(at.as_millisecond()).unwrap_or_default();
    let [a, b, c, d, e, f, g, h] = u64::try_from(number).unwrap_or_default().to_be_bytes();
    uuid::Builder::from_unix_timestamp_millis(millis, &[a, kind, b, c, d, e, f, g, h, 0]).into_uuid()
}

impl School {
    /// Plans a school around `now`.
    pub fn plan(size: Size, now: Timestamp) -> Result<Self> {
        let calendars = ZONES.iter().map(|zone| Calendar::of(zone, now, size)).collect::<Result<Vec<_>>>()?;
        let classes = (0..size.teachers)
            .zip(calendars.iter().cycle())
            .map(|(number, calendar)| Class {
                teacher: id(now, 1, number),
                zone: calendar.zone,
                students: (0..size.students_each).map(|n| student(now, number * size.students_each + n)).collect(),
                booked: (0..size.students_each).cycle().zip(calendar.booked.iter().copied()).collect(),
                free: calendar.free.clone(),
            })
            .collect();
        let taught_since = now - days(TAUGHT_DAYS);
        Ok(Self { size, now, taught_since, classes, wished: AtomicUsize::new(0) })
    }

    /// A booking that has not been made: each time another teacher, student and hour.
    pub fn next_wish(&self) -> Option<Wish<'_>> {
        let turn = self.wished.fetch_add(1, Ordering::Relaxed);
        let (number, round) = (turn % self.classes.len(), turn / self.classes.len());
        let class = self.classes.get(number)?;
        let place = round % class.students.len();
        Some(Wish {
            student: class.students.get(place)?,
            student_number: number * self.size.students_each + place,
            teacher: class.teacher,
            start: *class.free.get(round)?,
        })
    }

    /// Work that was done earlier is forgotten by now. In microseconds since 1970.
    pub fn work_kept_since(&self) -> i64 {
        (self.now - days(WORK_KEPT_DAYS)).as_microsecond()
    }

    /// Of how many bookings of the beginning the mails are still stored.
    pub fn work_kept(&self) -> usize {
        let since = self.work_kept_since();
        let kept =
            |class: &Class| class.booked.iter().filter(|(_, start)| made(*start).as_microsecond() >= since).count();
        self.classes.iter().map(kept).sum()
    }

    /// How many bookings are stored at the beginning.
    pub fn booked(&self) -> usize {
        self.classes.iter().map(|class| class.booked.len()).sum()
    }
}

/// When the booking of a class was made that is stored from the beginning.
pub fn made(start: Timestamp) -> Timestamp {
    start - days(BOOKED_AHEAD_DAYS)
}

fn days(days: i64) -> SignedDuration {
    SignedDuration::from_hours(24 * days)
}

/// What the sign-in provider calls a teacher.
pub fn teacher_subject(teacher: Uuid) -> String {
    format!("teacher-{}", teacher.simple())
}

fn student(now: Timestamp, number: usize) -> Student {
    Student {
        id: id(now, 2, number),
        lot: id(now, 3, number),
        subject: format!("student-{number}"),
        email: format!("student{number}@bench.test"),
    }
}

/// The hours of one zone: which are booked from the beginning, and which are free.
struct Calendar {
    zone: &'static str,
    booked: Vec<Timestamp>,
    free: Vec<Timestamp>,
}

impl Calendar {
    fn of(zone: &'static str, now: Timestamp, size: Size) -> Result<Self> {
        let range = |(day_of_week, start, end): (i64, &str, &str)| ScheduleEntry {
            day_of_week,
            time_ranges: vec![RangeText { start: start.to_owned(), end: end.to_owned() }],
        };
        let schedule: Vec<_> = weekly_ranges().into_iter().map(range).collect();
        let hours = Availability::parse(zone, 60, &schedule).context("the bench's own hours")?;
        // Free ones lie well inside the 28 days, so that they stay bookable while the bench runs.
        let to_come = hours.starts_between(now + SignedDuration::from_hours(14), now + days(27));
        let (booked_now, free): (Vec<_>, Vec<_>) = (0..).zip(to_come).partition(|(number, _): &(usize, _)| {
            number.is_multiple_of(3) && number / 3 < UPCOMING_EACH.min(size.bookings_each)
        });
        let past = hours.starts_between(now - days(PAST_DAYS), now - days(1));
        let past_count = size.bookings_each - booked_now.len().min(size.bookings_each);
        let step = (past.len() / past_count.max(1)).max(1);
        let mut booked: Vec<_> = past.into_iter().step_by(step).take(past_count).collect();
        booked.extend(booked_now.into_iter().map(|(_, start)| start));
        Ok(Self { zone, booked, free: free.into_iter().map(|(_, start)| start).collect() })
    }
}
