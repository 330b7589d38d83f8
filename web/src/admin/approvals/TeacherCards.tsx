import { adminCopy } from '@/copy/admin'
import { adminApprovalsCopy } from '@/copy/adminApprovals'
import { DescriptionList } from '@/ui/DescriptionList'
import { ApprovalActions } from './ApprovalActions'
import classes from './Approvals.module.css'
import { LazyTeacherDetails } from './LazyTeacherDetails'
import { StyleTags } from './StyleTags'
import { DetailsToggle, type TeacherListProps } from './TeacherTable'

const copy = adminApprovalsCopy

/** Pending teachers as cards, for narrow screens. */
export function TeacherCards({ teachers, opened, toggle, ...actions }: TeacherListProps) {
  return (
    <ul className={classes.cards} aria-label={copy.list}>
      {teachers.map((teacher) => (
        <li key={teacher._id} className={classes.card}>
          <div className={classes.top}>
            <strong>{teacher.name}</strong>
            <DetailsToggle teacher={teacher} opened={opened.has(teacher._id)} toggle={toggle} />
          </div>
          <DescriptionList
            items={[
              { label: copy.columns.email, value: teacher.email ?? adminCopy.notProvided },
              { label: copy.columns.styles, value: <StyleTags styles={teacher.danceStyles} /> },
              {
                label: copy.columns.experience,
                value: teacher.teacherProfile.experience.trim() || adminCopy.notProvided,
              },
            ]}
          />
          <ApprovalActions teacher={teacher} {...actions} />
          {opened.has(teacher._id) && <LazyTeacherDetails teacher={teacher} />}
        </li>
      ))}
    </ul>
  )
}
