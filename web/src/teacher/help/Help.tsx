import { Accordion, Tabs } from '@mantine/core'
import { CalendarFeed } from '@/account/CalendarFeed'
import { teacherHelpCopy as copy } from '@/copy/teacherHelp'
import { SectionTabs } from '@/teacher/SectionTabs'
import { TeacherSectionTitle } from '@/teacher/TeacherSectionTitle'
import classes from './Help.module.css'
import { SupportForm } from './SupportForm'

const TABS = ['contact', 'faqs', 'feed'] as const

interface HelpProps {
  /** The active tab from the hash: `#help/faqs`. */
  item: string | null
  onUnsaved: (unsaved: boolean) => void
}

/** Help: a message form to support, FAQs, and the calendar feed (SPEC §2). */
export function Help({ item, onUnsaved }: HelpProps) {
  const tab = TABS.find((known) => known === item) ?? 'contact'
  return (
    <div className={classes.panel}>
      <TeacherSectionTitle title={copy.title} lead={copy.lead} />
      <SectionTabs section="help" tabs={TABS} labels={copy.tabs} activeTab={tab}>
        <Tabs.Panel value="contact">
          <SupportForm onUnsaved={onUnsaved} />
        </Tabs.Panel>
        <Tabs.Panel value="faqs">
          <Accordion variant="separated" radius="md" order={2} classNames={{ item: classes.question }}>
            {copy.faqs.map(({ id, question, answer }) => (
              <Accordion.Item key={id} value={id}>
                <Accordion.Control>{question}</Accordion.Control>
                <Accordion.Panel>{answer}</Accordion.Panel>
              </Accordion.Item>
            ))}
          </Accordion>
        </Tabs.Panel>
        <Tabs.Panel value="feed">
          <CalendarFeed />
        </Tabs.Panel>
      </SectionTabs>
    </div>
  )
}
