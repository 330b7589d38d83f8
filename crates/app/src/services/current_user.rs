//! The person who sends a request, and their role.

use tala_domain::error::ErrorCode;
use tala_domain::identity::{Email, Role};
use tala_domain::ids::{StudentId, TeacherId};
use tala_store::people::Person;

use crate::services::seats::Participants;

/// A signed-in person of any role.
pub struct CurrentUser {
    /// The stored person.
    pub person: Person,
    /// The current role (D8).
    pub role: Role,
}

/// The person on whose behalf a request acts: who signed in, or a learner of theirs (ADR 14).
pub struct Participant {
    /// The stored person.
    pub person: Person,
    /// The person's current role (D8).
    pub role: Role,
    /// The guardian who signed in, if the person is a learner of theirs.
    pub guardian: Option<Person>,
}

/// A student on whose behalf a request acts.
pub struct Student {
    /// The stored person.
    pub person: Person,
    /// The student's teacher.
    pub teacher_id: TeacherId,
    /// The guardian who signed in, if the student is a learner of theirs.
    pub guardian: Option<Person>,
}

/// A student who may book and buy: not someone under 18 without a guardian (ADR 14).
pub struct BookingStudent(pub Student);

/// A signed-in, approved teacher.
pub struct Teacher {
    /// The stored person.
    pub person: Person,
}

impl CurrentUser {
    /// Checks that `email` is the person's own address (D4).
    ///
    /// # Errors
    /// `forbidden_subject` if it is not.
    pub fn require_own_email(&self, email: &str) -> Result<(), ErrorCode> {
        require_own_email(&self.person, email)
    }
}

impl Participant {
    /// Who signed in: the person, or the guardian.
    pub fn account_holder(&self) -> &Person {
        self.guardian.as_ref().unwrap_or(&self.person)
    }

    /// Checks that `email` is the address of who signed in (D4).
    ///
    /// # Errors
    /// `forbidden_subject` if it is not.
    pub fn require_own_email(&self, email: &str) -> Result<(), ErrorCode> {
        require_own_email(self.account_holder(), email)
    }

    /// Checks that `id` is the person's id (D4).
    ///
    /// # Errors
    /// `forbidden_subject` if it is not.
    pub fn require_self(&self, id: &str) -> Result<(), ErrorCode> {
        require_self(&self.person, id)
    }
}

impl Student {
    /// Who signed in: the student, or the guardian. Address, phone number and time zone are theirs.
    pub fn account_holder(&self) -> &Person {
        self.guardian.as_ref().unwrap_or(&self.person)
    }

    /// The student's id.
    pub fn id(&self) -> StudentId {
        self.person.id.as_student()
    }

    /// The student and their teacher.
    pub fn participants(&self) -> Participants {
        Participants { student: self.id(), teacher: self.teacher_id }
    }

    /// Checks that `email` is the address of who signed in (D4).
    ///
    /// # Errors
    /// `forbidden_subject` if it is not.
    pub fn require_own_email(&self, email: &str) -> Result<(), ErrorCode> {
        require_own_email(self.account_holder(), email)
    }

    /// Checks that `id` is the student's id (D4).
    ///
    /// # Errors
    /// `forbidden_subject` if it is not.
    pub fn require_self(&self, id: &str) -> Result<(), ErrorCode> {
        require_self(&self.person, id)
    }
}

impl Teacher {
    /// The teacher's id.
    pub fn id(&self) -> TeacherId {
        self.person.id.as_teacher()
    }

    /// Checks that `email` is the person's own address (D4).
    ///
    /// # Errors
    /// `forbidden_subject` if it is not.
    pub fn require_own_email(&self, email: &str) -> Result<(), ErrorCode> {
        require_own_email(&self.person, email)
    }

    /// Checks that `id` is the person's own id (D4).
    ///
    /// # Errors
    /// `forbidden_subject` if it is not.
    pub fn require_self(&self, id: TeacherId) -> Result<(), ErrorCode> {
        if self.id() == id { Ok(()) } else { Err(ErrorCode::ForbiddenSubject) }
    }
}

fn require_own_email(person: &Person, email: &str) -> Result<(), ErrorCode> {
    let claimed = Email::parse(email).map_err(|_| ErrorCode::ForbiddenSubject)?;
    let own = person.email.as_deref().and_then(|own| Email::parse(own).ok());
    if own.is_some_and(|own| own.normalized() == claimed.normalized()) {
        Ok(())
    } else {
        Err(ErrorCode::ForbiddenSubject)
    }
}

fn require_self(person: &Person, id: &str) -> Result<(), ErrorCode> {
    if id.parse() == Ok(person.id) { Ok(()) } else { Err(ErrorCode::ForbiddenSubject) }
}
