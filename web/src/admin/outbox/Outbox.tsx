import { SegmentedControl } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useFilters } from '@/admin/filters'
import { Listing } from '@/admin/Listing'
import { useRefusal } from '@/admin/roles'
import { Title } from '@/admin/Title'
import { outboxQuery, type Pile, type Work } from '@/api/adminSystem'
import { adminSystemCopy } from '@/copy/adminSystem'
import { outboxColumns } from './outboxColumns'
import { TryAgain } from './TryAgain'

const copy = adminSystemCopy.outbox
const NONE = { state: '' }
const choices = Object.entries(copy.which).map(([value, label]) => ({ value: value as Pile, label }))

/** Mails and other work: what was given up, and what waits. */
export function Outbox() {
  const { filters, change } = useFilters('outbox', NONE)
  const pile: Pile = filters.state === 'due' ? 'due' : 'dead'
  const work = useInfiniteQuery(outboxQuery(pile))
  const refusal = useRefusal('support')
  const [trying, setTrying] = useState<Work | null>(null)
  const columns = useMemo(() => outboxColumns(pile, refusal, setTrying), [pile, refusal])
  return (
    <>
      <Title title={copy.title} lead={copy.lead} />
      <Listing
        query={work}
        words={{ ...copy, empty: copy.empty[pile] }}
        columns={columns}
        rowKey={({ _id }) => _id}
      >
        <SegmentedControl
          aria-label={copy.show}
          data={choices}
          value={pile}
          onChange={(state) => change({ state: state === 'due' ? state : '' })}
        />
      </Listing>
      {trying && <TryAgain work={trying} onClose={() => setTrying(null)} />}
    </>
  )
}
