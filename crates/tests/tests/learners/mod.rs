//! Guardians and their learners (ADR 14).

mod acting_for_learners;
mod ages;
mod creating_learners;
mod guardians;
mod learner_data;
