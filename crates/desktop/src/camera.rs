//! A camera, or a video file, as a source of pictures: ffmpeg reads it and hands its frames over.
//!
//! One mechanism serves both. A crate for the devices alone (`v4l`) would still have to decode what a camera sends
//! (YUYV, MJPEG, H.264), and would read no file.

use crate::{interrupt, system};
use image::RgbImage;
use session::capture::{CaptureError, Source};
use session::files::shown;
use session::frame::{Frame, MAX_PIXELS};
use session::printable::acts_on_terminal;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// For how long a camera may give no picture before that is told.
const STALL: Duration = Duration::from_secs(2);
/// How often it is looked whether the process is to end while a first picture is waited for.
const LOOK: Duration = Duration::from_millis(50);
/// The size that a device is asked for; a driver that has none such takes the nearest. Many begin with 640x480, in
/// which the digits of a board that does not fill the picture are too small to be read.
const SIZE: &str = "1280x720";
/// How many bytes of what ffmpeg says are kept.
const MOST_SAID: usize = 2000;
/// The most bytes of a picture's header.
const MOST_HEADER: u64 = 64;

/// Pictures of a camera or of a video file, which plays at its own speed. Only the newest picture counts: those that
/// come while one is read are dropped.
pub struct CameraSource {
    name: String,
    opened: Instant,
    newest: Arc<Newest>,
    program: Child,
    said: Option<JoinHandle<Vec<u8>>>,
}

/// The newest picture, as one thread fills it in and another takes it.
#[derive(Default)]
struct Newest {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    picture: Option<(RgbImage, Duration)>,
    is_over: bool,
    /// Why no more pictures are taken, where the fault is not ffmpeg's to tell.
    fault: Option<String>,
}

impl CameraSource {
    /// Opens a video device (on Linux), or a video file, and waits for its first picture. `None` if the process is asked
    /// to end meanwhile.
    ///
    /// # Errors
    /// [`CaptureError::Failed`], in a sentence that says what to do: there is no such device or file, ffmpeg is not
    /// installed, or it finds no pictures there.
    pub fn open(path: &Path) -> Result<Option<Self>, CaptureError> {
        let arguments = input(path)?;
        Self::start(Path::new("ffmpeg"), &arguments, path)
    }

    fn start(program: &Path, input: &[String], path: &Path) -> Result<Option<Self>, CaptureError> {
        let mut command = Command::new(program);
        command
            .args(["-nostdin", "-hide_banner", "-loglevel", "error"])
            .args(input)
            .arg(path)
            .args(["-an", "-c:v", "ppm", "-f", "image2pipe", "-"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        system::set_apart(&mut command);
        let mut program = command.spawn().map_err(|why| not_started(&why))?;
        let (opened, newest) = (Instant::now(), Arc::new(Newest::default()));
        if let Some(out) = program.stdout.take() {
            let newest = Arc::clone(&newest);
            thread::spawn(move || newest.fill(BufReader::new(out), opened));
        }
        let said = program.stderr.take().map(|said| thread::spawn(move || last_of(said)));
        let mut camera = Self { name: shown(path).to_string(), opened, newest, program, said };
        loop {
            let state = camera.newest.wait(LOOK, |state| state.picture.is_none());
            if state.picture.is_some() {
                drop(state);
                return Ok(Some(camera));
            }
            let is_over = state.is_over;
            drop(state);
            if is_over {
                let (name, why) = (camera.name.clone(), camera.why_over());
                let why = why.unwrap_or_else(|| "there is none in it".to_owned());
                return Err(CaptureError::Failed(format!(
                    "{name} gives no pictures: {why}. Choose a camera, such as /dev/video0, or a video file"
                )));
            }
            if interrupt::asked().is_some() {
                return Ok(None);
            }
        }
    }

    /// Why there are no more pictures; `None` if they were all that there are.
    fn why_over(&mut self) -> Option<String> {
        let fault = self.newest.state().fault.take();
        if fault.is_some() {
            let _ = self.program.kill();
        }
        let status = self.program.wait();
        let said = self.said.take().and_then(|said| said.join().ok()).unwrap_or_default();
        if fault.is_some() {
            return fault;
        }
        // It says the path first, which is told anyway.
        let said: String = String::from_utf8_lossy(&said)
            .chars()
            .filter(|&c| c == '\n' || !acts_on_terminal(c))
            .collect();
        let last = said.lines().map(str::trim).rfind(|line| !line.is_empty());
        let last = last.map(|line| line.strip_prefix(&self.name).unwrap_or(line));
        match (last, status) {
            (Some(line), _) => Some(line.trim_start_matches([':', ' ']).to_owned()),
            (None, Ok(status)) if status.success() => None,
            (None, Ok(status)) => Some(format!("ffmpeg has ended ({status})")),
            (None, Err(why)) => Some(why.to_string()),
        }
    }
}

impl Source for CameraSource {
    fn name(&self) -> String {
        self.name.clone()
    }

    /// The newest picture, once the wait is over; the last one of a file even if it came earlier.
    fn next(&mut self, wait: Duration) -> Result<Frame, CaptureError> {
        thread::sleep(wait);
        let due = self.opened.elapsed();
        let is_old = |state: &mut State| state.picture.as_ref().is_none_or(|(_, at)| *at < due);
        let mut state = self.newest.wait(STALL, is_old);
        let (picture, is_over) = (state.picture.take(), state.is_over);
        drop(state);
        match picture {
            Some((picture, at)) => Ok(Frame::new(picture, at)),
            None if is_over => Err(match self.why_over() {
                Some(why) => CaptureError::Closed { window: self.name.clone(), why },
                None => CaptureError::Ended(self.name.clone()),
            }),
            None => Err(CaptureError::Hidden {
                window: self.name.clone(),
                why: "it sends no pictures at the moment; check its cable, or whether another program uses it"
                    .to_owned(),
            }),
        }
    }
}

impl Drop for CameraSource {
    /// Ends ffmpeg. Should this process be killed instead, ffmpeg ends with the next picture that nobody takes.
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

impl Newest {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits while this holds, unless the pictures are over, for so long at most.
    fn wait(&self, most: Duration, holds: impl Fn(&mut State) -> bool) -> MutexGuard<'_, State> {
        let more = |state: &mut State| !state.is_over && holds(state);
        let waited = self.changed.wait_timeout_while(self.state(), most, more);
        waited.unwrap_or_else(PoisonError::into_inner).0
    }

    /// Takes pictures in until there are no more.
    fn fill(&self, mut pictures: impl BufRead, opened: Instant) {
        loop {
            let next = picture(&mut pictures);
            let mut state = self.state();
            match next {
                Ok(Some(picture)) => state.picture = Some((picture, opened.elapsed())),
                Ok(None) => state.is_over = true,
                Err(why) => {
                    state.is_over = true;
                    state.fault = Some(format!("ffmpeg's pictures cannot be read: {why}"));
                }
            }
            self.changed.notify_all();
            if state.is_over {
                return;
            }
        }
    }
}

/// How ffmpeg is asked for what is at this path, which comes after these arguments.
fn input(path: &Path) -> Result<Vec<String>, CaptureError> {
    let failed = |what: String| CaptureError::Failed(what);
    let kind = std::fs::metadata(path).map_err(|why| {
        let there = "`ls /dev/video*` lists the cameras";
        failed(format!("there is no camera or video file {}: {why}; {there}", shown(path)))
    })?;
    let words: &[&str] = if kind.is_file() {
        // At the speed at which it was taken.
        &["-re", "-i"]
    } else if kind.is_dir() {
        return Err(failed(format!(
            "{} is a folder: name a camera, such as /dev/video0, or a video file",
            shown(path)
        )));
    } else if let Some(format) = system::CAMERA_FORMAT {
        &["-f", format, "-video_size", SIZE, "-i"]
    } else {
        return Err(failed(
            "cameras are read on Linux only: name a video file, or use the camera of the page for browsers \
             (docs/how-to/camera.md)"
                .to_owned(),
        ));
    };
    Ok(words.iter().map(|word| (*word).to_owned()).collect())
}

fn not_started(why: &io::Error) -> CaptureError {
    CaptureError::Failed(match why.kind() {
        ErrorKind::NotFound => {
            "ffmpeg is not installed, which reads cameras and video files: install it (on Debian and Ubuntu `sudo apt \
             install ffmpeg`)"
                .to_owned()
        }
        _ => format!("ffmpeg, which reads cameras and video files, cannot be started: {why}"),
    })
}

/// The next picture: a binary PPM with 255 shades a colour, as ffmpeg writes it. `None` at the end.
fn picture(from: &mut impl BufRead) -> io::Result<Option<RgbImage>> {
    let invalid = |what: &str| io::Error::new(ErrorKind::InvalidData, what);
    let mut header = Vec::new();
    for _ in 0..3 {
        let mut line = from.by_ref().take(MOST_HEADER);
        if line.read_until(b'\n', &mut header)? == 0 {
            // An end between two pictures, or one cut short because ffmpeg ended.
            return Ok(None);
        }
    }
    let header = str::from_utf8(&header).unwrap_or_default();
    let words: Vec<&str> = header.split_ascii_whitespace().collect();
    let &["P6", width, height, "255"] = &words[..] else {
        return Err(invalid("this is not a picture"));
    };
    let (Ok(width), Ok(height)) = (width.parse::<u32>(), height.parse::<u32>()) else {
        return Err(invalid("the size of a picture is no number"));
    };
    let pixels = u64::from(width) * u64::from(height);
    if pixels == 0 || pixels > MAX_PIXELS {
        return Err(invalid("a picture is larger than 64 million pixels"));
    }
    let mut bytes = Vec::new();
    from.by_ref().take(3 * pixels).read_to_end(&mut bytes)?;
    // One that is cut short is the end.
    Ok(RgbImage::from_raw(width, height, bytes))
}

/// The end of what is said.
fn last_of(mut said: impl Read) -> Vec<u8> {
    let (mut last, mut part) = (Vec::new(), [0; 512]);
    while let Ok(bytes @ 1..) = said.read(&mut part) {
        last.extend_from_slice(&part[..bytes]);
        last.drain(..last.len().saturating_sub(MOST_SAID));
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ppm(width: u32, height: u32, shade: u8) -> Vec<u8> {
        let mut bytes = format!("P6\n{width} {height}\n255\n").into_bytes();
        bytes.extend(vec![shade; (3 * width * height) as usize]);
        bytes
    }

    #[test]
    fn pictures_follow_each_other_and_one_cut_short_is_the_end() {
        let mut stream = [ppm(2, 3, 7), ppm(4, 1, 9), ppm(5, 5, 1)].concat();
        stream.truncate(stream.len() - 1);
        let mut from = &stream[..];
        let sizes: Vec<_> = std::iter::from_fn(|| picture(&mut from).unwrap())
            .map(|picture| (picture.dimensions(), picture.get_pixel(0, 0)[0]))
            .collect();
        assert_eq!(sizes, [((2, 3), 7), ((4, 1), 9)]);
    }

    #[test]
    fn what_is_no_picture_or_too_large_is_refused_before_memory_is_taken() {
        for bad in
            ["GIF89a\n1 1\n255\n", "P6\n90000 90000\n255\n", "P6\n0 1\n255\n", "P6\na 1\n255\n"]
        {
            assert!(picture(&mut bad.as_bytes()).is_err(), "{bad}");
        }
        let endless = vec![b'x'; 1 << 16];
        assert!(picture(&mut &endless[..]).is_err());
    }

    #[test]
    fn only_the_newest_picture_counts_and_the_last_one_is_kept() {
        let newest = Newest::default();
        let stream = (1..=50).map(|shade| ppm(2, 2, shade)).collect::<Vec<_>>().concat();
        newest.fill(&stream[..], Instant::now());
        let state = newest.wait(STALL, |_| true);
        let (picture, _) = state.picture.as_ref().unwrap();
        assert_eq!(picture.get_pixel(0, 0)[0], 50);
        assert!(state.is_over && state.fault.is_none());
    }

    #[test]
    fn of_what_is_said_the_end_is_kept() {
        let said = [vec![b'a'; 3 * MOST_SAID], b"\nfile: gone".to_vec()].concat();
        let last = last_of(&said[..]);
        assert!(last.len() == MOST_SAID && last.ends_with(b"file: gone"));
    }

    #[test]
    fn without_ffmpeg_it_says_what_to_install() {
        let none = CameraSource::start(Path::new("no-such-program"), &[], Path::new("a.mp4"));
        let Err(why) = none else { panic!("it was started") };
        assert!(why.to_string().contains("install ffmpeg"), "{why}");
    }
}
