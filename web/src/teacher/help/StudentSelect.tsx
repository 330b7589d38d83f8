import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { studentsQuery } from '@/api/teacherPeople'
import type { TeacherStudent } from '@/api/teacherTypes'
import { teacherHelpCopy as copy } from '@/copy/teacherHelp'

const DEBOUNCE_MS = 250
const MAX_OPTIONS = 20

interface StudentSelectProps {
  email: string
  value?: TeacherStudent | null
  error?: ReactNode
  onChange?: (student: TeacherStudent | null) => void
}

/** Selects one of the teacher's students by searching their name: there can be thousands. */
export function StudentSelect({ email, value = null, error, onChange }: StudentSelectProps) {
  const [text, setText] = useState('')
  const selectedLabel = value ? labelOf(value) : ''
  const [search] = useDebouncedValue(text === selectedLabel ? '' : text.trim(), DEBOUNCE_MS)
  const { data } = useQuery({
    ...studentsQuery(email, search, MAX_OPTIONS, null),
    placeholderData: keepPreviousData,
  })
  const students = data?.students ?? []
  const rows = value && !students.some(({ _id }) => _id === value._id) ? [value, ...students] : students
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

/** With the address, because two students can have the same name. */
function labelOf({ name, email }: TeacherStudent): string {
  return email ? `${name} (${email})` : name
}
