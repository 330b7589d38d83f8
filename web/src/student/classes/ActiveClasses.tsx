import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { activeClassesQuery } from '@/api/bookings'
import type { Booking } from '@/api/types'
import { studentCopy } from '@/copy/student'
import { browserZone } from '@/lib/time'
import { SectionTitle } from '@/student/SectionTitle'
import { CancelDialog } from './CancelDialog'
import type { Change } from './ClassActions'
import { ClassList } from './ClassList'
import { MoveDialog } from './MoveDialog'

const copy = studentCopy.classes

interface Changing {
  change: Change
  booking: Booking
  /** Where focus returns to. */
  opener: Element | null
}

/** Classes neither completed nor cancelled, soonest first (D15), with the ways to move and to cancel them (D24). */
export function ActiveClasses({ onBook }: { onBook: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(activeClassesQuery())
  const [changing, setChanging] = useState<Changing | null>(null)
  const [opened, setOpened] = useState(false)
  const dialog = changing && {
    opened,
    booking: changing.booking,
    zone: browserZone(),
    onClose: () => setOpened(false),
    onClosed: () => {
      setChanging(null)
      returnFocus(changing.opener)
    },
  }
  return (
    <>
      <SectionTitle title={copy.activeTitle}>{copy.activeTitle}</SectionTitle>
      <ClassList
        label={copy.activeTitle}
        rows={data}
        error={error}
        retrying={isFetching}
        onRetry={() => void refetch()}
        onChange={(change, booking) => {
          setChanging({ change, booking, opener: document.activeElement })
          setOpened(true)
        }}
        empty={{
          title: copy.activeEmpty,
          hint: copy.activeEmptyHint,
          action: <Button onClick={onBook}>{copy.book}</Button>,
        }}
      />
      {dialog && changing.change === 'cancel' && <CancelDialog {...dialog} />}
      {dialog && changing.change === 'move' && <MoveDialog {...dialog} />}
    </>
  )
}

/** Back to the button that opened the dialog, or to the heading when its class has left the list. */
function returnFocus(opener: Element | null) {
  const place = opener?.isConnected ? opener : document.querySelector('h1')
  if (place instanceof HTMLElement) place.focus({ preventScroll: true })
}
