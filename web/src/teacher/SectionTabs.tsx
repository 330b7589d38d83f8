import { Tabs } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Section } from './sections'

interface SectionTabsProps<Tab extends string> {
  section: Section
  tabs: readonly Tab[]
  words: Readonly<Record<Tab, string>>
  open: Tab
  /** A `Tabs.Panel` for each. */
  children: ReactNode
}

/** The tabs of one section; the address names the open one: `#payments/payouts`. */
export function SectionTabs<Tab extends string>({
  section,
  tabs,
  words,
  open,
  children,
}: SectionTabsProps<Tab>) {
  const navigate = useNavigate()
  return (
    <Tabs
      value={open}
      onChange={(next) => void navigate({ to: '.', search: true, hash: `${section}/${next}`, replace: true })}
      keepMounted={false}
    >
      <Tabs.List mb="lg">
        {tabs.map((tab) => (
          <Tabs.Tab key={tab} value={tab}>
            {words[tab]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {children}
    </Tabs>
  )
}
