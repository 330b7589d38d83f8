//! The dependency rules of ARCHITECTURE.md, checked on the source. `synthetic` tests the rules on made-up crates.

mod cycles;
mod data_model;
mod files;
mod hindi;
mod manifests;
mod prose;
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

const MIGRATIONS: &str = "store/src/migrations";

/// The migrations of the store and their SQL, in order.
fn migrations() -> BTreeMap<String, String> {
    std::fs::read_dir(crates_folder().join(MIGRATIONS))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "sql"))
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, std::fs::read_to_string(&path).unwrap())
        })
        .collect()
}

/// During an upgrade, servers of the previous release run on the schema of the next one.
#[test]
fn migrations_keep_what_the_previous_release_uses() {
    let migrations = migrations();
    assert!(!migrations.is_empty(), "no migration in {MIGRATIONS}");
    let all: String = migrations.values().map(String::as_str).collect();
    let breaches: Vec<String> = migrations
        .iter()
        .flat_map(|(name, sql)| {
            rules::incompatible_statements(sql, &all).into_iter().map(move |statement| format!("{name}: {statement}"))
        })
        .collect();
    assert_none(&breaches);
}

/// A database applies a migration once, so an edited one would leave databases with different schemas.
///
/// Until the first release, 0001_initial.sql may change together with its line in migrations.sha256; development databases
/// are then created again. After it, only a new migration may follow.
#[test]
fn released_migrations_are_unchanged() {
    let list = std::fs::read_to_string(crates_folder().join(MIGRATIONS).join("migrations.sha256")).unwrap();
    let listed = list.lines().map(|line| line.split_once("  ").unwrap()).map(|(sum, name)| (name, sum)).collect();
    assert_none(&rules::changed_migrations(&migrations(), &listed));
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

fn repository() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// The specification and its decisions are quoted, not written here; the glossary lists the words to avoid.
fn is_ours(path: &Path) -> bool {
    let path = path.to_string_lossy();
    !path.contains("/docs/spec/") && !path.contains("/docs/reports/") && !path.ends_with("/docs/glossary.md")
}

/// At most one dialect word in 2,000.
#[test]
fn comments_and_documents_use_standard_terms() {
    let code = prose::files(repository(), &["rs", "ts", "tsx", "mjs", "css", "sql", "toml", "yml"]);
    let documents = prose::files(repository(), &["md"]);
    let mut breaches = Vec::new();
    for (kind, files) in [("comments", code), ("documents", documents)] {
        let (mut found, mut words, mut worst) = (0, 0, Vec::new());
        for path in files.iter().filter(|path| is_ours(path)) {
            let text = std::fs::read_to_string(path).unwrap();
            let text = if kind == "documents" { prose::markdown_prose(&text) } else { prose::comments(path, &text) };
            let (dialect, all) = prose::count_dialect(&text);
            (found, words) = (found + dialect, words + all);
            if dialect > 0 {
                worst.push((dialect, path.strip_prefix(repository()).unwrap().display().to_string()));
            }
        }
        worst.sort_by(|a, b| b.cmp(a));
        assert!(words > 10_000, "{kind}: only {words} words were found");
        if found * 2_000 > words {
            let worst: Vec<String> = worst.iter().take(20).map(|(count, path)| format!("  {count} {path}")).collect();
            breaches.push(format!("{kind}: {found} dialect words in {words}\n{}", worst.join("\n")));
        }
    }
    assert_none(&breaches);
}

#[test]
fn markdown_lines_are_short_and_references_exist() {
    let mut breaches = Vec::new();
    let documents = prose::files(repository(), &["md"]);
    let names: BTreeSet<String> =
        documents.iter().map(|path| path.file_name().unwrap().to_string_lossy().into_owned()).collect();
    for path in &documents {
        let text = std::fs::read_to_string(path).unwrap();
        let name = path.strip_prefix(repository()).unwrap().display().to_string();
        if is_ours(path) {
            breaches.extend(prose::long_lines(&name, &text));
        }
        let folder = path.parent().unwrap();
        let dead = prose::relative_links(&text).into_iter().filter(|link| !folder.join(link).exists());
        breaches.extend(dead.map(|link| format!("{name}: {link} does not exist")));
    }
    for path in prose::files(repository(), &["rs", "ts", "tsx", "mjs", "md", "toml", "yml"]) {
        let text = std::fs::read_to_string(&path).unwrap();
        let is_known = |document: &str| names.contains(document.rsplit('/').next().unwrap_or(document));
        let unknown = prose::named_documents(&text).into_iter().filter(|document| !is_known(document));
        let name = path.strip_prefix(repository()).unwrap().display().to_string();
        if name.ends_with("architecture/synthetic.rs") {
            continue;
        }
        breaches.extend(unknown.map(|document| format!("{name}: {document} is not in the repository")));
    }
    assert_none(&breaches);
}

#[test]
fn hindi_texts_use_the_words_of_the_glossary() {
    let glossary = std::fs::read_to_string(repository().join("docs/glossary.md")).unwrap();
    let rejected = hindi::rejected_words(&glossary);
    assert!(rejected.len() > 20, "{rejected:?}");
    assert!(hindi::hindi_texts(repository()).len() > 10);
    assert_none(&hindi::uses_of(&rejected, repository()));
}

#[test]
fn the_data_model_names_every_table_and_ledger_name() {
    let read = |path: &str| {
        std::fs::read_to_string(crates_folder().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    };
    let migrations: String = std::fs::read_dir(crates_folder().join("store/src/migrations"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "sql"))
        .map(|path| std::fs::read_to_string(path).unwrap())
        .collect();
    let document = read("../docs/data-model.md");
    assert_none(&data_model::differences(&document, &migrations, &read("store/src/ledger.rs")));
}
