import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { teachersLike } from '@/api/adminCoupons'
import { adminCouponsCopy } from '@/copy/adminCoupons'

const copy = adminCouponsCopy.form
const TYPING_MS = 250

interface TeacherSelectProps {
  value?: string | null
  error?: ReactNode
  onChange?: (id: string | null) => void
}

/** One of the approved teachers, found by a part of the name or address. */
export function TeacherSelect({ value = null, error, onChange }: TeacherSelectProps) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null)
  const [search] = useDebouncedValue(text === chosen?.label ? '' : text.trim(), TYPING_MS)
  const { data } = useQuery({ ...teachersLike(search), placeholderData: keepPreviousData })
  const found = (data?.items ?? [])
    .filter(({ status }) => status === 'approved')
    .map(({ _id, name, email }) => ({ value: _id, label: email ? `${name} (${email})` : name }))
  const isFound = found.some((row) => row.value === chosen?.value)
  return (
    <Select
      label={copy.teacher}
      description={copy.teacherHint}
      data={chosen && !isFound ? [chosen, ...found] : found}
      value={value}
      searchable
      clearable
      filter={({ options }) => options}
      searchValue={text}
      onSearchChange={setText}
      nothingFoundMessage={copy.noTeachers}
      error={error}
      onChange={(id, option) => {
        setChosen(id ? { value: option.value, label: option.label } : null)
        onChange?.(id)
      }}
    />
  )
}
