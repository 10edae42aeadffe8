//! For the tests on Windows: a window of Win32 that looks and feels like an emulator with the game, in real time.
//! It is told what to do line by line, and tells what was done to it, line by line, in JSON.
//!
//! ```text
//! voltsight-stand-in SEED X Y
//! ```

#![cfg_attr(windows, allow(unsafe_code, reason = "the functions of Windows are foreign ones"))]

#[cfg(not(windows))]
fn main() {
    eprintln!("this window is one of Windows");
}

#[cfg(windows)]
fn main() {
    window::run();
}

#[cfg(windows)]
mod window {
    use grid::geometry::{Point, Rect};
    use image::RgbImage;
    use lab::voltorb_flip::arcade::{FlipArcade, FlipArcadeOptions, TextSpeed, Touched};
    use serde_json::{Value, json};
    use session::capture::Source;
    use session::frame::Frame;
    use session::input::{Gesture, InputDevice};
    use std::cell::RefCell;
    use std::collections::VecDeque;
    use std::io::{BufRead, Write, stdin, stdout};
    use std::sync::{Arc, Mutex, PoisonError};
    use std::time::{Duration, Instant};
    use windows_sys::Win32::Foundation::{HWND, LPARAM, LRESULT, POINT, RECT, WPARAM};
    use windows_sys::Win32::Graphics::Gdi::{
        BI_RGB, BITMAPINFO, BITMAPINFOHEADER, BeginPaint, COLORONCOLOR, ClientToScreen,
        DIB_RGB_COLORS, EndPaint, InvalidateRect, PAINTSTRUCT, RGBQUAD, SRCCOPY, SetStretchBltMode,
        StretchDIBits,
    };
    use windows_sys::Win32::System::LibraryLoader::GetModuleHandleW;
    use windows_sys::Win32::UI::HiDpi::{
        DPI_AWARENESS_CONTEXT_PER_MONITOR_AWARE_V2, SetProcessDpiAwarenessContext,
    };
    use windows_sys::Win32::UI::Input::KeyboardAndMouse::{
        GetAsyncKeyState, INPUT, INPUT_0, INPUT_KEYBOARD, KEYBDINPUT, KEYEVENTF_KEYUP,
        ReleaseCapture, SendInput, SetCapture, VK_CONTROL, VK_LBUTTON, VK_MENU,
    };
    use windows_sys::Win32::UI::WindowsAndMessaging::{
        AdjustWindowRectEx, CreateWindowExW, DefWindowProcW, DestroyWindow, DispatchMessageW,
        GetClientRect, GetCursorPos, GetMessageW, HWND_TOP, IDC_ARROW, LoadCursorW, MSG,
        PostMessageW, PostQuitMessage, RegisterClassW, SW_MINIMIZE, SW_RESTORE, SWP_NOACTIVATE,
        SWP_NOMOVE, SWP_NOSIZE, SWP_NOZORDER, SWP_SHOWWINDOW, SetCursorPos, SetForegroundWindow,
        SetTimer, SetWindowPos, ShowWindow, TranslateMessage, WM_APP, WM_DESTROY, WM_ERASEBKGND,
        WM_LBUTTONDOWN, WM_LBUTTONUP, WM_PAINT, WM_TIMER, WNDCLASSW, WS_EX_TOPMOST,
        WS_OVERLAPPEDWINDOW, WS_VISIBLE,
    };

    /// The game's own size.
    const SIZE: (i32, i32) = (256, 384);

    /// Sent when there is an order.
    const ORDERED: u32 = WM_APP + 1;

    /// What was asked for and is not done yet.
    static ORDERS: Mutex<VecDeque<String>> = Mutex::new(VecDeque::new());

    thread_local! {
        static STATE: RefCell<Option<State>> = const { RefCell::new(None) };
    }

    struct State {
        game: FlipArcade,
        /// The picture that is shown, lines from top to bottom of blue, green, red and nothing.
        shown: Arc<RgbImage>,
        pixels: Vec<u8>,
        passed: Instant,
        pressed: Option<(Instant, Point)>,
        rounds: usize,
        cover: Option<HWND>,
        dies_pressed: bool,
    }

    fn tell(event: &Value) {
        let mut out = stdout().lock();
        // Whoever started it may be gone.
        let _ = writeln!(out, "{event}").and_then(|()| out.flush());
    }

    fn wide(text: &str) -> Vec<u16> {
        text.encode_utf16().chain([0]).collect()
    }

    /// Does something with the state, unless it is being used: while a call of Windows sends messages.
    fn with<T>(what: impl FnOnce(&mut State) -> T) -> Option<T> {
        STATE.with(|state| {
            state.try_borrow_mut().ok().and_then(|mut state| state.as_mut().map(what))
        })
    }

    pub fn run() {
        let numbers: Vec<i32> =
            std::env::args().skip(1).map(|text| text.parse().expect("a number")).collect();
        let [seed, x, y] = numbers[..] else { panic!("SEED X Y") };
        let options = FlipArcadeOptions {
            seed: seed as u32,
            text_speed: TextSpeed::Fast,
            ..FlipArcadeOptions::default()
        };
        let game = FlipArcade::new(options);
        let shown = game.picture();
        let state = State {
            pixels: lines(&shown),
            game,
            shown,
            passed: Instant::now(),
            pressed: None,
            rounds: 0,
            cover: None,
            dies_pressed: false,
        };
        STATE.with(|place| *place.borrow_mut() = Some(state));
        // SAFETY: all that is handed over outlives the calls, and windows are used by this thread alone.
        unsafe {
            SetProcessDpiAwarenessContext(DPI_AWARENESS_CONTEXT_PER_MONITOR_AWARE_V2);
            register("DeSmuME", on_game);
            register("Cover", on_cover);
            let window = create("DeSmuME", "DeSmuME 0.9.13 x64", (x, y), SIZE, 0);
            SetForegroundWindow(window);
            SetTimer(window, 1, 16, None);
            tell(&json!({"event": "shown", "area": area(window)}));
            let address = window as isize;
            std::thread::spawn(move || {
                for line in stdin().lock().lines().map_while(Result::ok) {
                    ORDERS.lock().unwrap_or_else(PoisonError::into_inner).push_back(line);
                    PostMessageW(address as HWND, ORDERED, 0, 0);
                }
                // Nobody is there any more.
                std::process::exit(0);
            });
            let mut message: MSG = std::mem::zeroed();
            while GetMessageW(&raw mut message, std::ptr::null_mut(), 0, 0) > 0 {
                TranslateMessage(&raw const message);
                DispatchMessageW(&raw const message);
            }
        }
    }

    type Procedure = unsafe extern "system" fn(HWND, u32, WPARAM, LPARAM) -> LRESULT;

    unsafe fn register(name: &str, procedure: Procedure) {
        let name = wide(name);
        unsafe {
            let mut class: WNDCLASSW = std::mem::zeroed();
            class.lpfnWndProc = Some(procedure);
            class.hInstance = GetModuleHandleW(std::ptr::null());
            class.hCursor = LoadCursorW(std::ptr::null_mut(), IDC_ARROW);
            class.lpszClassName = name.as_ptr();
            assert_ne!(RegisterClassW(&raw const class), 0);
        }
    }

    /// A window whose client area has its top-left corner and its size there.
    unsafe fn create(
        class: &str,
        title: &str,
        at: (i32, i32),
        size: (i32, i32),
        extended: u32,
    ) -> HWND {
        let (class, title) = (wide(class), wide(title));
        let [x, y, width, height] = around(at, size);
        unsafe {
            let window = CreateWindowExW(
                extended,
                class.as_ptr(),
                title.as_ptr(),
                // A cover is not to take the keyboard.
                WS_OVERLAPPEDWINDOW | if extended == 0 { WS_VISIBLE } else { 0 },
                x,
                y,
                width,
                height,
                std::ptr::null_mut(),
                std::ptr::null_mut(),
                GetModuleHandleW(std::ptr::null()),
                std::ptr::null(),
            );
            assert!(!window.is_null());
            window
        }
    }

    /// The place and size of a window with this client area.
    fn around((x, y): (i32, i32), (width, height): (i32, i32)) -> [i32; 4] {
        let mut frame = RECT { left: x, top: y, right: x + width, bottom: y + height };
        // SAFETY: the rectangle outlives the call.
        unsafe { AdjustWindowRectEx(&raw mut frame, WS_OVERLAPPEDWINDOW, 0, 0) };
        [frame.left, frame.top, frame.right - frame.left, frame.bottom - frame.top]
    }

    /// Where the client area lies.
    fn area(window: HWND) -> [i32; 4] {
        let mut corner = POINT { x: 0, y: 0 };
        let (width, height) = client(window);
        // SAFETY: the point outlives the call.
        unsafe { ClientToScreen(window, &raw mut corner) };
        [corner.x, corner.y, width, height]
    }

    fn client(window: HWND) -> (i32, i32) {
        let mut size = RECT { left: 0, top: 0, right: 0, bottom: 0 };
        // SAFETY: the rectangle outlives the call.
        unsafe { GetClientRect(window, &raw mut size) };
        (size.right, size.bottom)
    }

    fn lines(picture: &RgbImage) -> Vec<u8> {
        picture.pixels().flat_map(|pixel| [pixel[2], pixel[1], pixel[0], 0]).collect()
    }

    /// The point of the game's picture that a message is about.
    fn place(window: HWND, message: LPARAM) -> Point {
        let (x, y) = (message as i16, (message >> 16) as i16);
        let (width, height) = client(window);
        let to = |at: i16, size: i32, own: i32| {
            (f64::from(at) + 0.5) * f64::from(own) / f64::from(size.max(1))
        };
        Point::new(to(x, width, SIZE.0), to(y, height, SIZE.1))
    }

    impl State {
        /// Lets the time since the last picture pass; whether there is another picture.
        fn pass(&mut self) -> bool {
            // The time of a press passes when it is over.
            if self.pressed.is_some() {
                return false;
            }
            let now = Instant::now();
            let picture = match self.game.next(now - self.passed) {
                Ok(frame) => frame.picture,
                // Who has left the table sees nothing.
                Err(_) => Arc::new(RgbImage::new(SIZE.0 as u32, SIZE.1 as u32)),
            };
            self.passed = now;
            if picture == self.shown {
                return false;
            }
            self.pixels = lines(&picture);
            self.shown = picture;
            self.tell_rounds();
            true
        }

        /// Tells of the rounds that have ended.
        fn tell_rounds(&mut self) {
            let log = self.game.log();
            for ended in &log.rounds[self.rounds..] {
                tell(&json!({
                    "event": "round",
                    "outcome": format!("{:?}", ended.round.outcome),
                    "level": ended.round.level,
                    "flipped": ended.round.flipped,
                    "coins": ended.coins,
                    "board": ended.board,
                }));
            }
            self.rounds = log.rounds.len();
        }

        fn release(&mut self) {
            let Some((since, at)) = self.pressed.take() else { return };
            let before = self.game.truth();
            let within = Rect::new(0.0, 0.0, SIZE.0.into(), SIZE.1.into());
            let frame = Frame::shared(self.shown.clone(), Duration::ZERO);
            let held = since.elapsed();
            // A press beside the touch screen does nothing.
            let _ = self.game.perform(&Gesture::tap(at, within, held), &frame);
            self.passed = Instant::now();
            let log = self.game.log();
            let touched = log.taps.last().map(|tap| tap.touched);
            let card = match touched {
                Some(Touched::Card(cell)) => Some(cell),
                _ => None,
            };
            tell(&json!({
                "event": "tap",
                "at": [at.x, at.y],
                "held": held.as_millis() as u64,
                "touched": touched.map(|touched| format!("{touched:?}")),
                "card": card,
                "before": before,
            }));
            self.tell_rounds();
        }
    }

    unsafe extern "system" fn on_game(
        window: HWND,
        message: u32,
        wide: WPARAM,
        long: LPARAM,
    ) -> LRESULT {
        match message {
            WM_TIMER => {
                if with(State::pass) == Some(true) {
                    // SAFETY: the window is this thread's.
                    unsafe { InvalidateRect(window, std::ptr::null(), 0) };
                }
            }
            WM_LBUTTONDOWN => {
                let at = place(window, long);
                let dies = with(|state| {
                    state.pressed = Some((Instant::now(), at));
                    state.dies_pressed
                });
                tell(&json!({"event": "down"}));
                // SAFETY: the window is this thread's.
                unsafe { SetCapture(window) };
                if dies == Some(true) {
                    std::process::exit(0);
                }
            }
            WM_LBUTTONUP => {
                // SAFETY: it takes nothing.
                unsafe { ReleaseCapture() };
                with(State::release);
            }
            WM_PAINT => paint(window),
            WM_ERASEBKGND => return 1,
            ORDERED => {
                while let Some(order) =
                    { ORDERS.lock().unwrap_or_else(PoisonError::into_inner).pop_front() }
                {
                    obey(window, &order);
                    tell(&json!({"event": "done", "order": order, "area": area(window)}));
                }
            }
            // SAFETY: it takes a number.
            WM_DESTROY => unsafe { PostQuitMessage(0) },
            // SAFETY: what Windows handed over is handed back.
            _ => return unsafe { DefWindowProcW(window, message, wide, long) },
        }
        0
    }

    fn paint(window: HWND) {
        let size = client(window);
        // SAFETY: all that is handed over outlives the calls.
        unsafe {
            let mut paint: PAINTSTRUCT = std::mem::zeroed();
            let context = BeginPaint(window, &raw mut paint);
            let header = BITMAPINFOHEADER {
                biSize: size_of::<BITMAPINFOHEADER>() as u32,
                biWidth: SIZE.0,
                // Lines from top to bottom.
                biHeight: -SIZE.1,
                biPlanes: 1,
                biBitCount: 32,
                biCompression: BI_RGB,
                biSizeImage: 0,
                biXPelsPerMeter: 0,
                biYPelsPerMeter: 0,
                biClrUsed: 0,
                biClrImportant: 0,
            };
            let none = RGBQUAD { rgbBlue: 0, rgbGreen: 0, rgbRed: 0, rgbReserved: 0 };
            let kind = BITMAPINFO { bmiHeader: header, bmiColors: [none] };
            SetStretchBltMode(context, COLORONCOLOR);
            with(|state| {
                StretchDIBits(
                    context,
                    0,
                    0,
                    size.0,
                    size.1,
                    0,
                    0,
                    SIZE.0,
                    SIZE.1,
                    state.pixels.as_ptr().cast(),
                    &raw const kind,
                    DIB_RGB_COLORS,
                    SRCCOPY,
                )
            });
            EndPaint(window, &raw const paint);
        }
    }

    unsafe extern "system" fn on_cover(
        window: HWND,
        message: u32,
        wide: WPARAM,
        long: LPARAM,
    ) -> LRESULT {
        if message == WM_LBUTTONDOWN {
            tell(&json!({"event": "cover-pressed"}));
        }
        // SAFETY: what Windows handed over is handed back.
        unsafe { DefWindowProcW(window, message, wide, long) }
    }

    fn obey(window: HWND, order: &str) {
        let mut words = order.split_whitespace();
        let what = words.next().unwrap_or_default();
        let rest: Vec<&str> = words.collect();
        let number = |i: usize| rest.get(i).map_or(0, |text| text.parse().expect("a number"));
        let [x, y, width, height] = area(window);
        // SAFETY: windows are this thread's, and all that is handed over outlives the calls.
        unsafe {
            let put = |at, size| {
                let [x, y, width, height] = around(at, size);
                let how = SWP_NOZORDER | SWP_NOACTIVATE;
                SetWindowPos(window, HWND_TOP, x, y, width, height, how);
            };
            match what {
                "move" => put((number(0), number(1)), (width, height)),
                "size" => {
                    put((x, y), (number(0), number(1)));
                    InvalidateRect(window, std::ptr::null(), 0);
                }
                "minimise" => drop(ShowWindow(window, SW_MINIMIZE)),
                "restore" => {
                    ShowWindow(window, SW_RESTORE);
                    SetForegroundWindow(window);
                }
                "front" => drop(SetForegroundWindow(window)),
                "cover" => {
                    let title = "cover";
                    let cover = create(
                        "Cover",
                        title,
                        (x - 20, y - 20),
                        (width + 40, height + 40),
                        WS_EX_TOPMOST,
                    );
                    let how = SWP_NOACTIVATE | SWP_NOMOVE | SWP_NOSIZE | SWP_SHOWWINDOW;
                    SetWindowPos(cover, HWND_TOP, 0, 0, 0, 0, how);
                    with(|state| state.cover = Some(cover));
                }
                // Beside the game, with the keyboard.
                "other" => {
                    let cover = create("Cover", "other", (x + width + 60, y), (200, 200), 0);
                    SetForegroundWindow(cover);
                    with(|state| state.cover = Some(cover));
                }
                "uncover" => {
                    if let Some(cover) = with(|state| state.cover.take()).flatten() {
                        DestroyWindow(cover);
                    }
                }
                "pointer" => drop(SetCursorPos(number(0), number(1))),
                "where" => {
                    let mut at = POINT { x: 0, y: 0 };
                    GetCursorPos(&raw mut at);
                    tell(&json!({"event": "pointer", "at": [at.x, at.y]}));
                }
                "hotkey" => {
                    let letter = rest[0].to_ascii_uppercase().as_bytes()[0];
                    let keys = [VK_CONTROL, VK_MENU, u16::from(letter)];
                    let stroke = |key: u16, flags| INPUT {
                        r#type: INPUT_KEYBOARD,
                        Anonymous: INPUT_0 {
                            ki: KEYBDINPUT {
                                wVk: key,
                                wScan: 0,
                                dwFlags: flags,
                                time: 0,
                                dwExtraInfo: 0,
                            },
                        },
                    };
                    let down = keys.iter().map(|&key| stroke(key, 0));
                    let up = keys.iter().rev().map(|&key| stroke(key, KEYEVENTF_KEYUP));
                    let strokes: Vec<INPUT> = down.chain(up).collect();
                    let size = size_of::<INPUT>() as i32;
                    SendInput(strokes.len() as u32, strokes.as_ptr(), size);
                }
                "tap" => {
                    // As a person would, without the pointer.
                    let at = Point::new(f64::from(number(0)), f64::from(number(1)));
                    let since = Instant::now() - Duration::from_millis(80);
                    with(|state| {
                        state.pressed = Some((since, at));
                        state.release();
                    });
                }
                "truth" => {
                    let truth = with(|state| state.game.truth());
                    tell(&json!({"event": "truth", "truth": truth}));
                }
                "buttons" => {
                    let down = GetAsyncKeyState(i32::from(VK_LBUTTON)) < 0;
                    tell(&json!({"event": "buttons", "down": down}));
                }
                "dies-pressed" => drop(with(|state| state.dies_pressed = true)),
                "close" => drop(DestroyWindow(window)),
                _ => panic!("no order is {order:?}"),
            }
        }
    }
}
