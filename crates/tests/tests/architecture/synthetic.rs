//! Made-up houses with broken walls: the checker must see each breach, and nothing where there is none.

use std::collections::BTreeMap;
use std::path::Path;

use crate::cycles::cycles;
use crate::files::SourceFile;
use crate::hindi;
use crate::manifests::{self, Manifests};
use crate::prose;
use crate::references::{Reference, references};
use crate::rules;

fn file(path: &str, text: &str) -> SourceFile {
    SourceFile { path: path.into(), text: text.into() }
}

fn paths(module: &[&str], text: &str) -> Vec<String> {
    let module: Vec<String> = module.iter().map(|part| (*part).to_owned()).collect();
    references(text, &module).into_iter().map(|reference| reference.path.join("::")).collect()
}

#[test]
fn every_way_to_name_a_neighbour_is_read() {
    for (text, found) in [
        ("use crate::a::b;", vec!["a::b"]),
        ("use crate::a::b as c;", vec!["a::b"]),
        ("use crate::a::*;", vec!["a"]),
        ("pub(crate) use crate::{a::{b, c as d}, e::*, f};", vec!["a::b", "a::c", "e", "f"]),
        ("use crate::a::{self, b};", vec!["a", "a::b"]),
        ("use\n  crate\n ::a\n ::b ;", vec!["a::b"]),
        ("use super::x;", vec!["feature::x"]),
        ("use super::super::x;", vec!["x"]),
        ("use super::{x, super::y};", vec!["feature::x", "y"]),
        ("use self::x;", vec!["feature::file::x"]),
        ("fn f() { crate::a::g::<u8>(1); let _: super::super::b::T; }", vec!["a::g", "b::T"]),
        ("format!(\"{}\", crate::a::N)", vec!["a::N"]),
        ("routes!(crate::a::handler)", vec!["a::handler"]),
        ("#[schema(value_type = crate::a::T)] struct S;", vec!["a::T"]),
        ("mod tests { use super::*; use super::super::x; use crate::y; }", vec!["feature::file", "feature::x", "y"]),
        ("mod a { mod b { use super::super::super::x; } }", vec!["feature::x"]),
        ("// use crate::a;\n/* crate::b */ const S: &str = \"crate::c::d\"; /// crate::e\nstruct T;", vec![]),
        ("pub(crate) fn f(self) {} pub(in crate::a) fn g(&self) { self.x(); }", vec!["a"]),
        ("use other::crate_name::x; use superb::y;", vec![]),
        ("mod child; fn f() { child::g(); other::child::h(); }", vec!["feature::file::child::g"]),
    ] {
        assert_eq!(paths(&["feature", "file"], text), found, "{text}");
    }
    let line = references("\n\nuse crate::a;\n", &[]);
    assert_eq!(line, [Reference { path: vec!["a".into()], line: 3, is_reexport: false }]);
    let exported = references("mod a; pub(crate) use a::b; use a::c;", &["m".to_owned()]);
    let exported: Vec<_> = exported.iter().map(|found| (found.path.join("::"), found.is_reexport)).collect();
    assert_eq!(exported, [("m::a::b".to_owned(), true), ("m::a::c".to_owned(), false)]);
}

#[test]
fn modules_are_known_by_their_files() {
    for (path, module) in [("lib.rs", ""), ("main.rs", ""), ("a.rs", "a"), ("a/mod.rs", "a"), ("a/b.rs", "a::b")] {
        assert_eq!(file(path, "").module().join("::"), module, "{path}");
    }
}

#[test]
fn app_module_that_imports_a_feature_or_a_higher_layer_is_found() {
    for (path, text) in [
        ("bookings/book.rs", "use crate::credits::list;"),
        ("bookings/book.rs", "use super::super::credits;"),
        ("bookings/book.rs", "use crate::{context::Ctx, credits};"),
        ("bookings/book.rs", "fn f() { crate::credits::f() }"),
        ("bookings/book.rs", "use crate::router::api;"),
        ("services/seats.rs", "use crate::http::problem::Problem;"),
        ("services/seats.rs", "use crate::bookings::book;"),
        ("views/slot.rs", "use crate::services::seats;"),
        ("mail/deliver.rs", "use crate::http::json::Json;"),
        ("http/extract.rs", "use crate::worker::run_due_jobs;"),
        ("error.rs", "use crate::views::slot;"),
    ] {
        let found = rules::app_layers(&[file(path, text)]);
        assert_eq!(found.len(), 1, "{path}: {text}: {found:?}");
        assert!(found[0].starts_with(&format!("{path}:1: crate::")), "{found:?}");
    }
    for (path, text) in [
        (
            "bookings/book.rs",
            "use super::request; use crate::{context::Ctx, bookings::view, views}; use tala_store::credits;",
        ),
        (
            "notifications/report.rs",
            "use crate::worker::run_job_now; use crate::http::json; use crate::services::seats;",
        ),
        ("worker/mod.rs", "use crate::mail::deliver; use crate::services::seats;"),
        ("router.rs", "use crate::{bookings, credits, http};"),
        ("lib.rs", "use crate::router::api;"),
    ] {
        assert_eq!(rules::app_layers(&[file(path, text)]), [] as [String; 0], "{path}");
    }
}

#[test]
fn import_cycle_is_found_through_reexports() {
    let with = |texts: &[(&str, &str)]| {
        let files: Vec<SourceFile> = texts.iter().map(|(path, text)| file(path, text)).collect();
        cycles(&files)
    };
    for cycle in [
        vec![("a.rs", "use crate::b::x;"), ("b.rs", "fn f() { crate::a::y() }")],
        vec![("a/mod.rs", "mod c; use c::x;"), ("a/c.rs", "use super::y;")],
        vec![("a/mod.rs", "mod c; pub use c::x;"), ("a/c.rs", "use crate::b::y;"), ("b.rs", "use crate::a::x;")],
        vec![("a.rs", "use crate::b::x;"), ("b.rs", "use crate::c::x;"), ("c.rs", "use crate::a::x;")],
    ] {
        let found = with(&cycle);
        assert_eq!(found.len(), 1, "{cycle:?}: {found:?}");
    }
    for fine in [
        vec![("a.rs", "use crate::b::x;"), ("b.rs", "use crate::c::y;"), ("c.rs", "")],
        vec![("a/mod.rs", "mod c; mod d; pub use c::x;"), ("a/c.rs", ""), ("a/d.rs", "use super::x;")],
        vec![("a.rs", "use crate::a::x; use self::y;")],
    ] {
        assert_eq!(with(&fine), [] as [String; 0], "{fine:?}");
    }
}

#[test]
fn an_area_that_knows_another_is_seen() {
    for (path, text) in [
        ("booking.rs", "use crate::credits::Lot;"),
        ("booking/enums.rs", "use super::super::credits::Lot;"),
        ("ids.rs", "use crate::booking::SlotRef;"),
    ] {
        assert_eq!(rules::domain_areas(&[file(path, text)]).len(), 1, "{path}");
    }
    let fine = "use crate::{money::Money, ids, time, error, jobs}; use super::BookingError; use crate::booking::enums;";
    assert_eq!(rules::domain_areas(&[file("booking/slot_ref.rs", fine)]), [] as [String; 0]);
}

#[test]
fn a_query_file_that_uses_another_is_seen() {
    for text in [
        "use crate::slots;",
        "use crate::database::Store;",
        "use crate::read_only::ReadOnlyDatabase;",
        "use super::people::Person;",
        "use crate::migrations::MIGRATIONS_TABLE;",
    ] {
        assert_eq!(rules::store_files(&[file("bookings.rs", text)]).len(), 1, "{text}");
    }
    assert_eq!(rules::store_files(&[file("database.rs", "use crate::bookings;")]).len(), 1);
    let fine = "use crate::sql::{fetch_count, to_micros}; use crate::StoreError; use crate::{Transaction, Connection};";
    assert_eq!(rules::store_files(&[file("bookings.rs", fine)]), [] as [String; 0]);
}

#[test]
fn a_long_file_is_seen_and_so_is_an_exception_too_many() {
    let long = file("app/src/long.rs", &"\n".repeat(401));
    let just = file("app/src/just.rs", &"\n".repeat(400));
    let files = [long, just];
    assert_eq!(rules::long_files(&files, &[]), ["app/src/long.rs: 401 lines, more than 400"]);
    assert_eq!(rules::long_files(&files, &[("app/src/long.rs", "a table")]), [] as [String; 0]);
    assert_eq!(rules::long_files(&files, &[("app/src/long.rs", "")]).len(), 1);
    assert_eq!(rules::long_files(&files, &[("app/src/long.rs", "a table"), ("app/src/just.rs", "none")]).len(), 1);
}

#[test]
fn a_dependency_in_the_wrong_place_is_seen() {
    let with = |text: &str| Manifests::from([manifests::parse(text)]);
    for text in [
        "package.name = 'tala-domain'\n[dependencies]\ntala-store.workspace = true",
        "package.name = 'tala-app'\n[dependencies]\nrusqlite = '0.41'",
        "package.name = 'tala-app'\n[dependencies]\ndb = { package = 'rusqlite', version = '0.41' }",
        "package.name = 'tala-app'\n[dependencies]\ntala-db.workspace = true",
        "package.name = 'tala-db'\n[dependencies]\ntala-domain.workspace = true",
        "package.name = 'tala-db-derive'\n[dependencies]\ntala-db.workspace = true",
        "package.name = 'tala-store'\n[dependencies]\ntokio-postgres = '0.7'",
        "package.name = 'tala-issuer'\n[dependencies]\ndeadpool-postgres = '0.14'",
        "package.name = 'tala-store'\n[dependencies]\naxum = '1'",
        "package.name = 'tala'\n[build-dependencies]\nreqwest = '1'",
        "package.name = 'tala'\n[target.'cfg(unix)'.dependencies]\nlettre = '1'",
        "package.name = 'tala-issuer'\n[dependencies]\ntala-domain.workspace = true",
        "package.name = 'tala-app'\n[dependencies]\ntala-tests.workspace = true",
        "package.name = 'tala-new'\n[dependencies]",
    ] {
        assert_eq!(manifests::breaches(&with(text)).len(), 1, "{text}");
    }
    for fine in [
        "package.name = 'tala-app'\n[dependencies]\ntala-store.workspace = true\naxum = '1'\n[dev-dependencies]\nreqwest = '1'",
        "package.name = 'tala-store'\n[dependencies]\ntala-domain.workspace = true\ntala-db.workspace = true",
        "package.name = 'tala-issuer'\n[dependencies]\ntala-db.workspace = true",
        "package.name = 'tala-db'\n[dependencies]\ntala-db-derive.workspace = true\nrusqlite = '0.41'\ntokio-postgres = '0.7'",
    ] {
        assert_eq!(manifests::breaches(&with(fine)), [] as [String; 0]);
    }
}

#[test]
fn migration_that_removes_something_is_reported() {
    let all = "CREATE UNIQUE INDEX one_of_a_kind ON b (id);\nCREATE INDEX by_day ON b (day);";
    for statement in [
        "ALTER TABLE bookings DROP COLUMN status",
        "ALTER TABLE bookings RENAME COLUMN status TO state",
        "ALTER TABLE bookings ADD COLUMN note text NOT NULL",
        "DROP TABLE bookings",
        "DROP INDEX one_of_a_kind",
        "DROP INDEX never_made",
    ] {
        let sql = format!("CREATE TABLE notes (id {{id}});\n{statement};\n");
        assert_eq!(rules::incompatible_statements(&sql, all), [statement]);
    }
    for sql in [
        "ALTER TABLE b ADD COLUMN note text NOT NULL DEFAULT ''; DROP VIEW readable_b",
        "-- Not used by any query, so it may be DROPped with DROP INDEX.\nDROP INDEX by_day",
    ] {
        assert_eq!(rules::incompatible_statements(sql, all), [] as [&str; 0]);
    }
}

#[test]
fn migration_with_wrong_or_missing_checksum_is_reported() {
    let sum = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    let migrations = |sql: &str| BTreeMap::from([("0001_a.sql".to_owned(), sql.to_owned())]);
    let listed = BTreeMap::from([("0001_a.sql", sum)]);
    assert_eq!(rules::changed_migrations(&migrations("abc"), &listed), [""; 0]);
    assert!(rules::changed_migrations(&migrations("abd"), &listed)[0].starts_with("0001_a.sql was edited"));
    assert!(
        rules::changed_migrations(&migrations("abc"), &BTreeMap::new())[0].starts_with("0001_a.sql has no checksum")
    );
    assert!(rules::changed_migrations(&BTreeMap::new(), &listed)[0].starts_with("0001_a.sql is missing"));
}

#[test]
fn unnamed_dependency_is_reported() {
    let manifest = "package.name = 'a'\n[dependencies]\nfutures-util = '1'\n[dev-dependencies]\ninsta = '1'\n\
                    [target.'cfg(unix)'.dependencies]\nlibc = '1'";
    let all = "use futures_util::join; insta::assert!(); libc::x();";
    assert_eq!(manifests::unused(manifest, all, &[]), [""; 0]);
    for gone in ["futures_util", "insta", "libc"] {
        assert_eq!(manifests::unused(manifest, &all.replace(gone, "other"), &[]).len(), 1, "{gone}");
    }
    assert_eq!(manifests::unused(manifest, &all.replace("insta", "x"), &[("a", "insta", "why")]), [""; 0]);
}

#[test]
fn dialect_is_counted_in_comments_and_prose_only() {
    assert_eq!(prose::count_dialect("Whoever is told, lets go at once."), (4, 7));
    assert_eq!(prose::count_dialect("The standstill brought nobodyless atonce"), (0, 5));
    let rust = "/// Told anew.\nlet told = \"told\"; // somebody\n// fine\n";
    assert_eq!(prose::count_dialect(&prose::comments(Path::new("a.rs"), rust)).0, 3);
    assert_eq!(prose::comments(Path::new("a.png"), "// told"), "");
    let markdown = "Told.\n```\ntold\n```\n| told |\n`told` anew\n";
    assert_eq!(prose::count_dialect(&prose::markdown_prose(markdown)).0, 2);
}

#[test]
fn long_lines_and_missing_references_are_found() {
    let long = "word ".repeat(21);
    let text = format!("{long}\n| {long} |\n```\n{long}\n```\n{}\n", "x".repeat(120));
    assert_eq!(prose::long_lines("a.md", &text), ["a.md:1: 105 characters"]);
    let links = prose::relative_links("[a](b.md#c) [d](https://e) [f](g/h.md) [i](#j)");
    assert_eq!(links, ["b.md", "g/h.md"]);
    assert_eq!(prose::named_documents("see PLAN.md, docs/PLAN.md. and readme.md"), ["PLAN.md", "docs/PLAN.md"]);
}

#[test]
fn rejected_hindi_words_are_found_as_whole_words() {
    let glossary =
        "# Glossary\n\n## Hindi\n\nText.\n\n| Term | Hindi | Not |\n|---|---|---|\n| save | सहेजें | सेव, save |\n";
    assert_eq!(hindi::rejected_words(glossary), [("सेव".to_owned(), "सहेजें".to_owned())]);
    for (text, is_found) in [("PDF में सेव करें", true), ("“सेव”।", true), ("सेवा", false), ("ईसेव", false), ("", false)]
    {
        assert_eq!(hindi::contains_words(text, "सेव"), is_found, "{text}");
    }
}
