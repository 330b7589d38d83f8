import { useId } from 'react'
import classes from './MonthBars.module.css'

interface Bar {
  key: string
  /** Shown below the bar. */
  shortLabel: string
  value: number
  /** The bar as a sentence. */
  description: string
}

interface MonthBarsProps {
  label: string
  bars: readonly Bar[]
  selected: string
  format: (value: number) => string
}

const CHART_HEIGHT = 180
const BAR_STEP = 60
const BAR_WIDTH = 38
const GRID_LINES = 4

/** Bar chart by month, with a list of sentences for screen readers. */
export function MonthBars({ label, bars, selected, format }: MonthBarsProps) {
  const titleId = useId()
  const top = roundUpMaximum(Math.max(0, ...bars.map(({ value }) => value)))
  const width = bars.length * BAR_STEP
  const lines = Array.from({ length: GRID_LINES + 1 }, (_, line) => (top / GRID_LINES) * line)
  return (
    <div className={classes.chart}>
      <div className={classes.axis} aria-hidden="true">
        {[...lines].reverse().map((value) => (
          <span key={value}>{format(value)}</span>
        ))}
      </div>
      <svg
        viewBox={`0 0 ${width} ${CHART_HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-labelledby={titleId}
        className={classes.bars}
      >
        <title id={titleId}>{label}</title>
        {lines.map((value) => {
          const y = CHART_HEIGHT - (value / top) * CHART_HEIGHT
          return <line key={value} x1={0} x2={width} y1={y} y2={y} className={classes.line} />
        })}
        {bars.map(({ key, value, description }, index) => {
          const height = (value / top) * CHART_HEIGHT
          return (
            <rect
              key={key}
              x={index * BAR_STEP + (BAR_STEP - BAR_WIDTH) / 2}
              y={CHART_HEIGHT - height}
              width={BAR_WIDTH}
              height={height}
              data-chosen={key === selected || undefined}
              className={classes.bar}
            >
              <title>{description}</title>
            </rect>
          )
        })}
      </svg>
      <ol className={classes.months}>
        {bars.map(({ key, shortLabel, description }) => (
          <li key={key} data-chosen={key === selected || undefined}>
            <span aria-hidden="true">{shortLabel}</span>
            <span className={classes.description}>{description}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}

/**
 * A round number at or above the highest value: 1, 2, 4 or 8 times a power of ten, so that its
 * quarters are round too.
 */
export function roundUpMaximum(highest: number): number {
  if (highest <= 0) return GRID_LINES
  const power = 10 ** Math.floor(Math.log10(highest))
  const factor = [1, 2, 4, 8].find((multiple) => multiple * power >= highest) ?? 10
  return Math.max(factor * power, GRID_LINES)
}
