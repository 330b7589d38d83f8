import { writeToSupport } from '@/api/support'
import { studentCopy } from '@/copy/student'
import { usePerson } from '@/session/useSession'
import { MessageForm } from '@/support/MessageForm'

const empty = { messageType: '', subject: '', message: '' }

/** A student's message to support. */
export function ContactForm() {
  const { email } = usePerson()
  return (
    <MessageForm
      label={studentCopy.contact.tabs.contact}
      copy={studentCopy.contact.form}
      empty={empty}
      send={({ messageType, subject, message }) =>
        writeToSupport({
          studentEmail: email,
          messageType,
          subject: subject.trim(),
          message: message.trim(),
        })
      }
    />
  )
}
