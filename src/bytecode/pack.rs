//! `.swpack` files: compiled programs on disk.
//!
//! A file is [`MAGIC`], the format version (2 bytes), the hash of the body (8 bytes), all little-endian, and the body: the
//! program in postcard's encoding. Reading one always verifies it, so whatever the bytes are, what comes out can be run.
//! The hash finds damage; against malice only the verifier helps.

use super::{
    Program,
    verify::{self, VerifyError},
};
use std::fmt;

/// The first bytes of a file.
pub const MAGIC: [u8; 6] = *b"SWPACK";
/// The version of the format that is written and read.
pub const VERSION: u16 = 4;
/// The largest file that is written or read.
pub const MAX_BYTES: usize = 64 << 20;

const HEADER: usize = MAGIC.len() + 2 + 8;

/// Why a file could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReadError {
    /// It does not begin as a pack does.
    Magic,
    /// Another version of the format: which.
    Version(u16),
    /// It is larger than allowed.
    TooLarge,
    /// Its hash does not fit its content.
    Hash,
    /// The body is no program, or something follows it.
    Body,
    /// The program is not well formed.
    Program(Vec<VerifyError>),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Magic => f.write_str("this is no compiled pack"),
            Self::Version(found) => write!(
                f,
                "the pack has format version {found}, and this program reads version {VERSION}"
            ),
            Self::TooLarge => write!(f, "the pack is larger than {MAX_BYTES} bytes"),
            Self::Hash => f.write_str("the pack is damaged: its hash does not fit its content"),
            Self::Body => f.write_str("the pack does not hold a program"),
            Self::Program(errors) => {
                f.write_str("the program of the pack is not well formed")?;
                errors.iter().try_for_each(|error| write!(f, "\n  {error}"))
            }
        }
    }
}

impl std::error::Error for ReadError {}

/// Why a program could not be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WriteError {
    /// It is larger than allowed.
    TooLarge,
    /// It could not be encoded: why.
    Encoding(String),
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge => write!(f, "the compiled pack is larger than {MAX_BYTES} bytes"),
            Self::Encoding(why) => write!(f, "the program could not be encoded: {why}"),
        }
    }
}

impl std::error::Error for WriteError {}

/// The bytes of a file that holds the program; the same for the same program.
///
/// # Errors
/// [`WriteError`] if it is too large.
pub fn write(program: &Program) -> Result<Vec<u8>, WriteError> {
    let body =
        postcard::to_allocvec(program).map_err(|error| WriteError::Encoding(error.to_string()))?;
    if HEADER.saturating_add(body.len()) > MAX_BYTES {
        return Err(WriteError::TooLarge);
    }
    let mut bytes = Vec::with_capacity(HEADER + body.len());
    bytes.extend_from_slice(&MAGIC);
    bytes.extend_from_slice(&VERSION.to_le_bytes());
    bytes.extend_from_slice(&hash(&body).to_le_bytes());
    bytes.extend_from_slice(&body);
    Ok(bytes)
}

/// The verified program of a file.
///
/// # Errors
/// [`ReadError`] for anything that [`write()`] would not have made of a well-formed program.
pub fn read(bytes: &[u8]) -> Result<Program, ReadError> {
    if bytes.len() > MAX_BYTES {
        return Err(ReadError::TooLarge);
    }
    let (magic, rest) = bytes.split_first_chunk().ok_or(ReadError::Magic)?;
    if *magic != MAGIC {
        return Err(ReadError::Magic);
    }
    let (version, rest) = rest.split_first_chunk().ok_or(ReadError::Body)?;
    let version = u16::from_le_bytes(*version);
    if version != VERSION {
        return Err(ReadError::Version(version));
    }
    let (sum, body) = rest.split_first_chunk().ok_or(ReadError::Body)?;
    if u64::from_le_bytes(*sum) != hash(body) {
        return Err(ReadError::Hash);
    }
    let (program, after) =
        postcard::take_from_bytes::<Program>(body).map_err(|_| ReadError::Body)?;
    if !after.is_empty() {
        return Err(ReadError::Body);
    }
    verify::program(&program).map_err(ReadError::Program)?;
    Ok(program)
}

/// FNV-1a with 64 bits: it stays the same on every machine and in every version.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytecode::{Code, CodeType, Op};
    use proptest::prelude::*;

    fn file(body: &[u8]) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(hash(body).to_le_bytes());
        bytes.extend(body);
        bytes
    }

    fn small() -> Program {
        let code = Code {
            result: CodeType::Int,
            ops: vec![Op::Int(3), Op::Half(true), Op::Return],
            registers: 2,
        };
        Program {
            code: vec![code],
            strings: vec!["Draw a card.".to_owned()],
            ..Program::default()
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let program = small();
        let bytes = write(&program).unwrap();
        assert_eq!(read(&bytes), Ok(program));
    }

    #[test]
    fn each_kind_of_damage_is_named() {
        let bytes = write(&small()).unwrap();
        assert_eq!(read(b""), Err(ReadError::Magic));
        assert_eq!(read(b"PK\x03\x04 and more"), Err(ReadError::Magic));
        let mut other = bytes.clone();
        other[6] = 9;
        assert_eq!(read(&other), Err(ReadError::Version(9)));
        let mut other = bytes.clone();
        *other.last_mut().unwrap() ^= 1;
        assert_eq!(read(&other), Err(ReadError::Hash));
        let mut body = bytes[HEADER..].to_vec();
        body.push(0);
        assert_eq!(read(&file(&body)), Err(ReadError::Body));
    }

    #[test]
    fn a_program_that_is_not_well_formed_is_refused() {
        let mut program = small();
        program.code[0].ops.pop();
        let bytes = write(&program).unwrap();
        assert!(matches!(read(&bytes), Err(ReadError::Program(errors)) if errors.len() == 1));
    }

    proptest! {
        #[test]
        fn no_bytes_panic(bytes in proptest::collection::vec(any::<u8>(), 0..600)) {
            prop_assert!(read(&bytes).is_err());
            // With a fitting header the body itself is decoded and verified.
            let _ = read(&file(&bytes));
        }

        #[test]
        fn a_changed_byte_of_the_body_never_panics(at in any::<prop::sample::Index>(), byte in any::<u8>()) {
            let mut body = write(&small()).unwrap().split_off(HEADER);
            let at = at.index(body.len());
            body[at] = byte;
            if let Ok(program) = read(&file(&body)) {
                prop_assert_eq!(verify::program(&program), Ok(()));
            }
        }
    }
}
