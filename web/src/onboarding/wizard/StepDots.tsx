import { VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { wizardCopy as copy } from '@/copy/wizard'
import classes from './Wizard.module.css'

interface StepDotsProps {
  step: number
  onStep: (step: number) => void
  disabled: boolean
}

/** Where the person stands among the five steps. Those behind can be gone back to, those ahead only through Continue. */
export function StepDots({ step, onStep, disabled }: StepDotsProps) {
  return (
    <nav aria-label={copy.progress}>
      <ol className={classes.dots}>
        {copy.steps.map((name, index) => {
          const done = index < step
          const inside = (
            <>
              <span className={classes.dot} aria-hidden="true">
                {done ? <IconCheck size={16} /> : index + 1}
              </span>
              <span className={classes.name}>{name}</span>
            </>
          )
          return (
            <li key={name} data-done={done || undefined} aria-current={index === step ? 'step' : undefined}>
              {done ? (
                <button type="button" onClick={() => onStep(index)} disabled={disabled}>
                  {inside}
                  <VisuallyHidden>{copy.done}</VisuallyHidden>
                </button>
              ) : (
                <span>{inside}</span>
              )}
            </li>
          )
        })}
      </ol>
      <p className={classes.where}>{copy.stepOf(step + 1, copy.steps.length, copy.steps[step] ?? '')}</p>
    </nav>
  )
}
