//! The kolam of a teacher, the same as in the client (`web/src/lib/kolam.ts`): strands around dots on a grid, generated from
//! a seed.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt::Write as _;

/// A point in units of the dot distance; dots lie at 0 … size-1.
pub(super) type Point = (f64, f64);
type Cell = (i32, i32);
/// A link to the right (`false`) or down (`true`) of a dot.
type Link = (Cell, bool);

/// North, east, south, west.
const SIDES: [Cell; 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];
/// Distance from a dot at which a strand turns back.
const TURN: f64 = 0.33;
/// Length of a curve's control handles relative to its chord.
const HANDLE: f64 = 0.39;
const DENSITY: f64 = 0.7;

/// A closed strand: its start, and cubic curves with two handles and an end.
pub(super) struct Strand {
    pub(super) start: Point,
    pub(super) curves: Vec<[Point; 3]>,
}

/// A kolam of a diamond-shaped grid.
pub(super) struct Kolam {
    pub(super) size: i32,
    pub(super) strands: Vec<Strand>,
    pub(super) dots: Vec<Point>,
}

/// The quarter of a strand around a dot, clockwise from one side to the next.
struct Arc {
    from_open: bool,
    to_open: bool,
    /// Start, its handle, the handle of the end, end.
    points: [Point; 4],
}

impl Kolam {
    /// Generates the kolam of a seed with `size` dots per side.
    pub(super) fn generate(seed: &str, size: i32) -> Self {
        let links = choose_links(size, &mut Random(hash(seed)));
        let cells: Vec<Cell> = (0..size).flat_map(|y| (0..size).map(move |x| (x, y))).collect();
        let cells: Vec<Cell> = cells.into_iter().filter(|cell| is_inside(size, *cell)).collect();
        let sides = cells.iter().flat_map(|cell| (0..4).map(move |side| (*cell, side)));
        let order: Vec<(Cell, usize)> = sides.collect();
        let arcs: HashMap<_, _> =
            order.iter().map(|(cell, from)| ((*cell, *from), make_arc(&links, *cell, *from))).collect();
        let dots = cells.iter().map(|(x, y)| (f64::from(*x), f64::from(*y))).collect();
        Self { size, strands: join_strands(&order, &arcs), dots }
    }

    /// Draws the kolam as SVG in the current text colour.
    pub(super) fn to_svg(&self, class: &str, stroke_width: f64) -> String {
        let side = f64::from(self.size) + 0.5;
        let mut svg = format!(
            "<svg viewBox=\"-0.75 -0.75 {side} {side}\" class=\"{class}\" aria-hidden=\"true\" focusable=\"false\">\
             <g fill=\"none\" stroke=\"currentColor\" stroke-width=\"{stroke_width}\" stroke-linecap=\"round\">"
        );
        for (index, strand) in self.strands.iter().enumerate() {
            let opacity = if index % 2 == 0 { "1" } else { "0.72" };
            // Writing to a string cannot fail.
            let _ = write!(svg, "<path d=\"{}\" opacity=\"{opacity}\"/>", strand.path_data());
        }
        let dots: String = self.dots.iter().map(|(x, y)| format!("M{x} {y}h0")).collect();
        let dot_width = stroke_width * 2.2;
        let _ = write!(
            svg,
            "</g><path d=\"{dots}\" stroke=\"currentColor\" stroke-width=\"{dot_width:.3}\" stroke-linecap=\"round\"/></svg>"
        );
        svg
    }
}

impl Strand {
    fn path_data(&self) -> String {
        let point = |(x, y): Point| format!("{} {}", round(x), round(y));
        let curves = self.curves.iter().map(|curve| format!("C{}", curve.map(point).join(" ")));
        format!("M{}{}Z", point(self.start), curves.collect::<String>())
    }
}

fn round(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

/// FNV-1a hash of a text, 32 bits.
fn hash(text: &str) -> u32 {
    text.chars().fold(0x811c_9dc5, |value, char| (value ^ u32::from(char)).wrapping_mul(0x0100_0193))
}

/// mulberry32, as in the client.
struct Random(u32);

impl Random {
    /// Returns a number from 0 to 1, exclusive.
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x6d2b_79f5);
        let mut t = (self.0 ^ (self.0 >> 15)).wrapping_mul(1 | self.0);
        t = t.wrapping_add((t ^ (t >> 7)).wrapping_mul(61 | t)) ^ t;
        f64::from(t ^ (t >> 14)) / 4_294_967_296.0
    }
}

fn is_inside(size: i32, (x, y): Cell) -> bool {
    let middle = f64::from(size - 1) / 2.0;
    let in_square = (0..size).contains(&x) && (0..size).contains(&y);
    in_square && (f64::from(x) - middle).abs() + (f64::from(y) - middle).abs() <= middle + 0.01
}

/// Chooses the links between neighbouring dots, symmetric under rotation and reflection.
fn choose_links(size: i32, random: &mut Random) -> HashSet<Link> {
    let (mut linked, mut decided) = (HashSet::new(), BTreeSet::new());
    for y in 0..size {
        for x in 0..size {
            for (down, neighbour) in [(false, (x + 1, y)), (true, (x, y + 1))] {
                let is_open = is_inside(size, (x, y)) && is_inside(size, neighbour);
                if !is_open || decided.contains(&((x, y), down)) {
                    continue;
                }
                let is_linked = random.next() < DENSITY;
                for link in symmetric_links(size, (x, y), neighbour) {
                    decided.insert(link);
                    if is_linked {
                        linked.insert(link);
                    }
                }
            }
        }
    }
    linked
}

/// A link and its images under the eight symmetries of the square.
fn symmetric_links(size: i32, a: Cell, b: Cell) -> Vec<Link> {
    let last = size - 1;
    let mut pair = [a, b];
    let mut links = Vec::with_capacity(8);
    for _ in 0..2 {
        for _ in 0..4 {
            let [(ax, ay), (bx, by)] = pair;
            links.push(if ay == by { ((ax.min(bx), ay), false) } else { ((ax, ay.min(by)), true) });
            pair = pair.map(|(u, v)| (last - v, u));
        }
        pair = pair.map(|(u, v)| (last - u, v));
    }
    links
}

fn side_vector(side: usize) -> Cell {
    SIDES.get(side % 4).copied().unwrap_or_default()
}

fn is_open(links: &HashSet<Link>, (x, y): Cell, side: usize) -> bool {
    let link = match side % 4 {
        0 => ((x, y - 1), true),
        1 => ((x, y), false),
        2 => ((x, y), true),
        _ => ((x - 1, y), false),
    };
    links.contains(&link)
}

fn make_arc(links: &HashSet<Link>, cell: Cell, from: usize) -> Arc {
    let (from_open, to_open) = (is_open(links, cell, from), is_open(links, cell, from + 1));
    let vector = |side| {
        let (x, y) = side_vector(side);
        (f64::from(x), f64::from(y))
    };
    let ((fx, fy), (tx, ty)) = (vector(from), vector(from + 1));
    let (x, y) = (f64::from(cell.0), f64::from(cell.1));
    let reach = |is_open| if is_open { 0.5 } else { TURN };
    let start = (x + fx * reach(from_open), y + fy * reach(from_open));
    let end = (x + tx * reach(to_open), y + ty * reach(to_open));
    let diagonal = ((tx - fx) / std::f64::consts::SQRT_2, (ty - fy) / std::f64::consts::SQRT_2);
    let (sx, sy) = if from_open { diagonal } else { (tx, ty) };
    let (ex, ey) = if to_open { diagonal } else { (-fx, -fy) };
    let length = (end.0 - start.0).hypot(end.1 - start.1) * HANDLE;
    let start_handle = (start.0 + sx * length, start.1 + sy * length);
    let end_handle = (end.0 - ex * length, end.1 - ey * length);
    Arc { from_open, to_open, points: [start, start_handle, end_handle, end] }
}

/// Joins the arcs to closed strands. Crossing a link reverses the direction in which a strand turns.
fn join_strands(order: &[(Cell, usize)], arcs: &HashMap<(Cell, usize), Arc>) -> Vec<Strand> {
    let mut used = HashSet::new();
    let mut strands = Vec::new();
    for first in order {
        let (mut key, mut is_clockwise) = (*first, true);
        let mut strand: Option<Strand> = None;
        while let Some(arc) = arcs.get(&key).filter(|_| used.insert(key)) {
            let [a, b, c, d] = arc.points;
            let (start, curve) = if is_clockwise { (a, [b, c, d]) } else { (d, [c, b, a]) };
            strand.get_or_insert_with(|| Strand { start, curves: Vec::new() }).curves.push(curve);
            (key, is_clockwise) = next_arc(key, arc, is_clockwise);
        }
        strands.extend(strand);
    }
    strands
}

fn next_arc(((x, y), from): (Cell, usize), arc: &Arc, is_clockwise: bool) -> ((Cell, usize), bool) {
    let to = (from + 1) % 4;
    let (side, is_open) = if is_clockwise { (to, arc.to_open) } else { (from, arc.from_open) };
    if !is_open {
        return (((x, y), if is_clockwise { to } else { (from + 3) % 4 }), is_clockwise);
    }
    let (dx, dy) = side_vector(side);
    let back = (side + 2) % 4;
    (((x + dx, y + dy), if is_clockwise { (back + 3) % 4 } else { back }), !is_clockwise)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kolam_is_the_same_as_in_the_client() {
        // From `kolam({ size: 5, seed: 'tala-28' })` of web/src/lib/kolam.ts: the number of strands, and where they start.
        let kolam = Kolam::generate("tala-28", 5);
        let starts: Vec<String> =
            kolam.strands.iter().map(|strand| format!("{} {}", round(strand.start.0), round(strand.start.1))).collect();
        assert_eq!(starts, EXPECTED_STARTS);
        assert_eq!(kolam.dots.len(), 13);
    }

    #[test]
    fn strands_are_closed() {
        for seed in 0..50 {
            for strand in Kolam::generate(&format!("seed {seed}"), 7).strands {
                let [.., end] = strand.curves.last().unwrap();
                assert!((end.0 - strand.start.0).hypot(end.1 - strand.start.1) < 1e-9, "{seed}");
            }
        }
    }

    const EXPECTED_STARTS: [&str; 3] = ["2 -0.33", "1 0.67", "2.5 1"];
}
