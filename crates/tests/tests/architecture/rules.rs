//! Rules inside crates. Each returns the lines that break it.

use std::collections::{BTreeMap, BTreeSet};

use aws_lc_rs::digest;

use crate::files::SourceFile;
use crate::references::references;

/// What all areas of the domain may use.
const SHARED_IN_DOMAIN: [&str; 6] = ["money", "ids", "time", "level", "error", "jobs"];
/// What all query files of the store may use.
const SHARED_IN_STORE: [&str; 1] = ["sql"];
/// Not query files.
const FRAME_OF_STORE: [&str; 5] = ["", "database", "read_only", "sql", "migrations"];
const MOST_LINES: usize = 400;

fn breaches(files: &[SourceFile], judge: impl Fn(&str, &str) -> Option<String>) -> Vec<String> {
    let mut breaches = Vec::new();
    for file in files {
        let module = file.module();
        let own = module.first().cloned().unwrap_or_default();
        for reference in references(&file.text, &module) {
            let Some(target) = reference.path.first() else { continue };
            if *target != own
                && let Some(reason) = judge(&own, target)
            {
                let path = reference.path.join("::");
                breaches.push(format!("{}:{}: crate::{path}: {reason}", file.path.display(), reference.line));
            }
        }
    }
    breaches
}

/// An area imports only money, ids, time, error, jobs and itself; those import no area.
pub(crate) fn domain_areas(files: &[SourceFile]) -> Vec<String> {
    breaches(files, |own, target| {
        let allowed = own.is_empty() || SHARED_IN_DOMAIN.contains(&target);
        (!allowed).then(|| format!("{own} may use {} and itself only", SHARED_IN_DOMAIN.join(", ")))
    })
}

/// The layers of the app crate, lowest first. What is named in none is a feature.
const LAYERS: [&[&str]; 7] =
    [&["context", "error"], &["views"], &["services"], &["http", "mail"], &["worker"], &["router"], &[""]];
const FEATURES: usize = 5;

/// A module of the app crate imports only itself and lower layers; no feature imports another.
pub(crate) fn app_layers(files: &[SourceFile]) -> Vec<String> {
    let layer_of = |module: &str| LAYERS.iter().position(|layer| layer.contains(&module));
    let rank = |module: &str| layer_of(module).map_or(FEATURES * 2 - 1, |layer| layer * 2);
    breaches(files, |own, target| {
        let allowed = rank(target) < rank(own) || target.starts_with(char::is_uppercase);
        (!allowed).then(|| format!("{own} may import only itself and lower layers"))
    })
}

/// A query file uses the helpers and the types of the crate's root, and no other query file; the frame uses none.
pub(crate) fn store_files(files: &[SourceFile]) -> Vec<String> {
    breaches(files, |own, target| {
        let is_type_of_root = target.starts_with(char::is_uppercase);
        let is_frame = FRAME_OF_STORE.contains(&target);
        let allowed = match own {
            "" => true,
            own if FRAME_OF_STORE.contains(&own) => is_type_of_root || is_frame,
            _ => is_type_of_root || SHARED_IN_STORE.contains(&target),
        };
        (!allowed).then(|| format!("{own} may use sql and the types of the root only"))
    })
}

/// No file is longer than the limit, except with a reason; and no exception is kept that is not needed.
pub(crate) fn long_files(files: &[SourceFile], exceptions: &[(&str, &str)]) -> Vec<String> {
    let mut breaches = Vec::new();
    let mut unused: BTreeSet<&str> = exceptions.iter().map(|(path, _)| *path).collect();
    for file in files {
        let (path, lines) = (file.path.display().to_string(), file.text.lines().count());
        if lines > MOST_LINES && !unused.remove(path.as_str()) {
            breaches.push(format!("{path}: {lines} lines, more than {MOST_LINES}"));
        }
    }
    breaches.extend(unused.into_iter().map(|path| format!("{path}: needs no exception any more")));
    breaches.extend(
        exceptions.iter().filter(|(_, reason)| reason.is_empty()).map(|(path, _)| format!("{path}: no reason")),
    );
    breaches
}

/// Statements of a migration that break servers of the previous release. Views are not used by the program. An index may be
/// dropped if one of `all` migrations creates it for lookups only; a unique index is a constraint.
pub(crate) fn incompatible_statements<'a>(sql: &'a str, all: &str) -> Vec<&'a str> {
    let all = all.to_uppercase();
    let is_lookup_index = |index: &str| all.contains(&format!("CREATE INDEX {index} ON"));
    let is_incompatible = |statement: &str| {
        let upper = statement.to_uppercase();
        let code = upper.lines().filter(|line| !line.trim_start().starts_with("--")).collect::<Vec<_>>().join(" ");
        let removes =
            ["DROP ", "RENAME ", "ALTER COLUMN", "TRUNCATE ", "DELETE FROM"].iter().any(|word| code.contains(word));
        let requires_value = code.contains("ADD COLUMN") && code.contains("NOT NULL") && !code.contains("DEFAULT");
        let harmless = code.trim().starts_with("DROP VIEW")
            || code.trim().strip_prefix("DROP INDEX ").is_some_and(|index| is_lookup_index(index.trim()));
        (removes && !harmless) || requires_value
    };
    sql.split(';').map(str::trim).filter(|statement| is_incompatible(statement)).collect()
}

/// Migrations that differ from their line in the list of checksums, that have no line, or that are missing.
pub(crate) fn changed_migrations(migrations: &BTreeMap<String, String>, listed: &BTreeMap<&str, &str>) -> Vec<String> {
    let sum = |text: &str| -> String {
        digest::digest(&digest::SHA256, text.as_bytes()).as_ref().iter().map(|byte| format!("{byte:02x}")).collect()
    };
    let present = migrations.iter().filter_map(|(name, sql)| match listed.get(name.as_str()) {
        None => Some(format!(
            "{name} has no checksum. When it is final, run \
             `cd crates/store/src/migrations && sha256sum {name} >> migrations.sha256`"
        )),
        Some(known) if **known != *sum(sql) => Some(format!(
            "{name} was edited. Databases that have applied it do not apply it again: restore it and add a new migration. \
             Update its checksum in migrations.sha256 only if it is in no release"
        )),
        Some(_) => None,
    });
    let missing = listed.keys().filter(|name| !migrations.contains_key(**name));
    present.chain(missing.map(|name| format!("{name} is missing: databases have applied it, restore it"))).collect()
}
