//! Generates sikku kolams (line drawings around dots) from a seed. Dots lie on a grid; links between neighbours are
//! symmetric under all rotations and reflections. Strands cross on a link and turn where there is none, so every strand
//! is a closed curve.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;

type Dot = (i32, i32);
/// Directions: north, east, south, west.
const SIDES: [Dot; 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];
/// Distance between a dot and the turn of a strand.
const TURN_DISTANCE: f64 = 0.33;
/// Length of Bézier handles relative to the chord.
const HANDLE_RATIO: f64 = 0.39;

/// Strands as SVG path data, and dots, in grid units.
pub(crate) struct Kolam {
    pub(crate) strands: Vec<String>,
    pub(crate) dots: Vec<Dot>,
}

struct Grid {
    size: i32,
    diamond: bool,
    /// Links by their upper or left dot and direction; `true` means downwards.
    links: HashMap<(Dot, bool), bool>,
}

impl Grid {
    fn contains(&self, (x, y): Dot) -> bool {
        let far = self.size - 1;
        let within = (0..=far).contains(&x) && (0..=far).contains(&y);
        within && (!self.diamond || (2 * x - far).abs() + (2 * y - far).abs() <= far)
    }

    fn dots(&self) -> Vec<Dot> {
        let all = (0..self.size).flat_map(|y| (0..self.size).map(move |x| (x, y)));
        all.filter(|dot| self.contains(*dot)).collect()
    }

    fn is_open(&self, (x, y): Dot, side: usize) -> bool {
        let key = match side {
            0 => ((x, y - 1), true),
            1 => ((x, y), false),
            2 => ((x, y), true),
            _ => ((x - 1, y), false),
        };
        self.links.get(&key).copied().unwrap_or(false)
    }

    /// Sets a link and its rotations and reflections.
    fn set(&mut self, (x, y): Dot, down: bool, open: bool) {
        let far = self.size - 1;
        let mut ends = [(x, y), if down { (x, y + 1) } else { (x + 1, y) }];
        for _ in 0..2 {
            for _ in 0..4 {
                let [(a, b), (c, d)] = ends;
                let upper_left = if b == d { (a.min(c), b) } else { (a, b.min(d)) };
                self.links.insert((upper_left, b != d), open);
                ends = ends.map(|(u, v)| (far - v, u));
            }
            ends = ends.map(|(u, v)| (far - u, v));
        }
    }
}

/// Generates a kolam on `size`×`size` dots, or on the diamond inside them. `density` is the probability of a link.
pub(crate) fn draw(size: i32, seed: u32, density: f64, diamond: bool) -> Kolam {
    let mut random = Mulberry(seed);
    let mut grid = Grid { size, diamond, links: HashMap::new() };
    for dot in grid.dots() {
        for down in [false, true] {
            let other = if down { (dot.0, dot.1 + 1) } else { (dot.0 + 1, dot.1) };
            if grid.contains(other) && !grid.links.contains_key(&(dot, down)) {
                let open = random.next() < density;
                grid.set(dot, down, open);
            }
        }
    }
    Kolam { strands: strands(&grid), dots: grid.dots() }
}

/// Traces the strands from quarter to quarter around the dots. The direction reverses at each crossing.
fn strands(grid: &Grid) -> Vec<String> {
    let mut seen = HashSet::new();
    let mut paths = Vec::new();
    for start in grid.dots().into_iter().flat_map(|dot| (0..4).map(move |quarter| (dot, quarter))) {
        let (mut at, mut clockwise, mut path) = (start, true, String::new());
        while seen.insert(at) {
            let (dot, quarter) = at;
            let curve = quarter_curve(grid, dot, quarter);
            let [p, c, d, q] = if clockwise {
                curve
            } else {
                let [p, c, d, q] = curve;
                [q, d, c, p]
            };
            if path.is_empty() {
                let _ = write!(path, "M{:.2} {:.2}", p.0, p.1);
            }
            let _ = write!(path, "C{:.2} {:.2} {:.2} {:.2} {:.2} {:.2}", c.0, c.1, d.0, d.1, q.0, q.1);
            let side = if clockwise { (quarter + 1) % 4 } else { quarter };
            at = if grid.is_open(dot, side) {
                let (dx, dy) = SIDES.get(side).copied().unwrap_or_default();
                let entered = (side + 2) % 4;
                let quarter = if clockwise { (entered + 3) % 4 } else { entered };
                clockwise = !clockwise;
                ((dot.0 + dx, dot.1 + dy), quarter)
            } else {
                (dot, if clockwise { side } else { (side + 3) % 4 })
            };
        }
        if !path.is_empty() {
            path.push('Z');
            paths.push(path);
        }
    }
    paths
}

type Point = (f64, f64);

/// The Bézier curve of one quarter around a dot, from side `quarter` to the next side clockwise.
fn quarter_curve(grid: &Grid, dot: Dot, quarter: usize) -> [Point; 4] {
    let unit = |side: usize| {
        let (x, y) = SIDES.get(side % 4).copied().unwrap_or_default();
        (f64::from(x), f64::from(y))
    };
    let (from, to) = (unit(quarter), unit(quarter + 1));
    let (from_open, to_open) = (grid.is_open(dot, quarter), grid.is_open(dot, (quarter + 1) % 4));
    let reach = |open: bool| if open { 0.5 } else { TURN_DISTANCE };
    let at =
        |side: Point, open: bool| (f64::from(dot.0) + side.0 * reach(open), f64::from(dot.1) + side.1 * reach(open));
    let (p, q) = (at(from, from_open), at(to, to_open));
    let slant = ((to.0 - from.0) / f64::sqrt(2.0), (to.1 - from.1) / f64::sqrt(2.0));
    let leave = if from_open { slant } else { to };
    let arrive = if to_open { slant } else { (-from.0, -from.1) };
    let pull = f64::hypot(q.0 - p.0, q.1 - p.1) * HANDLE_RATIO;
    [p, (p.0 + leave.0 * pull, p.1 + leave.1 * pull), (q.0 - arrive.0 * pull, q.1 - arrive.1 * pull), q]
}

/// The Mulberry32 pseudo-random number generator.
struct Mulberry(u32);

impl Mulberry {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x6D2B_79F5);
        let a = self.0;
        let mut t = (a ^ (a >> 15)).wrapping_mul(1 | a);
        t = t.wrapping_add((t ^ (t >> 7)).wrapping_mul(61 | t)) ^ t;
        f64::from(t ^ (t >> 14)) / 4_294_967_296.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_strand_is_closed() {
        for seed in 0..200 {
            for diamond in [false, true] {
                for strand in draw(7, seed, 0.62, diamond).strands {
                    let numbers: Vec<&str> = strand.trim_matches(['M', 'Z']).split(['C', ' ']).collect();
                    let close =
                        |a: &str, b: &str| (a.parse::<f64>().unwrap() - b.parse::<f64>().unwrap()).abs() < 0.011;
                    let end = numbers.len();
                    assert!(close(numbers[0], numbers[end - 2]) && close(numbers[1], numbers[end - 1]), "{strand}");
                }
            }
        }
    }

    #[test]
    fn pattern_is_determined_by_seed() {
        assert_eq!(draw(5, 7, 0.6, true).strands, draw(5, 7, 0.6, true).strands);
        assert_ne!(draw(5, 7, 0.6, true).strands, draw(5, 8, 0.6, true).strands);
        assert_eq!(draw(5, 1, 0.6, true).dots.len(), 13);
    }
}
