import { SegmentedControl } from '@mantine/core'
import { IconCalendarDollar, IconDownload } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { ActButton } from '@/admin/ActButton'
import { useFilters } from '@/admin/filters'
import { Listing } from '@/admin/Listing'
import { useRefusal } from '@/admin/roles'
import sheet from '@/admin/Sheet.module.css'
import { Title } from '@/admin/Title'
import { payoutsQuery } from '@/api/adminPayouts'
import { adminPayoutsCopy as copy } from '@/copy/adminPayouts'
import { BankDialog } from './BankDialog'
import type { Saying } from './PayoutActs'
import { payoutColumns } from './payoutColumns'
import { RunDialog } from './RunDialog'
import { RunResult } from './RunResult'
import { SayDialog } from './SayDialog'
import { useRun } from './useRun'

const WHICH = { prepared: 'prepared', paid: 'paid', failed: 'failed', all: undefined } as const
type Which = keyof typeof WHICH
const FIRST: Which = 'prepared'
const NONE = { state: '' }

const choices = Object.entries(copy.which).map(([value, label]) => ({ value: value as Which, label }))

/** Payouts: preparing them, the table for the bank, and how each went (D25). */
export function Payouts() {
  const { filters, change } = useFilters('payouts', NONE)
  const which = choices.find(({ value }) => value === filters.state)?.value ?? FIRST
  const payouts = useInfiniteQuery(payoutsQuery(WHICH[which]))
  const refusal = useRefusal('finance')
  const [opened, setOpened] = useState<'run' | 'bank' | null>(null)
  const { run, ...runs } = useRun()
  const [saying, setSaying] = useState<Saying | null>(null)
  const columns = useMemo(() => payoutColumns(setSaying), [])
  return (
    <>
      <Title title={copy.title} lead={copy.lead} />
      <div className={sheet.acts}>
        <ActButton
          variant="filled"
          size="md"
          leftSection={<IconCalendarDollar size={18} aria-hidden />}
          refusal={refusal}
          onClick={() => setOpened('run')}
        >
          {copy.run.open}
        </ActButton>
        <ActButton
          size="md"
          leftSection={<IconDownload size={18} aria-hidden />}
          refusal={refusal}
          onClick={() => setOpened('bank')}
        >
          {copy.bank.open}
        </ActButton>
      </div>
      {run && <RunResult run={run} onClose={runs.hide} />}
      <Listing query={payouts} words={copy} columns={columns} rowKey={({ _id }) => _id}>
        <SegmentedControl
          aria-label={copy.show}
          data={choices}
          value={which}
          onChange={(state) => change({ state: state === FIRST ? '' : state })}
        />
      </Listing>
      {opened === 'run' && <RunDialog onRan={runs.show} onClose={() => setOpened(null)} />}
      {opened === 'bank' && <BankDialog onClose={() => setOpened(null)} />}
      {saying && <SayDialog saying={saying} onSaid={runs.say} onClose={() => setSaying(null)} />}
    </>
  )
}
