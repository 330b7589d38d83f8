import { Tabs } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { lazy } from 'react'
import { teacherPaymentsCopy as copy } from '@/copy/teacherPayments'
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
  const navigate = useNavigate()
  const [name, payoutId] = (item ?? '').split('/')
  const tab = TABS.find((known) => known === name) ?? 'earnings'
  if (tab === 'payouts' && payoutId) return <StatementPage payoutId={payoutId} />
  return (
    <>
      <SectionTitle title={copy.title} />
      <Tabs
        value={tab}
        onChange={(next) => void navigate({ to: '.', search: true, hash: `payments/${next}`, replace: true })}
        keepMounted={false}
      >
        <Tabs.List mb="lg">
          {TABS.map((known) => (
            <Tabs.Tab key={known} value={known}>
              {copy.tabs[known]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="earnings">
          <Analytics />
        </Tabs.Panel>
        <Tabs.Panel value="payouts">
          <PayoutList />
        </Tabs.Panel>
        <Tabs.Panel value="settings">
          <SettingsSection onUnsaved={onUnsaved} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
