import classes from './PolicyLines.module.css'

/** A cancellation policy, one term per line. */
export function PolicyLines({ lines }: { lines: readonly string[] }) {
  return (
    <p className={classes.lines}>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </p>
  )
}
