import { Table, VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { Fragment } from 'react'
import type { PendingTeacher } from '@/api/adminTypes'
import { adminCopy } from '@/copy/admin'
import { adminApprovalsCopy } from '@/copy/adminApprovals'
import { IconButton } from '@/ui/IconButton'
import { ApprovalActions } from './ApprovalActions'
import classes from './Approvals.module.css'
import { LazyTeacherDetails } from './LazyTeacherDetails'
import { StyleTags } from './StyleTags'

const copy = adminApprovalsCopy
const { details, ...columns } = copy.columns

export interface TeacherListProps {
  teachers: readonly PendingTeacher[]
  /** Ids of the teachers whose details are open. */
  opened: ReadonlySet<string>
  toggle: (id: string) => void
  /** The id of the teacher who is being approved. */
  approving: string | null
  onApprove: (teacher: PendingTeacher) => void
  onReject: (teacher: PendingTeacher) => void
}

/** Pending teachers as a table with expandable rows. */
export function TeacherTable({ teachers, opened, toggle, ...actions }: TeacherListProps) {
  return (
    <div className={classes.frame}>
      <Table aria-label={copy.list}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>
              <VisuallyHidden>{details}</VisuallyHidden>
            </Table.Th>
            {Object.values(columns).map((label) => (
              <Table.Th key={label} className={classes.head}>
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {teachers.map((teacher) => (
            <Fragment key={teacher._id}>
              <Table.Tr>
                <Table.Td>
                  <DetailsToggle teacher={teacher} opened={opened.has(teacher._id)} toggle={toggle} />
                </Table.Td>
                <Table.Td>{teacher.name}</Table.Td>
                <Table.Td className={classes.mail}>{teacher.email ?? adminCopy.notProvided}</Table.Td>
                <Table.Td>
                  <StyleTags styles={teacher.danceStyles} />
                </Table.Td>
                <Table.Td className={classes.experience}>
                  {teacher.teacherProfile.experience.trim() || adminCopy.notProvided}
                </Table.Td>
                <Table.Td>
                  <ApprovalActions teacher={teacher} {...actions} />
                </Table.Td>
              </Table.Tr>
              {opened.has(teacher._id) && (
                <Table.Tr>
                  <Table.Td colSpan={6}>
                    <LazyTeacherDetails teacher={teacher} />
                  </Table.Td>
                </Table.Tr>
              )}
            </Fragment>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

interface DetailsToggleProps {
  teacher: PendingTeacher
  opened: boolean
  toggle: (id: string) => void
}

export function DetailsToggle({ teacher, opened, toggle }: DetailsToggleProps) {
  return (
    <IconButton label={copy.details(teacher.name)} aria-expanded={opened} onClick={() => toggle(teacher._id)}>
      {opened ? <IconChevronDown size={20} /> : <IconChevronRight size={20} />}
    </IconButton>
  )
}
