//! What the API promises, as sentences about the product, each on both databases.

mod booking;
