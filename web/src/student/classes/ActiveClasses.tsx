import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { activeClassesQuery } from '@/api/bookings'
import type { Booking } from '@/api/types'
import { studentCopy } from '@/copy/student'
import { displayZone } from '@/lib/time'
import { StudentSectionTitle } from '@/student/StudentSectionTitle'
import { CancelDialog } from './CancelDialog'
import type { ClassChange } from './ClassActions'
import { ClassList } from './ClassList'
import { RescheduleDialog } from './RescheduleDialog'

const copy = studentCopy.classes

interface OpenChange {
  change: ClassChange
  booking: Booking
  /** The element to which focus returns. */
  opener: Element | null
}

/** Upcoming classes, earliest first (D15), with buttons to reschedule and cancel (D24). */
export function ActiveClasses({ onBook }: { onBook: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(activeClassesQuery())
  const [openChange, setOpenChange] = useState<OpenChange | null>(null)
  const [opened, setOpened] = useState(false)
  const dialog = openChange && {
    opened,
    booking: openChange.booking,
    zone: displayZone(),
    onClose: () => setOpened(false),
    onClosed: () => {
      setOpenChange(null)
      returnFocus(openChange.opener)
    },
  }
  return (
    <>
      <StudentSectionTitle title={copy.activeTitle}>{copy.activeTitle}</StudentSectionTitle>
      <ClassList
        label={copy.activeTitle}
        rows={data}
        error={error}
        retrying={isFetching}
        onRetry={() => void refetch()}
        onChange={(change, booking) => {
          setOpenChange({ change, booking, opener: document.activeElement })
          setOpened(true)
        }}
        empty={{
          title: copy.activeEmpty,
          hint: copy.activeEmptyHint,
          action: <Button onClick={onBook}>{copy.book}</Button>,
        }}
      />
      {dialog && openChange.change === 'cancel' && <CancelDialog {...dialog} />}
      {dialog && openChange.change === 'move' && <RescheduleDialog {...dialog} />}
    </>
  )
}

/** Returns focus to the button that opened the dialog, or to the heading if its class has left the list. */
function returnFocus(opener: Element | null) {
  const target = opener?.isConnected ? opener : document.querySelector('h1')
  if (target instanceof HTMLElement) target.focus({ preventScroll: true })
}
