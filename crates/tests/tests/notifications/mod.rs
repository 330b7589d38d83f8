//! Mails about a booking, and their status.

mod booking_mails;
