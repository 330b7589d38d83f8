//! What a file refers to within its crate: every `crate::…`, `super::…` and `self::…`, wherever it stands.
//!
//! This reads tokens rather than syntax, so it sees into macros as well, and comments and strings do not exist for it.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// A path from the root of the crate, and the line where it stands.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Reference {
    pub(crate) path: Vec<String>,
    pub(crate) line: usize,
}

/// All references in a file that is the module `module`.
pub(crate) fn references(text: &str, module: &[String]) -> Vec<Reference> {
    let tokens: TokenStream = text.parse().unwrap_or_else(|error| panic!("{module:?} is no Rust: {error}"));
    let mut found = Vec::new();
    walk(&trees(tokens), module, &mut found);
    found
}

fn trees(tokens: TokenStream) -> Vec<TokenTree> {
    tokens.into_iter().collect()
}

fn walk(tokens: &[TokenTree], module: &[String], found: &mut Vec<Reference>) {
    let mut at = 0;
    while at < tokens.len() {
        match &tokens[at] {
            TokenTree::Ident(word) if word == "mod" => {
                if let (Some(TokenTree::Ident(name)), Some(TokenTree::Group(body))) =
                    (tokens.get(at + 1), tokens.get(at + 2))
                {
                    let inner: Vec<String> = module.iter().cloned().chain([name.to_string()]).collect();
                    walk(&trees(body.stream()), &inner, found);
                    at += 2;
                }
            }
            TokenTree::Ident(word) if is_start(&word.to_string()) && is_path_separator(tokens, at + 1) => {
                at = follow(tokens, at, Vec::new(), module, found);
                continue;
            }
            TokenTree::Group(group) => walk(&trees(group.stream()), module, found),
            _ => {}
        }
        at += 1;
    }
}

fn is_start(word: &str) -> bool {
    matches!(word, "crate" | "super" | "self")
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
                found.push(Reference { path, line });
                return at;
            }
        }
        if !is_path_separator(tokens, at) {
            found.push(Reference { path, line });
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
