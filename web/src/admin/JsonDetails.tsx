import classes from './Admin.module.css'

/** The server's data as JSON, collapsed by default. */
export function JsonDetails({ label, data }: { label: string; data: unknown }) {
  return (
    <details className={classes.json}>
      <summary>{label}</summary>
      <pre>{JSON.stringify(data, null, 2)}</pre>
    </details>
  )
}
