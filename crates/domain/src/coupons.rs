//! Coupons: codes, terms, and whether a coupon applies to a purchase (SPEC §9, D20).

#[cfg(test)]
mod tests;

use std::fmt;

use crate::error::{ErrorCode, FieldError, FieldErrors};
use crate::ids::TeacherId;
use crate::money::Currency;
use crate::time::Timestamp;

const CODE_LENGTH: std::ops::RangeInclusive<usize> = 3..=32;

/// A coupon code: 3 to 32 of `A`–`Z`, `0`–`9`, `-`, `_`; case-insensitive.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CouponCode(String);

impl CouponCode {
    /// Parses a code; case and surrounding space are ignored.
    ///
    /// # Errors
    /// [`CouponError::Missing`] for blank text, [`CouponError::Invalid`] for a wrong length or character.
    pub fn parse(text: &str) -> Result<Self, CouponError> {
        let code = text.trim().to_ascii_uppercase();
        if code.is_empty() {
            return Err(CouponError::Missing);
        }
        let allowed = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || matches!(byte, b'-' | b'_');
        let valid = CODE_LENGTH.contains(&code.len()) && code.bytes().all(allowed);
        if valid { Ok(Self(code)) } else { Err(CouponError::Invalid) }
    }

    /// Returns the code in upper case, as it is stored and displayed.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for CouponCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The terms of a coupon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CouponTerms {
    /// The discount on the base price in percent, 1 to 100.
    pub percent: u32,
    /// The first instant at which the coupon can be used.
    pub starts_at: Option<Timestamp>,
    /// The first instant at which it can no longer be used.
    pub ends_at: Option<Timestamp>,
    /// The maximum number of uses by all students together.
    pub limit: Option<u32>,
    /// The maximum number of uses by one student.
    pub limit_per_student: Option<u32>,
    /// The only currency for which it applies, if restricted.
    pub currency: Option<Currency>,
    /// The only teacher whose classes it applies to, if restricted.
    pub teacher: Option<TeacherId>,
    /// Whether an administrator has deactivated it.
    pub deactivated: bool,
}

impl CouponTerms {
    /// Validates the terms of a new coupon.
    ///
    /// # Errors
    /// Every invalid field.
    pub fn validate(&self) -> Result<(), FieldErrors> {
        let mut errors = Vec::new();
        if !(1..=100).contains(&self.percent) {
            errors.push(FieldError::new("percent", "Please enter a discount from 1 to 100 percent."));
        }
        if let (Some(start), Some(end)) = (self.starts_at, self.ends_at)
            && end <= start
        {
            errors.push(FieldError::new("endsAt", "The end must lie after the start."));
        }
        if self.limit == Some(0) {
            errors.push(FieldError::new("limit", "Please allow at least one use."));
        }
        if self.limit_per_student == Some(0) {
            errors.push(FieldError::new("limitPerStudent", "Please allow at least one use."));
        }
        if errors.is_empty() { Ok(()) } else { Err(FieldErrors(errors)) }
    }
}

/// A purchase to which a coupon is to be applied. Uses count orders that are paid or can still be paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CouponPurchase {
    /// The time of the purchase.
    pub now: Timestamp,
    /// The currency of the purchase.
    pub currency: Currency,
    /// The teacher of the class or package.
    pub teacher: TeacherId,
    /// The number of uses so far by all students.
    pub used: u32,
    /// The number of uses so far by this student.
    pub used_by_student: u32,
}

/// Why a coupon cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum CouponError {
    /// No code was given.
    #[error("no coupon code")]
    Missing,
    /// The code does not exist, or the coupon is deactivated.
    #[error("no such coupon")]
    Invalid,
    /// The coupon cannot be used yet.
    #[error("coupon is not valid yet")]
    NotStarted,
    /// The coupon has expired.
    #[error("coupon has expired")]
    Expired,
    /// The limit for all students is reached.
    #[error("coupon limit is reached")]
    UsedUp,
    /// The limit for this student is reached.
    #[error("coupon limit of this student is reached")]
    UsedByYou,
    /// The coupon is restricted to another currency or teacher.
    #[error("coupon does not apply to this purchase")]
    NotForYou,
}

impl CouponError {
    /// Returns the stable error code.
    pub const fn code(self) -> ErrorCode {
        match self {
            Self::Missing => ErrorCode::CouponMissing,
            Self::Invalid => ErrorCode::CouponInvalid,
            Self::NotStarted => ErrorCode::CouponNotStarted,
            Self::Expired => ErrorCode::CouponExpired,
            Self::UsedUp => ErrorCode::CouponUsedUp,
            Self::UsedByYou => ErrorCode::CouponLimitPerStudent,
            Self::NotForYou => ErrorCode::CouponNotApplicable,
        }
    }
}

/// Checks that a coupon applies to a purchase. When there are several reasons against it, restrictions are reported
/// before dates, dates before limits, and the student's limit before the common one.
///
/// # Errors
/// The first reason why the coupon cannot be used.
pub fn check_coupon(terms: &CouponTerms, purchase: &CouponPurchase) -> Result<(), CouponError> {
    let other_currency = terms.currency.is_some_and(|currency| currency != purchase.currency);
    let other_teacher = terms.teacher.is_some_and(|teacher| teacher != purchase.teacher);
    if terms.deactivated || terms.validate().is_err() {
        Err(CouponError::Invalid)
    } else if other_currency || other_teacher {
        Err(CouponError::NotForYou)
    } else if terms.starts_at.is_some_and(|start| purchase.now < start) {
        Err(CouponError::NotStarted)
    } else if terms.ends_at.is_some_and(|end| purchase.now >= end) {
        Err(CouponError::Expired)
    } else if terms.limit_per_student.is_some_and(|limit| purchase.used_by_student >= limit) {
        Err(CouponError::UsedByYou)
    } else if terms.limit.is_some_and(|limit| purchase.used >= limit) {
        Err(CouponError::UsedUp)
    } else {
        Ok(())
    }
}
