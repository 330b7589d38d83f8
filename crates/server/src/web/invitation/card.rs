//! The picture of an invitation for share previews: 1200 × 630 pixels, PNG.

use std::sync::LazyLock;
use std::time::Duration;

use bytes::Bytes;
use moka::future::Cache;
use tiny_skia::{FillRule, LineCap, Paint, Path, PathBuilder, Pixmap, PixmapPaint, Stroke, Transform};
use ttf_parser::{Face, OutlineBuilder};

use super::kolam::Kolam;

const WIDTH: u32 = 1200;
const HEIGHT: u32 = 630;
/// Text starts here and ends before the right margin.
const TEXT_X: f32 = 500.0;
const TEXT_WIDTH: f32 = 640.0;
const MIN_SIZE: f32 = 44.0;
const MAX_LINES: usize = 3;
const CIRCLE: (f32, f32, f32) = (260.0, 315.0, 190.0);
const EMBLEM_DOTS: i32 = 7;

const MAROON: [u8; 3] = [0x5c, 0x0b, 0x1d];
const MAROON_LIGHT: [u8; 3] = [0x7a, 0x14, 0x29];
const GOLD: [u8; 3] = [0xf9, 0xe7, 0xc8];
const TURMERIC: [u8; 3] = [0xf4, 0xc4, 0x30];

static DISPLAY: LazyLock<Option<Face<'static>>> =
    LazyLock::new(|| Face::parse(include_bytes!("../../../assets/rozha-one.ttf"), 0).ok());
static BODY: LazyLock<Option<Face<'static>>> =
    LazyLock::new(|| Face::parse(include_bytes!("../../../assets/anek-latin-500.ttf"), 0).ok());

/// Rendered previews, each below 300 kB. Simultaneous requests for one picture render it once.
pub(super) type Previews = Cache<Card, Option<Bytes>>;

const MAX_PREVIEWS: u64 = 100;
const MAX_PREVIEW_AGE: Duration = Duration::from_secs(3_600);

/// The cache of a new server.
pub(super) fn new_previews() -> Previews {
    Cache::builder().max_capacity(MAX_PREVIEWS).time_to_live(MAX_PREVIEW_AGE).build()
}

/// What the picture shows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Card {
    /// The seed of the emblem.
    pub(super) seed: String,
    pub(super) name: String,
    pub(super) styles: String,
    pub(super) product: String,
    /// A JPEG file, shown instead of the emblem.
    pub(super) photo: Option<Vec<u8>>,
}

impl Card {
    /// Draws the picture. Takes tens of milliseconds, so call it on a blocking thread. `None` if the fonts are broken.
    pub(super) fn to_png(&self) -> Option<Vec<u8>> {
        let mut pixmap = Pixmap::new(WIDTH, HEIGHT)?;
        let [red, green, blue] = MAROON;
        pixmap.fill(tiny_skia::Color::from_rgba8(red, green, blue, 255));
        draw_circle(&mut pixmap, self)?;
        self.draw_texts(&mut pixmap)?;
        pixmap.encode_png().ok()
    }

    fn draw_texts(&self, pixmap: &mut Pixmap) -> Option<()> {
        let (display, body) = (DISPLAY.as_ref()?, BODY.as_ref()?);
        draw_text(pixmap, body, "YOU ARE INVITED", (TEXT_X, 128.0, 30.0), TURMERIC);
        // A name in another script than the fonts' has no glyphs; the page has it.
        let name = drawable(display, &self.name);
        let name = if name.is_empty() { "Your dance teacher" } else { &name };
        let (size, lines) = fit(display, name, 88.0);
        let mut y = 150.0 + size;
        for line in &lines {
            draw_text(pixmap, display, line, (TEXT_X, y, size), GOLD);
            y += size * 1.08;
        }
        let styles = drawable(body, &self.styles);
        let invites = if styles.is_empty() {
            "invites you to dance".to_owned()
        } else {
            format!("invites you to learn {styles}")
        };
        for line in wrap(body, &invites, 42.0).iter().take(2) {
            draw_text(pixmap, body, line, (TEXT_X, y - size * 0.3 + 26.0, 42.0), GOLD);
            y += 52.0;
        }
        let foot = format!("{} · live dance classes by video", drawable(body, &self.product));
        draw_text(pixmap, body, &foot, (TEXT_X, 560.0, 30.0), TURMERIC);
        Some(())
    }
}

/// Draws the photo or the emblem in a circle.
fn draw_circle(pixmap: &mut Pixmap, card: &Card) -> Option<()> {
    let (x, y, radius) = CIRCLE;
    let circle = PathBuilder::from_circle(x, y, radius)?;
    fill(pixmap, &circle, MAROON_LIGHT, Transform::identity());
    let photo = card.photo.as_deref().and_then(|photo| decode_square(photo, radius));
    if let Some(photo) = photo {
        let mut mask = tiny_skia::Mask::new(WIDTH, HEIGHT)?;
        mask.fill_path(&circle, FillRule::Winding, true, Transform::identity());
        let place = Transform::from_translate(x - radius, y - radius);
        pixmap.draw_pixmap(0, 0, photo.as_ref(), &PixmapPaint::default(), place, Some(&mask));
        return Some(());
    }
    draw_kolam(pixmap, &Kolam::generate(&card.seed, EMBLEM_DOTS), (x, y), radius * 1.5)
}

fn draw_kolam(pixmap: &mut Pixmap, kolam: &Kolam, (x, y): (f32, f32), side: f32) -> Option<()> {
    let scale = side / narrow(f64::from(kolam.size) + 0.5);
    let middle = narrow(f64::from(kolam.size - 1) / 2.0);
    let place = Transform::from_translate(-middle, -middle).post_scale(scale, scale).post_translate(x, y);
    let mut strands = PathBuilder::new();
    for strand in &kolam.strands {
        strands.move_to(narrow(strand.start.0), narrow(strand.start.1));
        for [a, b, end] in &strand.curves {
            strands.cubic_to(narrow(a.0), narrow(a.1), narrow(b.0), narrow(b.1), narrow(end.0), narrow(end.1));
        }
        strands.close();
    }
    let stroke = Stroke { width: 0.06, line_cap: LineCap::Round, ..Stroke::default() };
    pixmap.stroke_path(&strands.finish()?, &paint(GOLD), &stroke, place, None);
    for dot in &kolam.dots {
        let dot = PathBuilder::from_circle(narrow(dot.0), narrow(dot.1), 0.07)?;
        fill(pixmap, &dot, GOLD, place);
    }
    Some(())
}

/// The middle of a photo, scaled to the circle.
fn decode_square(photo: &[u8], radius: f32) -> Option<Pixmap> {
    let image = image::load_from_memory_with_format(photo, image::ImageFormat::Jpeg).ok()?;
    let side = whole_pixels(radius * 2.0);
    let image = image.resize_to_fill(side, side, image::imageops::FilterType::Triangle).into_rgba8();
    let size = tiny_skia::IntSize::from_wh(side, side)?;
    Pixmap::from_vec(image.into_raw(), size)
}

fn paint([red, green, blue]: [u8; 3]) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(red, green, blue, 255);
    paint
}

fn fill(pixmap: &mut Pixmap, path: &Path, colour: [u8; 3], place: Transform) {
    pixmap.fill_path(path, &paint(colour), FillRule::Winding, place, None);
}

/// Coordinates of the picture are small, so `f32` holds them.
#[expect(clippy::as_conversions, reason = "there is no other conversion to f32")]
const fn narrow(value: f64) -> f32 {
    value as f32
}

#[expect(clippy::as_conversions, reason = "a positive constant")]
const fn whole_pixels(value: f32) -> u32 {
    value as u32
}

/// The text without characters that the font does not have.
fn drawable(face: &Face<'_>, text: &str) -> String {
    let has_glyph = |character: &char| character.is_whitespace() || face.glyph_index(*character).is_some();
    let text: String = text.chars().take(200).filter(has_glyph).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn advance(face: &Face<'_>, text: &str, size: f32) -> f32 {
    let units: u32 = text
        .chars()
        .map(|character| {
            let glyph = face.glyph_index(character);
            glyph.and_then(|glyph| face.glyph_hor_advance(glyph)).map_or(0, u32::from)
        })
        .sum();
    narrow(f64::from(units)) * size / f32::from(face.units_per_em())
}

/// The largest size at which the text fits, and its lines.
fn fit(face: &Face<'_>, text: &str, largest: f32) -> (f32, Vec<String>) {
    let mut size = largest;
    loop {
        let lines = wrap(face, text, size);
        let fits = lines.len() <= 2 && lines.iter().all(|line| advance(face, line, size) <= TEXT_WIDTH);
        if fits || size <= MIN_SIZE {
            return (size, lines.into_iter().take(MAX_LINES).collect());
        }
        size -= 4.0;
    }
}

/// Breaks a text into lines at spaces; a word that is too long is cut.
fn wrap(face: &Face<'_>, text: &str, size: f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        let mut word = word.to_owned();
        while size <= MIN_SIZE && word.chars().count() > 1 && advance(face, &word, size) > TEXT_WIDTH {
            word.pop();
        }
        match lines.last_mut() {
            Some(line) if advance(face, &format!("{line} {word}"), size) <= TEXT_WIDTH => {
                line.push(' ');
                line.push_str(&word);
            }
            _ => lines.push(word),
        }
    }
    lines
}

/// Draws a line of text from its left end on the baseline, at a size.
fn draw_text(pixmap: &mut Pixmap, face: &Face<'_>, text: &str, (x, y, size): (f32, f32, f32), colour: [u8; 3]) {
    let scale = size / f32::from(face.units_per_em());
    let mut left = x;
    for character in text.chars() {
        let Some(glyph) = face.glyph_index(character) else { continue };
        let mut outline = Outline(PathBuilder::new());
        face.outline_glyph(glyph, &mut outline);
        if let Some(path) = outline.0.finish() {
            fill(pixmap, &path, colour, Transform::from_scale(scale, -scale).post_translate(left, y));
        }
        left += f32::from(face.glyph_hor_advance(glyph).unwrap_or(0)) * scale;
    }
}

/// Copies a glyph's outline.
struct Outline(PathBuilder);

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, y);
    }
    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, y);
    }
    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.0.quad_to(x1, y1, x, y);
    }
    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.0.cubic_to(x1, y1, x2, y2, x, y);
    }
    fn close(&mut self) {
        self.0.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(name: &str) -> Card {
        Card {
            seed: "0195".to_owned(),
            name: name.to_owned(),
            styles: "Bharatanatyam and Kuchipudi".to_owned(),
            product: "Tala".to_owned(),
            photo: None,
        }
    }

    #[test]
    fn picture_has_the_size_of_a_preview_and_fits_into_a_message() {
        let long = "M".repeat(10_000);
        let wide = "W ".repeat(2_000);
        for name in ["Padma Subramaniam", "Leela Rao-Bennett", "पद्मा", "💃💃", "", &long, &wide, "José \u{202e}\0 <b>"]
        {
            let png = card(name).to_png().unwrap();
            assert_eq!(png.get(16..24), Some(&[0, 0, 4, 176, 0, 0, 2, 118][..]), "1200 x 630");
            assert!(png.len() < 300_000, "{} bytes", png.len());
        }
    }

    #[test]
    fn a_broken_photo_leaves_the_emblem() {
        let with_photo = Card { photo: Some(vec![0xff, 0xd8, 0xff, 0]), ..card("Padma") };
        assert_eq!(with_photo.to_png(), card("Padma").to_png());
    }

    #[test]
    fn missing_glyphs_are_left_out() {
        let face = DISPLAY.as_ref().unwrap();
        assert_eq!(drawable(face, "Padma 💃  पद्मा Rao"), "Padma Rao");
        assert!(advance(face, "Padma", 88.0) > 150.0);
    }
}
