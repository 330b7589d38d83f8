//! The properties of `../properties`, for libFuzzer.

#[path = "../properties/mod.rs"]
mod properties;

/// Tries a property with an input; panics when it does not hold.
pub fn try_property(name: &str, input: &[u8]) {
    let (_, check) = properties::ALL.iter().find(|(known, _)| *known == name).expect("a property");
    check(input);
}
