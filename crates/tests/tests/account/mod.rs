//! A person's settings, and export and deletion of their data.

mod export_and_deletion;
mod settings;
mod sign_in_data;
