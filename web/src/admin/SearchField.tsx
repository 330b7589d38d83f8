import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import classes from './DataTable.module.css'

const MAX_CHARS = 100

interface SearchFieldProps {
  label: string
  hint: string
  value: string
  onChange: (text: string) => void
}

/** Text filter of a list. */
export function SearchField({ label, hint, value, onChange }: SearchFieldProps) {
  return (
    <TextInput
      className={classes.search}
      label={label}
      placeholder={hint}
      leftSection={<IconSearch size={18} aria-hidden />}
      type="search"
      maxLength={MAX_CHARS}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
