import { Button, VisuallyHidden } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { publishedQuery } from '@/api/teacherClasses'
import type { PublishedClass } from '@/api/teacherTypes'
import { teacherCopy } from '@/copy/teacher'
import { addDays, formatDay, formatTime, today } from '@/lib/time'
import { instantAt } from '@/lib/wall'
import { CancelClassDialog } from '@/teacher/classes/CancelClassDialog'
import { type Column, DataList } from '@/ui/DataList'
import { EmptyState } from '@/ui/EmptyState'
import { Pager, useSlices } from '@/ui/Pager'
import { Reading } from '@/ui/Reading'
import { When } from '@/ui/When'
import classes from './Availability.module.css'
import { PublishDialog } from './PublishDialog'

const copy = teacherCopy.publish
const DAYS_AHEAD = 92

type Act = { act: 'publish' } | { act: 'edit' | 'cancel'; published: PublishedClass }

/** Classes that the teacher has set on single dates. */
export function PublishedClasses({ teacherId, zone }: { teacherId: string; zone: string }) {
  const [act, setAct] = useState<Act | null>(null)
  const midnight = (day: string) => instantAt(`${day}T00:00`, zone) ?? ''
  const first = today(zone)
  const published = useQuery(publishedQuery(teacherId, midnight(first), midnight(addDays(first, DAYS_AHEAD))))
  const close = () => setAct(null)
  return (
    <section className={classes.section} aria-labelledby="published">
      <div className={classes.sectionHead}>
        <div>
          <h2 id="published">{copy.title}</h2>
          <p className={classes.hint}>{copy.hint}</p>
        </div>
        <Button leftSection={<IconPlus size={18} />} onClick={() => setAct({ act: 'publish' })}>
          {copy.add}
        </Button>
      </div>
      <Reading query={published} loading={copy.loading} failed={copy.loadFailed} height={160}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title={copy.empty} />
          ) : (
            <List rows={rows} zone={zone} onAct={setAct} />
          )
        }
      </Reading>
      {act && act.act !== 'cancel' && (
        <PublishDialog
          teacherId={teacherId}
          zone={zone}
          published={act.act === 'edit' ? act.published : undefined}
          onClose={close}
        />
      )}
      {act?.act === 'cancel' && (
        <CancelClassDialog
          of={{
            kind: 'class',
            teacherId,
            slotId: act.published._id,
            students: act.published.students.length,
          }}
          onClose={close}
        />
      )}
    </section>
  )
}

interface ListProps {
  rows: readonly PublishedClass[]
  zone: string
  onAct: (act: Act) => void
}

function List({ rows, zone, onAct }: ListProps) {
  const { shown, pager } = useSlices(rows)
  return (
    <>
      <DataList
        label={copy.listLabel}
        columns={columns(zone, onAct)}
        rows={shown}
        rowKey={({ _id }) => _id}
      />
      <Pager label={copy.listLabel} {...pager} />
    </>
  )
}

function columns(zone: string, onAct: (act: Act) => void): Column<PublishedClass>[] {
  const labels = copy.columns
  return [
    { key: 'when', label: labels.when, cell: (row) => <When at={row.dateTime} zone={zone} /> },
    { key: 'type', label: labels.type, cell: (row) => row.classTypeKey },
    { key: 'seats', label: labels.seats, cell: (row) => copy.seats(row.seatsTaken, row.capacity) },
    { key: 'cost', label: labels.cost, cell: (row) => row.creditCost },
    {
      key: 'act',
      label: labels.act,
      cell: (published) => {
        const name = copy.named(
          `${formatDay(published.dateTime, zone)}, ${formatTime(published.dateTime, zone)}`,
        )
        return (
          <span className={classes.acts}>
            <Button variant="default" onClick={() => onAct({ act: 'edit', published })}>
              {copy.edit}
              <VisuallyHidden>{name}</VisuallyHidden>
            </Button>
            <Button variant="default" onClick={() => onAct({ act: 'cancel', published })}>
              {copy.cancel}
              <VisuallyHidden>{name}</VisuallyHidden>
            </Button>
          </span>
        )
      },
    },
  ]
}
