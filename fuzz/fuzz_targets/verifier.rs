//! Any bytes as a compiled pack.

#![no_main]

#[path = "../../tests/fuzzing/mod.rs"]
#[allow(dead_code)]
mod fuzzing;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let _ = fuzzing::verifier(data);
});
