//! The paths in a file that lead to its own crate: those that start with `crate`, `super`, `self` or a child module.
//!
//! Reads tokens, not syntax, so paths in macros are found, and comments and strings are not.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// A path from the root of the crate.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Reference {
    pub(crate) path: Vec<String>,
    pub(crate) line: usize,
    /// In a `pub use`.
    pub(crate) is_reexport: bool,
}

/// All references in a file that is the module `module`.
pub(crate) fn references(text: &str, module: &[String]) -> Vec<Reference> {
    let tokens: TokenStream = text.parse().unwrap_or_else(|error| panic!("{module:?} is no Rust: {error}"));
    let tokens = trees(tokens);
    let mut found = Vec::new();
    walk(&tokens, &Scope { module, children: &children(&tokens) }, &mut found);
    found
}

/// Where a path starts from.
struct Scope<'a> {
    module: &'a [String],
    /// The modules that it declares in files of their own.
    children: &'a [String],
}

fn children(tokens: &[TokenTree]) -> Vec<String> {
    let declared = tokens.windows(3).filter_map(|window| match window {
        [TokenTree::Ident(word), TokenTree::Ident(name), TokenTree::Punct(end)]
            if word == "mod" && end.as_char() == ';' =>
        {
            Some(name.to_string())
        }
        _ => None,
    });
    declared.collect()
}

fn trees(tokens: TokenStream) -> Vec<TokenTree> {
    tokens.into_iter().collect()
}

fn walk(tokens: &[TokenTree], scope: &Scope<'_>, found: &mut Vec<Reference>) {
    let mut at = 0;
    while at < tokens.len() {
        match &tokens[at] {
            TokenTree::Ident(word) if word == "use" && is_public(&tokens[..at]) => {
                let first = found.len();
                let end = tokens[at..]
                    .iter()
                    .position(|token| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ';'));
                let end = at + end.unwrap_or(tokens.len() - at);
                walk(&tokens[at + 1..end], scope, found);
                found[first..].iter_mut().for_each(|reference| reference.is_reexport = true);
                at = end;
            }
            TokenTree::Ident(word) if word == "mod" => {
                if let (Some(TokenTree::Ident(name)), Some(TokenTree::Group(body))) =
                    (tokens.get(at + 1), tokens.get(at + 2))
                {
                    let inner: Vec<String> = scope.module.iter().cloned().chain([name.to_string()]).collect();
                    walk(&trees(body.stream()), &Scope { module: &inner, children: &[] }, found);
                    at += 2;
                }
            }
            TokenTree::Ident(word) if is_path_separator(tokens, at + 1) && !is_after_separator(tokens, at) => {
                let word = word.to_string();
                if is_start(&word) {
                    at = follow(tokens, at, Vec::new(), scope.module, found);
                    continue;
                }
                if scope.children.contains(&word) {
                    at = follow(tokens, at, scope.module.to_vec(), scope.module, found);
                    continue;
                }
            }
            TokenTree::Group(group) => walk(&trees(group.stream()), scope, found),
            _ => {}
        }
        at += 1;
    }
}

fn is_start(word: &str) -> bool {
    matches!(word, "crate" | "super" | "self")
}

/// Whether an item begins with `pub` or `pub(…)`.
fn is_public(before: &[TokenTree]) -> bool {
    let is_pub = |token: &TokenTree| matches!(token, TokenTree::Ident(word) if word == "pub");
    match before {
        [.., visibility, TokenTree::Group(_)] if is_pub(visibility) => true,
        [.., visibility] => is_pub(visibility),
        [] => false,
    }
}

fn is_after_separator(tokens: &[TokenTree], at: usize) -> bool {
    at >= 2 && is_path_separator(tokens, at - 2)
}

fn is_path_separator(tokens: &[TokenTree], at: usize) -> bool {
    let colon = |token: Option<&TokenTree>| matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == ':');
    colon(tokens.get(at)) && colon(tokens.get(at + 1))
}

/// Reads one path, or a group of them, from its first word on; returns where it ends.
fn follow(
    tokens: &[TokenTree],
    mut at: usize,
    mut path: Vec<String>,
    module: &[String],
    found: &mut Vec<Reference>,
) -> usize {
    let line = tokens[at].span().start().line;
    let mut is_first = path.is_empty();
    loop {
        match tokens.get(at) {
            Some(TokenTree::Ident(word)) => {
                let word = word.to_string();
                match word.as_str() {
                    "crate" => path.clear(),
                    "super" => {
                        if is_first {
                            path = module.to_vec();
                        }
                        path.pop();
                    }
                    "self" if is_first => path = module.to_vec(),
                    "self" => {}
                    _ => path.push(word),
                }
                is_first = false;
                at += 1;
            }
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                for entry in split_at_commas(&trees(group.stream())) {
                    follow_entry(&entry, &path, found);
                }
                return at + 1;
            }
            // A glob, or the end of the path in an expression.
            _ => {
                found.push(Reference { path, line, is_reexport: false });
                return at;
            }
        }
        if !is_path_separator(tokens, at) {
            found.push(Reference { path, line, is_reexport: false });
            return at;
        }
        at += 2;
    }
}

/// One entry of a `use` group. Its path goes on from the group's, so `super` in it steps back from there.
fn follow_entry(entry: &[TokenTree], path: &[String], found: &mut Vec<Reference>) {
    if entry.is_empty() {
        return;
    }
    let root = path.to_vec();
    if root.is_empty() {
        // Directly below `crate`: let the first word start from the root.
        let marker = vec![String::new()];
        let mut inner = Vec::new();
        follow(entry, 0, marker, &[], &mut inner);
        for mut reference in inner {
            reference.path.remove(0);
            found.push(reference);
        }
        return;
    }
    follow(entry, 0, root, &[], found);
}

fn split_at_commas(tokens: &[TokenTree]) -> Vec<Vec<TokenTree>> {
    let comma = |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ',');
    tokens.split(comma).map(<[TokenTree]>::to_vec).collect()
}
