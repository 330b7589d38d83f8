//! Coupons.

mod redemption;
