import { Tabs } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { TeacherSection } from './sections'

interface SectionTabsProps<Tab extends string> {
  section: TeacherSection
  tabs: readonly Tab[]
  labels: Readonly<Record<Tab, string>>
  activeTab: Tab
  /** A `Tabs.Panel` for each tab. */
  children: ReactNode
}

/** Tabs of one section; the hash contains the active one: `#payments/payouts`. */
export function SectionTabs<Tab extends string>({
  section,
  tabs,
  labels,
  activeTab,
  children,
}: SectionTabsProps<Tab>) {
  const navigate = useNavigate()
  return (
    <Tabs
      value={activeTab}
      onChange={(next) => void navigate({ to: '.', search: true, hash: `${section}/${next}`, replace: true })}
      keepMounted={false}
    >
      <Tabs.List mb="lg">
        {tabs.map((tab) => (
          <Tabs.Tab key={tab} value={tab}>
            {labels[tab]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {children}
    </Tabs>
  )
}
