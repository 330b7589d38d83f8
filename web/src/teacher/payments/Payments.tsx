import { Tabs } from '@mantine/core'
import { lazy } from 'react'
import { teacherPaymentsCopy as copy } from '@/copy/teacherPayments'
import { SectionTabs } from '@/teacher/SectionTabs'
import { SectionTitle } from '@/teacher/SectionTitle'
import { Analytics } from './Analytics'

const PayoutList = lazy(async () => ({ default: (await import('./PayoutList')).PayoutList }))
const SettingsSection = lazy(async () => ({
  default: (await import('./SettingsSection')).SettingsSection,
}))
const StatementPage = lazy(async () => ({ default: (await import('./StatementPage')).StatementPage }))

const TABS = ['earnings', 'payouts', 'settings'] as const

interface PaymentsProps {
  /** The tab, as the hash names it: `#payments/payouts`; behind it, one statement. */
  item: string | null
  onUnsaved: (unsaved: boolean) => void
}

/** Payments: what was earned, what was paid out, and where to (SPEC §2). */
export function Payments({ item, onUnsaved }: PaymentsProps) {
  const [name, payoutId] = (item ?? '').split('/')
  const tab = TABS.find((known) => known === name) ?? 'earnings'
  if (tab === 'payouts' && payoutId) return <StatementPage payoutId={payoutId} />
  return (
    <>
      <SectionTitle title={copy.title} />
      <SectionTabs section="payments" tabs={TABS} words={copy.tabs} open={tab}>
        <Tabs.Panel value="earnings">
          <Analytics />
        </Tabs.Panel>
        <Tabs.Panel value="payouts">
          <PayoutList />
        </Tabs.Panel>
        <Tabs.Panel value="settings">
          <SettingsSection onUnsaved={onUnsaved} />
        </Tabs.Panel>
      </SectionTabs>
    </>
  )
}
