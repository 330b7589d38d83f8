import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Figures } from '@/admin/Figures'
import sheet from '@/admin/Sheet.module.css'
import { Title } from '@/admin/Title'
import { pendingTeachersQuery } from '@/api/admin'
import type { PendingTeacher, PendingTeachers } from '@/api/adminTypes'
import { adminCopy } from '@/copy/admin'
import { EmptyState } from '@/ui/EmptyState'
import { Pager, useSlices } from '@/ui/Pager'
import { Reading } from '@/ui/Reading'
import { useIsVeryWide } from '@/ui/useIsWide'
import { TeacherCards } from './TeacherCards'
import { TeacherTable } from './TeacherTable'
import { useDecisions } from './useDecisions'

const RejectDialog = lazy(async () => ({ default: (await import('./RejectDialog')).RejectDialog }))

const copy = adminCopy.approvals
/** SPEC §9, on every width. */
const ROWS = 10

/** 'Teacher Approval Dashboard' (SPEC §2), below the figures of the day. */
export function Approvals() {
  const pending = useQuery(pendingTeachersQuery())
  const standing = pending.data && copy.standing(pending.data.approved, pending.data.foundingLeft)
  return (
    <>
      <Title title={copy.title} lead={standing} />
      <Figures />
      <Reading query={pending} loading={copy.loading} failed={copy.loadFailed} height={420}>
        {(data) => <Waiting data={data} />}
      </Reading>
    </>
  )
}

function Waiting({ data }: { data: PendingTeachers }) {
  const wide = useIsVeryWide()
  const { shown, pager } = useSlices(data.teachers, ROWS)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [rejected, setRejected] = useState<PendingTeacher | null>(null)
  const show = (id: string) => setOpened((before) => new Set(before).add(id))
  const { approve, approving } = useDecisions(show)
  if (data.teachers.length === 0) return <EmptyState title={copy.empty} hint={copy.emptyHint} />

  const toggle = (id: string) => {
    const next = new Set(opened)
    if (!next.delete(id)) next.add(id)
    setOpened(next)
  }
  const list = { teachers: shown, opened, toggle, approving, onApprove: approve, onReject: setRejected }
  return (
    <>
      {data.more && <p className={sheet.notice}>{copy.more(data.teachers.length)}</p>}
      {wide ? <TeacherTable {...list} /> : <TeacherCards {...list} />}
      <Pager label={copy.list} {...pager} />
      <Suspense>
        {rejected && <RejectDialog teacher={rejected} show={show} onClose={() => setRejected(null)} />}
      </Suspense>
    </>
  )
}
