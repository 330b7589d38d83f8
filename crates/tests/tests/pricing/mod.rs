//! Prices and quotes.

mod prices;
