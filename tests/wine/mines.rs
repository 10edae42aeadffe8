//! Wine's own Mines, a program of Win32 that is not ours.

use crate::wine::desktop;
use std::process::Stdio;
use std::time::Duration;

#[test]
fn wine_mine_is_known_and_played() {
    let Some(wine) = desktop("mines") else { return };
    let mut command = wine.command("winemine.exe");
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut program = command.spawn().unwrap();
    // The game follows from the program.
    let mut watch = wine.watch(&["play"]);
    let mut acts = 0;
    loop {
        let entry = watch.next(Duration::from_secs(60)).expect("it runs");
        acts += usize::from(entry.kind() == "acted");
        // A game that was won in a short time: its dialog asks for a name, over the board, and is the user's.
        let record = entry.kind() == "no-picture" && entry.text().contains("Congratulations!");
        if record || entry.kind() == "round-end" {
            break;
        }
    }
    assert!(acts > 0, "{}", watch.said());
    let (windows, _) = wine.told(&["doctor", "--windows", "--json"]);
    let windows = windows.as_array().unwrap();
    let listed = windows.iter().find(|window| window["class"] == "WineMine").unwrap();
    assert_eq!(listed["known"]["name"], "WineMine");
    assert_eq!(listed["instance"], "winemine.exe");
    assert!(
        listed["obstacle"].is_null()
            || listed["obstacle"].as_str().is_some_and(|why| why.contains("Congratulations!")),
        "{listed}"
    );
    watch.interrupt();
    assert_eq!(watch.end(), 0, "{}", watch.said());
    let _ = program.kill();
    let _ = program.wait();
}
