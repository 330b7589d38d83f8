import { Alert, Button, TextInput } from '@mantine/core'
import type { ApiError } from '@/api/error'
import { errorText } from '@/api/errorText'
import type { Learner } from '@/api/learners'
import { childrenCopy } from '@/copy/guardians'
import { Dialog } from '@/ui/Dialog'
import { DialogButtons, DialogFoot } from '@/ui/DialogFoot'
import { useIsWide } from '@/ui/useIsWide'
import { useReturnFocus } from '@/ui/useReturnFocus'
import classes from './Account.module.css'
import { OpenItems } from './OpenItems'
import { useChildRemoval } from './useChildRemoval'

const copy = childrenCopy.remove

interface RemoveChildDialogProps {
  child: Learner
  onClose: () => void
}

/** Removal of a child: its consequences, the confirmation, and what prevents it. */
export function RemoveChildDialog({ child, onClose }: RemoveChildDialogProps) {
  useReturnFocus()
  const wide = useIsWide()
  const { name, setName, wrong, removal, submit } = useChildRemoval(child, onClose)
  return (
    <Dialog
      opened
      onClose={onClose}
      title={copy.title(child.name)}
      size={540}
      padding={wide ? 24 : 16}
      classNames={{ title: classes.dialogTitle }}
      closeOnClickOutside={!removal.isPending}
      closeOnEscape={!removal.isPending}
      closeButtonProps={{ 'aria-label': copy.keep, disabled: removal.isPending }}
    >
      <Consequences />
      <form onSubmit={submit} noValidate aria-label={copy.title(child.name)}>
        <fieldset className={classes.fields} disabled={removal.isPending}>
          <TextInput
            label={copy.name}
            description={copy.nameHint(child.name)}
            autoComplete="off"
            spellCheck={false}
            dir="auto"
            data-autofocus
            value={name}
            error={wrong}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </fieldset>
        {removal.error && !wrong && <RemovalError error={removal.error} />}
        <DialogFoot>
          <DialogButtons>
            <Button variant="default" onClick={onClose} disabled={removal.isPending}>
              {copy.keep}
            </Button>
            <Button type="submit" color="red.6" loading={removal.isPending}>
              {copy.confirm}
            </Button>
          </DialogButtons>
        </DialogFoot>
      </form>
    </Dialog>
  )
}

function Consequences() {
  return (
    <>
      <p className={classes.hint}>{copy.hint}</p>
      <ul className={classes.bullets}>
        {copy.happens.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p className={classes.hint}>{copy.whileOpen}</p>
    </>
  )
}

/** Why the child was not removed; the server's message counts what is still open. */
function RemovalError({ error }: { error: ApiError }) {
  if (error.code !== 'open_obligations') {
    return (
      <Alert role="alert" color="red" mt="md">
        {errorText(error, copy.failed)}
      </Alert>
    )
  }
  return (
    <Alert role="alert" color="yellow" title={copy.refused} mt="md">
      <OpenItems detail={error.detail ?? ''} sentence={copy.stillOpen} />
      <p className={classes.reason}>{copy.refusedHint}</p>
    </Alert>
  )
}
