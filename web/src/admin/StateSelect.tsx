import { Select } from '@mantine/core'
import classes from './Sheet.module.css'

interface StateSelectProps {
  label: string
  all: string
  /** Words by the server's name of each. */
  words: Readonly<Record<string, string>>
  value: string
  onChange: (value: string) => void
}

/** Narrows a list down to one state; the empty value is all of them. */
export function StateSelect({ label, all, words, value, onChange }: StateSelectProps) {
  const choices = Object.entries(words).map(([value, label]) => ({ value, label }))
  return (
    <Select
      className={classes.choice}
      label={label}
      data={[{ value: '', label: all }, ...choices]}
      value={value}
      allowDeselect={false}
      comboboxProps={{ keepMounted: false }}
      onChange={(next) => onChange(next ?? '')}
    />
  )
}
