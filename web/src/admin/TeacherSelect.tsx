import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { teacherSearchQuery } from '@/api/adminCoupons'
import { adminCouponsCopy } from '@/copy/adminCoupons'

const copy = adminCouponsCopy.form
const DEBOUNCE_MS = 250

interface TeacherSelectProps {
  value?: string | null
  error?: ReactNode
  onChange?: (id: string | null) => void
  label?: string
  description?: string
  'data-autofocus'?: boolean
}

/** Select for an approved teacher with a search by name or email address. */
export function TeacherSelect({
  value = null,
  error,
  onChange,
  label = copy.teacher,
  description = copy.teacherHint,
  ...others
}: TeacherSelectProps) {
  const [text, setText] = useState('')
  const [selected, setSelected] = useState<{ value: string; label: string } | null>(null)
  const [search] = useDebouncedValue(text === selected?.label ? '' : text.trim(), DEBOUNCE_MS)
  const { data } = useQuery({ ...teacherSearchQuery(search), placeholderData: keepPreviousData })
  const matches = (data?.items ?? [])
    .filter(({ status }) => status === 'approved')
    .map(({ _id, name, email }) => ({ value: _id, label: email ? `${name} (${email})` : name }))
  const isFound = matches.some((row) => row.value === selected?.value)
  return (
    <Select
      label={label}
      description={description}
      data={selected && !isFound ? [selected, ...matches] : matches}
      value={value}
      searchable
      // Focus that a dialog moves here would open the list over the dialog.
      openOnFocus={false}
      clearable
      filter={({ options }) => options}
      searchValue={text}
      onSearchChange={setText}
      nothingFoundMessage={copy.noTeachers}
      error={error}
      onChange={(id, option) => {
        setSelected(id ? { value: option.value, label: option.label } : null)
        onChange?.(id)
      }}
      {...others}
    />
  )
}
