import { Block } from '@/admin/Block'
import type { Person, StudentPart, TeacherPart } from '@/api/adminPeopleTypes'
import { adminPeopleCopy } from '@/copy/adminPeople'
import { formatCharge } from '@/lib/money'
import { formatTime, nowIso, zoneLabel } from '@/lib/time'
import { type Fact, Facts } from '@/ui/Facts'
import { TextLink } from '@/ui/TextLink'
import { When } from '@/ui/When'

const { none, ...copy } = adminPeopleCopy

export function WhoFacts({ person }: { person: Person }) {
  const words = copy.who
  return (
    <Block title={words.title}>
      <Facts
        facts={[
          {
            label: words.email,
            value: person.email ? <TextLink href={`mailto:${person.email}`}>{person.email}</TextLink> : none,
          },
          { label: words.phone, value: person.phone ?? none },
          person.timeZone
            ? {
                label: words.zone,
                value: zoneLabel(person.timeZone, nowIso()),
                note: words.clock(formatTime(nowIso(), person.timeZone)),
              }
            : { label: words.zone, value: none },
          { label: words.since, value: <When at={person.createdAt} show="date" /> },
          { label: words.id, value: person._id },
        ]}
      />
    </Block>
  )
}

export function StudentFacts({ student }: { student: StudentPart }) {
  const words = copy.student
  return (
    <Block title={words.title}>
      <Facts
        facts={[
          {
            label: words.teacher,
            value: <TextLink href={`#people/${student.teacherId}`}>{student.teacherName}</TextLink>,
          },
          { label: words.currency, value: student.currency },
          { label: words.location, value: student.location },
          { label: words.joined, value: <When at={student.joinedAt} show="date" /> },
          { label: words.code, value: student.inviteCode },
        ]}
      />
    </Block>
  )
}

export function TeacherFacts({ teacher }: { teacher: TeacherPart }) {
  const words = copy.teacher
  const { rejectionReason, appliedAt, googleMeetLink } = teacher
  const facts: Fact[] = [
    { label: words.status, value: copy.states[teacher.status] ?? teacher.status },
    ...(rejectionReason ? [{ label: words.rejection, value: rejectionReason }] : []),
    { label: words.founding, value: teacher.foundingTeacher ? words.yes : words.no },
    { label: words.code, value: teacher.inviteCode ?? none },
    {
      label: words.rates,
      value: [formatCharge(teacher.inrRate, 'INR'), formatCharge(teacher.usdRate, 'USD')].join(' / '),
    },
    { label: words.styles, value: teacher.danceStyles.join(', ') || none },
    {
      label: words.link,
      value: googleMeetLink ? (
        <TextLink href={googleMeetLink} outside>
          {googleMeetLink}
        </TextLink>
      ) : (
        none
      ),
    },
    ...(appliedAt ? [{ label: words.applied, value: <When at={appliedAt} show="date" /> }] : []),
  ]
  return (
    <Block title={words.title}>
      <Facts facts={facts} />
    </Block>
  )
}
