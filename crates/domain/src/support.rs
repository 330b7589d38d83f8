//! Messages to support, from students and teachers (SPEC §3, §5; D33).

#[cfg(test)]
mod tests;

use crate::error::FieldErrors;
use crate::error::form::Form;
use crate::ids::{BookingId, PersonId};
use crate::time::Timestamp;

/// The longest subject, in characters.
pub const MAX_SUBJECT_CHARS: usize = 200;
/// The longest message, in characters.
pub const MAX_MESSAGE_CHARS: usize = 5_000;

const TOPIC_REQUIRED: &str = "Please select the type of help you need";
const MESSAGE_REQUIRED: &str = "Please enter your message";
const STUDENT_REQUIRED: &str = "Please select a student";
const ORIGINAL_REQUIRED: &str = "Please specify the original class time";
const NEW_REQUIRED: &str = "Please specify the preferred new time";
const NEW_IN_PAST: &str = "Please choose a time in the future";
const BOOKING_INVALID: &str = "Please choose one of your classes, or leave this empty";

words! {
    /// What a student needs help with.
    StudentTopic {
        /// Anything.
        General = "general",
        /// Their account.
        Account = "account",
        /// A payment.
        Payment = "payment",
        /// Something that does not work.
        Technical = "technical",
        /// A booking.
        Booking = "booking",
        /// Something else.
        Other = "other",
    }
}

words! {
    /// What a teacher needs help with.
    TeacherTopic {
        /// Anything.
        General = "general",
        /// Something that does not work.
        Technical = "technical",
        /// A payment.
        Payment = "payment",
        /// A class is to be moved.
        Reschedule = "reschedule",
        /// A student.
        StudentIssue = "student_issue",
        /// Something that they miss.
        FeatureRequest = "feature_request",
        /// Something else.
        Other = "other",
    }
}

impl StudentTopic {
    /// The subject of a message that has none.
    pub const fn subject(self) -> &'static str {
        match self {
            Self::General => "General question",
            Self::Account => "Question about my account",
            Self::Payment => "Question about a payment",
            Self::Technical => "Technical problem",
            Self::Booking => "Question about a booking",
            Self::Other => "Message to support",
        }
    }
}

impl TeacherTopic {
    /// The subject of a message that has none.
    pub const fn subject(self) -> &'static str {
        match self {
            Self::General => "General question",
            Self::Technical => "Technical problem",
            Self::Payment => "Question about a payment",
            Self::Reschedule => "Reschedule a class",
            Self::StudentIssue => "Question about a student",
            Self::FeatureRequest => "Feature request",
            Self::Other => "Message to support",
        }
    }

    const fn needs_student(self) -> bool {
        matches!(self, Self::Reschedule | Self::StudentIssue)
    }
}

/// A student's message as the form sends it; a missing field is an empty text.
#[derive(Clone, Debug, Default)]
pub struct RawStudentMessage {
    /// The kind of help.
    pub message_type: String,
    /// One line.
    pub subject: String,
    /// The message.
    pub message: String,
    /// Which booking it is about.
    pub booking_id: String,
}

/// A student's message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StudentMessage {
    /// The kind of help.
    pub topic: StudentTopic,
    /// One line, never empty.
    pub subject: String,
    /// The message.
    pub body: String,
    /// Which booking it is about. Whether it is theirs, the caller knows.
    pub booking: Option<BookingId>,
}

impl StudentMessage {
    /// Reads the form.
    ///
    /// # Errors
    /// `messageType`, `subject`, `message`, `bookingId`, with SPEC's sentences where SPEC has them.
    pub fn parse(raw: &RawStudentMessage) -> Result<Self, FieldErrors> {
        let mut form = Form::new();
        let topic = StudentTopic::parse(raw.message_type.trim());
        let topic = form.need("messageType", topic, TOPIC_REQUIRED);
        let (subject, body) = texts(&raw.subject, &raw.message, topic.map(StudentTopic::subject), &mut form);
        let booking = match raw.booking_id.trim() {
            "" => None,
            id => form.need("bookingId", id.parse().ok(), BOOKING_INVALID),
        };
        form.finish(topic.map(|topic| Self { topic, subject, body, booking }))
    }
}

/// A teacher's message as the form sends it; a missing field is an empty text.
#[derive(Clone, Debug, Default)]
pub struct RawTeacherMessage {
    /// The kind of help.
    pub message_type: String,
    /// One line.
    pub subject: String,
    /// The message.
    pub message: String,
    /// `studentInfo.id`.
    pub student_id: String,
    /// `reschedulingInfo.originalDateTime`.
    pub original_date_time: String,
    /// `reschedulingInfo.newDateTime`.
    pub new_date_time: String,
}

/// From when to when a class is to be moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// When it is now.
    pub from: Timestamp,
    /// When it should be.
    pub to: Timestamp,
}

/// A teacher's message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeacherMessage {
    /// The kind of help.
    pub topic: TeacherTopic,
    /// One line, never empty.
    pub subject: String,
    /// The message.
    pub body: String,
    /// Which student it is about: always for a class to be moved and for a student's matter. Whether it is theirs,
    /// the caller knows.
    pub student: Option<PersonId>,
    /// The times, always for a class to be moved and never otherwise.
    pub rescheduling: Option<Move>,
}

impl TeacherMessage {
    /// Reads the form.
    ///
    /// # Errors
    /// `messageType`, `subject`, `message`, `studentInfo`, `reschedulingInfo.originalDateTime`,
    /// `reschedulingInfo.newDateTime`, with SPEC's sentences where SPEC has them.
    pub fn parse(raw: &RawTeacherMessage, now: Timestamp) -> Result<Self, FieldErrors> {
        let mut form = Form::new();
        let topic = TeacherTopic::parse(raw.message_type.trim());
        let topic = form.need("messageType", topic, TOPIC_REQUIRED);
        let (subject, body) = texts(&raw.subject, &raw.message, topic.map(TeacherTopic::subject), &mut form);
        let student = raw.student_id.trim();
        let needs_student = topic.is_some_and(TeacherTopic::needs_student);
        let student = if needs_student || !student.is_empty() {
            form.need("studentInfo", student.parse().ok(), STUDENT_REQUIRED)
        } else {
            None
        };
        let rescheduling = topic.filter(|topic| *topic == TeacherTopic::Reschedule);
        let rescheduling = rescheduling.and_then(|_| parse_move(raw, now, &mut form));
        form.finish(topic.map(|topic| Self { topic, subject, body, student, rescheduling }))
    }
}

fn texts(subject: &str, message: &str, default_subject: Option<&str>, form: &mut Form) -> (String, String) {
    let mut subject = form.line("subject", subject, MAX_SUBJECT_CHARS, None);
    if subject.is_empty() {
        default_subject.unwrap_or_default().clone_into(&mut subject);
    }
    (subject, form.text("message", message, MAX_MESSAGE_CHARS, Some(MESSAGE_REQUIRED)))
}

fn parse_move(raw: &RawTeacherMessage, now: Timestamp, form: &mut Form) -> Option<Move> {
    let instant = |text: &str| text.trim().parse::<Timestamp>().ok();
    let from = instant(&raw.original_date_time);
    let from = form.need("reschedulingInfo.originalDateTime", from, ORIGINAL_REQUIRED);
    let field = "reschedulingInfo.newDateTime";
    let to = form.need(field, instant(&raw.new_date_time), NEW_REQUIRED);
    let to = to.and_then(|to| form.need(field, Some(to).filter(|to| *to > now), NEW_IN_PAST));
    Some(Move { from: from?, to: to? })
}
