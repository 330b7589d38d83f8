//! Guardians and their learners (ADR 14).

mod acting_for_learners;
mod creating_learners;
