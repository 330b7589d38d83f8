//! Import cycles between the files of a crate.

use std::collections::BTreeMap;

use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;

use crate::files::SourceFile;
use crate::references::{Reference, references};

/// Re-exports that one path may lead through.
const MAX_REEXPORTS: usize = 8;

/// The files that import each other, one line for each cycle. A re-export is no import: what is imported through it counts
/// as imported from the file that defines it.
pub(crate) fn cycles(files: &[SourceFile]) -> Vec<String> {
    let by_module: BTreeMap<Vec<String>, usize> =
        files.iter().enumerate().map(|(index, file)| (file.module(), index)).rev().collect();
    let all: Vec<Vec<Reference>> = files.iter().map(|file| references(&file.text, &file.module())).collect();
    let mut graph = DiGraphMap::<usize, ()>::new();
    for (index, found) in all.iter().enumerate() {
        for reference in found.iter().filter(|reference| !reference.is_reexport) {
            if let Some(target) = defining_file(&reference.path, &by_module, &all)
                && target != index
            {
                graph.add_edge(index, target, ());
            }
        }
    }
    let cycles = tarjan_scc(&graph).into_iter().filter(|files| files.len() > 1);
    cycles
        .map(|mut cycle| {
            cycle.sort_unstable();
            let arrows = cycle
                .iter()
                .flat_map(|&from| graph.neighbors(from).filter(|to| cycle.contains(to)).map(move |to| (from, to)));
            let name = |index: usize| files[index].path.display().to_string();
            arrows.map(|(from, to)| format!("{} -> {}", name(from), name(to))).collect::<Vec<_>>().join("\n  ")
        })
        .map(|arrows| format!("import cycle:\n  {arrows}"))
        .collect()
}

fn defining_file(path: &[String], by_module: &BTreeMap<Vec<String>, usize>, all: &[Vec<Reference>]) -> Option<usize> {
    let mut path = path.to_vec();
    for _ in 0..MAX_REEXPORTS {
        let (file, rest) = (0..=path.len())
            .rev()
            .find_map(|length| Some((*by_module.get(&path[..length])?, path[length..].to_vec())))?;
        let Some((name, members)) = rest.split_first() else { return Some(file) };
        let reexport = all[file].iter().find(|found| found.is_reexport && found.path.last() == Some(name));
        let Some(reexport) = reexport else { return Some(file) };
        path = reexport.path.iter().chain(members).cloned().collect();
    }
    None
}
