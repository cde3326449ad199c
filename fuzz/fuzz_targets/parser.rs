//! Any bytes as a file of a pack.

#![no_main]

#[path = "../../tests/fuzzing/mod.rs"]
#[allow(dead_code)]
mod fuzzing;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let _ = fuzzing::parser(data);
});
