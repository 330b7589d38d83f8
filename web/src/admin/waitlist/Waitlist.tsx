import { SegmentedControl } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { ActButton } from '@/admin/ActButton'
import { useFilters } from '@/admin/filters'
import { Listing } from '@/admin/Listing'
import { useRefusal } from '@/admin/roles'
import { SearchField } from '@/admin/SearchField'
import sheet from '@/admin/Sheet.module.css'
import { StateSelect } from '@/admin/StateSelect'
import { Title } from '@/admin/Title'
import { type Waiting, type WaitlistFilter, waitlistCsv, waitlistQuery } from '@/api/adminWaitlist'
import { serverText } from '@/api/errorText'
import { adminWaitlistCopy as copy } from '@/copy/adminWaitlist'
import { saveFile } from '@/lib/saveFile'
import { browserZone, today } from '@/lib/time'
import { toastError } from '@/ui/toast'
import { InviteDialog } from './InviteDialog'
import { waitlistColumns } from './waitlistColumns'

const WHICH = { open: false, invited: true, all: undefined } as const
type Which = keyof typeof WHICH
const FIRST: Which = 'open'
const NONE = { q: '', role: '', state: '' }

const choices = Object.entries(copy.which).map(([value, label]) => ({ value: value as Which, label }))
const whichOf = (state: string) => choices.find(({ value }) => value === state)?.value ?? FIRST

/** Who wants to come, and the way to invite them. */
export function Waitlist() {
  const { filters, settled, change } = useFilters('waitlist', NONE)
  const { q, role, state } = settled
  const filter = { q: q.trim(), role, invited: WHICH[whichOf(state)] }
  const waiting = useInfiniteQuery({
    ...waitlistQuery(filter),
    placeholderData: keepPreviousData,
  })
  const refusal = useRefusal('support')
  const [inviting, setInviting] = useState<Waiting | null>(null)
  const columns = useMemo(() => waitlistColumns(refusal, setInviting), [refusal])
  return (
    <>
      <Title title={copy.title} lead={copy.lead} />
      <div className={sheet.acts}>
        <TableButton filter={filter} refusal={refusal} />
      </div>
      <Listing query={waiting} words={copy} columns={columns} rowKey={({ _id }) => _id}>
        <SearchField
          label={copy.search}
          hint={copy.searchHint}
          value={filters.q}
          onChange={(text) => change({ q: text })}
        />
        <StateSelect
          label={copy.role}
          all={copy.everybody}
          words={copy.roles}
          value={filters.role}
          onChange={(next) => change({ role: next })}
        />
        <SegmentedControl
          aria-label={copy.invited}
          data={choices}
          value={whichOf(filters.state)}
          onChange={(next) => change({ state: next === FIRST ? '' : next })}
        />
      </Listing>
      {inviting && <InviteDialog waiting={inviting} onClose={() => setInviting(null)} />}
    </>
  )
}

interface TableButtonProps {
  filter: WaitlistFilter
  refusal: string | null
}

/** What the filter lists as a file. Fetched rather than linked to, so that a refusal is told here. */
function TableButton({ filter, refusal }: TableButtonProps) {
  const taking = useMutation({
    mutationFn: () => waitlistCsv(filter),
    onSuccess: (file) => saveFile(file, copy.file(today(browserZone()))),
    onError: (error) => toastError(serverText(error, copy.tableFailed)),
  })
  return (
    <ActButton
      size="md"
      refusal={refusal}
      leftSection={<IconDownload size={18} aria-hidden />}
      loading={taking.isPending}
      onClick={() => taking.mutate()}
    >
      {copy.table}
    </ActButton>
  )
}
