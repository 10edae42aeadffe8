//! A small PNG whose colour profile inflates to hundreds of MB. In a program of its own, since it looks at
//! the memory that the whole process has taken.

use flate2::{Compression, write::ZlibEncoder};
use image::{ImageFormat, Rgb, RgbImage};
use std::io::{Cursor, Read, Write};
use std::path::Path;

/// The length of the profile once it is inflated, in bytes.
const INFLATED: u64 = 400 << 20;

/// What decoding such a picture may take at the most, in bytes.
const ALLOWED: u64 = 40 << 20;

/// A PNG's chunk: its length, its name, its data and their checksum.
fn chunk(name: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let named = [name, data].concat();
    let length = (data.len() as u32).to_be_bytes();
    [&length[..], &named, &crc32fast::hash(&named).to_be_bytes()].concat()
}

/// Zeros, deflated by a factor of about 1000.
fn deflated(length: u64) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    std::io::copy(&mut std::io::repeat(0).take(length), &mut encoder).unwrap();
    encoder.flush().unwrap();
    encoder.finish().unwrap()
}

/// The most memory that this process has had, in bytes, where the system says so.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().trim_end_matches(" kB").trim().parse::<u64>().ok()? << 10)
}

#[test]
fn a_colour_profile_is_not_inflated() {
    let picture = RgbImage::from_fn(40, 30, |x, y| Rgb([x as u8, y as u8, 7]));
    let mut plain = Cursor::new(Vec::new());
    picture.write_to(&mut plain, ImageFormat::Png).unwrap();
    let plain = plain.into_inner();
    let zeros = deflated(INFLATED);
    // The name, its end, and the method of compression; a text has a language and a translated name, too.
    let profile = chunk(b"iCCP", &[b"bomb\0\0", &zeros[..]].concat());
    let texts = [
        chunk(b"zTXt", &[b"bomb\0\0", &zeros[..]].concat()),
        chunk(b"iTXt", &[b"bomb\0\x01\0\0\0", &zeros[..]].concat()),
    ];
    // Behind the signature and the header.
    let bomb = [&plain[..33], &profile, &texts.concat(), &plain[33..]].concat();
    assert!(bomb.len() < 2 << 20, "{} bytes", bomb.len());
    let before = peak();
    let read = session::capture::decode::decode_bytes(&bomb, Path::new("bomb.png")).unwrap();
    assert_eq!(read, picture);
    match before.zip(peak()) {
        Some((before, after)) => {
            let took = after - before;
            assert!(took < ALLOWED, "{} MB were taken", took >> 20);
        }
        None => eprintln!("skipped: this system does not say how much memory a process took"),
    }
}
