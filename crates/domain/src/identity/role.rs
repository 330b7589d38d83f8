//! Roles (SPEC §4, §6; D8).

/// What a signed-in person is to the product. Administrators are not among them (D7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Onboarded with a teacher's code.
    Student,
    /// Approved and not rejected.
    Teacher,
    /// Everybody else who is signed in.
    User,
}

impl Role {
    /// The word in replies.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Student => "student",
            Self::Teacher => "teacher",
            Self::User => "user",
        }
    }
}

/// Where a teacher's application stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TeacherStatus {
    /// Waiting for an administrator.
    Pending,
    /// May teach.
    Approved,
    /// Refused; may apply again.
    Rejected,
}

impl TeacherStatus {
    /// Every status.
    pub const ALL: [Self; 3] = [Self::Pending, Self::Approved, Self::Rejected];

    /// The word as it is stored and as it stands in replies.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Approved => "approved",
            Self::Rejected => "rejected",
        }
    }

    /// Reads the stored word.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str() == text)
    }
}

/// The role of a signed-in person, by what we know of them: a student's record, a teacher's application (D8).
pub const fn role_of(is_student: bool, teacher: Option<TeacherStatus>) -> Role {
    match (teacher, is_student) {
        (Some(TeacherStatus::Approved), _) => Role::Teacher,
        (_, true) => Role::Student,
        (_, false) => Role::User,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_approved_teacher_is_one() {
        use TeacherStatus::{Approved, Pending, Rejected};
        for (is_student, teacher, role) in [
            (false, None, Role::User),
            (false, Some(Pending), Role::User),
            (false, Some(Rejected), Role::User),
            (false, Some(Approved), Role::Teacher),
            (true, None, Role::Student),
            (true, Some(Pending), Role::Student),
            (true, Some(Rejected), Role::Student),
            (true, Some(Approved), Role::Teacher),
        ] {
            assert_eq!(role_of(is_student, teacher), role, "student {is_student}, teacher {teacher:?}");
        }
    }

    #[test]
    fn words_read_back() {
        for status in TeacherStatus::ALL {
            assert_eq!(TeacherStatus::parse(status.as_str()), Some(status));
        }
        assert_eq!(TeacherStatus::parse("none"), None);
        assert_eq!([Role::Student, Role::Teacher, Role::User].map(Role::as_str), ["student", "teacher", "user"]);
    }
}
