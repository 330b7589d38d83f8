import { Anchor } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { studentQuery } from '@/api/teacherPeople'
import type { StudentDetail } from '@/api/teacherTypes'
import { studentsCopy as copy, teacherClassesCopy } from '@/copy/teacherClasses'
import { displayZone, formatDate, nowIso, zoneLabel } from '@/lib/time'
import { ClassStatusBadge } from '@/teacher/classes/ClassStatusBadge'
import { TeacherSectionTitle } from '@/teacher/TeacherSectionTitle'
import { type Column, DataList } from '@/ui/DataList'
import { DateTime } from '@/ui/DateTime'
import { DescriptionList } from '@/ui/DescriptionList'
import { EmptyState } from '@/ui/EmptyState'
import { QueryBoundary } from '@/ui/QueryBoundary'
import { TextLink } from '@/ui/TextLink'
import { ContactLinks } from './ContactLinks'
import { StudentNotes } from './StudentNotes'
import classes from './Students.module.css'

type StudentClass = StudentDetail['classes'][number]

const labels = teacherClassesCopy.columns

const columns: Column<StudentClass>[] = [
  { key: 'when', label: labels.when, cell: ({ dateTime }) => <DateTime instant={dateTime} /> },
  {
    key: 'type',
    label: teacherClassesCopy.dialog.kind,
    cell: ({ title, classTypeKey }) => (title ? `${classTypeKey}: ${title}` : classTypeKey),
  },
  {
    key: 'status',
    label: labels.status,
    cell: ({ bookingStatus, noShow }) => <ClassStatusBadge status={bookingStatus} noShow={noShow} />,
  },
]

interface StudentPageProps {
  id: string
  onUnsaved: (unsaved: boolean) => void
}

/** A student: details, the teacher's notes, and their classes. */
export function StudentPage({ id, onUnsaved }: StudentPageProps) {
  // Not refetched: that would discard notes that are being written.
  const detail = useQuery({ ...studentQuery(id), staleTime: Number.POSITIVE_INFINITY, gcTime: 0 })
  const isMissing = detail.error?.status === 404
  return (
    <>
      <p className={classes.back}>
        <Anchor href="#students" inherit underline="always" c="var(--brand)">
          <IconArrowLeft size={18} aria-hidden /> {copy.back}
        </Anchor>
      </p>
      <TeacherSectionTitle title={detail.data?.student.name ?? copy.title} />
      {isMissing ? (
        <EmptyState title={copy.gone} />
      ) : (
        <QueryBoundary query={detail} loading={copy.detailLoading} failed={copy.detailFailed} height={420}>
          {(data) => (
            <div className={classes.columns}>
              <div>
                <StudentDetails student={data.student} />
                <StudentNotes
                  studentId={id}
                  saved={data.notes}
                  reload={async () => (await detail.refetch()).data?.notes}
                  onUnsaved={onUnsaved}
                />
              </div>
              <StudentClasses detail={data} />
            </div>
          )}
        </QueryBoundary>
      )}
    </>
  )
}

function StudentDetails({ student }: { student: StudentDetail['student'] }) {
  return (
    <DescriptionList
      items={[
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
          ? [{ label: copy.joined, value: formatDate(student.joinedAt, displayZone()) }]
          : []),
        ...(student.phone
          ? [{ label: copy.phone, value: student.phone, note: <ContactLinks student={student} /> }]
          : []),
        { label: copy.columns.credits, value: student.credits },
        { label: copy.classes, value: copy.totals(student.totalClasses, student.upcomingClasses) },
      ]}
    />
  )
}

function StudentClasses({ detail }: { detail: StudentDetail }) {
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
