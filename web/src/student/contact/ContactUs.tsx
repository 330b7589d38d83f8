import { Accordion, Alert } from '@mantine/core'
import { IconMessageHeart } from '@tabler/icons-react'
import type { StudentProfile } from '@/api/types'
import { studentCopy } from '@/copy/student'
import classes from '@/student/Panel.module.css'
import { SectionTitle } from '@/student/SectionTitle'
import { SupportLink } from '@/student/SupportLink'
import { TextLink } from '@/ui/TextLink'

const copy = studentCopy.contact

interface ContactUsProps {
  teacher: StudentProfile['teacher'] | undefined
  /** This installation takes payments. */
  payable: boolean
}

/** 'Help & Support': the teacher first, then the usual questions, then us. */
export function ContactUs({ teacher, payable }: ContactUsProps) {
  return (
    <div className={classes.panel}>
      <SectionTitle title={copy.title}>{copy.title}</SectionTitle>
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
      <section className={classes.section} aria-labelledby="faqs">
        <h2 id="faqs">{copy.faqTitle}</h2>
        <Accordion variant="separated" radius="md" order={3} classNames={{ item: classes.question }}>
          {copy.faqs.map(({ id, question, answer }) => (
            <Accordion.Item key={id} value={id}>
              <Accordion.Control>{question}</Accordion.Control>
              <Accordion.Panel>{id === 'buy' && !payable ? copy.buyFromSupport : answer}</Accordion.Panel>
            </Accordion.Item>
          ))}
        </Accordion>
      </section>
      <section className={classes.section}>
        <h2>{copy.supportTitle}</h2>
        <p>
          {copy.supportHint} <SupportLink />
        </p>
      </section>
    </div>
  )
}
