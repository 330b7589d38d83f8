import { Anchor } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { studentQuery } from '@/api/teacherPeople'
import type { StudentDetail } from '@/api/teacherTypes'
import { studentsCopy as copy, teacherClassesCopy } from '@/copy/teacherClasses'
import { browserZone, formatDate, nowIso, zoneLabel } from '@/lib/time'
import { StatusTag } from '@/teacher/classes/StatusTag'
import { SectionTitle } from '@/teacher/SectionTitle'
import { type Column, DataList } from '@/ui/DataList'
import { EmptyState } from '@/ui/EmptyState'
import { Facts } from '@/ui/Facts'
import { Reading } from '@/ui/Reading'
import { TextLink } from '@/ui/TextLink'
import { When } from '@/ui/When'
import { Notes } from './Notes'
import classes from './Students.module.css'

type Taught = StudentDetail['classes'][number]

const labels = teacherClassesCopy.columns

const columns: Column<Taught>[] = [
  { key: 'when', label: labels.when, cell: ({ dateTime }) => <When at={dateTime} /> },
  { key: 'type', label: teacherClassesCopy.dialog.kind, cell: ({ classTypeKey }) => classTypeKey },
  {
    key: 'status',
    label: labels.status,
    cell: ({ bookingStatus, noShow }) => <StatusTag status={bookingStatus} noShow={noShow} />,
  },
]

interface StudentPageProps {
  id: string
  onUnsaved: (unsaved: boolean) => void
}

/** One student: facts, the teacher's notes, and their classes together. */
export function StudentPage({ id, onUnsaved }: StudentPageProps) {
  // Not read again behind somebody who is writing notes.
  const detail = useQuery({ ...studentQuery(id), staleTime: Number.POSITIVE_INFINITY, gcTime: 0 })
  const gone = detail.error?.status === 404
  return (
    <>
      <p className={classes.back}>
        <Anchor href="#students" inherit underline="always" c="var(--brand)">
          <IconArrowLeft size={18} aria-hidden /> {copy.back}
        </Anchor>
      </p>
      <SectionTitle title={detail.data?.student.name ?? copy.title} />
      {gone ? (
        <EmptyState title={copy.gone} />
      ) : (
        <Reading query={detail} loading={copy.detailLoading} failed={copy.detailFailed} height={420}>
          {(data) => (
            <div className={classes.columns}>
              <div>
                <StudentFacts student={data.student} />
                <Notes
                  studentId={id}
                  saved={data.notes}
                  readAgain={async () => (await detail.refetch()).data?.notes}
                  onUnsaved={onUnsaved}
                />
              </div>
              <Together detail={data} />
            </div>
          )}
        </Reading>
      )}
    </>
  )
}

function StudentFacts({ student }: { student: StudentDetail['student'] }) {
  return (
    <Facts
      facts={[
        ...(student.email
          ? [
              {
                label: copy.email,
                value: <TextLink href={`mailto:${student.email}`}>{student.email}</TextLink>,
              },
            ]
          : []),
        ...(student.timeZone ? [{ label: copy.zone, value: zoneLabel(student.timeZone, nowIso()) }] : []),
        ...(student.joinedAt
          ? [{ label: copy.joined, value: formatDate(student.joinedAt, browserZone()) }]
          : []),
        { label: copy.classes, value: copy.totals(student.totalClasses, student.upcomingClasses) },
      ]}
    />
  )
}

function Together({ detail }: { detail: StudentDetail }) {
  return (
    <section aria-labelledby="together">
      <h2 id="together" className={classes.heading}>
        {copy.classes}
      </h2>
      {detail.classes.length === 0 ? (
        <EmptyState title={copy.noClasses} hint={copy.noClassesHint} />
      ) : (
        <DataList label={copy.classes} columns={columns} rows={detail.classes} rowKey={({ _id }) => _id} />
      )}
      {detail.next && <p className={classes.hint}>{copy.recent}</p>}
    </section>
  )
}
