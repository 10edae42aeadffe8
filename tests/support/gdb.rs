//! Reads the memory of a running emulator through its gdb stub.
//!
//! The protocol is gdb's remote serial protocol: `$DATA#CHECKSUM`, each packet acknowledged by `+`.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// How long to wait for an answer.
const ANSWER: Duration = Duration::from_secs(2);

/// How often to wait for the game to stop.
const ATTEMPTS: usize = 5;

/// DeSmuME takes connections before its machine is ready: a game let go or stopped before that
/// may never stop again.
const START: Duration = Duration::from_secs(1);

/// A connection to a stub. The game runs but while [`Stub::read`] reads: do not read while a tap
/// is held.
pub struct Stub {
    stream: TcpStream,
}

impl Stub {
    /// Connects, trying again until `patience` is over, and lets the game run: the emulator waits
    /// for this at its start. On a busy machine a stub is lost now and then: if the first read
    /// fails, start the emulator anew.
    pub fn connect(port: u16, patience: Duration) -> io::Result<Self> {
        let begin = Instant::now();
        let stream = loop {
            match TcpStream::connect(("127.0.0.1", port)) {
                Ok(stream) => break stream,
                Err(error) if begin.elapsed() > patience => return Err(error),
                Err(_) => std::thread::sleep(Duration::from_millis(50)),
            }
        };
        stream.set_read_timeout(Some(ANSWER))?;
        stream.set_nodelay(true)?;
        std::thread::sleep(START);
        let mut stub = Self { stream };
        stub.send("c")?;
        Ok(stub)
    }

    /// Stops the game, reads `length` bytes at `address`, and lets it go on.
    pub fn read(&mut self, address: u32, length: usize) -> io::Result<Vec<u8>> {
        Ok(self.read_all(&[(address, length)])?.remove(0))
    }

    /// Reads several places at one moment.
    pub fn read_all(&mut self, places: &[(u32, usize)]) -> io::Result<Vec<Vec<u8>>> {
        self.stop()?;
        let mut found = Vec::new();
        for &(address, length) in places {
            let mut bytes = Vec::with_capacity(length);
            // Stubs have small buffers.
            for begin in (0..length).step_by(0x80) {
                let part = (length - begin).min(0x80);
                self.send(&format!("m{:x},{part:x}", address + begin as u32))?;
                bytes.extend(from_hex(&self.answer()?)?);
            }
            found.push(bytes);
        }
        self.send("c")?;
        Ok(found)
    }

    /// Stops the game. A stub that is asked while its emulator still starts stops, but may not
    /// say so: then it is asked why it has stopped.
    fn stop(&mut self) -> io::Result<()> {
        self.forget()?;
        self.stream.write_all(&[0x03])?;
        for _ in 1..ATTEMPTS {
            match self.receive() {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => self.send("?")?,
                other => return other.map(|_why| ()),
            }
        }
        self.receive().map(|_why| ())
    }

    /// Drops what was said unasked.
    fn forget(&mut self) -> io::Result<()> {
        self.stream.set_nonblocking(true)?;
        let mut unasked = [0; 256];
        let end = loop {
            match self.stream.read(&mut unasked) {
                Ok(0) => break Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => break Ok(()),
                Err(error) => break Err(error),
            }
        };
        self.stream.set_nonblocking(false)?;
        end
    }

    /// The next packet that is not the reply to a stop: of those there may be too many.
    fn answer(&mut self) -> io::Result<String> {
        loop {
            let packet = self.receive()?;
            if !packet.starts_with(['S', 'T']) {
                return Ok(packet);
            }
        }
    }

    fn send(&mut self, packet: &str) -> io::Result<()> {
        let sum = packet.bytes().fold(0u8, u8::wrapping_add);
        self.stream.write_all(format!("${packet}#{sum:02x}").as_bytes())
    }

    /// The next packet's contents. Acknowledgements are skipped.
    fn receive(&mut self) -> io::Result<String> {
        while self.byte()? != b'$' {}
        let mut packet = String::new();
        loop {
            match self.byte()? {
                b'#' => break,
                byte => packet.push(byte.into()),
            }
        }
        let _checksum = [self.byte()?, self.byte()?];
        self.stream.write_all(b"+")?;
        Ok(packet)
    }

    fn byte(&mut self) -> io::Result<u8> {
        let mut byte = [0];
        self.stream.read_exact(&mut byte)?;
        Ok(byte[0])
    }
}

fn from_hex(text: &str) -> io::Result<Vec<u8>> {
    let error = || io::Error::new(io::ErrorKind::InvalidData, format!("the stub says {text}"));
    if !text.len().is_multiple_of(2) || !text.is_ascii() {
        return Err(error());
    }
    (0..text.len())
        .step_by(2)
        .map(|i| u8::from_str_radix(&text[i..i + 2], 16).map_err(|_| error()))
        .collect()
}
