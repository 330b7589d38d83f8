//! Query plans of the lists with many rows.

mod lists;
mod people;
