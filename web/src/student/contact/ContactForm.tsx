import { sendStudentMessage } from '@/api/support'
import { studentCopy } from '@/copy/student'
import { usePerson } from '@/session/useSession'
import { MessageForm } from '@/support/MessageForm'

const initialValues = { messageType: '', subject: '', message: '' }

/** Form of a student's message to support. */
export function ContactForm() {
  const { email } = usePerson()
  return (
    <MessageForm
      label={studentCopy.contact.tabs.contact}
      copy={studentCopy.contact.form}
      initialValues={initialValues}
      send={({ messageType, subject, message }) =>
        sendStudentMessage({
          studentEmail: email,
          messageType,
          subject: subject.trim(),
          message: message.trim(),
        })
      }
    />
  )
}
