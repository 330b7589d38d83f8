import { Alert, Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { saveAccount } from '@/api/account'
import type { ApiError } from '@/api/error'
import { errorText } from '@/api/errorText'
import { keys } from '@/api/keys'
import { birthDateCopy } from '@/copy/birthDate'
import { ageQuestionCopy as copy } from '@/copy/guardians'
import { AgeFields } from '@/family/AgeFields'
import { type AgeValue, ageError, ageFields, NO_AGE, UNDER_18 } from '@/family/age'
import { fieldErrorText } from '@/family/fieldErrorText'
import { Dialog } from '@/ui/Dialog'
import { DialogButtons, DialogFoot } from '@/ui/DialogFoot'
import { toastSuccess } from '@/ui/toast'
import { useFocusFirstError } from '@/ui/useFocusFirstError'
import { useIsWide } from '@/ui/useIsWide'
import classes from './Account.module.css'
import { applyStatedAge } from './accountChanges'

const STUDENT_AREA = '/booking'

/**
 * Asks a student for the date of birth or the age range, once for each load of the page until it is
 * answered.
 */
export function AgeDialog() {
  const [isPostponed, setIsPostponed] = useState(false)
  const isHere = useLocation({ select: ({ pathname }) => pathname === STUDENT_AREA })
  const wide = useIsWide()
  const postpone = () => setIsPostponed(true)
  return (
    <Dialog
      opened={isHere && !isPostponed}
      onClose={postpone}
      title={copy.title}
      size={480}
      padding={wide ? 24 : 16}
      classNames={{ title: classes.dialogTitle }}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': copy.later }}
    >
      <AgeForm onPostpone={postpone} />
    </Dialog>
  )
}

function AgeForm({ onPostpone }: { onPostpone: () => void }) {
  const client = useQueryClient()
  const [age, setAge] = useState<AgeValue>(NO_AGE)
  const [wrong, setWrong] = useState<string | null>(null)
  const saving = useMutation({
    mutationFn: saveAccount,
    onSuccess: (saved) => {
      client.setQueryData(keys.account, saved)
      toastSuccess(copy.saved)
      applyStatedAge(saved)
    },
    onError: (error) => {
      setWrong(ageErrorOf(error))
      focusFirstError()
    },
  })
  // The question is about to disappear, so the form stays disabled.
  const busy = saving.isPending || saving.isSuccess
  const focusFirstError = useFocusFirstError(busy)
  const change = (value: AgeValue) => {
    setWrong(null)
    // Under 18, the date decides from when on the student needs no guardian.
    setAge(value.kind === 'range' && value.range === UNDER_18 ? { ...value, kind: 'date' } : value)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const error = ageError(age)
    setWrong(error)
    if (error) focusFirstError()
    else saving.mutate(ageFields(age))
  }
  return (
    <form onSubmit={submit} noValidate aria-label={copy.title}>
      <p className={classes.dialogLead}>{copy.lead}</p>
      {age.kind === 'date' && age.range === UNDER_18 && (
        <p role="status" className={classes.dialogLead}>
          {copy.dateNeeded}
        </p>
      )}
      <AgeFields label={birthDateCopy.label} value={age} onChange={change} error={wrong} disabled={busy} />
      {saving.error && !wrong && (
        <Alert role="alert" color="red" mt="md">
          {errorText(saving.error, copy.failed)}
        </Alert>
      )}
      <DialogFoot>
        <DialogButtons>
          <Button variant="default" onClick={onPostpone} disabled={busy}>
            {copy.later}
          </Button>
          <Button type="submit" loading={busy}>
            {copy.save}
          </Button>
        </DialogButtons>
      </DialogFoot>
    </form>
  )
}

const ageErrorOf = (error: ApiError) =>
  fieldErrorText(error, 'birthDate', copy.failed) ?? fieldErrorText(error, 'ageBand', copy.failed)
