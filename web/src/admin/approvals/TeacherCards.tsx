import { adminCopy } from '@/copy/admin'
import { Facts } from '@/ui/Facts'
import { Actions } from './Actions'
import classes from './Approvals.module.css'
import { StyleTags } from './StyleTags'
import { TeacherDetails } from './TeacherDetails'
import { type TeacherListProps, Unfold } from './TeacherTable'

const copy = adminCopy.approvals

/** Pending teachers where there is no room for a table. */
export function TeacherCards({ teachers, opened, toggle, ...acts }: TeacherListProps) {
  return (
    <ul className={classes.cards} aria-label={copy.list}>
      {teachers.map((teacher) => (
        <li key={teacher._id} className={classes.card}>
          <div className={classes.top}>
            <strong>{teacher.name}</strong>
            <Unfold teacher={teacher} opened={opened.has(teacher._id)} toggle={toggle} />
          </div>
          <Facts
            facts={[
              { label: copy.columns.email, value: teacher.email ?? adminCopy.notProvided },
              { label: copy.columns.styles, value: <StyleTags styles={teacher.danceStyles} /> },
              {
                label: copy.columns.experience,
                value: teacher.teacherProfile.experience.trim() || adminCopy.notProvided,
              },
            ]}
          />
          <Actions teacher={teacher} {...acts} />
          {opened.has(teacher._id) && <TeacherDetails teacher={teacher} />}
        </li>
      ))}
    </ul>
  )
}
