//! Wine's own Mines, a program of Win32 that is not ours, in a look that no template knows.

use crate::wine::desktop;
use serde_json::json;
use std::process::Stdio;
use std::time::{Duration, Instant};

#[test]
fn wine_mine_is_known_and_what_cannot_be_read_is_not_pressed() {
    let Some(wine) = desktop("mines") else { return };
    let mut command = wine.command("winemine.exe");
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut program = command.spawn().unwrap();
    let mut watch = wine.watch(&["--auto"]);
    // The game follows from the program.
    let entry = watch.next(Duration::from_secs(60)).expect("it runs");
    assert_eq!(entry.kind(), "not-visible", "{entry:?}");
    assert!(entry.text().contains("no Minesweeper board is seen"), "{entry:?}");
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_secs(3) {
        assert!(watch.heard().iter().all(|entry| entry.kind() != "acted"));
        std::thread::sleep(Duration::from_millis(50));
    }
    let (windows, _) = wine.told(&["windows", "--json"]);
    let windows = windows.as_array().unwrap();
    let listed = windows.iter().find(|window| window["class"] == "WineMine").unwrap();
    assert_eq!(listed["known"]["name"], "WineMine");
    assert_eq!(listed["instance"], "winemine.exe");
    assert_eq!(listed["obstacle"], json!(null));
    watch.interrupt();
    assert_eq!(watch.end(), 0, "{}", watch.said());
    let _ = program.kill();
    let _ = program.wait();
}
