import { Accordion, Alert, Tabs } from '@mantine/core'
import { IconMessageHeart } from '@tabler/icons-react'
import type { StudentProfile } from '@/api/types'
import { studentCopy } from '@/copy/student'
import { childSectionsCopy } from '@/copy/studentChildSections'
import { useChild } from '@/family/childName'
import classes from '@/student/Panel.module.css'
import { StudentSectionTitle } from '@/student/StudentSectionTitle'
import { SupportLink } from '@/student/SupportLink'
import { TextLink } from '@/ui/TextLink'
import { ContactForm } from './ContactForm'

const copy = studentCopy.contact
const childCopy = childSectionsCopy.contact

interface ContactUsProps {
  teacher: StudentProfile['teacher'] | undefined
  /** Whether this installation takes payments. */
  payable: boolean
}

/** 'Help & Support': the teacher first, then a message form and FAQs (SPEC §2). */
export function ContactUs({ teacher, payable }: ContactUsProps) {
  const child = useChild()
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
        {child ? childCopy.teacherHint : copy.teacherFirstHint}{' '}
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
          {child && <p className={classes.lead}>{childCopy.about(child)}</p>}
          <ContactForm />
        </Tabs.Panel>
        <Tabs.Panel value="faqs">
          <Accordion variant="separated" radius="md" order={2} classNames={{ item: classes.question }}>
            {(child ? copy.faqs.map(questionForChild) : copy.faqs).map(({ id, question, answer }) => (
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

type Question = (typeof copy.faqs)[number]

function questionForChild(faq: Question): { id: string; question: string; answer: string } {
  const questions: Readonly<Record<string, string>> = childCopy.questions
  const answers: Readonly<Record<string, string>> = childCopy.answers
  return {
    id: faq.id,
    question: questions[faq.id] ?? faq.question,
    answer: answers[faq.id] ?? faq.answer,
  }
}
