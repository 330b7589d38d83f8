import { type UseFormReturnType, useForm } from '@mantine/form'
import { useState } from 'react'
import type { TeacherDraft } from '@/api/teacherTypes'
import { wizardCopy as copy } from '@/copy/wizard'
import type { Person } from '@/session/session'
import type { HoursValues } from '@/ui/hours/hoursForm'
import { useFocusFirstError } from '@/ui/useFocusFirstError'
import {
  allErrors,
  type Errors,
  errorsExceptHours,
  fieldLabels,
  firstStepWithError,
  missingFields,
  stepErrors,
} from './errors'
import { initialDraft } from './initialDraft'
import { useDraft } from './useDraft'
import { useWizardSubmission } from './useWizardSubmission'
import { toDraft, toWizardValues, type WizardValues } from './values'

const LAST_STEP = copy.steps.length - 1

const clampStep = (step: number) => Math.min(Math.max(Math.trunc(step), 0), LAST_STEP)

/** State of the wizard: form, steps, saved draft, and submission. */
export function useWizard(person: Person, loaded: TeacherDraft) {
  const [start] = useState(() => initialDraft(person.id, loaded))
  const [step, setStep] = useState(clampStep(start.step))
  const [missing, setMissing] = useState<string | null>(null)
  const [revision, setRevision] = useState(0)
  const draft = useDraft({
    personId: person.id,
    version: loaded.version,
    conflict: start.conflict,
    unsent: start.unsent,
    onClosed: (error) => void submission.leaveClosed(error),
  })
  const form = useForm<WizardValues>({
    initialValues: toWizardValues(start.draft, person.name),
    onValuesChange: (values) => draft.change({ draft: toDraft(values), step }),
  })
  const submission = useWizardSubmission({
    person,
    getValues: form.getValues,
    stopDraft: draft.stop,
    showErrors,
  })
  const focusFirstError = useFocusFirstError(submission.isPending)

  function showErrors(errors: Errors): void {
    setStep(firstStepWithError(errors) ?? step)
    form.setErrors(errors)
    focusFirstError()
  }
  const openStep = (to: number) => {
    setStep(to)
    setMissing(null)
    draft.change({ draft: toDraft(form.getValues()), step: to })
  }
  const next = () => {
    const errors = stepErrors(step, form.getValues())
    form.setErrors(errors)
    if (Object.keys(errors).length > 0) focusFirstError()
    else openStep(Math.min(step + 1, LAST_STEP))
  }
  const submit = () => {
    const errors = allErrors(form.getValues())
    if (Object.keys(errors).length === 0) return submission.submit()
    setMissing(missingText(errors, form.getValues()))
    showErrors(errors)
  }
  const acceptRemote = () => {
    const { conflict } = draft
    if (!conflict) return
    // Set the values first: their change event would otherwise be saved as a new draft.
    form.setValues(toWizardValues(conflict.draft, person.name))
    form.clearErrors()
    setRevision((before) => before + 1)
    setStep(clampStep(conflict.step))
    draft.acceptRemote()
  }

  return {
    form,
    step,
    draft,
    /** Labels of the empty fields, after an attempt to submit. */
    missing,
    /** Changes when all values were replaced, to remount forms with their own state. */
    revision,
    isSubmitting: submission.isPending,
    next,
    back: () => openStep(Math.max(step - 1, 0)),
    goTo: (to: number) => to < step && openStep(to),
    changeHours: (hours: HoursValues) => setHours(form, hours),
    submit,
    acceptRemote,
    keepLocal: () => draft.keepLocal({ draft: toDraft(form.getValues()), step }),
  }
}

function setHours(form: UseFormReturnType<WizardValues>, hours: HoursValues): void {
  form.setFieldValue('hours', hours)
  form.setErrors(errorsExceptHours)
}

function missingText(errors: Errors, values: WizardValues): string | null {
  const labels = fieldLabels(missingFields(errors, values))
  return labels ? copy.missing(labels) : null
}
