//! What is on the clipboard.

use image::RgbImage;
#[cfg(feature = "live")]
use session::capture::decode;
#[cfg(feature = "live")]
use std::path::Path;

/// The picture on the clipboard, or that of the one file that was copied.
///
/// # Errors
/// There is no clipboard, or no whole picture on it.
#[cfg(feature = "live")]
pub fn picture() -> anyhow::Result<RgbImage> {
    use anyhow::Context;

    let mut clipboard = arboard::Clipboard::new()
        .context("the clipboard cannot be reached; save the picture, and name its file")?;
    let data = match clipboard.get_image() {
        Ok(data) => data,
        Err(why) => {
            if let Some(bytes) = crate::system::picture_that_is_no_png() {
                return Ok(decode::decode_bytes(&bytes, Path::new("the clipboard"))?);
            }
            return match clipboard.get().file_list().as_deref() {
                Ok([file]) => Ok(decode::decode(file)?),
                _ => Err(why).context("there is no picture on the clipboard"),
            };
        }
    };
    let (width, height) = (u32::try_from(data.width)?, u32::try_from(data.height)?);
    let picture = image::RgbaImage::from_raw(width, height, data.bytes.into_owned());
    let picture = picture.context("the picture on the clipboard is not whole")?;
    Ok(image::DynamicImage::ImageRgba8(picture).into_rgb8())
}

/// The text on the clipboard, if there is any.
#[cfg(feature = "live")]
pub fn text() -> Option<String> {
    arboard::Clipboard::new().ok()?.get_text().ok()
}

/// Says that no clipboard is seen.
///
/// # Errors
/// Always.
#[cfg(not(feature = "live"))]
pub fn picture() -> anyhow::Result<RgbImage> {
    anyhow::bail!("this build of voltsight cannot use the clipboard: save the picture")
}

/// Nothing: no clipboard is seen.
#[cfg(not(feature = "live"))]
pub fn text() -> Option<String> {
    None
}
