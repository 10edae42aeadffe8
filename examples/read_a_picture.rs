//! Reads a picture of any game and tells each field: `cargo run --example read_a_picture -- PICTURE`.

use session::capture::decode::decode;
use std::path::Path;
use voltsight::games::GAMES;

fn main() -> anyhow::Result<()> {
    let path = std::env::args_os().nth(1).ok_or_else(|| anyhow::anyhow!("give a picture"))?;
    let picture = decode(Path::new(&path))?;
    for pictures in GAMES.iter().filter_map(|game| game.pictures()) {
        let Ok(seen) = pictures.reader(None)?.read(&picture) else { continue };
        for field in seen.fields() {
            match (field.value, field.why) {
                (Some(value), _) => {
                    println!("{}: {value} ({:.0} %)", field.name, 100.0 * field.confidence);
                }
                (None, Some(why)) => println!("{}: not read, {why}", field.name),
                (None, None) => println!("{}: not read", field.name),
            }
        }
        return Ok(());
    }
    anyhow::bail!("no game is found in it")
}
