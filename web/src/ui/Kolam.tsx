import { useMemo } from 'react'
import { kolam } from '@/lib/kolam'
import classes from './Kolam.module.css'

export interface KolamProps {
  seed: string
  /** Dots per side. */
  size?: number
  density?: number
  diamond?: boolean
  /** Draws the strokes once as an animation, unless the user prefers reduced motion. */
  animated?: boolean
  strokeWidth?: number
  className?: string | undefined
}

/** A kolam as decoration, in the current text colour. */
export function Kolam({
  seed,
  size = 7,
  density = 0.7,
  diamond = true,
  animated = false,
  strokeWidth = 0.06,
  className,
}: KolamProps) {
  const { paths, dots } = useMemo(
    () => kolam({ size, seed, density, diamond }),
    [size, seed, density, diamond],
  )
  return (
    <svg
      viewBox={`-0.75 -0.75 ${size + 0.5} ${size + 0.5}`}
      className={[classes.kolam, animated && classes.animated, className].filter(Boolean).join(' ')}
      aria-hidden="true"
      focusable="false"
    >
      <g fill="none" stroke="currentColor" strokeWidth={strokeWidth} strokeLinecap="round">
        {paths.map((path, index) => (
          <path key={path} d={path} pathLength={1} opacity={index % 2 === 0 ? 1 : 0.72} />
        ))}
      </g>
      <path
        className={classes.dots}
        d={dots.map(([x, y]) => `M${x} ${y}h0`).join('')}
        stroke="currentColor"
        strokeWidth={strokeWidth * 2.2}
        strokeLinecap="round"
      />
    </svg>
  )
}
