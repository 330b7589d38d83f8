//! Coupons: how a code is read, and whether it may be used for this purchase (SPEC §9, D20).

#[cfg(test)]
mod tests;

use std::fmt;

use crate::error::{ErrorCode, FieldError, FieldErrors};
use crate::ids::PersonId;
use crate::money::Currency;
use crate::time::Timestamp;

const CODE_LENGTH: std::ops::RangeInclusive<usize> = 3..=32;

/// A coupon's code: 3 to 32 of `A`–`Z`, `0`–`9`, `-`, `_`. People may type it in any case.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CouponCode(String);

impl CouponCode {
    /// Reads a code; case and surrounding space do not matter.
    ///
    /// # Errors
    /// [`CouponError::Missing`] when nothing is there, [`CouponError::Invalid`] when no code can look like that.
    pub fn parse(text: &str) -> Result<Self, CouponError> {
        let code = text.trim().to_ascii_uppercase();
        if code.is_empty() {
            return Err(CouponError::Missing);
        }
        let allowed = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || matches!(byte, b'-' | b'_');
        let valid = CODE_LENGTH.contains(&code.len()) && code.bytes().all(allowed);
        if valid { Ok(Self(code)) } else { Err(CouponError::Invalid) }
    }

    /// The code as it is stored and shown.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for CouponCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What a coupon gives and to whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// What it takes off the base price, 1 to 100.
    pub percent: u32,
    /// The first instant at which it can be used.
    pub starts_at: Option<Timestamp>,
    /// The first instant at which it no longer can.
    pub ends_at: Option<Timestamp>,
    /// How often it can be used by all students together.
    pub limit: Option<u32>,
    /// How often one student can use it.
    pub limit_per_student: Option<u32>,
    /// The only currency that it is for.
    pub currency: Option<Currency>,
    /// The only teacher whose classes it is for.
    pub teacher: Option<PersonId>,
    /// Whether an administrator has ended it.
    pub stopped: bool,
}

impl Terms {
    /// Refuses terms that no coupon can have.
    ///
    /// # Errors
    /// Every field that breaks a rule, with a sentence for the administrator.
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

/// The purchase that a coupon is wanted for. Uses count orders that are paid or still may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Use {
    /// When.
    pub now: Timestamp,
    /// In which currency.
    pub currency: Currency,
    /// Whose class or package.
    pub teacher: PersonId,
    /// How often it has been used, by all students.
    pub used: u32,
    /// How often this student has used it.
    pub used_by_student: u32,
}

/// Why a coupon cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum CouponError {
    /// No code was given.
    #[error("no coupon code")]
    Missing,
    /// No such code, or it was stopped.
    #[error("no such coupon")]
    Invalid,
    /// Its time has not come.
    #[error("the coupon is not valid yet")]
    NotStarted,
    /// Its time is over.
    #[error("the coupon has expired")]
    Expired,
    /// All its uses are taken.
    #[error("the coupon is used up")]
    UsedUp,
    /// This student has had all of theirs.
    #[error("the student has used the coupon")]
    UsedByYou,
    /// It is for another currency or another teacher.
    #[error("the coupon is for other purchases")]
    NotForYou,
}

impl CouponError {
    /// The stable code of the refusal.
    pub const fn code(self) -> ErrorCode {
        match self {
            Self::Missing => ErrorCode::CouponMissing,
            Self::Invalid => ErrorCode::CouponInvalid,
            Self::NotStarted => ErrorCode::CouponNotStarted,
            Self::Expired => ErrorCode::CouponExpired,
            Self::UsedUp => ErrorCode::CouponUsedUp,
            Self::UsedByYou => ErrorCode::CouponUsedByYou,
            Self::NotForYou => ErrorCode::CouponNotForYou,
        }
    }
}

/// Whether a coupon may be used for this purchase. Of several reasons, the one that the student can change least comes
/// first; a student's own use explains more than everybody's.
///
/// # Errors
/// The reason against it.
pub fn check(terms: &Terms, wanted: &Use) -> Result<(), CouponError> {
    let other_currency = terms.currency.is_some_and(|currency| currency != wanted.currency);
    let other_teacher = terms.teacher.is_some_and(|teacher| teacher != wanted.teacher);
    if terms.stopped || terms.validate().is_err() {
        Err(CouponError::Invalid)
    } else if other_currency || other_teacher {
        Err(CouponError::NotForYou)
    } else if terms.starts_at.is_some_and(|start| wanted.now < start) {
        Err(CouponError::NotStarted)
    } else if terms.ends_at.is_some_and(|end| wanted.now >= end) {
        Err(CouponError::Expired)
    } else if terms.limit_per_student.is_some_and(|limit| wanted.used_by_student >= limit) {
        Err(CouponError::UsedByYou)
    } else if terms.limit.is_some_and(|limit| wanted.used >= limit) {
        Err(CouponError::UsedUp)
    } else {
        Ok(())
    }
}
