//! The nesting depth of JSON. `serde` bounds the depth of values that it keeps, but skips unknown members of any depth.

/// The maximum number of nested objects and arrays in a request. The deepest request of the API has five.
const MAX_DEPTH: usize = 32;

/// Whether a text opens more than [`MAX_DEPTH`] objects and arrays. For invalid JSON the result has no meaning; the parser
/// rejects it.
pub(super) fn is_too_deep(json: &[u8]) -> bool {
    let (mut depth, mut is_string, mut is_escaped) = (0_usize, false, false);
    for byte in json {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if is_string => is_escaped = true,
            b'"' => is_string = !is_string,
            b'{' | b'[' if !is_string => depth += 1,
            b'}' | b']' if !is_string => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_DEPTH {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_counts_open_objects_and_arrays_outside_strings() {
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert!(!is_too_deep(nested(MAX_DEPTH).as_bytes()));
        assert!(is_too_deep(nested(MAX_DEPTH + 1).as_bytes()));
        assert!(is_too_deep("{\"a\":".repeat(MAX_DEPTH + 1).as_bytes()));
        let wide = format!("[{}]", vec!["{\"a\":[1]}"; 1_000].join(","));
        assert!(!is_too_deep(wide.as_bytes()));
        let text = format!("{{\"a\":\"\\\\\\\"{}\"}}", "[".repeat(1_000));
        assert!(!is_too_deep(text.as_bytes()), "brackets in strings do not count");
        let after = format!("{{\"a\":\"\\\"\",\"b\":{}}}", "[".repeat(1_000));
        assert!(is_too_deep(after.as_bytes()), "an escaped quote does not end a string");
    }
}
