//! Parameters of statements, and values of columns.

use std::borrow::Cow;
use std::error::Error as StdError;

use bytes::{BufMut, BytesMut};
use rusqlite::types::{ToSqlOutput, ValueRef as SqliteValue};
use tokio_postgres::types::{FromSql, IsNull, ToSql, Type, to_sql_checked};
use uuid::Uuid;

/// A parameter of a statement. SQLite stores a boolean as 0 or 1 and a UUID as 16 bytes.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// SQL NULL.
    Null,
    /// A boolean.
    Bool(bool),
    /// An integer of any width.
    Integer(i64),
    /// A floating-point number.
    Real(f64),
    /// Text.
    Text(Cow<'static, str>),
    /// Bytes.
    Blob(Vec<u8>),
    /// A UUID.
    Uuid(Uuid),
}

macro_rules! values_from {
    ($($kind:ty => |$value:ident| $made:expr,)+) => {
        $(impl From<$kind> for Value {
            fn from($value: $kind) -> Self {
                $made
            }
        })+
    };
}

values_from! {
    bool => |value| Self::Bool(value),
    i64 => |value| Self::Integer(value),
    i32 => |value| Self::Integer(value.into()),
    u32 => |value| Self::Integer(value.into()),
    u16 => |value| Self::Integer(value.into()),
    f64 => |value| Self::Real(value),
    &str => |value| Self::Text(Cow::Owned(value.to_owned())),
    &String => |value| Self::Text(Cow::Owned(value.clone())),
    String => |value| Self::Text(Cow::Owned(value)),
    Vec<u8> => |value| Self::Blob(value),
    &[u8] => |value| Self::Blob(value.to_vec()),
    Uuid => |value| Self::Uuid(value),
}

impl<T: Into<Self>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

impl rusqlite::ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Null => SqliteValue::Null,
            Self::Bool(value) => SqliteValue::Integer((*value).into()),
            Self::Integer(value) => SqliteValue::Integer(*value),
            Self::Real(value) => SqliteValue::Real(*value),
            Self::Text(value) => SqliteValue::Text(value.as_bytes()),
            Self::Blob(value) => SqliteValue::Blob(value),
            Self::Uuid(value) => SqliteValue::Blob(value.as_bytes()),
        }))
    }
}

impl Value {
    /// The type to declare to PostgreSQL. Without it `$1 = 0` would make the parameter a 32-bit integer.
    pub(crate) const fn postgres_type(&self) -> Type {
        match self {
            Self::Integer(_) => Type::INT8,
            _ => Type::UNKNOWN,
        }
    }
}

impl ToSql for Value {
    fn to_sql(&self, ty: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn StdError + Sync + Send>> {
        match self {
            Self::Null => Ok(IsNull::Yes),
            Self::Bool(value) => value.to_sql_checked(ty, out),
            Self::Integer(value) => value.to_sql_checked(ty, out),
            Self::Real(value) => value.to_sql_checked(ty, out),
            Self::Text(value) => value.to_sql_checked(ty, out),
            Self::Blob(value) => value.to_sql_checked(ty, out),
            Self::Uuid(value) if *ty == Type::UUID => {
                out.put_slice(value.as_bytes());
                Ok(IsNull::No)
            }
            Self::Uuid(_) => Err(format!("a UUID for a parameter of type {ty}").into()),
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

/// The value of a column. A UUID of PostgreSQL appears as its 16 bytes, as on SQLite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ValueRef<'a> {
    /// SQL NULL.
    Null,
    /// A boolean of PostgreSQL.
    Bool(bool),
    /// An integer of any width; also a boolean of SQLite.
    Integer(i64),
    /// A floating-point number.
    Real(f64),
    /// Text.
    Text(&'a str),
    /// Bytes.
    Blob(&'a [u8]),
}

impl<'a> FromSql<'a> for ValueRef<'a> {
    fn from_sql(ty: &Type, raw: &'a [u8]) -> Result<Self, Box<dyn StdError + Sync + Send>> {
        Ok(match *ty {
            Type::BOOL => Self::Bool(bool::from_sql(ty, raw)?),
            Type::INT2 => Self::Integer(i16::from_sql(ty, raw)?.into()),
            Type::INT4 => Self::Integer(i32::from_sql(ty, raw)?.into()),
            Type::INT8 => Self::Integer(i64::from_sql(ty, raw)?),
            Type::FLOAT4 => Self::Real(f32::from_sql(ty, raw)?.into()),
            Type::FLOAT8 => Self::Real(f64::from_sql(ty, raw)?),
            Type::TEXT | Type::VARCHAR | Type::BPCHAR | Type::NAME | Type::UNKNOWN => Self::Text(str::from_utf8(raw)?),
            Type::UUID | Type::BYTEA | Type::VOID => Self::Blob(raw),
            _ => return Err(format!("columns of type {ty} are not supported; cast the value").into()),
        })
    }

    fn from_sql_null(_: &Type) -> Result<Self, Box<dyn StdError + Sync + Send>> {
        Ok(Self::Null)
    }

    fn accepts(_: &Type) -> bool {
        true
    }
}

impl<'a> TryFrom<SqliteValue<'a>> for ValueRef<'a> {
    type Error = std::str::Utf8Error;

    fn try_from(value: SqliteValue<'a>) -> Result<Self, Self::Error> {
        Ok(match value {
            SqliteValue::Null => Self::Null,
            SqliteValue::Integer(value) => Self::Integer(value),
            SqliteValue::Real(value) => Self::Real(value),
            SqliteValue::Text(value) => Self::Text(str::from_utf8(value)?),
            SqliteValue::Blob(value) => Self::Blob(value),
        })
    }
}

/// A type that a column can be read as.
pub trait FromValue: Sized {
    /// Reads the value, or returns `None` when it has another type or is out of range.
    fn from_value(value: ValueRef<'_>) -> Option<Self>;
}

macro_rules! integers_from_value {
    ($($kind:ty),+) => {
        $(impl FromValue for $kind {
            fn from_value(value: ValueRef<'_>) -> Option<Self> {
                match value {
                    ValueRef::Integer(value) => value.try_into().ok(),
                    _ => None,
                }
            }
        })+
    };
}

integers_from_value!(i64, i32, i16, u64, u32, u16, u8);

impl FromValue for bool {
    fn from_value(value: ValueRef<'_>) -> Option<Self> {
        match value {
            ValueRef::Bool(value) => Some(value),
            ValueRef::Integer(0) => Some(false),
            ValueRef::Integer(1) => Some(true),
            _ => None,
        }
    }
}

impl FromValue for f64 {
    fn from_value(value: ValueRef<'_>) -> Option<Self> {
        match value {
            ValueRef::Real(value) => Some(value),
            _ => None,
        }
    }
}

impl FromValue for String {
    fn from_value(value: ValueRef<'_>) -> Option<Self> {
        match value {
            ValueRef::Text(value) => Some(value.to_owned()),
            _ => None,
        }
    }
}

impl FromValue for Vec<u8> {
    fn from_value(value: ValueRef<'_>) -> Option<Self> {
        match value {
            ValueRef::Blob(value) => Some(value.to_vec()),
            _ => None,
        }
    }
}

impl FromValue for Uuid {
    fn from_value(value: ValueRef<'_>) -> Option<Self> {
        match value {
            ValueRef::Blob(value) => Self::from_slice(value).ok(),
            _ => None,
        }
    }
}

impl<T: FromValue> FromValue for Option<T> {
    fn from_value(value: ValueRef<'_>) -> Option<Self> {
        match value {
            ValueRef::Null => Some(None),
            value => T::from_value(value).map(Some),
        }
    }
}
