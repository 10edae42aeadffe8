//! The panel of the ice floor's player.

use super::super::observation::tile_name;
use super::super::screen::FloorTile;
use super::IcePlayer;
use grid::Grid;
use session::{Panel, PanelCell, Tone};

/// What is known of the section ahead, with the steps of the walk numbered.
pub(super) fn panel(player: &IcePlayer) -> Panel {
    let shown = player.shown.map(|(hero, section)| {
        let memory = &player.memory[usize::from(section.number) - 1];
        let hero_on = section.tile(hero.cell());
        Grid::from_fn(memory.tiles.rows(), memory.tiles.columns(), |r, c| {
            let step = player.walk.iter().position(|tile| *tile == (r, c));
            let (text, tone) = match (memory.tiles[(r, c)], step) {
                _ if hero_on == Some((r, c)) => ("@".to_owned(), Tone::Known),
                (_, Some(step)) => (step.to_string(), Tone::Safe),
                (Some(FloorTile::Ice), None) => (".".to_owned(), Tone::Plain),
                (Some(FloorTile::Cracked), None) => ("x".to_owned(), Tone::Plain),
                (Some(FloorTile::Hole), None) => ("O".to_owned(), Tone::Fatal),
                (Some(FloorTile::Stone), None) => ("#".to_owned(), Tone::Dim),
                (None, None) => ("?".to_owned(), Tone::Dim),
            };
            let chosen = player.walk.get(usize::from(hero_on.is_some())) == Some(&(r, c));
            let field = tile_name((r, c));
            PanelCell { sign: text, lines: Vec::new(), tone, chosen, field }
        })
    });
    let mut facts = Vec::new();
    if let Some((_, section)) = player.shown {
        facts.push(("section", section.number.to_string()));
        facts.push(("steps left", player.walk.len().saturating_sub(1).to_string()));
    }
    Panel {
        title: "Sootopolis ice floor",
        cells: shown,
        right: Vec::new(),
        below: Vec::new(),
        legend: vec![
            ("@", "the player"),
            ("1, 2 ...", "steps of the walk"),
            (".", "ice"),
            ("x", "cracked ice"),
            ("O", "a hole"),
            ("#", "a stone"),
            ("?", "not seen yet"),
        ],
        details: Vec::new(),
        facts,
        advice: (!player.state.is_empty()).then(|| player.state.clone()),
        ends_round: false,
    }
}
