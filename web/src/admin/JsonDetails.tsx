import classes from './Admin.module.css'

/** The server's data as JSON. */
export function Json({ data }: { data: unknown }) {
  return <pre className={classes.json}>{JSON.stringify(data, null, 2)}</pre>
}

/** The server's data as JSON, collapsed by default. */
export function JsonDetails({ label, data }: { label: string; data: unknown }) {
  return (
    <details className={classes.details}>
      <summary>{label}</summary>
      <Json data={data} />
    </details>
  )
}
