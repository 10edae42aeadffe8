//! Nobody gets in the way.

use super::game::play;
use super::program::{Kind, Level};
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(300);

fn small_games(test: &str, kind: Kind, arguments: &[&str]) -> (usize, usize) {
    let (mut chords, mut flags) = (0, 0);
    let arguments = [&["--rounds", "2"], arguments].concat();
    play(test, (kind, Level::Small, 7), &arguments, LIMIT, |mut game| {
        let ledger = game.end(false);
        assert_eq!(ledger.games, 2);
        assert!(ledger.boards > 2 && ledger.presses >= 2, "{ledger}");
        // Read off the window, but for sgt-mines: there the number is told.
        assert!(ledger.counters > 0, "{ledger}");
        (chords, flags) = (ledger.chords, ledger.flags);
        assert_eq!(game.session.end(), 0);
        println!("{chords} chords, {flags} flags");
        let flagged = arguments.contains(&"--flags");
        assert_eq!(flags > 0, flagged);
        assert!(!flagged || chords > 0);
    });
    (chords, flags)
}

#[test]
fn small_games_on_gnome_mines() {
    small_games("mines::undisturbed::small_games_on_gnome_mines", Kind::Gnome, &[]);
}

#[test]
fn small_games_on_kmines() {
    small_games("mines::undisturbed::small_games_on_kmines", Kind::KMINES, &[]);
}

#[test]
fn flags_and_presses_on_numbers_on_gnome_mines() {
    let test = "mines::undisturbed::flags_and_presses_on_numbers_on_gnome_mines";
    small_games(test, Kind::Gnome, &["--flags"]);
}

#[test]
fn flags_and_presses_on_numbers_on_kmines() {
    let test = "mines::undisturbed::flags_and_presses_on_numbers_on_kmines";
    small_games(test, Kind::KMINES, &["--flags"]);
}

#[test]
fn small_games_on_sgt_mines() {
    let test = "mines::undisturbed::small_games_on_sgt_mines";
    small_games(test, Kind::Sgt { guesses: true }, &[]);
}

#[test]
fn flags_and_presses_on_numbers_on_sgt_mines() {
    let test = "mines::undisturbed::flags_and_presses_on_numbers_on_sgt_mines";
    small_games(test, Kind::Sgt { guesses: true }, &["--flags"]);
}

/// Boards that need no guess are won, all of them.
#[test]
fn sgt_mines_is_won_without_a_guess() {
    let test = "mines::undisturbed::sgt_mines_is_won_without_a_guess";
    let kind = Kind::Sgt { guesses: false };
    play(test, (kind, Level::Medium, 11), &["--rounds", "2"], LIMIT, |mut game| {
        let ledger = game.end(false);
        // The first press of each game is a guess.
        assert_eq!((ledger.games, ledger.won, ledger.guesses), (2, 2, 2));
        assert_eq!(game.session.end(), 0);
    });
}

/// Games in one of KMines' other themes.
fn in_theme(test: &str, theme: &'static str, games: usize) {
    let rounds = games.to_string();
    play(
        test,
        (Kind::KMines(theme), Level::Medium, 11),
        &["--rounds", &rounds],
        LIMIT,
        |mut game| {
            let ledger = game.end(false);
            assert_eq!(ledger.games, games);
            println!("{theme}: {ledger}");
            assert_eq!(game.session.end(), 0);
        },
    );
}

#[test]
fn games_on_kmines_in_green() {
    in_theme("mines::undisturbed::games_on_kmines_in_green", "green", 1);
}

#[test]
#[ignore = "long play: make soak"]
fn soak_games_on_kmines_in_classic() {
    in_theme("mines::undisturbed::soak_games_on_kmines_in_classic", "classic", 3);
}

#[test]
#[ignore = "long play: make soak"]
fn soak_games_on_kmines_in_graveyard_mayhem() {
    in_theme("mines::undisturbed::soak_games_on_kmines_in_graveyard_mayhem", "graveyard-mayhem", 3);
}

/// Expert games, as many as `MINES_GAMES` says, on the boards that `MINES_SEED` deals.
fn expert_games(test: &str, kind: Kind) {
    let games = std::env::var("MINES_GAMES").unwrap_or_else(|_| "5".to_owned());
    let seed = std::env::var("MINES_SEED").map_or(1, |seed| seed.parse().unwrap());
    let limit = Duration::from_secs(3600);
    let arguments = ["--rounds", &games, "--until", "50m"];
    play(test, (kind, Level::Expert, seed), &arguments, limit, |mut game| {
        game.end(false);
        assert_eq!(game.session.end(), 0);
    });
}

#[test]
#[ignore = "long play: make soak"]
fn soak_expert_games_on_gnome_mines() {
    expert_games("mines::undisturbed::soak_expert_games_on_gnome_mines", Kind::Gnome);
}

#[test]
#[ignore = "long play: make soak"]
fn soak_expert_games_on_kmines() {
    expert_games("mines::undisturbed::soak_expert_games_on_kmines", Kind::KMINES);
}

#[test]
#[ignore = "long play: make soak"]
fn soak_expert_games_on_sgt_mines() {
    let kind = Kind::Sgt { guesses: true };
    expert_games("mines::undisturbed::soak_expert_games_on_sgt_mines", kind);
}

#[test]
#[ignore = "long play: make soak"]
fn soak_expert_games_without_a_guess_on_sgt_mines() {
    let kind = Kind::Sgt { guesses: false };
    expert_games("mines::undisturbed::soak_expert_games_without_a_guess_on_sgt_mines", kind);
}
