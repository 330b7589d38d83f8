import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { AuditHistory } from '@/admin/AuditHistory'
import { BackLink } from '@/admin/BackLink'
import table from '@/admin/DataTable.module.css'
import { PageHeader } from '@/admin/PageHeader'
import { StatusBadge } from '@/admin/StatusBadge'
import { personQuery } from '@/api/adminPeople'
import type { AdminPersonDetails } from '@/api/adminPeopleTypes'
import { adminPeopleCopy } from '@/copy/adminPeople'
import { DateTime } from '@/ui/DateTime'
import { EmptyState } from '@/ui/EmptyState'
import { QueryBoundary } from '@/ui/QueryBoundary'
import { CreditLotsTable } from './CreditLotsTable'
import { PersonActions } from './PersonActions'
import { PersonBookings, PersonOrders } from './PersonLists'
import { PersonPayouts } from './PersonPayouts'
import {
  PersonFamilySection,
  PersonSection,
  PersonStudentSection,
  PersonTeacherSection,
} from './PersonSections'

const copy = adminPeopleCopy

/** One person: account, student and teacher data, credits, classes, orders, history and actions. */
export function PersonPage({ id }: { id: string }) {
  const details = useQuery(personQuery(id))
  return (
    <>
      <BackLink href="#people">{copy.back}</BackLink>
      <PageHeader title={details.data?.person.name ?? copy.person} />
      {details.error?.status === 404 ? (
        <EmptyState title={copy.gone} />
      ) : (
        <QueryBoundary query={details} loading={copy.loading} failed={copy.loadFailed} height={640}>
          {(data) => <Details data={data} />}
        </QueryBoundary>
      )}
    </>
  )
}

function Details({ data }: { data: AdminPersonDetails }) {
  const { person, student, teacher } = data
  const isDeleted = person.status === 'deleted'
  return (
    <>
      <div className={table.badges}>
        <StatusBadge state={person.role} labels={copy.roles} />
        <StatusBadge state={person.status} labels={copy.states} />
      </div>
      {isDeleted && (
        <Alert color="red" className={table.notice} title={copy.deletedTitle}>
          {copy.deletedText}
        </Alert>
      )}
      {person.suspendedAt && !isDeleted && (
        <Alert color="red" className={table.notice} title={<SuspendedSince at={person.suspendedAt} />}>
          {copy.suspendedText}
        </Alert>
      )}
      {!isDeleted && <PersonActions data={data} />}
      <div className={table.columns}>
        <PersonSection data={data} />
        {student && <PersonStudentSection student={student} />}
        {teacher && <PersonTeacherSection teacher={teacher} />}
        <PersonFamilySection data={data} />
      </div>
      {(student || data.credits.length > 0) && <CreditLotsTable lots={data.credits} />}
      {teacher?.status === 'approved' && <PersonPayouts payout={teacher.payout} />}
      <PersonBookings data={data} />
      {(student || data.orders.length > 0) && <PersonOrders data={data} />}
      <AuditHistory lines={data.history} subjectId={person._id} />
    </>
  )
}

function SuspendedSince({ at }: { at: string }) {
  return (
    <>
      {copy.suspendedSince} <DateTime instant={at} />
    </>
  )
}
