//! A teacher's classes, students and profile.

mod classes;
mod photos;
mod profile;
mod query_plans;
mod students;
