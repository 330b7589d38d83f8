//! The dependency rules of ARCHITECTURE.md, checked on the source. `synthetic` tests the rules on made-up crates.

mod cycles;
mod files;
mod manifests;
mod references;
mod rules;
mod synthetic;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use files::{SourceFile, sources};

/// Longer files want a reason here.
const LONG_FILES: &[(&str, &str)] = &[];

/// Dependencies that no source names want a reason here: the crate, the dependency, why.
const USED_UNNAMED: &[(&str, &str, &str)] = &[];

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
fn app_modules_import_lower_layers_only() {
    assert_none(&rules::app_layers(&source_of("app")));
}

#[test]
fn files_of_a_crate_import_each_other_in_one_direction() {
    let crates = ["app", "db", "db-derive", "domain", "gateways", "issuer", "sandbox", "server", "store", "tests"];
    let found = crates.iter().flat_map(|name| {
        let cycles = cycles::cycles(&sources(&crates_folder().join(name).join("src")));
        cycles.into_iter().map(move |cycle| format!("{name}: {cycle}"))
    });
    assert_none(&found.collect::<Vec<_>>());
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

#[test]
fn alerts_and_handbook_name_metrics_that_exist() {
    let code: String = ["app", "server"].iter().flat_map(|name| source_of(name)).map(|file| file.text).collect();
    let root = crates_folder().join("..");
    let told = [
        "packaging/prometheus/tala.rules.yml",
        "docs/monitoring.md",
        "docs/operations.md",
        "docs/payments.md",
        "docs/runbook.md",
    ];
    let text: String = told.map(|path| std::fs::read_to_string(root.join(path)).unwrap()).concat();
    let words = text.split(|c: char| !(c.is_ascii_lowercase() || c == '_'));
    let metrics: BTreeSet<&str> = words.filter(|word| word.starts_with("tala_")).collect();
    assert!(metrics.len() > 10, "{metrics:?}");
    let breaches: Vec<String> = metrics
        .into_iter()
        .map(|name| name.trim_end_matches("_count").trim_end_matches("_sum"))
        .filter(|name| !name.ends_with('_') && !code.contains(&format!("\"{name}\"")))
        .map(|name| format!("{name}: no such metric"))
        .collect();
    assert_none(&breaches);
}

/// The schema steps and their SQL, in order.
fn schema_steps() -> BTreeMap<String, String> {
    std::fs::read_dir(crates_folder().join("store/src/migrations"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "sql"))
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, std::fs::read_to_string(&path).unwrap())
        })
        .collect()
}

/// Servers of the release before go on working while the schema is already that of the next one.
#[test]
fn schema_steps_only_add() {
    let steps = schema_steps();
    let all: String = steps.values().map(String::as_str).collect();
    let breaches: Vec<String> = steps
        .iter()
        .flat_map(|(name, text)| rules::taken_away(text, &all).into_iter().map(move |line| format!("{name}: {line}")))
        .collect();
    assert_none(&breaches);
}

/// A database that has taken a step never takes it again: whoever edits it makes two kinds of databases.
#[test]
fn schema_steps_are_never_edited() {
    let list = std::fs::read_to_string(crates_folder().join("store/src/migrations/steps.sha256")).unwrap();
    let listed = list.lines().map(|line| line.split_once("  ").unwrap()).map(|(sum, name)| (name, sum)).collect();
    assert_none(&rules::edited_steps(&schema_steps(), &listed));
}

#[test]
fn a_dependency_is_used_by_its_crate() {
    let root = crates_folder().join("..");
    let mut breaches = Vec::new();
    let folders = std::fs::read_dir(crates_folder()).unwrap().map(|entry| entry.unwrap().path());
    for folder in folders.chain(["bench", "fuzz"].map(|name| root.join(name))) {
        let Ok(manifest) = std::fs::read_to_string(folder.join("Cargo.toml")) else { continue };
        let text: String = sources(&folder).into_iter().map(|file| file.text).collect();
        breaches.extend(manifests::unused(&manifest, &text, USED_UNNAMED));
    }
    assert_none(&breaches);
}

/// Where a test may stand that `docs/lessons.md` names as `folder/file`.
fn test_files(named: &str) -> Vec<std::path::PathBuf> {
    let (top, rest) = named.split_once('/').unwrap();
    let root = crates_folder().join("..");
    let below = match top {
        "browser" | "interop" => vec![format!("e2e/{named}.spec.ts"), format!("e2e/{named}.test.mjs")],
        "web" => vec![format!("web/src/{rest}.test.ts"), format!("web/src/{rest}.test.tsx")],
        "domain" | "gateways" => vec![format!("crates/{top}/src/{rest}.rs")],
        _ => vec![format!("crates/tests/tests/{named}.rs")],
    };
    below.into_iter().map(|path| root.join(path)).collect()
}

/// What is called proven is: each test that the page names is there.
#[test]
fn lessons_name_tests_that_exist() {
    let page = std::fs::read_to_string(crates_folder().join("../docs/lessons.md")).unwrap();
    let spans: Vec<&str> =
        page.lines().filter(|line| line.starts_with('|')).flat_map(|line| line.split('`').skip(1).step_by(2)).collect();
    let named: Vec<(&str, &str)> =
        spans.iter().filter_map(|span| span.rsplit_once('/')).filter(|(file, _)| file.contains('/')).collect();
    assert!(named.len() > 100, "{}", named.len());
    let is_there = |file: &str, name: &str| {
        let text: String = test_files(file).iter().filter_map(|path| std::fs::read_to_string(path).ok()).collect();
        [format!("fn {name}"), format!("('{name}"), format!("(`{name}")].iter().any(|begun| text.contains(begun))
    };
    let missing = named.iter().filter(|(file, name)| !is_there(file, name));
    assert_none(&missing.map(|(file, name)| format!("no such test: {file}/{name}")).collect::<Vec<_>>());
}
