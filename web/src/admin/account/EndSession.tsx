import { ActDialog } from '@/admin/ActDialog'
import { useAct } from '@/admin/useAct'
import { endSession, type Session } from '@/api/adminAccount'
import { adminAccountCopy } from '@/copy/adminAccount'
import { toastSuccess } from '@/ui/toast'
import { browserWords } from './browserWords'

const copy = adminAccountCopy.sessions

interface EndSessionProps {
  session: Session
  onClose: () => void
}

/** Asks before another browser is signed out. */
export function EndSession({ session, onClose }: EndSessionProps) {
  const ending = useAct(endSession, {
    onDone: () => {
      toastSuccess(copy.ended)
      onClose()
    },
  })
  return (
    <ActDialog
      title={copy.dialog.title(browserWords(session.userAgent))}
      happens={copy.dialog.happens}
      confirm={copy.dialog.confirm}
      failed={copy.endFailed}
      act={ending}
      onSubmit={(event) => {
        event.preventDefault()
        ending.send(session._id)
      }}
      onClose={onClose}
    />
  )
}
