//! Which crate depends on which, as the manifests say. What a manifest does not list, code cannot use.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use toml::Table;

/// Crate by crate: what it depends on outside of its own tests.
pub(crate) type Manifests = BTreeMap<String, BTreeSet<String>>;

/// Our crates, and the ones of ours that each may use. The tests may use all.
const ARROWS: &[(&str, &[&str])] = &[
    ("tala-domain", &[]),
    ("tala-db-derive", &[]),
    ("tala-db", &["tala-db-derive"]),
    ("tala-store", &["tala-domain", "tala-db"]),
    ("tala-gateways", &["tala-domain"]),
    ("tala-app", &["tala-domain", "tala-store", "tala-gateways"]),
    ("tala-issuer", &["tala-db"]),
    ("razorpay-sandbox", &[]),
    ("tala", &["tala-domain", "tala-db", "tala-store", "tala-gateways", "tala-app", "tala-issuer", "razorpay-sandbox"]),
];

/// Crates of others that belong behind one wall.
const WALLS: &[(&str, &[&str])] = &[
    ("rusqlite", &["tala-db"]),
    ("tokio-postgres", &["tala-db"]),
    ("deadpool-postgres", &["tala-db"]),
    ("reqwest", &["tala-gateways", "razorpay-sandbox"]),
    ("lettre", &["tala-gateways"]),
    ("axum", &["tala-app", "tala-issuer", "razorpay-sandbox", "tala"]),
];

const TESTS: &str = "tala-tests";

/// Reads the manifest of every crate below a folder.
pub(crate) fn read(crates: &Path) -> Manifests {
    let mut manifests = Manifests::new();
    for entry in std::fs::read_dir(crates).unwrap() {
        let path = entry.unwrap().path().join("Cargo.toml");
        if let Ok(text) = std::fs::read_to_string(&path) {
            let (name, dependencies) = parse(&text);
            manifests.insert(name, dependencies);
        }
    }
    manifests
}

/// The name of a crate and what it depends on, build scripts and single platforms included.
pub(crate) fn parse(text: &str) -> (String, BTreeSet<String>) {
    let manifest: Table = text.parse().unwrap();
    let name = manifest["package"]["name"].as_str().unwrap().to_owned();
    let mut dependencies = BTreeSet::new();
    let mut tables: Vec<&Table> = vec![&manifest];
    tables.extend(
        manifest
            .get("target")
            .and_then(|t| t.as_table())
            .into_iter()
            .flat_map(|t| t.values().filter_map(|v| v.as_table())),
    );
    for table in tables {
        for kind in ["dependencies", "build-dependencies"] {
            let Some(listed) = table.get(kind).and_then(|listed| listed.as_table()) else { continue };
            for (key, value) in listed {
                // `other = { package = "rusqlite" }` is rusqlite all the same.
                let real = value.get("package").and_then(|package| package.as_str()).unwrap_or(key);
                dependencies.insert(real.to_owned());
            }
        }
    }
    (name, dependencies)
}

/// What breaks the arrows or a wall.
pub(crate) fn breaches(manifests: &Manifests) -> Vec<String> {
    let ours: BTreeMap<&str, &[&str]> = ARROWS.iter().copied().collect();
    let mut breaches = Vec::new();
    for (name, dependencies) in manifests.iter().filter(|(name, _)| *name != TESTS) {
        let Some(allowed) = ours.get(name.as_str()) else {
            breaches.push(format!("{name}: nobody has said what this crate may use; add it to the arrows"));
            continue;
        };
        for dependency in dependencies {
            let is_ours = ours.contains_key(dependency.as_str()) || dependency == TESTS;
            if is_ours && !allowed.contains(&dependency.as_str()) {
                breaches.push(format!("{name} must not depend on {dependency}"));
            }
            let wall = WALLS.iter().find(|(outside, _)| outside == dependency);
            if wall.is_some_and(|(_, inside)| !inside.contains(&name.as_str())) {
                breaches.push(format!("{name} must not use {dependency}: it stays behind its wall"));
            }
        }
    }
    breaches
}

/// The dependencies, those of tests included, that a crate's source never names.
pub(crate) fn unused(manifest: &str, source: &str, exceptions: &[(&str, &str, &str)]) -> Vec<String> {
    let manifest: Table = manifest.parse().unwrap();
    let name = manifest["package"]["name"].as_str().unwrap();
    let mut tables: Vec<&Table> = vec![&manifest];
    let platforms = manifest.get("target").and_then(|target| target.as_table()).into_iter().flatten();
    tables.extend(platforms.filter_map(|(_, table)| table.as_table()));
    let kinds = ["dependencies", "build-dependencies", "dev-dependencies"];
    let listed = tables.iter().flat_map(|table| kinds.map(|kind| table.get(kind).and_then(|listed| listed.as_table())));
    let words: BTreeSet<&str> = source.split(|c: char| !(c.is_alphanumeric() || c == '_')).collect();
    let mut unused = Vec::new();
    for dependency in listed.flatten().flat_map(|table| table.keys()) {
        let is_excused = exceptions.iter().any(|(krate, known, _)| *krate == name && *known == dependency.as_str());
        if !words.contains(dependency.replace('-', "_").as_str()) && !is_excused {
            unused.push(format!("{name} depends on {dependency}, and never names it: take it out of its Cargo.toml"));
        }
    }
    unused
}
