import { Button } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { type FormEvent, useState } from 'react'
import { hoursCopy } from '@/copy/hours'
import { wizardCopy } from '@/copy/wizard'
import { HoursFields } from '@/ui/hours/HoursFields'
import { type HoursValues, toHoursValues } from '@/ui/hours/hoursForm'
import { hoursSchema } from '@/ui/hours/hoursSchema'
import { useFocusFirstError } from '@/ui/useFocusFirstError'
import type { Errors } from './errors'
import { CONTINUE, HOURS_FORM } from './hoursFormNames'
import classes from './Wizard.module.css'

const copy = wizardCopy.availability

interface AvailabilityStepProps {
  hours: HoursValues | null
  /** The server's errors for the hours, by field of this form. */
  serverErrors: Errors
  onChange: (hours: HoursValues) => void
  /** Called when Continue was pressed and the hours are valid. */
  onContinue: () => void
}

/** The availability form; the step can be skipped (SPEC §2). */
export function AvailabilityStep(props: AvailabilityStepProps) {
  const { hours, serverErrors, onChange, onContinue } = props
  const [saved, setSaved] = useState(false)
  const form = useForm<HoursValues>({
    initialValues: hours ?? toHoursValues(null),
    initialErrors: serverErrors,
    validate: schemaResolver(hoursSchema, { sync: true }),
    onValuesChange: (values) => {
      setSaved(false)
      onChange(values)
    },
  })
  const focusFirstError = useFocusFirstError(false)
  const save = form.onSubmit((values, event) => {
    if (isContinue(event)) return onContinue()
    onChange(values)
    setSaved(true)
  }, focusFirstError)
  return (
    <form id={HOURS_FORM} onSubmit={save} noValidate className={classes.fields} aria-label={hoursCopy.hours}>
      <p className={classes.hint}>{copy.lead}</p>
      <HoursFields form={form} />
      <div className={classes.saveHours}>
        <Button type="submit" variant="default">
          {hoursCopy.save}
        </Button>
        <p role="status">{saved && copy.saved}</p>
      </div>
    </form>
  )
}

/** Whether the form was submitted by the button that opens the next step. */
function isContinue(event: FormEvent | undefined): boolean {
  const submitter = (event?.nativeEvent as SubmitEvent | undefined)?.submitter
  return submitter instanceof HTMLButtonElement && submitter.name === CONTINUE
}
