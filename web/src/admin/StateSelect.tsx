import { Select } from '@mantine/core'
import classes from './DataTable.module.css'

interface StateSelectProps {
  label: string
  allLabel: string
  /** Labels by the server's names. */
  labels: Readonly<Record<string, string>>
  value: string
  onChange: (value: string) => void
}

/** Filter of a list by state; the empty value means all. */
export function StateSelect({ label, allLabel, labels, value, onChange }: StateSelectProps) {
  const options = Object.entries(labels).map(([value, label]) => ({ value, label }))
  return (
    <Select
      className={classes.select}
      label={label}
      data={[{ value: '', label: allLabel }, ...options]}
      value={value}
      allowDeselect={false}
      comboboxProps={{ keepMounted: false }}
      onChange={(next) => onChange(next ?? '')}
    />
  )
}
