//! Ctrl-C, which is the same everywhere but in a browser.

/// Calls `handle` at Ctrl-C from now on, where there is such a key.
///
/// # Errors
/// When the system refuses.
pub fn on_ctrl_c(handle: impl FnMut() + Send + 'static) -> anyhow::Result<()> {
    #[cfg(not(target_family = "wasm"))]
    ctrlc::set_handler(handle)?;
    #[cfg(target_family = "wasm")]
    drop(handle);
    Ok(())
}
