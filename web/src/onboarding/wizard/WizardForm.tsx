import { Alert, Button } from '@mantine/core'
import { type FormEvent, useEffect, useRef } from 'react'
import type { TeacherDraft } from '@/api/teacherTypes'
import { wizardCopy as copy } from '@/copy/wizard'
import type { Person } from '@/session/session'
import { createLazyModuleHook } from '@/ui/createLazyModuleHook'
import { FIRST_ERROR } from '@/ui/useFocusFirstError'
import { BasicStep } from './BasicStep'
import { DraftNotice } from './DraftNotice'
import { ExperienceStep } from './ExperienceStep'
import { hoursErrors } from './errors'
import { FinishStep } from './FinishStep'
import { CONTINUE, HOURS_FORM } from './hoursFormNames'
import { PricingStep } from './PricingStep'
import { StepNavigation } from './StepNavigation'
import { useWizard } from './useWizard'
import classes from './Wizard.module.css'
import { WrongFields } from './WrongFields'

const AVAILABILITY_STEP = 2
const FINISH_STEP = copy.steps.length - 1

/** Loaded after the first step is shown, which saves 5 KiB before it. */
const useAvailabilityModule = createLazyModuleHook(() => import('./AvailabilityStep'))

interface WizardFormProps {
  person: Person
  loaded: TeacherDraft
  /** Called by Back on the first step. */
  onBack: () => void
}

export function WizardForm({ person, loaded, onBack }: WizardFormProps) {
  const wizard = useWizard(person, loaded)
  const { form, step, draft, isSubmitting } = wizard
  const availability = useAvailabilityModule()
  const heading = useHeadingFocus(step)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (step === FINISH_STEP) wizard.submit()
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
      <StepNavigation step={step} onStep={wizard.goTo} disabled={isSubmitting} />
      {wizard.rejected.missing ? (
        <Alert color="red" role="alert" mb="md">
          {wizard.rejected.missing}
        </Alert>
      ) : (
        <WrongFields fields={wizard.rejected.fields} onOpen={wizard.openWrong} />
      )}
      <section className={classes.card} aria-labelledby="step">
        <h2 id="step" ref={heading} tabIndex={-1} className={classes.title}>
          {step === FINISH_STEP ? copy.finish.title : title}
        </h2>
        {step === AVAILABILITY_STEP && availability && (
          <availability.AvailabilityStep
            key={wizard.revision}
            hours={form.values.hours}
            serverErrors={hoursErrors(form.errors)}
            onChange={wizard.changeHours}
            onContinue={wizard.next}
          />
        )}
        <form id="wizard" onSubmit={onSubmit} noValidate>
          <fieldset className={classes.fields} disabled={isSubmitting}>
            {fields[step]}
          </fieldset>
        </form>
        <DraftNotice draft={draft} onAcceptRemote={wizard.acceptRemote} onKeepLocal={wizard.keepLocal} />
        <div className={classes.foot}>
          <Button variant="default" onClick={step === 0 ? onBack : wizard.back} disabled={isSubmitting}>
            {step === FINISH_STEP ? copy.previous : copy.back}
          </Button>
          <Button
            type="submit"
            form={step === AVAILABILITY_STEP ? HOURS_FORM : 'wizard'}
            name={CONTINUE}
            loading={isSubmitting}
            disabled={draft.conflict !== null}
          >
            {step === FINISH_STEP ? copy.submit : copy.continue}
          </Button>
        </div>
      </section>
    </>
  )
}

/** Focuses the heading of a new step, for screen readers; an error takes precedence. */
function useHeadingFocus(step: number) {
  const heading = useRef<HTMLHeadingElement>(null)
  const previousStep = useRef(step)
  useEffect(() => {
    if (previousStep.current === step) return
    previousStep.current = step
    if (document.querySelector(FIRST_ERROR)) return
    window.scrollTo({ top: 0 })
    heading.current?.focus()
  }, [step])
  return heading
}
