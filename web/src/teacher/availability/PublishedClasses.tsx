import { Button, VisuallyHidden } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { publishedQuery } from '@/api/teacherClasses'
import type { PublishedClass } from '@/api/teacherTypes'
import { teacherCopy } from '@/copy/teacher'
import { toInstant } from '@/lib/localDateTime'
import { addDays, formatDayTime, today } from '@/lib/time'
import { CancelClassDialog } from '@/teacher/classes/CancelClassDialog'
import { DangerButton } from '@/ui/DangerButton'
import { type Column, DataList } from '@/ui/DataList'
import { DateTime } from '@/ui/DateTime'
import { Pager, useClientPages } from '@/ui/Pager'
import { QueryBoundary } from '@/ui/QueryBoundary'
import classes from './Availability.module.css'
import { PublishDialog } from './PublishDialog'

const copy = teacherCopy.publish
const DAYS_AHEAD = 92

type DialogAction = { dialog: 'publish' } | { dialog: 'edit' | 'cancel'; published: PublishedClass }

/** Classes that the teacher has published on single dates. */
export function PublishedClasses({ teacherId, zone }: { teacherId: string; zone: string }) {
  const [action, setDialog] = useState<DialogAction | null>(null)
  const midnight = (day: string) => toInstant(`${day}T00:00`, zone) ?? ''
  const first = today(zone)
  const published = useQuery(publishedQuery(teacherId, midnight(first), midnight(addDays(first, DAYS_AHEAD))))
  const close = () => setDialog(null)
  return (
    <section className={classes.section} aria-labelledby="published">
      <div className={classes.sectionHead}>
        <div>
          <h2 id="published">{copy.title}</h2>
          <p className={classes.hint}>{copy.hint}</p>
        </div>
        <Button leftSection={<IconPlus size={18} />} onClick={() => setDialog({ dialog: 'publish' })}>
          {copy.add}
        </Button>
      </div>
      <QueryBoundary query={published} loading={copy.loading} failed={copy.loadFailed} height={160}>
        {(rows) =>
          rows.length === 0 ? (
            <p className={classes.hint}>{copy.empty}</p>
          ) : (
            <PublishedTable rows={rows} zone={zone} onAction={setDialog} />
          )
        }
      </QueryBoundary>
      {action && action.dialog !== 'cancel' && (
        <PublishDialog
          teacherId={teacherId}
          zone={zone}
          published={action.dialog === 'edit' ? action.published : undefined}
          onClose={close}
        />
      )}
      {action?.dialog === 'cancel' && (
        <CancelClassDialog
          target={{
            kind: 'class',
            teacherId,
            slotId: action.published._id,
            students: action.published.students.map(({ name }) => name),
          }}
          dateTime={action.published.dateTime}
          zone={zone}
          onClose={close}
        />
      )}
    </section>
  )
}

interface PublishedTableProps {
  rows: readonly PublishedClass[]
  zone: string
  onAction: (act: DialogAction) => void
}

function PublishedTable({ rows, zone, onAction }: PublishedTableProps) {
  const { pageRows, pager } = useClientPages(rows)
  return (
    <>
      <DataList
        label={copy.listLabel}
        columns={columns(zone, onAction)}
        rows={pageRows}
        rowKey={({ _id }) => _id}
      />
      <Pager label={copy.listLabel} {...pager} />
    </>
  )
}

function columns(zone: string, onAct: (act: DialogAction) => void): Column<PublishedClass>[] {
  const labels = copy.columns
  return [
    { key: 'when', label: labels.when, cell: (row) => <DateTime instant={row.dateTime} zone={zone} /> },
    {
      key: 'type',
      label: labels.type,
      cell: ({ title, classTypeKey }) => (title ? `${title} (${classTypeKey})` : classTypeKey),
    },
    { key: 'seats', label: labels.seats, cell: (row) => copy.seats(row.seatsTaken, row.capacity) },
    { key: 'cost', label: labels.cost, cell: (row) => row.creditCost },
    {
      key: 'act',
      label: labels.act,
      cell: (published) => {
        const name = copy.named(published.title, formatDayTime(published.dateTime, zone))
        return (
          <span className={classes.actions}>
            <Button variant="default" onClick={() => onAct({ dialog: 'edit', published })}>
              {copy.edit}
              <VisuallyHidden>{name}</VisuallyHidden>
            </Button>
            <DangerButton onClick={() => onAct({ dialog: 'cancel', published })}>
              {copy.cancel}
              <VisuallyHidden>{name}</VisuallyHidden>
            </DangerButton>
          </span>
        )
      },
    },
  ]
}
