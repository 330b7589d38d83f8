import { useRef, useState } from 'react'
import { inviteCodeCopy as copy } from '@/copy/inviteCode'
import { isInviteCode, MAX_INVITE_CODE_TEXT, normalizeInviteCode } from '@/lib/inviteCode'
import { Field } from '@/site/waitlist/Field'
import { SiteDialog, type SiteDialogProps } from '@/site/waitlist/SiteDialog'
import { checkInviteCode } from './checkInviteCode'

/** Asks for the invite code and checks it, so that a wrong one does not cost a sign-up. */
export function InviteCodeDialog({ inviteCode, onJoin, onShowWaitlist, onClose }: SiteDialogProps) {
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  const fail = (message: string) => {
    setError(message)
    setIsBusy(false)
    form.current?.querySelector('input')?.focus()
  }
  const submit = async (code: string, close: () => void) => {
    if (isBusy) return
    const wrong = formatError(code)
    if (wrong) return fail(wrong)
    setError(undefined)
    setIsBusy(true)
    const message = await codeError(code)
    if (message) return fail(message)
    await onJoin(normalizeInviteCode(code))
    close()
  }
  return (
    <SiteDialog title={copy.title} onClose={onClose} isBusy={isBusy}>
      {(close) => (
        <>
          <p className="dialog-lead">{copy.lead}</p>
          <form
            ref={form}
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              const code = new FormData(event.currentTarget).get('code')
              void submit(typeof code === 'string' ? code : '', close)
            }}
          >
            <Field
              name="code"
              label={copy.label}
              defaultValue={inviteCode ?? ''}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={MAX_INVITE_CODE_TEXT}
              error={error}
            />
            <button type="submit" className="button" aria-disabled={isBusy || undefined}>
              {isBusy ? copy.checking : copy.continue}
            </button>
          </form>
          <p className="dialog-note">
            {copy.noCode}{' '}
            <button type="button" className="link" onClick={onShowWaitlist}>
              {copy.waitlist}
            </button>
          </p>
        </>
      )}
    </SiteDialog>
  )
}

function formatError(code: string): string | null {
  if (!code.trim()) return copy.missing
  return isInviteCode(code) ? null : copy.incomplete
}

/** Why the code cannot be used; `null` if it can. */
async function codeError(code: string): Promise<string | null> {
  const check = await checkInviteCode(code).catch(() => null)
  if (!check) return copy.failed
  if (check.result === 'limited') return copy.tooMany(check.minutes)
  return check.result === 'unknown' ? copy.unknown : null
}
