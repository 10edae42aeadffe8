//! Calls of Windows, each made safe to use. The only unsafe code of the program on Windows: what it hands over
//! lives as long as the call, and no call keeps it.

#![allow(unsafe_code, reason = "the functions of Windows are foreign ones")]

use std::io;
use std::sync::OnceLock;
use std::time::Duration;
use windows_sys::Win32::System::Console::{
    CTRL_BREAK_EVENT, CTRL_C_EVENT, CTRL_CLOSE_EVENT, CTRL_LOGOFF_EVENT, CTRL_SHUTDOWN_EVENT,
    ENABLE_PROCESSED_INPUT, GetConsoleMode, GetStdHandle, STD_INPUT_HANDLE, SetConsoleCtrlHandler,
    SetConsoleMode,
};
use windows_sys::core::BOOL;

#[cfg(feature = "live")]
pub use desktop::*;

/// What a console asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    CtrlC,
    CtrlBreak,
    Close,
    Logoff,
    Shutdown,
}

static NOTE: OnceLock<fn(Ending)> = OnceLock::new();

/// Calls `note` instead of ending the process. Only the first one given is called.
pub fn on_endings(note: fn(Ending)) -> io::Result<()> {
    if NOTE.set(note).is_err() {
        return Ok(());
    }
    // SAFETY: the handler is a function of this program and stays.
    if unsafe { SetConsoleCtrlHandler(Some(handle_ending), 1) } == 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}

/// Called on a thread of its own.
extern "system" fn handle_ending(kind: u32) -> BOOL {
    let ending = match kind {
        CTRL_C_EVENT => Ending::CtrlC,
        CTRL_BREAK_EVENT => Ending::CtrlBreak,
        CTRL_CLOSE_EVENT => Ending::Close,
        CTRL_LOGOFF_EVENT => Ending::Logoff,
        CTRL_SHUTDOWN_EVENT => Ending::Shutdown,
        _ => return 0,
    };
    if let Some(note) = NOTE.get() {
        note(ending);
    }
    if !matches!(ending, Ending::CtrlC | Ending::CtrlBreak) {
        // The process is ended when this returns: it is to release what it holds and to end by itself. Windows
        // waits no longer than five seconds.
        std::thread::sleep(Duration::from_secs(10));
    }
    1
}

/// Makes Ctrl-C no key of the console that is the standard input, if one is.
pub fn keep_ctrl_c() {
    // SAFETY: the handle is the process's own, and the mode outlives the call that writes it.
    unsafe {
        let (console, mut mode) = (GetStdHandle(STD_INPUT_HANDLE), 0);
        if GetConsoleMode(console, &raw mut mode) != 0 {
            SetConsoleMode(console, mode | ENABLE_PROCESSED_INPUT);
        }
    }
}

#[cfg(feature = "live")]
mod desktop {
    use crate::WindowId;
    use std::path::PathBuf;
    use std::sync::Once;
    use windows_sys::Win32::Foundation::{
        CloseHandle, ERROR_INVALID_PARAMETER, GetLastError, HANDLE, HWND, LPARAM, POINT, RECT,
        WAIT_OBJECT_0,
    };
    use windows_sys::Win32::Graphics::Dwm::{
        DWMWA_CLOAKED, DWMWA_EXTENDED_FRAME_BOUNDS, DwmGetWindowAttribute, DwmIsCompositionEnabled,
    };
    use windows_sys::Win32::Graphics::Gdi::{ClientToScreen, EnumDisplayMonitors, HDC, HMONITOR};
    use windows_sys::Win32::System::LibraryLoader::{GetModuleHandleA, GetProcAddress};
    use windows_sys::Win32::System::Threading::{
        GetCurrentProcessId, OpenProcess, PROCESS_NAME_WIN32, PROCESS_QUERY_LIMITED_INFORMATION,
        PROCESS_SYNCHRONIZE, QueryFullProcessImageNameW, WaitForSingleObject,
    };
    use windows_sys::Win32::UI::HiDpi::{
        AdjustWindowRectExForDpi, DPI_AWARENESS_CONTEXT_PER_MONITOR_AWARE,
        DPI_AWARENESS_CONTEXT_PER_MONITOR_AWARE_V2, GetDpiForSystem, GetDpiForWindow,
        SetProcessDpiAwarenessContext,
    };
    use windows_sys::Win32::UI::Input::KeyboardAndMouse::IsWindowEnabled;
    use windows_sys::Win32::UI::WindowsAndMessaging::{
        CreateWindowExW, DestroyWindow, DispatchMessageW, EnumWindows, GA_PARENT, GW_OWNER,
        GWL_EXSTYLE, GWL_STYLE, GetAncestor, GetClassNameW, GetClientRect, GetCursorPos,
        GetDesktopWindow, GetForegroundWindow, GetLayeredWindowAttributes, GetMenu,
        GetSystemMetrics, GetWindow, GetWindowLongW, GetWindowPlacement, GetWindowRect,
        GetWindowThreadProcessId, HWND_TOPMOST, InternalGetWindowText, IsIconic, IsWindow,
        IsWindowVisible, LWA_ALPHA, MSG, PM_REMOVE, PeekMessageW, SM_CXVIRTUALSCREEN,
        SM_CYVIRTUALSCREEN, SM_SWAPBUTTON, SM_XVIRTUALSCREEN, SM_YVIRTUALSCREEN, SWP_NOACTIVATE,
        SWP_NOMOVE, SWP_NOSIZE, SWP_SHOWWINDOW, SetCursorPos, SetProcessDPIAware, SetWindowPos,
        TranslateMessage, WINDOWPLACEMENT, WS_CAPTION, WS_EX_LAYERED, WS_EX_NOACTIVATE,
        WS_EX_TOOLWINDOW, WS_EX_TOPMOST, WS_EX_TRANSPARENT, WS_POPUP, WindowFromPoint,
    };
    use windows_sys::core::BOOL;

    /// Left, top, right and bottom; the last two lie outside.
    pub type Bounds = [i32; 4];

    const NOWHERE: RECT = RECT { left: 0, top: 0, right: 0, bottom: 0 };

    const fn bounds(rect: RECT) -> Bounds {
        [rect.left, rect.top, rect.right, rect.bottom]
    }

    /// Only the lower half of a handle counts; the upper is its sign.
    const fn handle(window: WindowId) -> HWND {
        window as i32 as isize as HWND
    }

    fn number(window: HWND) -> Option<WindowId> {
        (!window.is_null()).then_some(window as usize as WindowId)
    }

    /// From now on coordinates are raw pixels on every monitor: unless a window of this program has
    /// settled that before.
    pub fn see_raw_pixels() {
        static ONCE: Once = Once::new();
        // SAFETY: these take numbers only.
        ONCE.call_once(|| unsafe {
            let _ = SetProcessDpiAwarenessContext(DPI_AWARENESS_CONTEXT_PER_MONITOR_AWARE_V2) != 0
                || SetProcessDpiAwarenessContext(DPI_AWARENESS_CONTEXT_PER_MONITOR_AWARE) != 0
                || SetProcessDPIAware() != 0;
        });
    }

    /// All windows that lie on the desktop itself, topmost first.
    pub fn top_level() -> Vec<WindowId> {
        unsafe extern "system" fn take(window: HWND, found: LPARAM) -> BOOL {
            // SAFETY: the list below, which nothing else uses meanwhile.
            let found = unsafe { &mut *(found as *mut Vec<WindowId>) };
            found.extend(number(window));
            1
        }
        let mut found: Vec<WindowId> = Vec::new();
        // SAFETY: the list outlives the call, which calls back before it returns.
        unsafe { EnumWindows(Some(take), &raw mut found as LPARAM) };
        found
    }

    /// The monitors, which do not overlap but where they show the same.
    pub fn monitors() -> Vec<Bounds> {
        unsafe extern "system" fn take(
            _: HMONITOR,
            _: HDC,
            area: *mut RECT,
            found: LPARAM,
        ) -> BOOL {
            // SAFETY: the list below, which nothing else uses meanwhile, and a rectangle of the caller's.
            let (found, area) = unsafe { (&mut *(found as *mut Vec<Bounds>), *area) };
            found.push(bounds(area));
            1
        }
        let mut found: Vec<Bounds> = Vec::new();
        let all = std::ptr::null();
        let none = std::ptr::null_mut();
        // SAFETY: the list outlives the call, which calls back before it returns.
        unsafe { EnumDisplayMonitors(none, all, Some(take), &raw mut found as LPARAM) };
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The left and top edges of all monitors together, and their width and height.
    pub fn screen() -> [i32; 4] {
        let of = [SM_XVIRTUALSCREEN, SM_YVIRTUALSCREEN, SM_CXVIRTUALSCREEN, SM_CYVIRTUALSCREEN];
        // SAFETY: this takes a number only.
        of.map(|metric| unsafe { GetSystemMetrics(metric) })
    }

    /// Whether the left button of the mouse does what the right one usually does.
    pub fn buttons_are_swapped() -> bool {
        // SAFETY: this takes a number only.
        unsafe { GetSystemMetrics(SM_SWAPBUTTON) != 0 }
    }

    /// The dots per inch that programs draw for which know of no other.
    pub fn dpi() -> u32 {
        // SAFETY: this takes nothing.
        unsafe { GetDpiForSystem() }
    }

    /// Whether what windows draw is kept apart and composed.
    pub fn composes() -> bool {
        let mut on = 0;
        // SAFETY: the answer outlives the call.
        unsafe { DwmIsCompositionEnabled(&raw mut on) >= 0 && on != 0 }
    }

    /// Whether this is Wine, by a function that only its `ntdll` has.
    pub fn is_wine() -> bool {
        // SAFETY: both names end with a zero; the function is not called.
        unsafe {
            let library = GetModuleHandleA(c"ntdll.dll".as_ptr().cast());
            let name = c"wine_get_version".as_ptr().cast();
            !library.is_null() && GetProcAddress(library, name).is_some()
        }
    }

    /// Whether there is such a window.
    pub fn exists(window: WindowId) -> bool {
        // SAFETY: any number may be asked for, here and in the functions below.
        unsafe { IsWindow(handle(window)) != 0 }
    }

    pub fn is_visible(window: WindowId) -> bool {
        // SAFETY: as in `exists`.
        unsafe { IsWindowVisible(handle(window)) != 0 }
    }

    pub fn is_minimised(window: WindowId) -> bool {
        // SAFETY: as in `exists`.
        unsafe { IsIconic(handle(window)) != 0 }
    }

    /// Whether it takes presses; not while a dialog of it wants to be answered first.
    pub fn is_enabled(window: WindowId) -> bool {
        // SAFETY: as in `exists`.
        unsafe { IsWindowEnabled(handle(window)) != 0 }
    }

    fn attribute<T>(window: WindowId, which: i32, mut value: T) -> Option<T> {
        let size = size_of::<T>() as u32;
        // SAFETY: the value outlives the call and is as large as it is told.
        let answer = unsafe {
            DwmGetWindowAttribute(handle(window), which as u32, (&raw mut value).cast(), size)
        };
        (answer >= 0).then_some(value)
    }

    /// Why it is not shown though it is visible: bits, 2 for another desktop; 0 if it is shown, or where
    /// that cannot be asked.
    pub fn cloaked(window: WindowId) -> u32 {
        attribute(window, DWMWA_CLOAKED, 0_u32).unwrap_or(0)
    }

    /// What is seen of it, frame included: without the borders that are only there to be dragged, where
    /// that can be asked.
    pub fn frame(window: WindowId) -> Option<Bounds> {
        if let Some(frame) = attribute(window, DWMWA_EXTENDED_FRAME_BOUNDS, NOWHERE) {
            return Some(bounds(frame));
        }
        let mut frame = NOWHERE;
        // SAFETY: the rectangle outlives the call.
        let known = unsafe { GetWindowRect(handle(window), &raw mut frame) } != 0;
        known.then_some(bounds(frame))
    }

    /// The width and height of what its program draws in.
    pub fn client_size(window: WindowId) -> Option<(i32, i32)> {
        let mut area = NOWHERE;
        // SAFETY: the rectangle outlives the call.
        let known = unsafe { GetClientRect(handle(window), &raw mut area) } != 0;
        known.then_some((area.right, area.bottom))
    }

    /// Where its top-left corner lies on the desktop.
    pub fn client_corner(window: WindowId) -> Option<(i32, i32)> {
        let mut corner = POINT { x: 0, y: 0 };
        // SAFETY: the point outlives the call.
        let known = unsafe { ClientToScreen(handle(window), &raw mut corner) } != 0;
        known.then_some((corner.x, corner.y))
    }

    /// The width and height that a minimised window's program will draw in when it is restored.
    pub fn restored_size(window: WindowId) -> Option<(i32, i32)> {
        let mut placement = WINDOWPLACEMENT {
            length: size_of::<WINDOWPLACEMENT>() as u32,
            flags: 0,
            showCmd: 0,
            ptMinPosition: POINT { x: 0, y: 0 },
            ptMaxPosition: POINT { x: 0, y: 0 },
            rcNormalPosition: NOWHERE,
        };
        let mut border = NOWHERE;
        // SAFETY: both outlive the calls, and the first knows its own size.
        let known = unsafe {
            let window = handle(window);
            let style = GetWindowLongW(window, GWL_STYLE) as u32;
            let extended = GetWindowLongW(window, GWL_EXSTYLE) as u32;
            let has_menu = BOOL::from(!GetMenu(window).is_null());
            let dpi = GetDpiForWindow(window).max(1);
            GetWindowPlacement(window, &raw mut placement) != 0
                && AdjustWindowRectExForDpi(&raw mut border, style, has_menu, extended, dpi) != 0
        };
        let RECT { left, top, right, bottom } = placement.rcNormalPosition;
        let width = right - left - (border.right - border.left);
        let height = bottom - top - (border.bottom - border.top);
        known.then_some((width.max(0), height.max(0)))
    }

    /// The title of a window. A program that hangs is not waited for.
    pub fn title(window: WindowId) -> String {
        let mut text = [0_u16; 512];
        // SAFETY: the text outlives the call, which knows its length.
        let length =
            unsafe { InternalGetWindowText(handle(window), text.as_mut_ptr(), text.len() as i32) };
        String::from_utf16_lossy(&text[..length.max(0) as usize])
    }

    /// The name of its class.
    pub fn class(window: WindowId) -> String {
        let mut text = [0_u16; 257];
        // SAFETY: the text outlives the call, which knows its length.
        let length = unsafe { GetClassNameW(handle(window), text.as_mut_ptr(), text.len() as i32) };
        String::from_utf16_lossy(&text[..length.max(0) as usize])
    }

    /// The process of a window that is there.
    pub fn pid(window: WindowId) -> Option<u32> {
        let mut pid = 0;
        // SAFETY: the number outlives the call.
        let thread = unsafe { GetWindowThreadProcessId(handle(window), &raw mut pid) };
        (thread != 0).then_some(pid)
    }

    /// The number of this process.
    pub fn own_pid() -> u32 {
        // SAFETY: this takes nothing.
        unsafe { GetCurrentProcessId() }
    }

    /// A process that was opened, closed again when dropped.
    struct Process(HANDLE);

    impl Process {
        fn open(pid: u32, rights: u32) -> Option<Self> {
            // SAFETY: these are numbers; the handle is closed once.
            let process = unsafe { OpenProcess(rights, 0, pid) };
            (!process.is_null()).then_some(Self(process))
        }
    }

    impl Drop for Process {
        fn drop(&mut self) {
            // SAFETY: it was opened by this program and is closed nowhere else.
            unsafe { CloseHandle(self.0) };
        }
    }

    /// The file of a process's program, where it may be asked.
    pub fn program(pid: u32) -> Option<PathBuf> {
        let process = Process::open(pid, PROCESS_QUERY_LIMITED_INFORMATION)?;
        let mut text = [0_u16; 1024];
        let mut length = text.len() as u32;
        // SAFETY: the text and its length outlive the call.
        let known = unsafe {
            QueryFullProcessImageNameW(
                process.0,
                PROCESS_NAME_WIN32,
                text.as_mut_ptr(),
                &raw mut length,
            )
        };
        (known != 0).then(|| PathBuf::from(String::from_utf16_lossy(&text[..length as usize])))
    }

    /// Whether there is no process of this number any more.
    pub fn has_ended(pid: u32) -> bool {
        match Process::open(pid, PROCESS_SYNCHRONIZE) {
            // SAFETY: the handle is open.
            Some(process) => unsafe { WaitForSingleObject(process.0, 0) == WAIT_OBJECT_0 },
            // Others that may not be opened are there.
            // SAFETY: this takes nothing.
            None => unsafe { GetLastError() == ERROR_INVALID_PARAMETER },
        }
    }

    /// The window that owns it, if one does.
    pub fn owner(window: WindowId) -> Option<WindowId> {
        // SAFETY: as in `exists`.
        number(unsafe { GetWindow(handle(window), GW_OWNER) })
    }

    /// The window that it is a part of; `None` for one that lies on the desktop itself.
    pub fn parent(window: WindowId) -> Option<WindowId> {
        // SAFETY: as in `exists`.
        let (parent, desktop) =
            unsafe { (GetAncestor(handle(window), GA_PARENT), GetDesktopWindow()) };
        number(parent).filter(|_| parent != desktop)
    }

    /// The window that a press at a point of the desktop goes to; `None` where there is only the desktop.
    pub fn window_at(x: i32, y: i32) -> Option<WindowId> {
        // SAFETY: these take numbers only.
        let (window, desktop) = unsafe { (WindowFromPoint(POINT { x, y }), GetDesktopWindow()) };
        number(window).filter(|_| window != desktop)
    }

    /// Whether it has a bar with a title.
    pub fn has_caption(window: WindowId) -> bool {
        // SAFETY: as in `exists`.
        let style = unsafe { GetWindowLongW(handle(window), GWL_STYLE) } as u32;
        style & WS_CAPTION == WS_CAPTION
    }

    /// Whether presses go through it, or it is all transparent.
    pub fn is_see_through(window: WindowId) -> bool {
        let window = handle(window);
        let (mut key, mut alpha, mut flags) = (0, 255, 0);
        // SAFETY: the answers outlive the calls.
        unsafe {
            let style = GetWindowLongW(window, GWL_EXSTYLE) as u32;
            let is_layered = style & WS_EX_LAYERED != 0;
            let known =
                GetLayeredWindowAttributes(window, &raw mut key, &raw mut alpha, &raw mut flags);
            is_layered
                && (style & WS_EX_TRANSPARENT != 0
                    || known != 0 && flags & LWA_ALPHA != 0 && alpha == 0)
        }
    }

    /// The window that has the keyboard.
    pub fn foreground() -> Option<WindowId> {
        // SAFETY: these take nothing.
        let (window, desktop) = unsafe { (GetForegroundWindow(), GetDesktopWindow()) };
        number(window).filter(|_| window != desktop)
    }

    /// Whether Windows names any window that has the keyboard, the desktop's own included.
    pub fn has_foreground() -> bool {
        // SAFETY: this takes nothing.
        unsafe { !GetForegroundWindow().is_null() }
    }

    /// Where the pointer is.
    pub fn pointer() -> Option<(i32, i32)> {
        let mut at = POINT { x: 0, y: 0 };
        // SAFETY: the point outlives the call.
        let known = unsafe { GetCursorPos(&raw mut at) } != 0;
        known.then_some((at.x, at.y))
    }

    /// Puts the pointer there; whether that was allowed.
    pub fn put_pointer((x, y): (i32, i32)) -> bool {
        // SAFETY: this takes numbers only.
        unsafe { SetCursorPos(x, y) != 0 }
    }

    /// Lets what was sent to the windows of this thread arrive.
    pub fn hear_messages() {
        let none = std::ptr::null_mut();
        // SAFETY: a message is numbers and a handle, for which zeros will do, and outlives the calls.
        unsafe {
            let mut message: MSG = std::mem::zeroed();
            while PeekMessageW(&raw mut message, none, 0, 0, PM_REMOVE) != 0 {
                TranslateMessage(&raw const message);
                DispatchMessageW(&raw const message);
            }
        }
    }

    /// A window of one pixel that lies over all others but those made after it. Gone when dropped.
    pub struct Speck(HWND);

    impl Speck {
        /// Shows it there; `None` when Windows refuses.
        pub fn show(x: i32, y: i32) -> Option<Self> {
            let class: Vec<u16> = "STATIC\0".encode_utf16().collect();
            let (none, kind) = (std::ptr::null_mut(), WS_EX_TOOLWINDOW | WS_EX_NOACTIVATE);
            // SAFETY: the name of the class ends with a zero and outlives the call; the window is destroyed
            // once, by the thread that made it.
            unsafe {
                let window = CreateWindowExW(
                    kind | WS_EX_TOPMOST,
                    class.as_ptr(),
                    std::ptr::null(),
                    // Without this style (SS_NOTIFY) presses go through it.
                    WS_POPUP | 0x100,
                    x,
                    y,
                    1,
                    1,
                    none,
                    none,
                    none,
                    std::ptr::null(),
                );
                if window.is_null() {
                    return None;
                }
                let how = SWP_NOMOVE | SWP_NOSIZE | SWP_NOACTIVATE | SWP_SHOWWINDOW;
                SetWindowPos(window, HWND_TOPMOST, 0, 0, 0, 0, how);
                Some(Self(window))
            }
        }

        /// Its number.
        pub fn number(&self) -> WindowId {
            self.0 as usize as WindowId
        }
    }

    impl Drop for Speck {
        fn drop(&mut self) {
            // SAFETY: a `Speck` is not sent to another thread: a handle is no `Send`.
            unsafe { DestroyWindow(self.0) };
        }
    }
}
