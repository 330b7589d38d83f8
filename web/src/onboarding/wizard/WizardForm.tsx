import { Alert, Button } from '@mantine/core'
import { type FormEvent, useEffect, useRef } from 'react'
import type { TeacherDraft } from '@/api/teacherTypes'
import { wizardCopy as copy } from '@/copy/wizard'
import type { Person } from '@/session/session'
import { FIRST_ERROR } from '@/ui/useFocusFirstError'
import { AvailabilityStep } from './AvailabilityStep'
import { BasicStep } from './BasicStep'
import { DraftNotice } from './DraftNotice'
import { ExperienceStep } from './ExperienceStep'
import { hoursErrors } from './errors'
import { FinishStep } from './FinishStep'
import { PricingStep } from './PricingStep'
import { StepDots } from './StepDots'
import { useWizard } from './useWizard'
import classes from './Wizard.module.css'

const AVAILABILITY = 2
const FINISH = copy.steps.length - 1

interface WizardFormProps {
  person: Person
  loaded: TeacherDraft
  /** Back from the first step. */
  onLeave: () => void
}

export function WizardForm({ person, loaded, onLeave }: WizardFormProps) {
  const wizard = useWizard(person, loaded)
  const { form, step, draft, sending } = wizard
  const heading = useHeadingFocus(step)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (step === FINISH) wizard.submit()
    else wizard.next()
  }
  const fields = [
    <BasicStep key="basic" form={form} email={person.email} />,
    <ExperienceStep key="experience" form={form} />,
    null,
    <PricingStep key="pricing" form={form} />,
    <FinishStep key="finish" values={form.values} email={person.email} onEdit={wizard.goTo} />,
  ]
  const title = copy.steps[step] ?? ''
  return (
    <>
      <StepDots step={step} onStep={wizard.goTo} disabled={sending} />
      {wizard.missing && (
        <Alert color="red" role="alert" mb="md">
          {wizard.missing}
        </Alert>
      )}
      <section className={classes.card} aria-labelledby="step">
        <h2 id="step" ref={heading} tabIndex={-1} className={classes.title}>
          {step === FINISH ? copy.finish.title : title}
        </h2>
        {step === AVAILABILITY && (
          <AvailabilityStep
            key={wizard.revision}
            hours={form.values.hours}
            refused={hoursErrors(form.errors)}
            onChange={wizard.changeHours}
          />
        )}
        <form id="wizard" onSubmit={onSubmit} noValidate>
          <fieldset className={classes.fields} disabled={sending}>
            {fields[step]}
          </fieldset>
        </form>
        <DraftNotice draft={draft} onTheirs={wizard.takeTheirs} onMine={wizard.keepMine} />
        <div className={classes.foot}>
          <Button variant="default" onClick={step === 0 ? onLeave : wizard.back} disabled={sending}>
            {step === FINISH ? copy.previous : copy.back}
          </Button>
          <Button type="submit" form="wizard" loading={sending} disabled={draft.conflict !== null}>
            {step === FINISH ? copy.submit : copy.continue}
          </Button>
        </div>
      </section>
    </>
  )
}

/** Another step begins at its heading, for the eyes and for a screen reader; an error in it goes before. */
function useHeadingFocus(step: number) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    if (document.querySelector(FIRST_ERROR)) return
    window.scrollTo({ top: 0 })
    heading.current?.focus()
  }, [step])
  return heading
}
