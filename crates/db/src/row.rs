//! Rows as structs and tuples.

pub use tala_db_derive::FromRow;

use crate::error::Error;
use crate::value::{FromValue, ValueRef};

/// A type that a row can be read as. Structs derive it: each field is read from the column of its name, whatever the
/// order of the columns. Tuples read the columns in their order.
pub trait FromRow: Sized {
    /// Appends the names of the columns in the order in which [`FromRow::from_row`] reads them; none for a tuple.
    fn columns(names: &mut Vec<&'static str>);

    /// Reads one row.
    ///
    /// # Errors
    /// [`Error::Decode`] when a value does not fit its field.
    fn from_row(row: &mut RowReader<'_>) -> Result<Self, Error>;
}

/// The columns of one row of either database.
pub(crate) trait Columns {
    fn value(&self, index: usize) -> Result<ValueRef<'_>, Error>;
}

/// Where each field of a row type is found, resolved once per statement.
pub(crate) struct Layout {
    names: Vec<&'static str>,
    /// The column of each name; in their own order for tuples.
    indexes: Vec<usize>,
}

impl Layout {
    pub(crate) fn resolve<'c, T: FromRow>(columns: impl Iterator<Item = &'c str>) -> Result<Self, Error> {
        let mut names = Vec::new();
        T::columns(&mut names);
        let columns: Vec<&str> = columns.collect();
        if names.is_empty() {
            return Ok(Self { names, indexes: (0..columns.len()).collect() });
        }
        let index = |name: &&'static str| {
            let found = columns.iter().position(|column| column == name);
            found.ok_or_else(|| Error::Decode(format!("the statement has no column `{name}`")))
        };
        Ok(Self { indexes: names.iter().map(index).collect::<Result<_, _>>()?, names })
    }

    pub(crate) fn read<T: FromRow>(&self, row: &dyn Columns) -> Result<T, Error> {
        T::from_row(&mut RowReader { row, layout: self, next: 0 })
    }
}

/// Hands out the values of one row, field by field.
pub struct RowReader<'r> {
    row: &'r dyn Columns,
    layout: &'r Layout,
    next: usize,
}

impl RowReader<'_> {
    /// The value of the next field.
    ///
    /// # Errors
    /// [`Error::Decode`] when there is no further column, or its value does not fit `T`.
    pub fn read<T: FromValue>(&mut self) -> Result<T, Error> {
        let field = self.next;
        self.next += 1;
        let name =
            || self.layout.names.get(field).map_or_else(|| format!("column {field}"), |name| format!("`{name}`"));
        let index = self.layout.indexes.get(field);
        let index = index.ok_or_else(|| Error::Decode(format!("the statement has no {}", name())))?;
        let value = self.row.value(*index)?;
        T::from_value(value)
            .ok_or_else(|| Error::Decode(format!("{} does not hold a valid {}", name(), std::any::type_name::<T>())))
    }
}

macro_rules! tuples_from_row {
    ($($($part:ident)+;)+) => {
        $(impl<$($part: FromValue),+> FromRow for ($($part,)+) {
            fn columns(_: &mut Vec<&'static str>) {}

            fn from_row(row: &mut RowReader<'_>) -> Result<Self, Error> {
                Ok(($(row.read::<$part>()?,)+))
            }
        })+
    };
}

impl FromRow for () {
    fn columns(_: &mut Vec<&'static str>) {}

    fn from_row(_: &mut RowReader<'_>) -> Result<Self, Error> {
        Ok(())
    }
}

tuples_from_row! {
    A;
    A B;
    A B C;
    A B C D;
    A B C D E;
    A B C D E F;
}
