//! A teacher's classes, students and profile.

mod classes;
mod profile;
mod query_plans;
mod students;
