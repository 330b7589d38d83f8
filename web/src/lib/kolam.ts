/**
 * Generates a sikku kolam: strands around dots on a grid. Neighbouring dots are linked or not; two
 * strands cross on a link and turn back where there is none. Links are symmetric under rotation and
 * reflection, so the pattern is too. The same seed always gives the same pattern.
 */
export interface KolamPattern {
  /** Closed strands as SVG path data, in units of the dot distance; dots lie at 0 … size-1. */
  paths: string[]
  dots: [number, number][]
  size: number
}

export interface KolamOptions {
  /** Dots per side, at least 3. */
  size: number
  seed: string
  /** Share of links, 0 to 1. */
  density?: number
  /** Omits the corners, so that the grid becomes a diamond. */
  diamond?: boolean
}

type Point = [number, number]
type Direction = 0 | 1
type Side = 0 | 1 | 2 | 3

/** North, east, south, west. */
const SIDES: readonly Point[] = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
]
/** Distance from a dot at which a strand turns back. */
const TURN = 0.33
/** Length of a curve's control handles relative to its chord. */
const HANDLE = 0.39

interface Arc {
  x: number
  y: number
  from: Side
  to: Side
  toOpen: boolean
  fromOpen: boolean
  start: Point
  end: Point
  startHandle: Point
  endHandle: Point
}

export function kolam({ size, seed, density = 0.7, diamond = true }: KolamOptions): KolamPattern {
  const inside = (x: number, y: number) => {
    if (x < 0 || y < 0 || x >= size || y >= size) return false
    const middle = (size - 1) / 2
    return !diamond || Math.abs(x - middle) + Math.abs(y - middle) <= middle + 0.01
  }
  const links = chooseLinks(size, inside, random(hash(seed)), density)
  const dots: Point[] = []
  const arcs = new Map<string, Arc>()
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      if (!inside(x, y)) continue
      dots.push([x, y])
      for (const from of [0, 1, 2, 3] as const) arcs.set(arcKey(x, y, from), makeArc(links, x, y, from))
    }
  return { paths: joinStrands(arcs), dots, size }
}

/** FNV-1a hash of a text, 32 bits. */
export function hash(text: string): number {
  let value = 0x811c9dc5
  for (const char of text) value = Math.imul(value ^ (char.codePointAt(0) ?? 0), 0x01000193)
  return value >>> 0
}

/** mulberry32: a small random number generator with the same output in every browser. */
function random(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const linkKey = (x: number, y: number, direction: Direction) => `${x},${y},${direction}`
const arcKey = (x: number, y: number, from: number) => `${x},${y},${from}`

type Links = ReadonlyMap<string, boolean>

function chooseLinks(
  size: number,
  inside: (x: number, y: number) => boolean,
  next: () => number,
  density: number,
): Links {
  const links = new Map<string, boolean>()
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++)
      for (const direction of [0, 1] as const) {
        const [dx, dy] = direction === 0 ? [1, 0] : [0, 1]
        if (!inside(x, y) || !inside(x + dx, y + dy) || links.has(linkKey(x, y, direction))) continue
        const linked = next() < density
        for (const key of symmetricLinkKeys(size, [x, y], [x + dx, y + dy])) links.set(key, linked)
      }
  return links
}

/** Keys of a link and its images under the eight symmetries of the square. */
function symmetricLinkKeys(size: number, a: Point, b: Point): string[] {
  const last = size - 1
  const keys: string[] = []
  let pair: [Point, Point] = [a, b]
  for (let mirror = 0; mirror < 2; mirror++) {
    for (let turn = 0; turn < 4; turn++) {
      const [[ax, ay], [bx, by]] = pair
      keys.push(ay === by ? linkKey(Math.min(ax, bx), ay, 0) : linkKey(ax, Math.min(ay, by), 1))
      pair = pair.map(([u, v]) => [last - v, u]) as [Point, Point]
    }
    pair = pair.map(([u, v]) => [last - u, v]) as [Point, Point]
  }
  return keys
}

function isOpen(links: Links, x: number, y: number, side: Side): boolean {
  const key = [linkKey(x, y - 1, 1), linkKey(x, y, 0), linkKey(x, y, 1), linkKey(x - 1, y, 0)][side]
  return key !== undefined && links.get(key) === true
}

function normalizeSide(side: number): Side {
  return (((side % 4) + 4) % 4) as Side
}

function sideVector(side: Side): Point {
  return SIDES[side] ?? [0, 0]
}

/** The quarter of a strand around a dot, clockwise from one side to the next. */
function makeArc(links: Links, x: number, y: number, from: Side): Arc {
  const to = normalizeSide(from + 1)
  const fromOpen = isOpen(links, x, y, from)
  const toOpen = isOpen(links, x, y, to)
  const [fx, fy] = sideVector(from)
  const [tx, ty] = sideVector(to)
  const fromReach = fromOpen ? 0.5 : TURN
  const toReach = toOpen ? 0.5 : TURN
  const start: Point = [x + fx * fromReach, y + fy * fromReach]
  const end: Point = [x + tx * toReach, y + ty * toReach]
  const diagonal: Point = [(tx - fx) / Math.SQRT2, (ty - fy) / Math.SQRT2]
  const [sx, sy] = fromOpen ? diagonal : [tx, ty]
  const [ex, ey] = toOpen ? diagonal : [-fx, -fy]
  const length = Math.hypot(end[0] - start[0], end[1] - start[1]) * HANDLE
  return {
    x,
    y,
    from,
    to,
    fromOpen,
    toOpen,
    start,
    end,
    startHandle: [start[0] + sx * length, start[1] + sy * length],
    endHandle: [end[0] - ex * length, end[1] - ey * length],
  }
}

/** Joins the arcs to closed strands. Crossing a link reverses the direction in which a strand turns. */
function joinStrands(arcs: ReadonlyMap<string, Arc>): string[] {
  const used = new Set<string>()
  const paths: string[] = []
  for (const firstKey of arcs.keys()) {
    if (used.has(firstKey)) continue
    let path = ''
    let key = firstKey
    let clockwise = true
    for (let arc = arcs.get(key); arc && !used.has(key); arc = arcs.get(key)) {
      used.add(key)
      path += (path === '' ? `M${point(clockwise ? arc.start : arc.end)}` : '') + curve(arc, clockwise)
      ;[key, clockwise] = nextArc(arc, clockwise)
    }
    paths.push(`${path}Z`)
  }
  return paths
}

/** SVG curve relative to its start: equal curves become equal text, which compresses well. */
function curve(arc: Arc, clockwise: boolean): string {
  const [[x, y], ...points] = clockwise
    ? [arc.start, arc.startHandle, arc.endHandle, arc.end]
    : [arc.end, arc.endHandle, arc.startHandle, arc.start]
  return `c${points.map(([u, v]) => point([u - x, v - y])).join(' ')}`
}

function nextArc(arc: Arc, clockwise: boolean): [string, boolean] {
  const side = clockwise ? arc.to : arc.from
  if (!(clockwise ? arc.toOpen : arc.fromOpen)) {
    return [arcKey(arc.x, arc.y, clockwise ? arc.to : normalizeSide(arc.from - 1)), clockwise]
  }
  const [dx, dy] = sideVector(side)
  const back = normalizeSide(side + 2)
  return [arcKey(arc.x + dx, arc.y + dy, clockwise ? normalizeSide(back - 1) : back), !clockwise]
}

function point([x, y]: Point): string {
  return `${round(x)} ${round(y)}`
}

function round(value: number): string {
  return String(Math.round(value * 1000) / 1000)
}
