//! The people and bookings that the database is seeded with, and the bookings that the load can make.

use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context as _, Result};
use jiff::{SignedDuration, Timestamp};
use tala_domain::availability::{Availability, RangeText, ScheduleEntry};
use uuid::Uuid;

/// Size of the dataset.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// Number of teachers.
    pub teachers: usize,
    /// Number of students of each teacher.
    pub students_each: usize,
    /// Number of seeded bookings of each teacher, past and upcoming.
    pub bookings_each: usize,
}

/// Maximum number of seeded bookings of each teacher that are upcoming.
const UPCOMING_EACH: usize = 30;
/// Age of the oldest class.
const PAST_DAYS: i64 = 390;
/// Age of the teachers' accounts.
const TEACHER_AGE_DAYS: i64 = 400;
/// Time from the booking of a class to the class.
const BOOKED_AHEAD_DAYS: i64 = 30;
/// The product deletes finished jobs after this time.
const JOB_RETENTION_DAYS: i64 = 90;
/// Credits of each student.
pub const CREDITS_EACH: usize = 1000;
const ZONES: [&str; 5] = ["Asia/Kolkata", "America/New_York", "Europe/London", "Australia/Sydney", "UTC"];

/// A teacher with students and class times.
pub struct TeacherGroup {
    /// Id of the teacher.
    pub teacher: Uuid,
    /// Time zone of the availability.
    pub zone: &'static str,
    /// The students, each with one lot of credits.
    pub students: Vec<Student>,
    /// Start times of the seeded bookings, with the index of the student.
    pub seeded: Vec<(usize, Timestamp)>,
    /// Start times that the load can book.
    pub available: Vec<Timestamp>,
}

/// A student.
pub struct Student {
    /// Id of the person.
    pub id: Uuid,
    /// Id of the credit lot.
    pub lot: Uuid,
    /// Subject at the identity provider.
    pub subject: String,
    /// Email address.
    pub email: String,
}

/// A booking that the load can make.
#[derive(Clone, Copy)]
pub struct BookingRequest<'a> {
    /// The student who books.
    pub student: &'a Student,
    /// Index of the student in the whole dataset.
    pub student_number: usize,
    /// Id of the teacher.
    pub teacher: Uuid,
    /// Start time.
    pub start: Timestamp,
}

/// The dataset.
pub struct Dataset {
    /// Size.
    pub size: Size,
    /// Time of the seeding.
    pub now: Timestamp,
    /// Creation time of the teachers' accounts.
    pub teachers_since: Timestamp,
    /// Teachers with their students.
    pub groups: Vec<TeacherGroup>,
    requested: AtomicUsize,
}

/// The weekly hours of every teacher (day, start, end): ten ranges, thirty classes.
pub fn weekly_ranges() -> Vec<(i64, &'static str, &'static str)> {
    (1..=5).flat_map(|day| [(day, "09:00", "12:00"), (day, "15:30", "18:30")]).collect()
}

/// Builds an id from a time, a kind and a number. It is a UUID v7, so it sorts by time as the product's ids do.
pub fn id(at: Timestamp, kind: u8, number: usize) -> Uuid {
    let millis = u64::try_from(at.as_millisecond()).unwrap_or_default();
    let [a, b, c, d, e, f, g, h] = u64::try_from(number).unwrap_or_default().to_be_bytes();
    uuid::Builder::from_unix_timestamp_millis(millis, &[a, kind, b, c, d, e, f, g, h, 0]).into_uuid()
}

impl Dataset {
    /// Generates a dataset around `now`.
    pub fn generate(size: Size, now: Timestamp) -> Result<Self> {
        let calendars = ZONES.iter().map(|zone| Calendar::generate(zone, now, size)).collect::<Result<Vec<_>>>()?;
        let groups = (0..size.teachers)
            .zip(calendars.iter().cycle())
            .map(|(number, calendar)| TeacherGroup {
                teacher: id(now, 1, number),
                zone: calendar.zone,
                students: (0..size.students_each).map(|n| student(now, number * size.students_each + n)).collect(),
                seeded: (0..size.students_each).cycle().zip(calendar.seeded.iter().copied()).collect(),
                available: calendar.available.clone(),
            })
            .collect();
        let teachers_since = now - days(TEACHER_AGE_DAYS);
        Ok(Self { size, now, teachers_since, groups, requested: AtomicUsize::new(0) })
    }

    /// Returns a booking that was not returned before. Consecutive ones differ in teacher, student and time.
    pub fn next_booking(&self) -> Option<BookingRequest<'_>> {
        let turn = self.requested.fetch_add(1, Ordering::Relaxed);
        let (number, round) = (turn % self.groups.len(), turn / self.groups.len());
        let group = self.groups.get(number)?;
        let student = round % group.students.len();
        Some(BookingRequest {
            student: group.students.get(student)?,
            student_number: number * self.size.students_each + student,
            teacher: group.teacher,
            start: *group.available.get(round)?,
        })
    }

    /// Finished jobs from before this time are deleted by now, in microseconds since 1970.
    pub fn jobs_kept_since(&self) -> i64 {
        (self.now - days(JOB_RETENTION_DAYS)).as_microsecond()
    }

    /// Number of seeded bookings whose jobs are still stored.
    pub fn seeded_bookings_with_jobs(&self) -> usize {
        let since = self.jobs_kept_since();
        let kept = |group: &TeacherGroup| {
            group.seeded.iter().filter(|(_, start)| booked_at(*start).as_microsecond() >= since).count()
        };
        self.groups.iter().map(kept).sum()
    }

    /// Number of seeded bookings.
    pub fn seeded_bookings(&self) -> usize {
        self.groups.iter().map(|group| group.seeded.len()).sum()
    }
}

/// Time of the booking of a seeded class.
pub fn booked_at(start: Timestamp) -> Timestamp {
    start - days(BOOKED_AHEAD_DAYS)
}

fn days(days: i64) -> SignedDuration {
    SignedDuration::from_hours(24 * days)
}

/// Subject of a teacher at the identity provider.
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

/// The class times of a time zone.
struct Calendar {
    zone: &'static str,
    seeded: Vec<Timestamp>,
    available: Vec<Timestamp>,
}

impl Calendar {
    fn generate(zone: &'static str, now: Timestamp, size: Size) -> Result<Self> {
        let range = |(day_of_week, start, end): (i64, &str, &str)| ScheduleEntry {
            day_of_week,
            time_ranges: vec![RangeText { start: start.to_owned(), end: end.to_owned() }],
        };
        let schedule: Vec<_> = weekly_ranges().into_iter().map(range).collect();
        let hours = Availability::parse(zone, 60, &schedule).context("invalid weekly hours")?;
        // Well inside the booking window of 28 days, so that they stay bookable while the benchmark runs.
        let upcoming = hours.starts_between(now + SignedDuration::from_hours(14), now + days(27));
        let (seeded_upcoming, available): (Vec<_>, Vec<_>) =
            (0..).zip(upcoming).partition(|(number, _): &(usize, _)| {
                number.is_multiple_of(3) && number / 3 < UPCOMING_EACH.min(size.bookings_each)
            });
        let past = hours.starts_between(now - days(PAST_DAYS), now - days(1));
        let past_count = size.bookings_each - seeded_upcoming.len().min(size.bookings_each);
        let step = (past.len() / past_count.max(1)).max(1);
        let mut seeded: Vec<_> = past.into_iter().step_by(step).take(past_count).collect();
        seeded.extend(seeded_upcoming.into_iter().map(|(_, start)| start));
        Ok(Self { zone, seeded, available: available.into_iter().map(|(_, start)| start).collect() })
    }
}
