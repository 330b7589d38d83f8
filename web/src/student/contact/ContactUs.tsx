import { Accordion, Alert, Tabs } from '@mantine/core'
import { IconMessageHeart } from '@tabler/icons-react'
import type { StudentProfile } from '@/api/types'
import { studentCopy } from '@/copy/student'
import classes from '@/student/Panel.module.css'
import { StudentSectionTitle } from '@/student/StudentSectionTitle'
import { SupportLink } from '@/student/SupportLink'
import { TextLink } from '@/ui/TextLink'
import { ContactForm } from './ContactForm'

const copy = studentCopy.contact

interface ContactUsProps {
  teacher: StudentProfile['teacher'] | undefined
  /** Whether this installation takes payments. */
  payable: boolean
}

/** 'Help & Support': the teacher first, then a message form and FAQs (SPEC §2). */
export function ContactUs({ teacher, payable }: ContactUsProps) {
  return (
    <div className={classes.panel}>
      <StudentSectionTitle title={copy.title}>{copy.title}</StudentSectionTitle>
      <Alert
        color="yellow"
        variant="light"
        icon={<IconMessageHeart aria-hidden />}
        title={copy.teacherFirst}
        mb="xl"
      >
        {copy.teacherFirstHint}{' '}
        {teacher?.email && (
          <TextLink href={`mailto:${teacher.email}`}>
            {copy.writeTeacher(teacher.name)} ({teacher.email})
          </TextLink>
        )}
      </Alert>
      <Tabs defaultValue="contact" keepMounted={false}>
        <Tabs.List mb="lg">
          <Tabs.Tab value="contact">{copy.tabs.contact}</Tabs.Tab>
          <Tabs.Tab value="faqs">{copy.tabs.faqs}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="contact">
          <p className={classes.lead}>
            {copy.supportHint} <SupportLink />
          </p>
          <ContactForm />
        </Tabs.Panel>
        <Tabs.Panel value="faqs">
          <Accordion variant="separated" radius="md" order={2} classNames={{ item: classes.question }}>
            {copy.faqs.map(({ id, question, answer }) => (
              <Accordion.Item key={id} value={id}>
                <Accordion.Control>{question}</Accordion.Control>
                <Accordion.Panel>{id === 'buy' && !payable ? copy.buyFromSupport : answer}</Accordion.Panel>
              </Accordion.Item>
            ))}
          </Accordion>
        </Tabs.Panel>
      </Tabs>
    </div>
  )
}
