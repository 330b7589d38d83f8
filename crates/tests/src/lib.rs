//! Shared support for tests: one database per test on either engine, a clock that the test sets, an identity provider
//! and a mailer in the same process, and fixtures for people, classes and credits.
//!
//! A test is an async function with a [`Fixture`] as its argument; [`both_dbs!`] runs it on each database.
//! [`http::Request::send`] checks in every response the rules that all responses keep.

mod admin;
mod app;
mod clock;
mod database;
mod declared_codes;
pub mod families;
pub mod fixtures;
pub mod http;
mod identity_provider;
mod mailer;
mod payments_app;
mod person;
pub mod raw;
pub mod recorder;
mod server;
pub mod unguarded;

pub use admin::{AdminSession, applicant, application, only_audit_event};
pub use app::{MASTER_KEY, TestApp};
pub use clock::{FakeClock, START, SeededEntropy, at, days, hours, later, minutes};
pub use database::{Database, Fixture, Kind, run, run_on_one_thread};
pub use fixtures::{Person, School, Student, Teacher};
pub use http::Reply;
pub use identity_provider::{AUDIENCE, ISSUER, IdentityProvider, Token};
pub use mailer::{MailMode, RecordingMailer};
pub use payments_app::{KEY_ID, KEY_SECRET, OLD_WEBHOOK_SECRET, PaymentsApp, WEBHOOK_SECRET};

/// Defines two tests for each async function: one in module `sqlite`, one in module `postgres`.
///
/// The PostgreSQL test fails if there is no server: a database that was not tested is not supported.
#[macro_export]
macro_rules! both_dbs {
    ($($body:ident),+ $(,)?) => {
        mod sqlite {
            $(
                #[test]
                fn $body() {
                    $crate::run($crate::Kind::Sqlite, super::$body);
                }
            )+
        }
        mod postgres {
            $(
                #[test]
                fn $body() {
                    $crate::run($crate::Kind::Postgres, super::$body);
                }
            )+
        }
    };
}

/// Defines a test for each async function that needs several servers on one database.
#[macro_export]
macro_rules! on_postgres {
    ($($body:ident),+ $(,)?) => {
        mod postgres_alone {
            $(
                #[test]
                fn $body() {
                    $crate::run($crate::Kind::Postgres, super::$body);
                }
            )+
        }
    };
}

/// Defines a test for each async function about behaviour that only SQLite has.
#[macro_export]
macro_rules! on_sqlite {
    ($($body:ident),+ $(,)?) => {
        mod sqlite_alone {
            $(
                #[test]
                fn $body() {
                    $crate::run($crate::Kind::Sqlite, super::$body);
                }
            )+
        }
    };
}
