//! Portraits of teachers: an uploaded file is decoded and encoded again, so that what we serve is a picture of ours, small
//! and without metadata such as the place where it was taken.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, ImageDecoder as _, ImageFormat, ImageReader, Limits, RgbImage};
use tokio::sync::Semaphore;

/// The largest file that is accepted.
pub const MAX_UPLOAD_BYTES: usize = 6 * 1024 * 1024;
/// The longer side of a stored photo, in pixels.
const STORED_SIDE: u32 = 800;
const MIN_SIDE: u32 = 100;
const MAX_SIDE: u32 = 8_000;
/// A file of a few kilobytes can declare any size, so the number of pixels limits the memory.
const MAX_PIXELS: u64 = 25_000_000;
const MAX_DECODER_BYTES: u64 = 128 * 1024 * 1024;
const JPEG_QUALITY: u8 = 82;

/// One photo is decoded at a time, because a large one needs about 100 MB.
static DECODER: Semaphore = Semaphore::const_new(1);

/// Why a file was not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PhotoError {
    /// Not a JPEG, PNG or WebP file, or a broken one.
    #[error("Please choose a JPEG, PNG or WebP picture.")]
    NotAPicture,
    /// Below 100 pixels.
    #[error("This picture is too small. Please choose one of at least 100 by 100 pixels.")]
    TooSmall,
    /// Above 8,000 pixels on a side or 25 megapixels.
    #[error("This picture is too large. Please choose one of at most 25 megapixels.")]
    TooLarge,
    /// The decoder crashed.
    #[error("This picture could not be read. Please choose another one.")]
    Crashed,
}

/// Decodes a file and encodes it as a JPEG of at most 800 × 800 pixels without metadata, on a blocking thread.
///
/// # Errors
/// A [`PhotoError`].
pub async fn reencode_photo(file: bytes::Bytes) -> Result<Vec<u8>, PhotoError> {
    let _permit = DECODER.acquire().await.map_err(|_| PhotoError::Crashed)?;
    tokio::task::spawn_blocking(move || reencode(&file)).await.map_err(|_| PhotoError::Crashed)?
}

fn reencode(file: &[u8]) -> Result<Vec<u8>, PhotoError> {
    let not_a_picture = |_| PhotoError::NotAPicture;
    let mut reader = ImageReader::new(Cursor::new(file)).with_guessed_format().map_err(|_| PhotoError::NotAPicture)?;
    if !matches!(reader.format(), Some(ImageFormat::Jpeg | ImageFormat::Png | ImageFormat::WebP)) {
        return Err(PhotoError::NotAPicture);
    }
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_DECODER_BYTES);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(not_a_picture)?;
    let (width, height) = decoder.dimensions();
    if width.max(height) > MAX_SIDE || u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(PhotoError::TooLarge);
    }
    if width.min(height) < MIN_SIDE {
        return Err(PhotoError::TooSmall);
    }
    // Phones store pictures as the sensor sees them, and how to turn them.
    let orientation = decoder.orientation().map_err(not_a_picture)?;
    let image = DynamicImage::from_decoder(decoder).map_err(not_a_picture)?;
    let has_alpha = image.color().has_alpha();
    let fits = width.max(height) <= STORED_SIDE;
    let mut image = if fits { image } else { image.thumbnail(STORED_SIDE, STORED_SIDE) };
    image.apply_orientation(orientation);
    let picture = if has_alpha { on_white(&image) } else { image.into_rgb8() };
    let mut jpeg = Vec::new();
    JpegEncoder::new_with_quality(&mut jpeg, JPEG_QUALITY).encode_image(&picture).map_err(not_a_picture)?;
    Ok(jpeg)
}

/// JPEG has no transparency, so transparent pixels become white.
fn on_white(image: &DynamicImage) -> RgbImage {
    let picture = image.to_rgba8();
    let mix = |value: u8, alpha: u8| {
        let (value, alpha) = (u32::from(value), u32::from(alpha));
        u8::try_from((value * alpha + 255 * (255 - alpha)) / 255).unwrap_or(u8::MAX)
    };
    RgbImage::from_fn(picture.width(), picture.height(), |x, y| {
        let [red, green, blue, alpha] = picture.get_pixel(x, y).0;
        image::Rgb([mix(red, alpha), mix(green, alpha), mix(blue, alpha)])
    })
}

#[cfg(test)]
mod tests {
    use image::{ImageBuffer, Rgba};

    use super::*;

    fn low_byte(number: u32) -> u8 {
        u8::try_from(number % 256).unwrap()
    }

    fn file(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
        let picture = ImageBuffer::from_fn(width, height, |x, y| Rgba([low_byte(x), low_byte(y), 90, 128]));
        let mut file = Cursor::new(Vec::new());
        let image = DynamicImage::ImageRgba8(picture);
        let image = if format == ImageFormat::Jpeg { DynamicImage::ImageRgb8(image.to_rgb8()) } else { image };
        image.write_to(&mut file, format).unwrap();
        file.into_inner()
    }

    fn dimensions(jpeg: &[u8]) -> (u32, u32) {
        ImageReader::with_format(Cursor::new(jpeg), ImageFormat::Jpeg).into_dimensions().unwrap()
    }

    #[test]
    fn large_picture_becomes_a_small_jpeg() {
        for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP] {
            let jpeg = reencode(&file(1_600, 1_200, format)).unwrap();
            assert_eq!(dimensions(&jpeg), (800, 600), "{format:?}");
        }
        assert_eq!(dimensions(&reencode(&file(300, 120, ImageFormat::Png)).unwrap()), (300, 120));
    }

    /// An EXIF segment with an orientation and a text that stands for a place.
    fn with_exif(jpeg: &[u8], orientation: u8) -> Vec<u8> {
        let mut exif = b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0".to_vec();
        exif.extend([orientation, 0, 0, 0, 0, 0, 0, 0]);
        exif.extend(b"GPS 13.0827 N 80.2707 E");
        let length = u16::try_from(exif.len() + 2).unwrap().to_be_bytes();
        [&jpeg[..2], &[0xff, 0xe1], &length, &exif, &jpeg[2..]].concat()
    }

    #[test]
    fn metadata_is_removed_and_orientation_applied() {
        let upload = with_exif(&file(400, 200, ImageFormat::Jpeg), 6);
        assert!(upload.windows(3).any(|part| part == b"GPS"));
        let jpeg = reencode(&upload).unwrap();
        assert_eq!(dimensions(&jpeg), (200, 400), "turned by a quarter");
        assert!(!jpeg.windows(4).any(|part| part == b"Exif" || part.starts_with(b"GPS")));
    }

    #[test]
    fn transparent_pixels_become_white() {
        let clear = ImageBuffer::from_pixel(100, 100, Rgba([0_u8, 0, 0, 0]));
        let mut png = Cursor::new(Vec::new());
        DynamicImage::ImageRgba8(clear).write_to(&mut png, ImageFormat::Png).unwrap();
        let jpeg = reencode(&png.into_inner()).unwrap();
        let read = image::load_from_memory(&jpeg).unwrap().to_rgb8();
        assert!(read.get_pixel(50, 50).0.iter().all(|value| *value > 250));
    }

    #[test]
    fn hostile_files_are_rejected() {
        let jpeg = file(400, 300, ImageFormat::Jpeg);
        let mut bomb = file(100, 100, ImageFormat::Png);
        // The header declares 60,000 × 60,000 pixels; its checksum is then wrong too.
        bomb.splice(16..24, [0, 0, 0xea, 0x60, 0, 0, 0xea, 0x60]);
        let svg = b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>".to_vec();
        let gif = b"GIF89a\x01\0\x01\0\0\0\0;".to_vec();
        for hostile in [vec![], b"hello".to_vec(), svg, gif, jpeg[..200].to_vec(), bomb, vec![0xff; 10_000]] {
            assert!(reencode(&hostile).is_err(), "{:?}", &hostile[..hostile.len().min(16)]);
        }
    }

    #[test]
    fn sizes_outside_the_limits_are_rejected() {
        assert_eq!(reencode(&file(99, 400, ImageFormat::Png)), Err(PhotoError::TooSmall));
        assert_eq!(reencode(&file(8_001, 100, ImageFormat::Png)), Err(PhotoError::TooLarge));
        // A file of a few kilobytes that would need 147 MB.
        let flat = ImageBuffer::from_pixel(7_000, 7_000, image::Luma([0_u8]));
        let mut png = Cursor::new(Vec::new());
        DynamicImage::ImageLuma8(flat).write_to(&mut png, ImageFormat::Png).unwrap();
        assert_eq!(reencode(&png.into_inner()), Err(PhotoError::TooLarge));
    }

    #[test]
    fn encoded_picture_has_no_text_of_a_polyglot() {
        let mut upload = file(200, 200, ImageFormat::Jpeg);
        upload.extend(b"<script>alert(1)</script>");
        let jpeg = reencode(&upload).unwrap();
        assert!(!jpeg.windows(7).any(|part| part == b"<script"));
    }
}
