//! `voltsight lab simulate --rounds` and `voltsight lab campaign` as whole programs.

use crate::support::scratch::Folder;
use std::process::{Command, Output};

fn voltsight(folder: &Folder, threads: &str, arguments: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_voltsight"))
        .args(arguments.split(' ').map(|word| word.replace('_', " ")))
        .current_dir(folder.path(""))
        .env("RAYON_NUM_THREADS", threads)
        .output()
        .unwrap()
}

fn said(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

const PLAN: &str =
    "simulate --rounds 4 --sessions 18 --seed 5 --strategy min-risk --strategy logic";

/// However many threads there are, in shares or in one go, taken up again or not: the same numbers.
#[test]
fn the_same_seed_gives_the_same_numbers_however_it_is_played() {
    let folder = Folder::new("laboratory-shares");
    let whole = said(&voltsight(&folder, "1", &format!("{PLAN} --json")));
    assert_eq!(whole, said(&voltsight(&folder, "4", &format!("{PLAN} --json"))));
    for shard in ["2/3", "1/3", "3/3"] {
        let state = shard.replace('/', "-");
        said(&voltsight(&folder, "2", &format!("{PLAN} --state {state} --shard {shard}")));
    }
    let some = voltsight(&folder, "1", "simulate --merge 1-3 2-3");
    assert_eq!(some.status.code(), Some(2));
    let twice = voltsight(&folder, "1", "simulate --merge 1-3 1-3 2-3");
    assert!(String::from_utf8_lossy(&twice.stderr).contains("each share counts once"));
    let merged = said(&voltsight(&folder, "1", "simulate --merge 1-3 2-3 3-3 --json"));
    assert_eq!(merged, whole);
    // What one share has done is not done again by the whole, and the sum is the same.
    let resumed = said(&voltsight(&folder, "2", &format!("{PLAN} --state 1-3 --json")));
    assert_eq!(resumed, whole);
    let other = voltsight(&folder, "1", &format!("{PLAN} --state 1-3 --work 1"));
    assert_eq!(other.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&other.stderr).contains("another experiment"));
}

#[test]
fn a_table_csv_and_differences_are_printed() {
    let folder = Folder::new("laboratory-forms");
    let table = said(&voltsight(&folder, "2", &format!("{PLAN} --reach 2 --target 30")));
    assert!(table.contains("logic less min-risk, on the same boards: "), "{table}");
    assert!(table.contains("min-risk: level 2 within 4 rounds in "), "{table}");
    assert!(table.contains("min-risk: 30 coins "), "{table}");
    let csv = said(&voltsight(&folder, "2", &format!("{PLAN} --csv")));
    let columns: Vec<usize> = csv.lines().map(|line| line.split(',').count()).collect();
    assert_eq!(columns, [16, 16, 16]);
    let level = said(&voltsight(&folder, "2", &format!("{PLAN} --level 7 --json")));
    let row: serde_json::Value = serde_json::from_str(level.lines().next().unwrap()).unwrap();
    assert_eq!(row["occupancy"][6], 72);
}

#[test]
fn the_worth_of_levels_is_told() {
    let folder = Folder::new("laboratory-campaign");
    let text = said(&voltsight(&folder, "1", "lab campaign"));
    assert!(text.contains(" coins a round in the long run"), "{text}");
    let json = said(&voltsight(&folder, "1", "lab campaign --per minute --json"));
    let values: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(values["worth"].as_array().unwrap().len(), 8);
    let position = "solve rows_6/1_4/3_5/1_5/1_5/0;_cols_6/1_6/0_7/1_2/3_4/1;_level_1";
    let solved =
        said(&voltsight(&folder, "1", &format!("{position} --objective campaign --explain")));
    assert!(solved.contains("Worth of the round"), "{solved}");
}

/// A page that needs nothing else, and is not written over.
#[test]
fn charts_are_written_once() {
    let folder = Folder::new("laboratory-report");
    let command = format!("{PLAN} --report page.html");
    said(&voltsight(&folder, "2", &command));
    let page = std::fs::read_to_string(folder.path("page.html")).unwrap();
    assert!(page.matches("<svg ").count() >= 7 && page.contains("Coins won so far"));
    for loads in ["<script", "<link", "src=", "url(", "@import"] {
        assert!(!page.contains(loads), "{loads}");
    }
    let again = voltsight(&folder, "2", &command);
    assert_eq!(again.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&again.stderr).contains("--force writes over it"));
    said(&voltsight(&folder, "2", &format!("{command} --force")));
    let nowhere = voltsight(&folder, "2", &format!("{PLAN} --report none/page.html"));
    assert!(String::from_utf8_lossy(&nowhere.stderr).contains("no such folder"));
}

#[test]
fn published_figures_stand_beside_ours() {
    let folder = Folder::new("laboratory-paper");
    let text = said(&voltsight(&folder, "2", "simulate --paper --boards 3 --report paper.html"));
    assert!(text.contains("published: 0.52 %") && text.contains("by counting 0.515 %"), "{text}");
    let page = std::fs::read_to_string(folder.path("paper.html")).unwrap();
    assert!(page.contains("Turns of BogoFlip, level 1"));
}

/// Worked out, played by, and not written over.
#[test]
fn values_are_worked_out_anew() {
    let folder = Folder::new("laboratory-rebuild");
    let rebuild = "campaign --rebuild values.json --boards 8 --iterations 2 --work 1";
    let text = said(&voltsight(&folder, "2", rebuild));
    assert!(text.contains("from 8 boards of each level"), "{text}");
    assert!(!std::path::Path::new(&folder.path("values.json.part")).exists());
    let again = voltsight(&folder, "2", rebuild);
    assert!(String::from_utf8_lossy(&again.stderr).contains("--force writes over it"));
    let play =
        "simulate --rounds 3 --sessions 2 --work 1 --objective campaign --values values.json";
    said(&voltsight(&folder, "2", play));
    std::fs::write(folder.path("wrong.json"), "{}").unwrap();
    let wrong = voltsight(&folder, "2", &play.replace("values.json", "wrong.json"));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("holds no values"));
}
