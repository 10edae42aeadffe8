//! The rules and their times, picture by picture.

use super::*;
use ice_floor::solver::{Answer, solve};

/// Holds a key for so many pictures, then none until nothing moves.
fn press(game: &mut Game, key: Direction, pictures: u32) -> u32 {
    let mut count = 0;
    for _ in 0..pictures {
        game.tick(Some(key));
        count += 1;
    }
    let rests = |game: &Game| game.motion == Motion::Standing && game.scene == Scene::None;
    while !rests(game) || game.is_on_slide() {
        game.tick(None);
        count += 1;
        assert!(count < 1000);
    }
    count
}

/// Walks the next section, from the tile below it.
fn walk(game: &mut Game, section: &FloorSection) {
    press(game, Direction::Up, 12);
    let Answer::Walk(path) = solve(section.floor(game.version), &|| false).answer else {
        panic!("the floor has a walk");
    };
    for step in path.windows(2) {
        let key = Direction::between(step[0], step[1]).unwrap();
        press(game, key, 12);
        assert_eq!(game.cell, section.cell(step[1]));
    }
}

#[test]
fn all_floors_are_walked_to_the_leader() {
    for version in Version::ALL {
        let mut game = Game::new(vec![version]);
        for (i, section) in SECTIONS.iter().enumerate() {
            assert!(!game.open[i]);
            walk(&mut game, section);
            assert!(game.open[i], "{version:?}, section {}", section.number);
            for _ in 0..2 {
                press(&mut game, Direction::Up, 12);
            }
            if i < 2 {
                while game.cell != (SECTIONS[i + 1].cell(SECTIONS[i + 1].start()).0 + 1, 8) {
                    press(&mut game, Direction::Up, 12);
                }
            }
        }
        assert_eq!((game.falls, game.cell), (0, (4, 8)));
        press(&mut game, Direction::Up, 12);
        assert_eq!((game.walks, game.cell), (1, BEGIN));
    }
}

#[test]
fn a_press_of_nine_to_sixteen_pictures_is_one_step() {
    for pictures in 9..=16 {
        let mut game = Game::new(vec![Version::Ruby]);
        press(&mut game, Direction::Up, pictures);
        assert_eq!(game.cell, (19, 8), "{pictures}");
        press(&mut game, Direction::Right, pictures);
        assert_eq!(game.cell, (19, 9), "{pictures}");
    }
    let mut game = Game::new(vec![Version::Ruby]);
    assert_eq!(press(&mut game, Direction::Left, 8), 8);
    assert_eq!((game.cell, game.facing), (BEGIN, Direction::Left));
}

#[test]
fn cracked_ice_breaks_and_the_ladder_leads_back() {
    let mut game = Game::new(vec![Version::Ruby]);
    press(&mut game, Direction::Up, 12);
    assert_eq!(game.floors[0][(2, 1)], FloorTile::Cracked);
    press(&mut game, Direction::Right, 12);
    let pictures = press(&mut game, Direction::Left, 12);
    assert!((100..=110).contains(&pictures), "{pictures}");
    assert!(game.in_basement && game.falls == 1);
    assert_eq!(game.floors[0][(2, 1)], FloorTile::Ice);
    while game.cell.0 < 22 {
        press(&mut game, Direction::Down, 12);
    }
    while game.in_basement {
        press(&mut game, Direction::Right, 12);
    }
    assert_eq!(game.cell, LADDER_AT);
}

#[test]
fn a_closed_exit_carries_back_onto_the_end_which_breaks() {
    let mut game = Game::new(vec![Version::Ruby]);
    for key in [Direction::Up; 3] {
        press(&mut game, key, 12);
    }
    assert_eq!(game.cell, (17, 8));
    press(&mut game, Direction::Up, 12);
    assert!(game.in_basement);
}
