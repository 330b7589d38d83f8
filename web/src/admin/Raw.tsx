import classes from './Admin.module.css'

/** What the server sent, unfolded on demand. */
export function Raw({ label, data }: { label: string; data: unknown }) {
  return (
    <details className={classes.raw}>
      <summary>{label}</summary>
      <pre>{JSON.stringify(data, null, 2)}</pre>
    </details>
  )
}
