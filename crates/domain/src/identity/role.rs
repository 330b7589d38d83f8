//! Roles of people (SPEC §4, §6; D8).

/// The role of a signed-in person. Administrators have separate accounts (D7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Onboarded with an invite code.
    Student,
    /// Has an approved application.
    Teacher,
    /// Neither student nor teacher yet.
    User,
}

impl Role {
    /// Returns the string used in the API.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Student => "student",
            Self::Teacher => "teacher",
            Self::User => "user",
        }
    }
}

/// The state of a teacher's application.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TeacherStatus {
    /// Submitted, not decided.
    Pending,
    /// Approved; the person is a teacher.
    Approved,
    /// Rejected; the person may apply again.
    Rejected,
}

impl TeacherStatus {
    /// Every status, in declaration order.
    pub const ALL: [Self; 3] = [Self::Pending, Self::Approved, Self::Rejected];

    /// Returns the string stored in the database and used in the API.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Approved => "approved",
            Self::Rejected => "rejected",
        }
    }

    /// Parses exactly the string that `as_str` returns.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str() == text)
    }
}

/// Returns the role of a person from their student record and their application (D8).
pub const fn resolve_role(is_student: bool, teacher: Option<TeacherStatus>) -> Role {
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
    fn teacher_role_requires_approved_application() {
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
            assert_eq!(resolve_role(is_student, teacher), role, "student {is_student}, teacher {teacher:?}");
        }
    }

    #[test]
    fn strings_round_trip() {
        for status in TeacherStatus::ALL {
            assert_eq!(TeacherStatus::parse(status.as_str()), Some(status));
        }
        assert_eq!(TeacherStatus::parse("none"), None);
        assert_eq!([Role::Student, Role::Teacher, Role::User].map(Role::as_str), ["student", "teacher", "user"]);
    }
}
