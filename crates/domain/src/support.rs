//! Support messages from students and teachers (SPEC §3, §5; D33).

#[cfg(test)]
mod tests;

use crate::error::FieldErrors;
use crate::error::form::Form;
use crate::ids::{BookingId, StudentId};
use crate::time::Timestamp;

/// The maximum length of a subject, in characters.
pub const MAX_SUBJECT_CHARS: usize = 200;
/// The maximum length of a message, in characters.
pub const MAX_MESSAGE_CHARS: usize = 5_000;

const TOPIC_REQUIRED: &str = "Please select the type of help you need";
const MESSAGE_REQUIRED: &str = "Please enter your message";
const STUDENT_REQUIRED: &str = "Please select a student";
const ORIGINAL_REQUIRED: &str = "Please specify the original class time";
const NEW_REQUIRED: &str = "Please specify the preferred new time";
const NEW_IN_PAST: &str = "Please choose a time in the future";
const BOOKING_INVALID: &str = "Please choose one of your classes, or leave this empty";

string_enum! {
    /// The topic of a student's message.
    StudentTopic {
        /// A general question.
        General = "general",
        /// The account.
        Account = "account",
        /// A payment.
        Payment = "payment",
        /// A technical problem.
        Technical = "technical",
        /// A booking.
        Booking = "booking",
        /// Another topic.
        Other = "other",
    }
}

string_enum! {
    /// The topic of a teacher's message.
    TeacherTopic {
        /// A general question.
        General = "general",
        /// A technical problem.
        Technical = "technical",
        /// A payment.
        Payment = "payment",
        /// A request to reschedule a class.
        Reschedule = "reschedule",
        /// A student.
        StudentIssue = "student_issue",
        /// A feature request.
        FeatureRequest = "feature_request",
        /// Another topic.
        Other = "other",
    }
}

impl StudentTopic {
    /// Returns the default subject.
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
    /// Returns the default subject.
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

/// The fields of a student's message in the API format; a missing field is an empty string.
#[derive(Clone, Debug, Default)]
pub struct RawStudentMessage {
    /// The topic.
    pub message_type: String,
    /// The subject, one line.
    pub subject: String,
    /// The message.
    pub message: String,
    /// The id of the booking concerned, if any.
    pub booking_id: String,
}

/// A student's message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StudentMessage {
    /// The topic.
    pub topic: StudentTopic,
    /// The subject, one line, never empty.
    pub subject: String,
    /// The message.
    pub body: String,
    /// The booking concerned, if any. The caller checks that it belongs to the student.
    pub booking: Option<BookingId>,
}

impl StudentMessage {
    /// Parses a student's message.
    ///
    /// # Errors
    /// Every invalid field among `messageType`, `subject`, `message` and `bookingId`. The messages are SPEC's where SPEC has
    /// one.
    pub fn parse(raw: &RawStudentMessage) -> Result<Self, FieldErrors> {
        let mut form = Form::new();
        let topic = StudentTopic::parse(raw.message_type.trim());
        let topic = form.require("messageType", topic, TOPIC_REQUIRED);
        let (subject, body) = parse_texts(&raw.subject, &raw.message, topic.map(StudentTopic::subject), &mut form);
        let booking = match raw.booking_id.trim() {
            "" => None,
            id => form.require("bookingId", id.parse().ok(), BOOKING_INVALID),
        };
        form.finish(topic.map(|topic| Self { topic, subject, body, booking }))
    }
}

/// The fields of a teacher's message in the API format; a missing field is an empty string.
#[derive(Clone, Debug, Default)]
pub struct RawTeacherMessage {
    /// The topic.
    pub message_type: String,
    /// The subject, one line.
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

/// A request to reschedule a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RescheduleRequest {
    /// The current start of the class.
    pub from: Timestamp,
    /// The preferred start.
    pub to: Timestamp,
}

/// A teacher's message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeacherMessage {
    /// The topic.
    pub topic: TeacherTopic,
    /// The subject, one line, never empty.
    pub subject: String,
    /// The message.
    pub body: String,
    /// The student concerned; always present for `reschedule` and `student_issue`. The caller checks that the student
    /// belongs to the teacher.
    pub student: Option<StudentId>,
    /// The times; present for `reschedule` only.
    pub rescheduling: Option<RescheduleRequest>,
}

impl TeacherMessage {
    /// Parses a teacher's message.
    ///
    /// # Errors
    /// Every invalid field among `messageType`, `subject`, `message`, `studentInfo`, `reschedulingInfo.originalDateTime` and
    /// `reschedulingInfo.newDateTime`. The messages are SPEC's where SPEC has one.
    pub fn parse(raw: &RawTeacherMessage, now: Timestamp) -> Result<Self, FieldErrors> {
        let mut form = Form::new();
        let topic = TeacherTopic::parse(raw.message_type.trim());
        let topic = form.require("messageType", topic, TOPIC_REQUIRED);
        let (subject, body) = parse_texts(&raw.subject, &raw.message, topic.map(TeacherTopic::subject), &mut form);
        let student = raw.student_id.trim();
        let needs_student = topic.is_some_and(TeacherTopic::needs_student);
        let student = if needs_student || !student.is_empty() {
            form.require("studentInfo", student.parse().ok(), STUDENT_REQUIRED)
        } else {
            None
        };
        let rescheduling = topic.filter(|topic| *topic == TeacherTopic::Reschedule);
        let rescheduling = rescheduling.and_then(|_| parse_rescheduling(raw, now, &mut form));
        form.finish(topic.map(|topic| Self { topic, subject, body, student, rescheduling }))
    }
}

fn parse_texts(subject: &str, message: &str, default_subject: Option<&str>, form: &mut Form) -> (String, String) {
    let mut subject = form.line("subject", subject, MAX_SUBJECT_CHARS, None);
    if subject.is_empty() {
        default_subject.unwrap_or_default().clone_into(&mut subject);
    }
    (subject, form.text("message", message, MAX_MESSAGE_CHARS, Some(MESSAGE_REQUIRED)))
}

fn parse_rescheduling(raw: &RawTeacherMessage, now: Timestamp, form: &mut Form) -> Option<RescheduleRequest> {
    let instant = |text: &str| text.trim().parse::<Timestamp>().ok();
    let from = instant(&raw.original_date_time);
    let from = form.require("reschedulingInfo.originalDateTime", from, ORIGINAL_REQUIRED);
    let field = "reschedulingInfo.newDateTime";
    let to = form.require(field, instant(&raw.new_date_time), NEW_REQUIRED);
    let to = to.and_then(|to| form.require(field, Some(to).filter(|to| *to > now), NEW_IN_PAST));
    Some(RescheduleRequest { from: from?, to: to? })
}
