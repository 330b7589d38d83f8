//! What tests of the whole house share: a database of their own on either engine, a clock that moves when told, a
//! sign-in provider and a mailer in the same process, and a small school to act in.
//!
//! A test is an async function over a [`Fixture`]; [`both_dbs!`] runs it once on each database. Every reply that passes
//! through [`http::Request::send`] is also checked against what all replies have in common.

mod app;
mod clock;
mod database;
mod desk;
pub mod http;
mod identity_provider;
mod mailer;
pub mod naive;
mod office;
mod person;
pub mod raw;
pub mod recorder;
pub mod school;
mod server;

pub use app::{MASTER_KEY, TestApp};
pub use clock::{FakeClock, START, SeededEntropy, at, days, hours, later, minutes};
pub use database::{Database, Fixture, Kind, run, run_on_one_thread};
pub use desk::{Desk, KEY_ID, KEY_SECRET, OLD_WEBHOOK_SECRET, WEBHOOK_SECRET};
pub use http::Reply;
pub use identity_provider::{AUDIENCE, ISSUER, IdentityProvider, Token};
pub use mailer::{RecordingMailer, Weather};
pub use office::{Officer, application};
pub use school::{Person, School, Student, Teacher};

/// Makes two tests of each async function that is named: one in a module `sqlite`, one in a module `postgres`.
///
/// The one on PostgreSQL fails where no server is to be found: a database that nobody tried is not supported.
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

/// Makes a test of each async function that makes sense only where several servers share one database.
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

/// Makes a test of each async function that is about what SQLite alone does.
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
