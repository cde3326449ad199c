//! Any program that the verifier lets through, played with any answers.

#![no_main]

#[path = "../../tests/fuzzing/mod.rs"]
#[allow(dead_code)]
mod fuzzing;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let _ = fuzzing::machine(data);
});
