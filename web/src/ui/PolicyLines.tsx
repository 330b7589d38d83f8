import classes from './PolicyLines.module.css'

/** A cancellation policy, one term per line. */
export function PolicyLines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className={classes.lines}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
