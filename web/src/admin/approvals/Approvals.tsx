import { useQuery } from '@tanstack/react-query'
import { PageHeader } from '@/admin/PageHeader'
import { pendingTeachersQuery } from '@/api/admin'
import { adminCopy } from '@/copy/admin'
import { PendingTeachers } from './PendingTeachers'

const copy = adminCopy.approvals

/** 'Teacher Approval Dashboard' (SPEC §2) as a page. */
export function Approvals() {
  const pending = useQuery(pendingTeachersQuery())
  const lead = pending.data && copy.standing(pending.data.approved, pending.data.foundingLeft)
  return (
    <>
      <PageHeader title={copy.title} lead={lead} />
      <PendingTeachers />
    </>
  )
}
