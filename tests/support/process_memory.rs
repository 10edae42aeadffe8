//! Reads the memory of a game that runs in an emulator without a gdb stub: the emulator is a process
//! of this machine, and the game's memory lies somewhere in the process's own.

use rustix::process::{Pid, Signal, kill_process};
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::time::{Duration, Instant};

/// How much is searched at once. Mappings begin and end at pages, which this is a multiple of.
const BLOCK: usize = 1 << 20;

/// How long a process may take to stop.
const STOP: Duration = Duration::from_secs(2);

/// The memory of a process, in the addresses of the game in it.
pub struct ProcessMemory {
    process: Pid,
    file: File,
    /// What is added to an address of the game.
    offset: u64,
}

impl ProcessMemory {
    /// Searches a process for `mark`, which the game keeps at `address`, until `is_it` says of the bytes
    /// found there, `length` of them, that they are what is meant: copies lie in memory too.
    ///
    /// # Errors
    /// When the process cannot be read, or nothing is found.
    pub fn find(
        process: u32,
        (address, length): (u32, usize),
        mark: &[u8],
        mut is_it: impl FnMut(&mut dyn FnMut() -> Vec<u8>) -> bool,
    ) -> io::Result<Self> {
        let file = File::open(format!("/proc/{process}/mem"))?;
        let found = places(process, &file, mark)?;
        let right = found.into_iter().find(|&place| {
            is_it(&mut || {
                let mut bytes = vec![0; length];
                let _ = file.read_exact_at(&mut bytes, place);
                bytes
            })
        });
        let place = right.ok_or(io::ErrorKind::NotFound)?;
        let process = Pid::from_raw(process as i32).ok_or(io::ErrorKind::NotFound)?;
        Ok(Self { process, file, offset: place - u64::from(address) })
    }

    /// Stops the process, reads several places, and lets it go on.
    pub fn read_all(&self, places: &[(u32, usize)]) -> io::Result<Vec<Vec<u8>>> {
        kill_process(self.process, Signal::STOP)?;
        let read = self.wait_until_stopped().and_then(|()| {
            let read = |&(address, length): &(u32, usize)| {
                let mut bytes = vec![0; length];
                self.file.read_exact_at(&mut bytes, self.offset + u64::from(address))?;
                Ok(bytes)
            };
            places.iter().map(read).collect()
        });
        kill_process(self.process, Signal::CONT)?;
        read
    }

    fn wait_until_stopped(&self) -> io::Result<()> {
        let begin = Instant::now();
        let status = format!("/proc/{}/stat", self.process.as_raw_nonzero());
        while begin.elapsed() < STOP {
            // The state comes after the name, which is in parentheses.
            let line = std::fs::read_to_string(&status)?;
            if line.rsplit_once(") ").is_some_and(|(_, rest)| rest.starts_with('T')) {
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        Err(io::ErrorKind::TimedOut.into())
    }
}

/// Where `mark` stands in the writable memory of a process.
fn places(process: u32, file: &File, mark: &[u8]) -> io::Result<Vec<u64>> {
    let mut found = Vec::new();
    let mut block = vec![0; BLOCK];
    for line in std::fs::read_to_string(format!("/proc/{process}/maps"))?.lines() {
        let mut words = line.split_whitespace();
        let (Some(range), Some(access)) = (words.next(), words.next()) else { continue };
        let ends = range.split_once('-').map(|(from, to)| {
            [from, to].map(|end| u64::from_str_radix(end, 16).unwrap_or_default())
        });
        let Some([from, to]) = ends.filter(|_| access.starts_with("rw")) else { continue };
        for begin in (from..to).step_by(BLOCK) {
            let length = BLOCK.min((to - begin) as usize);
            // What cannot be read belongs to a device.
            if file.read_exact_at(&mut block[..length], begin).is_err() {
                break;
            }
            let words = block[..length].chunks_exact(4).enumerate();
            let marks = words.filter(|(i, _)| block[4 * i..length].starts_with(mark));
            found.extend(marks.map(|(i, _)| begin + 4 * i as u64));
        }
    }
    Ok(found)
}
