import type { ComponentProps, ReactNode } from 'react'
import type { ApiError } from '@/api/error'
import type { Booking } from '@/api/types'
import { useAppConfig } from '@/api/useAppConfig'
import { studentCopy } from '@/copy/student'
import { childSectionsCopy } from '@/copy/studentChildSections'
import { useChild } from '@/family/childName'
import { displayZone } from '@/lib/time'
import { DataList } from '@/ui/DataList'
import { EmptyState } from '@/ui/EmptyState'
import { ErrorPanel } from '@/ui/ErrorPanel'
import { useNow } from '@/ui/useNow'
import type { ClassChange } from './ClassActions'
import { ClassCard } from './ClassCard'
import { ClassListSkeleton } from './ClassListSkeleton'
import { classColumns } from './classColumns'

interface ClassListProps {
  label: string
  rows: readonly Booking[] | undefined
  /** Set if loading failed. */
  error: ApiError | null
  retrying: boolean
  onRetry: () => void
  /** Called to reschedule or cancel a class; without it the list is read-only. */
  onChange?: (change: ClassChange, booking: Booking) => void
  empty: { title: string; hint: string; action?: ReactNode }
}

/** A list of classes, or its loading, error or empty state. */
export function ClassList({ label, rows, error, retrying, onRetry, onChange, empty }: ClassListProps) {
  const now = useNow()
  const child = useChild()
  const terms = useAppConfig()?.cancelling
  if (!rows && error) {
    return (
      <ErrorPanel
        message={(child ? childSectionsCopy : studentCopy).classes.loadFailed}
        onRetry={onRetry}
        retrying={retrying}
        reference={error.requestId}
      />
    )
  }
  if (!rows) return <ClassListSkeleton />
  if (rows.length === 0) return <EmptyState {...empty} />
  const changeActions = onChange && { terms, onChange }
  return (
    <DataList
      label={label}
      columns={classColumns(displayZone(), now, changeActions)}
      rows={rows}
      rowKey={(row) => row._id}
      card={changeActions && classCard({ zone: displayZone(), now, changeActions })}
    />
  )
}

/** Renders the card of a class. */
function classCard(common: Omit<ComponentProps<typeof ClassCard>, 'booking'>) {
  return (booking: Booking) => <ClassCard {...common} booking={booking} />
}
