//! The calls into PipeWire's library, which is loaded when it is needed: a machine without it runs all else. All of
//! this crate's unsafe code for Linux stands here.
//!
//! Of the crates `pipewire-sys` and `libspa` the types and the codec of parameters are used, which need no library. What
//! the calls want is told in PipeWire's `pipewire/stream.h`, `pipewire/thread-loop.h` and `spa/buffer/buffer.h`.
#![allow(unsafe_code)]

use libloading::Library;
use libspa::sys::{
    SPA_CHUNK_FLAG_CORRUPTED, SPA_META_Cursor, SPA_META_HEADER_FLAG_CORRUPTED, SPA_META_Header,
    SPA_META_VideoCrop, spa_buffer, spa_dict, spa_direction, spa_hook, spa_meta_cursor,
    spa_meta_header, spa_meta_region, spa_pod,
};
use pipewire_sys::{
    PW_VERSION_STREAM_EVENTS, pw_buffer, pw_context, pw_core, pw_loop, pw_properties, pw_stream,
    pw_stream_events, pw_stream_flags, pw_stream_flags_PW_STREAM_FLAG_AUTOCONNECT,
    pw_stream_flags_PW_STREAM_FLAG_MAP_BUFFERS, pw_stream_state,
    pw_stream_state_PW_STREAM_STATE_ERROR, pw_stream_state_PW_STREAM_STATE_STREAMING,
    pw_thread_loop,
};
use std::ffi::{CStr, c_char, c_int, c_void};
use std::os::fd::{IntoRawFd, OwnedFd};
use std::ptr::{NonNull, null, null_mut};
use std::sync::{Arc, OnceLock};

/// The library's name where it is installed to be used, not to be built with.
const LIBRARY: &str = "libpipewire-0.3.so.0";

/// What the stream is, by the names of PipeWire's keys. It is never to be given another source, such as a camera,
/// when its own one is gone.
const PROPERTIES: &CStr = c"{ media.type = Video, media.category = Capture, media.role = Screen, \
    node.dont-reconnect = true }";

macro_rules! functions {
    ($($name:ident($($of:ty),*) $(-> $gives:ty)?;)*) => {
        /// The functions of the library.
        struct Functions {
            $($name: unsafe extern "C" fn($($of),*) $(-> $gives)?,)*
        }

        impl Functions {
            fn load() -> Result<Self, libloading::Error> {
                // SAFETY: The library's initialisers are those of PipeWire; each function has the type of its header. It
                // is never unloaded.
                unsafe {
                    let library = Library::new(LIBRARY)?;
                    let functions = Self {
                        $($name: *library.get(concat!(stringify!($name), "\0").as_bytes())?,)*
                    };
                    std::mem::forget(library);
                    Ok(functions)
                }
            }
        }
    };
}

functions! {
    pw_init(*mut c_int, *mut *mut *mut c_char);
    pw_thread_loop_new(*const c_char, *const spa_dict) -> *mut pw_thread_loop;
    pw_thread_loop_get_loop(*mut pw_thread_loop) -> *mut pw_loop;
    pw_thread_loop_start(*mut pw_thread_loop) -> c_int;
    pw_thread_loop_stop(*mut pw_thread_loop);
    pw_thread_loop_lock(*mut pw_thread_loop);
    pw_thread_loop_unlock(*mut pw_thread_loop);
    pw_thread_loop_destroy(*mut pw_thread_loop);
    pw_context_new(*mut pw_loop, *mut pw_properties, usize) -> *mut pw_context;
    pw_context_destroy(*mut pw_context);
    pw_context_connect_fd(*mut pw_context, c_int, *mut pw_properties, usize) -> *mut pw_core;
    pw_core_disconnect(*mut pw_core) -> c_int;
    pw_properties_new_string(*const c_char) -> *mut pw_properties;
    pw_stream_new(*mut pw_core, *const c_char, *mut pw_properties) -> *mut pw_stream;
    pw_stream_add_listener(*mut pw_stream, *mut spa_hook, *const pw_stream_events, *mut c_void);
    pw_stream_connect(*mut pw_stream, spa_direction, u32, pw_stream_flags, *mut *const spa_pod, u32) -> c_int;
    pw_stream_update_params(*mut pw_stream, *mut *const spa_pod, u32) -> c_int;
    pw_stream_dequeue_buffer(*mut pw_stream) -> *mut pw_buffer;
    pw_stream_queue_buffer(*mut pw_stream, *mut pw_buffer) -> c_int;
    pw_stream_destroy(*mut pw_stream);
}

/// The library, loaded once.
///
/// # Errors
/// It is not there, or too old, in words.
fn functions() -> Result<&'static Functions, String> {
    static FUNCTIONS: OnceLock<Result<Functions, String>> = OnceLock::new();
    let load = || {
        let functions = Functions::load().map_err(|error| error.to_string())?;
        // SAFETY: No arguments of the process are given.
        unsafe { (functions.pw_init)(null_mut(), null_mut()) };
        Ok(functions)
    };
    FUNCTIONS.get_or_init(load).as_ref().map_err(Clone::clone)
}

/// Why PipeWire's library cannot be used, if it cannot.
pub(super) fn why_missing() -> Option<String> {
    functions().err()
}

/// Whether a library can be loaded.
pub(super) fn is_library(name: &str) -> bool {
    // SAFETY: what libraries of the system do when they are loaded is sound.
    unsafe { libloading::Library::new(name) }.is_ok()
}

/// How a stream stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum StreamState {
    /// Pictures may come.
    Streaming,
    /// None come: it is being connected, or paused.
    Paused,
    /// None will come any more: why.
    Failed(String),
}

/// One buffer of a stream.
pub(super) struct Buffer<'a> {
    /// Its bytes; `None` where it brings no picture.
    pub bytes: Option<&'a [u8]>,
    /// Bytes from one row to the next; 0 where rows follow each other without a gap.
    pub stride: usize,
    /// The part that is shown: left, top, width, height. `None` for all of it.
    pub crop: Option<(i32, i32, u32, u32)>,
    /// Where the pointer is, if the buffer tells of it: `Some(None)` where it is not in the picture.
    pub pointer: Option<Option<(i32, i32)>>,
}

/// What hears of a stream, on a thread of the stream's.
pub(super) trait Listener: Send + Sync {
    /// It stands otherwise.
    fn state(&self, state: StreamState);

    /// The pictures' format was agreed upon: an object of parameters in their binary form. What is wanted of buffers, in
    /// the same form.
    fn format(&self, format: &[u8]) -> Vec<Vec<u8>>;

    /// A buffer has come.
    fn buffer(&self, buffer: &Buffer<'_>);
}

/// What the callbacks get.
struct Heard {
    functions: &'static Functions,
    stream: *mut pw_stream,
    listener: Arc<dyn Listener>,
}

/// A stream that runs on a thread of its own until this is dropped.
pub(super) struct Running {
    functions: &'static Functions,
    thread: NonNull<pw_thread_loop>,
    context: *mut pw_context,
    core: *mut pw_core,
    stream: *mut pw_stream,
    _hook: Box<spa_hook>,
    _heard: Box<Heard>,
}

// SAFETY: PipeWire's objects belong to the thread loop, not to the thread that made them; all that is done with them from
// outside is to end them, once the loop is stopped.
unsafe impl Send for Running {}

static EVENTS: pw_stream_events = pw_stream_events {
    version: PW_VERSION_STREAM_EVENTS,
    destroy: None,
    state_changed: Some(state_changed),
    control_info: None,
    io_changed: None,
    param_changed: Some(param_changed),
    add_buffer: None,
    remove_buffer: None,
    process: Some(process),
    drained: None,
    command: None,
    trigger_done: None,
};

impl Running {
    /// Connects to PipeWire by this socket, and to the source of this number there. `formats` are the formats that are
    /// understood, as objects of parameters in their binary form.
    ///
    /// # Errors
    /// What failed, in words.
    pub fn start(
        socket: OwnedFd,
        source: u32,
        formats: &[Vec<u8>],
        listener: Arc<dyn Listener>,
    ) -> Result<Self, String> {
        let functions = functions()?;
        let hook = spa_hook {
            link: libspa::sys::spa_list { next: null_mut(), prev: null_mut() },
            cb: libspa::sys::spa_callbacks { funcs: null(), data: null_mut() },
            removed: None,
            priv_: null_mut(),
        };
        // SAFETY: The calls are made in the order that PipeWire's documentation gives, each result is looked at, and what
        // was made is ended by `drop`, also when a later call fails. The loop is locked while its objects are made. The hook
        // and what callbacks get stay where they are for as long as the stream is there.
        unsafe {
            let thread = (functions.pw_thread_loop_new)(c"voltsight".as_ptr(), null());
            let thread = NonNull::new(thread).ok_or("PipeWire gives no loop")?;
            let mut running = Self {
                functions,
                thread,
                context: null_mut(),
                core: null_mut(),
                stream: null_mut(),
                _hook: Box::new(hook),
                _heard: Box::new(Heard { functions, stream: null_mut(), listener }),
            };
            let plain = (functions.pw_thread_loop_get_loop)(thread.as_ptr());
            running.context = (functions.pw_context_new)(plain, null_mut(), 0);
            if running.context.is_null() || (functions.pw_thread_loop_start)(thread.as_ptr()) < 0 {
                return Err("PipeWire does not start".into());
            }
            (functions.pw_thread_loop_lock)(thread.as_ptr());
            let connected = running.connect(socket, source, formats);
            (functions.pw_thread_loop_unlock)(thread.as_ptr());
            connected.map(|()| running)
        }
    }

    /// Makes the stream.
    ///
    /// # Safety
    /// The loop is locked.
    unsafe fn connect(
        &mut self,
        socket: OwnedFd,
        source: u32,
        formats: &[Vec<u8>],
    ) -> Result<(), String> {
        let functions = self.functions;
        // SAFETY: As above; PipeWire closes the socket and frees the properties.
        unsafe {
            let socket = socket.into_raw_fd();
            self.core = (functions.pw_context_connect_fd)(self.context, socket, null_mut(), 0);
            if self.core.is_null() {
                return Err("PipeWire refuses the connection that the desktop gave".into());
            }
            let properties = (functions.pw_properties_new_string)(PROPERTIES.as_ptr());
            self.stream = (functions.pw_stream_new)(self.core, c"voltsight".as_ptr(), properties);
            if self.stream.is_null() {
                return Err("PipeWire gives no stream".into());
            }
            self._heard.stream = self.stream;
            let heard: *mut Heard = &raw mut *self._heard;
            let hook: *mut spa_hook = &raw mut *self._hook;
            (functions.pw_stream_add_listener)(self.stream, hook, &raw const EVENTS, heard.cast());
            let flags = pw_stream_flags_PW_STREAM_FLAG_AUTOCONNECT
                | pw_stream_flags_PW_STREAM_FLAG_MAP_BUFFERS;
            let formats = aligned(formats);
            let mut pods = pods(&formats);
            let (direction, count) = (libspa::sys::SPA_DIRECTION_INPUT, pods.len() as u32);
            let pods = pods.as_mut_ptr();
            match (functions.pw_stream_connect)(self.stream, direction, source, flags, pods, count)
            {
                0.. => Ok(()),
                error => Err(format!("PipeWire refuses the stream ({error})")),
            }
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // SAFETY: The loop's thread has ended when it is stopped, and with it the callbacks.
        unsafe {
            (self.functions.pw_thread_loop_stop)(self.thread.as_ptr());
            if !self.stream.is_null() {
                (self.functions.pw_stream_destroy)(self.stream);
            }
            if !self.core.is_null() {
                (self.functions.pw_core_disconnect)(self.core);
            }
            if !self.context.is_null() {
                (self.functions.pw_context_destroy)(self.context);
            }
            (self.functions.pw_thread_loop_destroy)(self.thread.as_ptr());
        }
    }
}

/// The same bytes in memory that is aligned as objects of parameters have to be.
fn aligned(objects: &[Vec<u8>]) -> Vec<Vec<u64>> {
    let word = |bytes: &[u8]| {
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        u64::from_ne_bytes(word)
    };
    objects.iter().map(|object| object.chunks(8).map(word).collect()).collect()
}

/// Objects of parameters as PipeWire takes them.
fn pods(objects: &[Vec<u64>]) -> Vec<*const spa_pod> {
    objects.iter().map(|object| object.as_ptr().cast()).collect()
}

unsafe extern "C" fn state_changed(
    data: *mut c_void,
    _: pw_stream_state,
    state: pw_stream_state,
    error: *const c_char,
) {
    // SAFETY: This is what the listener was added with; an error's text ends with 0.
    let (heard, error) = unsafe {
        let text = (!error.is_null()).then(|| CStr::from_ptr(error).to_string_lossy().into_owned());
        (&*data.cast::<Heard>(), text)
    };
    let words = || error.unwrap_or_else(|| "without a reason".to_owned());
    heard.listener.state(match state {
        error if error == pw_stream_state_PW_STREAM_STATE_ERROR => StreamState::Failed(words()),
        runs if runs == pw_stream_state_PW_STREAM_STATE_STREAMING => StreamState::Streaming,
        _ => StreamState::Paused,
    });
}

unsafe extern "C" fn param_changed(data: *mut c_void, id: u32, param: *const spa_pod) {
    if id != libspa::sys::SPA_PARAM_Format || param.is_null() {
        return;
    }
    // SAFETY: As above; an object of parameters says how long it is, and lasts for this call, as do those that are given.
    unsafe {
        let heard = &*data.cast::<Heard>();
        let length = size_of::<spa_pod>() + (*param).size as usize;
        let format = std::slice::from_raw_parts(param.cast::<u8>(), length);
        let wanted = heard.listener.format(format);
        let wanted = aligned(&wanted);
        let mut pods = pods(&wanted);
        let count = pods.len() as u32;
        (heard.functions.pw_stream_update_params)(heard.stream, pods.as_mut_ptr(), count);
    }
}

unsafe extern "C" fn process(data: *mut c_void) {
    // SAFETY: As above; a buffer is the caller's until it is queued again.
    unsafe {
        let heard = &*data.cast::<Heard>();
        loop {
            let buffer = (heard.functions.pw_stream_dequeue_buffer)(heard.stream);
            if buffer.is_null() {
                return;
            }
            if !(*buffer).buffer.is_null() {
                heard.listener.buffer(&seen(&*(*buffer).buffer));
            }
            (heard.functions.pw_stream_queue_buffer)(heard.stream, buffer);
        }
    }
}

/// What is in a buffer.
///
/// # Safety
/// It is one that PipeWire has given, and was not given back yet.
unsafe fn seen(buffer: &spa_buffer) -> Buffer<'_> {
    let mut seen = Buffer { bytes: None, stride: 0, crop: None, pointer: None };
    let mut is_broken = false;
    // SAFETY: A buffer says how much metadata it has and how long each is; it is not read beyond that. A chunk lies within
    // the memory that its data says.
    unsafe {
        for i in 0..buffer.n_metas as usize {
            let meta = &*buffer.metas.add(i);
            let holds = |size: usize| !meta.data.is_null() && meta.size as usize >= size;
            if meta.type_ == SPA_META_Header && holds(size_of::<spa_meta_header>()) {
                let header = meta.data.cast::<spa_meta_header>().read_unaligned();
                is_broken |= header.flags & SPA_META_HEADER_FLAG_CORRUPTED != 0;
            } else if meta.type_ == SPA_META_VideoCrop && holds(size_of::<spa_meta_region>()) {
                let region = meta.data.cast::<spa_meta_region>().read_unaligned().region;
                let (at, size) = (region.position, region.size);
                seen.crop = (size.width > 0 && size.height > 0).then_some((
                    at.x,
                    at.y,
                    size.width,
                    size.height,
                ));
            } else if meta.type_ == SPA_META_Cursor && holds(size_of::<spa_meta_cursor>()) {
                let cursor = meta.data.cast::<spa_meta_cursor>().read_unaligned();
                let at = (cursor.position.x, cursor.position.y);
                seen.pointer = Some((cursor.id != 0).then_some(at));
            }
        }
        if buffer.n_datas > 0 {
            let data = &*buffer.datas;
            if !data.data.is_null() && !data.chunk.is_null() {
                let chunk = &*data.chunk;
                let offset = chunk.offset.min(data.maxsize) as usize;
                let size = (chunk.size as usize).min(data.maxsize as usize - offset);
                is_broken |= chunk.flags as u32 & SPA_CHUNK_FLAG_CORRUPTED != 0;
                if size > 0 && !is_broken {
                    let bytes = data.data.cast::<u8>().add(offset);
                    seen.bytes = Some(std::slice::from_raw_parts(bytes, size));
                }
                seen.stride = usize::try_from(chunk.stride).unwrap_or(0);
            }
        }
    }
    seen
}
