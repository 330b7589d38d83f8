//! The walls of the house, checked on its own source (see the arrows in ARCHITECTURE.md).
//!
//! The checker itself is tried on made-up houses first: a wall that cannot be seen to hold is none.

mod files;
mod manifests;
mod references;
mod rules;
mod synthetic;

use std::path::Path;

use files::{SourceFile, sources};

/// Longer files want a reason here.
const LONG_FILES: &[(&str, &str)] = &[];

fn crates_folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

fn source_of(name: &str) -> Vec<SourceFile> {
    let files = sources(&crates_folder().join(name).join("src"));
    assert!(files.len() > 5, "{name} has {} files; is the path right?", files.len());
    files
}

fn assert_none(breaches: &[String]) {
    assert!(breaches.is_empty(), "\n{}\n", breaches.join("\n"));
}

#[test]
fn a_domain_area_imports_only_what_all_areas_share() {
    assert_none(&rules::domain_areas(&source_of("domain")));
}

#[test]
fn a_feature_never_imports_a_sibling() {
    assert_none(&rules::app_features(&source_of("app")));
}

#[test]
fn a_query_file_never_imports_another() {
    assert_none(&rules::store_files(&source_of("store")));
}

#[test]
fn crates_depend_in_one_direction_and_on_the_outside_world_where_it_belongs() {
    let manifests = manifests::read(crates_folder());
    assert!(manifests.len() >= 7, "{:?}", manifests.keys());
    assert_none(&manifests::breaches(&manifests));
}

#[test]
fn files_stay_short() {
    let all = sources(crates_folder());
    assert!(all.len() > 100, "only {} files", all.len());
    assert_none(&rules::long_files(&all, LONG_FILES));
}
