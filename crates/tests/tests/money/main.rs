//! Money: from the quote to the booking, the credits, or the money back, against a payment provider that speaks HTTP.

mod paying;
