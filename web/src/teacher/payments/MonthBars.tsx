import { useId } from 'react'
import classes from './MonthBars.module.css'

interface Bar {
  key: string
  /** Below the bar. */
  short: string
  value: number
  /** The bar as a sentence. */
  words: string
}

interface MonthBarsProps {
  label: string
  bars: readonly Bar[]
  chosen: string
  format: (value: number) => string
}

const HEIGHT = 180
const STEP = 60
const WIDE = 38
const LINES = 4

/** Bars of one figure over months. Their sentences stand beside it for screen readers, for a picture says nothing there. */
export function MonthBars({ label, bars, chosen, format }: MonthBarsProps) {
  const titleId = useId()
  const top = niceTop(Math.max(0, ...bars.map(({ value }) => value)))
  const width = bars.length * STEP
  const lines = Array.from({ length: LINES + 1 }, (_, line) => (top / LINES) * line)
  return (
    <div className={classes.chart}>
      <div className={classes.axis} aria-hidden="true">
        {[...lines].reverse().map((value) => (
          <span key={value}>{format(value)}</span>
        ))}
      </div>
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-labelledby={titleId}
        className={classes.bars}
      >
        <title id={titleId}>{label}</title>
        {lines.map((value) => {
          const y = HEIGHT - (value / top) * HEIGHT
          return <line key={value} x1={0} x2={width} y1={y} y2={y} className={classes.line} />
        })}
        {bars.map(({ key, value, words }, index) => {
          const height = (value / top) * HEIGHT
          return (
            <rect
              key={key}
              x={index * STEP + (STEP - WIDE) / 2}
              y={HEIGHT - height}
              width={WIDE}
              height={height}
              data-chosen={key === chosen || undefined}
              className={classes.bar}
            >
              <title>{words}</title>
            </rect>
          )
        })}
      </svg>
      <ol className={classes.months}>
        {bars.map(({ key, short, words }) => (
          <li key={key} data-chosen={key === chosen || undefined}>
            <span aria-hidden="true">{short}</span>
            <span className={classes.words}>{words}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** A round number at or above the highest bar: 1, 2, 4 or 8 times a power of ten, so that its quarters are round too. */
export function niceTop(highest: number): number {
  if (highest <= 0) return LINES
  const power = 10 ** Math.floor(Math.log10(highest))
  const factor = [1, 2, 4, 8].find((times) => times * power >= highest) ?? 10
  return Math.max(factor * power, LINES)
}
