import { useQuery } from '@tanstack/react-query'
import { PageHeader } from '@/admin/PageHeader'
import { pendingTeachersQuery } from '@/api/admin'
import { adminApprovalsCopy } from '@/copy/adminApprovals'
import { PendingTeachers } from './PendingTeachers'

const copy = adminApprovalsCopy

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
