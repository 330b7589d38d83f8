import { Anchor, VisuallyHidden } from '@mantine/core'
import type { TeacherStudent } from '@/api/teacherTypes'
import { studentsCopy as copy } from '@/copy/teacherClasses'
import classes from './Students.module.css'

const MIN_INTERNATIONAL_DIGITS = 10

/** Links to call a student or to open WhatsApp. */
export function ContactLinks({ student: { name, phone } }: { student: TeacherStudent }) {
  const whatsapp = phone ? whatsappNumber(phone) : null
  const links = [
    ...(phone ? [{ label: copy.call, href: `tel:${phone.replace(/[^+\d]/g, '')}` }] : []),
    ...(whatsapp ? [{ label: copy.whatsapp, href: `https://wa.me/${whatsapp}` }] : []),
  ]
  if (links.length === 0) return null
  return (
    <span className={classes.contact}>
      {links.map(({ label, href }) => (
        <Anchor
          key={label}
          href={href}
          inherit
          underline="always"
          c="var(--brand)"
          target="_blank"
          rel="noreferrer"
        >
          {label}
          <VisuallyHidden>{copy.named(name)}</VisuallyHidden>
        </Anchor>
      ))}
    </span>
  )
}

/** The digits of an international number; WhatsApp cannot open others. */
function whatsappNumber(phone: string): string | null {
  const digits = phone.replace(/\D/g, '').replace(/^00/, '')
  const isInternational = /^\s*(\+|00)/.test(phone)
  return isInternational && digits.length >= MIN_INTERNATIONAL_DIGITS ? digits : null
}
