//! Ids of sgt-mines' games, "column,row,mHEX": the first click and the mines, masked so that nobody sees
//! them by chance.

use grid::Cell;
use std::collections::BTreeSet;

/// The mines of a game with this id on a board of `rows` x `columns`.
pub fn mines(id: &str, rows: usize, columns: usize) -> BTreeSet<Cell> {
    let (_, mask) = id.rsplit_once('m').expect("a masked layout");
    let cells = rows * columns;
    // The last digit of an odd number stands alone.
    let digits = cells.div_ceil(4);
    assert_eq!(mask.len(), digits, "a digit for four cells");
    let mask = format!("{mask}{}", if digits.is_multiple_of(2) { "" } else { "0" });
    let byte = |i: usize| u8::from_str_radix(&mask[i..i + 2], 16).unwrap();
    let mut bytes: Vec<u8> = (0..mask.len()).step_by(2).map(byte).collect();
    unmask(&mut bytes, cells);
    let is_mine = |cell: &usize| bytes[cell / 8] & (0x80 >> (cell % 8)) != 0;
    (0..cells).filter(is_mine).map(|cell| (cell / columns, cell % columns)).collect()
}

/// `obfuscate_bitmap` of Simon Tatham's Portable Puzzle Collection, backwards: each half is masked with
/// digests of the other.
fn unmask(bytes: &mut [u8], bits: usize) {
    let (first, second) = bytes.split_at_mut(bytes.len() / 2);
    xor(second, first);
    // What is behind the last cell is none, and no part of what masks the first half.
    if let Some(last) = second.last_mut().filter(|_| !bits.is_multiple_of(8)) {
        *last &= 0xFF << (8 - bits % 8);
    }
    xor(first, second);
}

/// Masks `target` with the digests of `seed` followed by "0", "1" and so on.
fn xor(target: &mut [u8], seed: &[u8]) {
    for (counter, part) in target.chunks_mut(20).enumerate() {
        let digest = sha1(&[seed, counter.to_string().as_bytes()].concat());
        part.iter_mut().zip(digest).for_each(|(byte, mask)| *byte ^= mask);
    }
}

/// FIPS 180-4.
fn sha1(message: &[u8]) -> [u8; 20] {
    let mut padded = message.to_vec();
    padded.push(0x80);
    padded.resize((message.len() + 9).next_multiple_of(64) - 8, 0);
    padded.extend((message.len() as u64 * 8).to_be_bytes());
    let mut hash: [u32; 5] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0];
    for block in padded.chunks(64) {
        let mut words: Vec<u32> =
            block.chunks(4).map(|word| u32::from_be_bytes(word.try_into().unwrap())).collect();
        for t in 16..80 {
            let mixed = words[t - 3] ^ words[t - 8] ^ words[t - 14] ^ words[t - 16];
            words.push(mixed.rotate_left(1));
        }
        let [mut a, mut b, mut c, mut d, mut e] = hash;
        for (t, word) in words.into_iter().enumerate() {
            let (f, k) = match t / 20 {
                0 => ((b & c) | (!b & d), 0x5A82_7999),
                1 => (b ^ c ^ d, 0x6ED9_EBA1),
                2 => ((b & c) | (b & d) | (c & d), 0x8F1B_BCDC),
                _ => (b ^ c ^ d, 0xCA62_C1D6_u32),
            };
            let sum = [a.rotate_left(5), f, e, k, word].into_iter().fold(0, u32::wrapping_add);
            (e, d, c, b, a) = (d, c, b.rotate_left(30), a, sum);
        }
        for (hash, part) in hash.iter_mut().zip([a, b, c, d, e]) {
            *hash = hash.wrapping_add(part);
        }
    }
    let mut digest = [0; 20];
    digest
        .chunks_mut(4)
        .zip(hash)
        .for_each(|(part, hash)| part.copy_from_slice(&hash.to_be_bytes()));
    digest
}

#[test]
fn digests_are_those_of_the_standard() {
    let hex = |text: &str| -> String {
        sha1(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
    };
    assert_eq!(hex("abc"), "a9993e364706816aba3e25717850c26c9cd0d89d");
    let long = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    assert_eq!(hex(long), "84983e441c3bd26ebaae4aa1f95129e5e54670f1");
}

#[test]
fn ids_tell_the_mines() {
    for id in ["2,2,mc41ff9f3de9d51ed06658", "2,2,m2909a5a51526376eb3998"] {
        let mines = mines(id, 9, 9);
        assert_eq!(mines.len(), 10);
        let is_near = |&(row, column): &Cell| (1..=3).contains(&row) && (1..=3).contains(&column);
        assert!(!mines.iter().any(is_near), "the first click opens an area: {mines:?}");
    }
}
