import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Back } from '@/admin/Back'
import { History } from '@/admin/History'
import sheet from '@/admin/Sheet.module.css'
import { Stamp } from '@/admin/Stamp'
import { Title } from '@/admin/Title'
import { personQuery } from '@/api/adminPeople'
import type { PersonDetails } from '@/api/adminPeopleTypes'
import { adminPeopleCopy } from '@/copy/adminPeople'
import { EmptyState } from '@/ui/EmptyState'
import { Reading } from '@/ui/Reading'
import { When } from '@/ui/When'
import { Credits } from './Credits'
import { PersonActs } from './PersonActs'
import { StudentFacts, TeacherFacts, WhoFacts } from './PersonFacts'
import { PersonBookings, PersonOrders } from './PersonLists'

const copy = adminPeopleCopy

/** One person: who they are, what belongs to them, what was done, and what can be done for them. */
export function PersonPage({ id }: { id: string }) {
  const details = useQuery(personQuery(id))
  return (
    <>
      <Back href="#people">{copy.back}</Back>
      <Title title={details.data?.person.name ?? copy.person} />
      {details.error?.status === 404 ? (
        <EmptyState title={copy.gone} />
      ) : (
        <Reading query={details} loading={copy.loading} failed={copy.loadFailed} height={640}>
          {(data) => <Details data={data} />}
        </Reading>
      )}
    </>
  )
}

function Details({ data }: { data: PersonDetails }) {
  const { person, student, teacher } = data
  const deleted = person.status === 'deleted'
  return (
    <>
      <div className={sheet.stamps}>
        <Stamp state={person.role} words={copy.roles} />
        <Stamp state={person.status} words={copy.states} />
      </div>
      {deleted && (
        <Alert color="red" className={sheet.notice} title={copy.deletedTitle}>
          {copy.deletedText}
        </Alert>
      )}
      {person.suspendedAt && !deleted && (
        <Alert color="red" className={sheet.notice} title={<SuspendedSince at={person.suspendedAt} />}>
          {copy.suspendedText}
        </Alert>
      )}
      {!deleted && <PersonActs data={data} />}
      <div className={sheet.parts}>
        <WhoFacts person={person} />
        {student && <StudentFacts student={student} />}
        {teacher && <TeacherFacts teacher={teacher} />}
      </div>
      {(student || data.credits.length > 0) && <Credits lots={data.credits} />}
      <PersonBookings data={data} />
      {(student || data.orders.length > 0) && <PersonOrders data={data} />}
      <History lines={data.history} of={person._id} />
    </>
  )
}

function SuspendedSince({ at }: { at: string }) {
  return (
    <>
      {copy.suspendedSince} <When at={at} />
    </>
  )
}
