//! Export and deletion of a person's data.

mod export_and_deletion;
mod sign_in_data;
