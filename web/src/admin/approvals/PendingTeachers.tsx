import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import table from '@/admin/DataTable.module.css'
import { pendingTeachersQuery } from '@/api/admin'
import type { PendingTeacher, PendingTeachers as PendingTeachersReply } from '@/api/adminTypes'
import { adminApprovalsCopy } from '@/copy/adminApprovals'
import { EmptyState } from '@/ui/EmptyState'
import { Pager, useClientPages } from '@/ui/Pager'
import { QueryBoundary } from '@/ui/QueryBoundary'
import { useIsVeryWide } from '@/ui/useIsWide'
import { TeacherCards } from './TeacherCards'
import { TeacherTable } from './TeacherTable'
import { useApproval } from './useApproval'

const RejectDialog = lazy(async () => ({ default: (await import('./RejectDialog')).RejectDialog }))

const copy = adminApprovalsCopy
/** SPEC §9, on every screen width. */
const PAGE_SIZE = 10

/** The table of pending teachers (SPEC §2). */
export function PendingTeachers() {
  const pending = useQuery(pendingTeachersQuery())
  return (
    <QueryBoundary query={pending} loading={copy.loading} failed={copy.loadFailed} height={420}>
      {(data) => <PendingTeacherList data={data} />}
    </QueryBoundary>
  )
}

function PendingTeacherList({ data }: { data: PendingTeachersReply }) {
  const wide = useIsVeryWide()
  const { pageRows, pager } = useClientPages(data.teachers, PAGE_SIZE)
  const [openedIds, setOpenedIds] = useState<ReadonlySet<string>>(new Set())
  const [teacherToReject, setTeacherToReject] = useState<PendingTeacher | null>(null)
  const show = (id: string) => setOpenedIds((before) => new Set(before).add(id))
  const { approve, approving } = useApproval(show)
  if (data.teachers.length === 0) return <EmptyState title={copy.empty} hint={copy.emptyHint} />

  const toggle = (id: string) => {
    const next = new Set(openedIds)
    if (!next.delete(id)) next.add(id)
    setOpenedIds(next)
  }
  const list = {
    teachers: pageRows,
    opened: openedIds,
    toggle,
    approving,
    onApprove: approve,
    onReject: setTeacherToReject,
  }
  return (
    <>
      {data.more && <p className={table.notice}>{copy.more(data.teachers.length)}</p>}
      {wide ? <TeacherTable {...list} /> : <TeacherCards {...list} />}
      <Pager label={copy.list} {...pager} />
      <Suspense>
        {teacherToReject && (
          <RejectDialog
            teacher={teacherToReject}
            onConflict={show}
            onClose={() => setTeacherToReject(null)}
          />
        )}
      </Suspense>
    </>
  )
}
