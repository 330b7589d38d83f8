#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| tala_fuzz::try_property("contact", input));
