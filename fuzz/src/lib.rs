//! Runs the properties of `../properties` with libFuzzer.

#[path = "../properties/mod.rs"]
mod properties;

/// Checks a property with an input.
///
/// # Panics
/// If the property does not hold, or if there is no property of this name.
pub fn try_property(name: &str, input: &[u8]) {
    let (_, check) = properties::ALL.iter().find(|(known, _)| *known == name).expect("a known property");
    check(input);
}
