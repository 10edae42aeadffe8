//! Writes the JavaScript through which a page calls WebAssembly, and the WebAssembly for it, as the
//! program `wasm-bindgen` does. As a library it has the very version of the crate `wasm-bindgen` that the
//! WebAssembly was compiled with: Cargo.lock sees to that. It also puts the whole page into one file.

mod one_file;

use anyhow::Context;
use std::path::Path;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args_os().skip(1);
    let (Some(input), Some(output), None) = (arguments.next(), arguments.next(), arguments.next())
    else {
        anyhow::bail!(
            "usage: voltsight-web-bindgen INPUT.wasm OUTPUT-FOLDER, or --one-file FOLDER-OF-THE-PAGE"
        );
    };
    if input == "--one-file" {
        print!("{}", one_file::one_file(Path::new(&output))?);
        return Ok(());
    }
    Bindgen::new()
        .input_path(&input)
        .web(true)?
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .out_name("voltsight")
        .generate(&output)
        .with_context(|| format!("cannot make JavaScript for {}", input.display()))
}
