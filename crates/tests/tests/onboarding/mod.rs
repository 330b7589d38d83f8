//! Joining as a student, applying as a teacher.

mod drafts;
mod students;
mod teachers;
mod wizard_hours;
