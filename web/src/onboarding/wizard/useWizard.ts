import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ApiError } from '@/api/error'
import { serverText } from '@/api/errorText'
import { keys } from '@/api/keys'
import { onboardTeacher } from '@/api/onboarding'
import { invalidate } from '@/api/queryClient'
import { teacherKeys } from '@/api/teacherKeys'
import type { TeacherDraft } from '@/api/teacherTypes'
import { wizardCopy as copy } from '@/copy/wizard'
import { homeOf } from '@/session/guard'
import { ensureSession, type Person, resetSession } from '@/session/session'
import type { HoursValues } from '@/ui/hours/hoursForm'
import { toastError, toastSuccess } from '@/ui/toast'
import { useFocusFirstError } from '@/ui/useFocusFirstError'
import { allErrors, fieldNames, firstStep, formErrors, missingOf, otherErrors, stepErrors } from './errors'
import { beginning, isOver, useDraft } from './useDraft'
import { fromDraft, toApplication, toDraft, type WizardValues } from './values'

const LAST_STEP = copy.steps.length - 1

const known = (step: number) => Math.min(Math.max(Math.trunc(step), 0), LAST_STEP)

/** The wizard: its form, its steps, the draft that is kept of it, and sending it. */
export function useWizard(person: Person, loaded: TeacherDraft) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [start] = useState(() => beginning(person.id, loaded))
  const [step, setStep] = useState(known(start.step))
  const [missing, setMissing] = useState<string | null>(null)
  const [revision, setRevision] = useState(0)
  const draft = useDraft(person.id, loaded.version, { ...start, onOver: (error) => void over(error) })
  const form = useForm<WizardValues>({
    initialValues: fromDraft(start.draft, person.name),
    onValuesChange: (values) => keep(values, step),
  })
  const applying = useMutation({
    mutationFn: () => onboardTeacher(toApplication(form.getValues(), person.email)),
    onSuccess: applied,
    onError: (error) => void refused(error),
  })
  const focusFirstError = useFocusFirstError(applying.isPending)

  function keep(values: WizardValues, at: number): void {
    draft.change({ draft: toDraft(values), step: at })
  }

  function go(to: number): void {
    setStep(to)
    setMissing(null)
    keep(form.getValues(), to)
  }

  function showErrors(errors: Record<string, string>): void {
    setStep(firstStep(errors) ?? step)
    form.setErrors(errors)
    focusFirstError()
  }

  async function applied(): Promise<void> {
    draft.stop()
    client.removeQueries({ queryKey: teacherKeys.draft })
    await invalidate(client, { queryKey: keys.userStatus(person.email) })
    toastSuccess(copy.success)
    await navigate({ to: '/verification-pending', replace: true })
  }

  /** Sent, approved, or made a student meanwhile, in another tab: here is nothing left to do. */
  async function over(error: ApiError): Promise<void> {
    draft.stop()
    if (error.code === 'application_pending') {
      client.removeQueries({ queryKey: teacherKeys.draft })
      await invalidate(client, { queryKey: keys.userStatus(person.email) })
      toastError(serverText(error, copy.failed))
      await navigate({ to: '/verification-pending', replace: true })
    } else {
      resetSession()
      await navigate({ to: homeOf(await ensureSession()), replace: true })
    }
  }

  async function refused(error: ApiError): Promise<void> {
    if (isOver(error)) return over(error)
    const errors = formErrors(error.fieldErrors)
    const words = error.code === 'network' ? copy.exception : serverText(error, copy.failed)
    toastError(words)
    if (firstStep(errors) !== null) showErrors(errors)
  }

  return {
    form,
    step,
    draft,
    missing,
    /** Another one when all values were replaced, for what keeps its own. */
    revision,
    /** There was something of before, so the person is told that it is back. */
    sending: applying.isPending,
    next: () => {
      const errors = stepErrors(step, form.getValues())
      form.setErrors(errors)
      if (Object.keys(errors).length > 0) focusFirstError()
      else go(Math.min(step + 1, LAST_STEP))
    },
    changeHours: (hours: HoursValues) => {
      form.setFieldValue('hours', hours)
      form.setErrors(otherErrors)
    },
    back: () => go(Math.max(step - 1, 0)),
    goTo: (to: number) => to < step && go(to),
    submit: () => {
      const errors = allErrors(form.getValues())
      if (Object.keys(errors).length === 0) return applying.mutate()
      const empty = fieldNames(missingOf(errors, form.getValues()))
      setMissing(empty ? copy.missing(empty) : null)
      showErrors(errors)
    },
    takeTheirs: () => {
      const { conflict } = draft
      if (!conflict) return
      // First the form, whose change would otherwise be kept as something new.
      form.setValues(fromDraft(conflict.draft, person.name))
      form.clearErrors()
      setRevision((before) => before + 1)
      setStep(known(conflict.step))
      draft.takeTheirs()
    },
    keepMine: () => draft.keepMine({ draft: toDraft(form.getValues()), step }),
  }
}
