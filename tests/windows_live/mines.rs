//! Wine's own Mines, a program of Win32 that is not ours.

use crate::wine::desktop;
use serde_json::json;
use std::process::Stdio;
use std::time::Duration;

#[test]
fn wine_mine_is_known_and_played() {
    let Some(wine) = desktop("mines") else { return };
    let mut command = wine.command("winemine.exe");
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut program = command.spawn().unwrap();
    // The game follows from the program.
    let mut watch = wine.watch(&["--auto"]);
    loop {
        let entry = watch.next(Duration::from_secs(60)).expect("it runs");
        if entry.kind() == "round-end" {
            break;
        }
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
