import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import classes from './Sheet.module.css'

const MOST_CHARS = 100

interface SearchFieldProps {
  label: string
  hint: string
  value: string
  onChange: (text: string) => void
}

/** Narrows a list down to what contains a text. */
export function SearchField({ label, hint, value, onChange }: SearchFieldProps) {
  return (
    <TextInput
      className={classes.search}
      label={label}
      placeholder={hint}
      leftSection={<IconSearch size={18} aria-hidden />}
      type="search"
      maxLength={MOST_CHARS}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
