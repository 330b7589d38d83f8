import { Section } from '@/admin/Section'
import type {
  AdminPersonDetails,
  AdminRelative,
  AdminStudentPart,
  AdminTeacherPart,
} from '@/api/adminPeopleTypes'
import { adminPeopleCopy } from '@/copy/adminPeople'
import { birthDateCopy } from '@/copy/birthDate'
import { formatBirthDate } from '@/family/formatBirthDate'
import { formatCharge } from '@/lib/money'
import { formatTime, nowIso, zoneLabel } from '@/lib/time'
import { DateTime } from '@/ui/DateTime'
import { type DescriptionItem, DescriptionList } from '@/ui/DescriptionList'
import { TextLink } from '@/ui/TextLink'

const { none, ...copy } = adminPeopleCopy

export function PersonSection({ data }: { data: AdminPersonDetails }) {
  const labels = copy.who
  const { person, birthDate, ageBand } = data
  return (
    <Section title={labels.title}>
      <DescriptionList
        items={[
          {
            label: labels.email,
            value: person.email ? <TextLink href={`mailto:${person.email}`}>{person.email}</TextLink> : none,
          },
          { label: labels.phone, value: person.phone ?? none },
          person.timeZone
            ? {
                label: labels.zone,
                value: zoneLabel(person.timeZone, nowIso()),
                note: labels.clock(formatTime(nowIso(), person.timeZone)),
              }
            : { label: labels.zone, value: none },
          ...(birthDate ? [{ label: labels.birthDate, value: formatBirthDate(birthDate) }] : []),
          ...(ageBand ? [{ label: labels.ageRange, value: birthDateCopy.ranges.bands[ageBand] }] : []),
          { label: labels.since, value: <DateTime instant={person.createdAt} show="date" /> },
          { label: labels.id, value: person._id },
        ]}
      />
    </Section>
  )
}

/** Guardians of a learner, and learners of a guardian, as links to their pages. */
export function PersonFamilySection({ data: { guardians, learners } }: { data: AdminPersonDetails }) {
  const labels = copy.family
  if (guardians.length + learners.length === 0) return null
  return (
    <Section title={labels.title}>
      <DescriptionList
        items={[
          ...(guardians.length > 0
            ? [{ label: labels.guardians, value: <Relatives people={guardians} /> }]
            : []),
          ...(learners.length > 0
            ? [{ label: labels.learners, value: <Relatives people={learners} /> }]
            : []),
        ]}
      />
    </Section>
  )
}

function Relatives({ people }: { people: AdminRelative[] }) {
  return people.map(({ _id, name, email }) => (
    <div key={_id}>
      <TextLink href={`#people/${_id}`}>{name}</TextLink>
      {email && <small>{email}</small>}
    </div>
  ))
}

export function PersonStudentSection({ student }: { student: AdminStudentPart }) {
  const labels = copy.student
  return (
    <Section title={labels.title}>
      <DescriptionList
        items={[
          {
            label: labels.teacher,
            value: <TextLink href={`#people/${student.teacherId}`}>{student.teacherName}</TextLink>,
          },
          { label: labels.currency, value: student.currency },
          { label: labels.location, value: student.location },
          { label: labels.joined, value: <DateTime instant={student.joinedAt} show="date" /> },
          { label: labels.code, value: student.inviteCode },
        ]}
      />
    </Section>
  )
}

export function PersonTeacherSection({ teacher }: { teacher: AdminTeacherPart }) {
  const labels = copy.teacher
  const { rejectionReason, appliedAt, googleMeetLink } = teacher
  const items: DescriptionItem[] = [
    { label: labels.status, value: copy.states[teacher.status] ?? teacher.status },
    ...(rejectionReason ? [{ label: labels.rejection, value: rejectionReason }] : []),
    { label: labels.founding, value: teacher.foundingTeacher ? labels.yes : labels.no },
    { label: labels.code, value: teacher.inviteCode ?? none },
    {
      label: labels.rates,
      value: [formatCharge(teacher.inrRate, 'INR'), formatCharge(teacher.usdRate, 'USD')].join(' / '),
    },
    { label: labels.styles, value: teacher.danceStyles.join(', ') || none },
    {
      label: labels.link,
      value: googleMeetLink ? (
        <TextLink href={googleMeetLink} external>
          {googleMeetLink}
        </TextLink>
      ) : (
        none
      ),
    },
    ...(appliedAt ? [{ label: labels.applied, value: <DateTime instant={appliedAt} show="date" /> }] : []),
  ]
  return (
    <Section title={labels.title}>
      <DescriptionList items={items} />
    </Section>
  )
}
