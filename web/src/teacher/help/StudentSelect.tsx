import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { studentsQuery } from '@/api/teacherPeople'
import type { StudentRow } from '@/api/teacherTypes'
import { teacherHelpCopy as copy } from '@/copy/teacherHelp'

const TYPING_MS = 250
const SHOWN = 20

interface StudentSelectProps {
  email: string
  value?: StudentRow | null
  error?: ReactNode
  onChange?: (student: StudentRow | null) => void
}

/** One of the teacher's students, found by a part of the name: there may be thousands. */
export function StudentSelect({ email, value = null, error, onChange }: StudentSelectProps) {
  const [text, setText] = useState('')
  const chosen = value ? labelOf(value) : ''
  const [search] = useDebouncedValue(text === chosen ? '' : text.trim(), TYPING_MS)
  const { data } = useQuery({
    ...studentsQuery(email, search, SHOWN, null),
    placeholderData: keepPreviousData,
  })
  const known = data?.students ?? []
  const rows = value && !known.some(({ _id }) => _id === value._id) ? [value, ...known] : known
  return (
    <Select
      label={copy.student}
      description={copy.studentHint}
      data={rows.map((row) => ({ value: row._id, label: labelOf(row) }))}
      value={value?._id ?? null}
      searchable
      filter={({ options }) => options}
      searchValue={text}
      onSearchChange={setText}
      nothingFoundMessage={copy.noStudents}
      withAsterisk
      error={error}
      onChange={(id) => onChange?.(rows.find(({ _id }) => _id === id) ?? null)}
    />
  )
}

/** Two may have one name. */
function labelOf({ name, email }: StudentRow): string {
  return email ? `${name} (${email})` : name
}
