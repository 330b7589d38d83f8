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
  errorsOfStep,
  fieldLabels,
  firstStepWithError,
  missingFields,
  stepErrors,
  wrongFields,
} from './errors'
import { initialDraft } from './initialDraft'
import type { LocalDraft } from './localDraft'
import { useDraft } from './useDraft'
import { useWizardSubmission } from './useWizardSubmission'
import { toDraft, toWizardValues, type WizardValues } from './values'

const LAST_STEP = copy.steps.length - 1

const clampStep = (step: number) => Math.min(Math.max(Math.trunc(step), 0), LAST_STEP)

/** State of the wizard: form, steps, saved draft, and submission. */
export function useWizard(person: Person, loaded: TeacherDraft) {
  const [start] = useState(() => initialDraft(person.id, loaded))
  const [step, setStep] = useState(clampStep(start.step))
  const rejected = useRejectedFields()
  const [revision, setRevision] = useState(0)
  const draft = useDraft({
    personId: person.id,
    version: loaded.version,
    ...start,
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

  function showErrors(errors: Errors, missing: string | null = null): void {
    rejected.set({ errors, missing })
    showStepErrors(firstStepWithError(errors) ?? step, errors)
  }
  const showStepErrors = (to: number, errors: Errors) => {
    setStep(to)
    form.setErrors(errors)
    focusFirstError()
  }
  const openStep = (to: number) => {
    setStep(to)
    rejected.hideMissing()
    draft.change({ draft: toDraft(form.getValues()), step: to })
  }
  const next = () => {
    const errors = stepErrors(step, form.getValues())
    form.setErrors(errors)
    if (Object.keys(errors).length > 0) return focusFirstError()
    rejected.clearStep(step)
    openStep(Math.min(step + 1, LAST_STEP))
  }
  const submit = () => {
    const errors = allErrors(form.getValues())
    if (Object.keys(errors).length === 0) return submission.submit()
    showErrors(errors, missingText(errors, form.getValues()))
  }
  const acceptRemote = () => {
    if (draft.conflict) setStep(replaceValues(form, draft.conflict, person.name))
    setRevision((before) => before + 1)
    draft.acceptRemote()
  }
  return {
    form,
    step,
    draft,
    rejected,
    openWrong: (to: number) => showStepErrors(to, rejected.errors),
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

/** Replaces all values by those of a draft. Returns its step. */
function replaceValues(
  form: UseFormReturnType<WizardValues>,
  { draft, step }: Pick<LocalDraft, 'draft' | 'step'>,
  name: string,
): number {
  form.setValues(toWizardValues(draft, name))
  form.clearErrors()
  return clampStep(step)
}

/** What the last submission found wrong in all steps and was not corrected since. */
function useRejectedFields() {
  const [{ errors, missing }, set] = useState<{ errors: Errors; missing: string | null }>({
    errors: {},
    missing: null,
  })
  return {
    errors,
    fields: wrongFields(errors),
    /** Labels of the empty fields, until another step is opened. */
    missing,
    set,
    hideMissing: () => set((before) => ({ ...before, missing: null })),
    clearStep: (step: number) => set((before) => ({ ...before, errors: withoutStep(before.errors, step) })),
  }
}

function withoutStep(errors: Errors, step: number): Errors {
  const corrected = errorsOfStep(errors, step)
  return Object.fromEntries(Object.entries(errors).filter(([field]) => !(field in corrected)))
}

function setHours(form: UseFormReturnType<WizardValues>, hours: HoursValues): void {
  form.setFieldValue('hours', hours)
  form.setErrors(errorsExceptHours)
}

function missingText(errors: Errors, values: WizardValues): string | null {
  const labels = fieldLabels(missingFields(errors, values))
  return labels ? copy.missing(labels) : null
}
