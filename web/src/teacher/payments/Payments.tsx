import { Tabs } from '@mantine/core'
import { lazy } from 'react'
import { teacherPaymentsCopy as copy } from '@/copy/teacherPayments'
import { SectionTabs } from '@/teacher/SectionTabs'
import { TeacherSectionTitle } from '@/teacher/TeacherSectionTitle'
import { AnalyticsPanel } from './AnalyticsPanel'

const PayoutList = lazy(async () => ({ default: (await import('./PayoutList')).PayoutList }))
const SettingsSection = lazy(async () => ({
  default: (await import('./SettingsSection')).SettingsSection,
}))
const StatementPage = lazy(async () => ({ default: (await import('./StatementPage')).StatementPage }))

const TABS = ['earnings', 'payouts', 'settings'] as const

interface PaymentsProps {
  /** The active tab from the hash: `#payments/payouts`, optionally followed by a statement's id. */
  item: string | null
  onUnsaved: (unsaved: boolean) => void
}

/** Payments: earnings, payouts, and bank settings (SPEC §2). */
export function Payments({ item, onUnsaved }: PaymentsProps) {
  const [name, payoutId] = (item ?? '').split('/')
  const tab = TABS.find((known) => known === name) ?? 'earnings'
  if (tab === 'payouts' && payoutId) return <StatementPage payoutId={payoutId} />
  return (
    <>
      <TeacherSectionTitle title={copy.title} />
      <SectionTabs section="payments" tabs={TABS} labels={copy.tabs} activeTab={tab}>
        <Tabs.Panel value="earnings">
          <AnalyticsPanel />
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
