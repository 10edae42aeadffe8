//! The bits of a word, one by one.

/// Calls `f` with each number whose bit is set.
#[inline]
pub fn each(mut word: u64, mut f: impl FnMut(usize)) {
    while word != 0 {
        f(word.trailing_zeros() as usize);
        word &= word - 1;
    }
}

/// A word with its `n` lowest bits set, of 64.
pub fn ones(n: usize) -> u64 {
    if n == 0 { 0 } else { !0 >> (64 - n) }
}

/// The numbers whose bits are set, ascending.
pub fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (bit < 64).then_some(bit as usize)
    })
}
