import { IconCheck } from '@tabler/icons-react'
import { wizardCopy as copy } from '@/copy/wizard'
import classes from './Wizard.module.css'

interface StepNavigationProps {
  step: number
  onStep: (step: number) => void
  disabled: boolean
}

/** The five steps. Earlier ones can be opened directly, later ones only through Continue. */
export function StepNavigation({ step, onStep, disabled }: StepNavigationProps) {
  return (
    <nav aria-label={copy.progress}>
      <ol className={classes.steps}>
        {copy.steps.map((name, index) => {
          const done = index < step
          const content = (
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
                <button
                  type="button"
                  aria-label={copy.done(name)}
                  onClick={() => onStep(index)}
                  disabled={disabled}
                >
                  {content}
                </button>
              ) : (
                <span>{content}</span>
              )}
            </li>
          )
        })}
      </ol>
      <p className={classes.position}>{copy.stepOf(step + 1, copy.steps.length, copy.steps[step] ?? '')}</p>
    </nav>
  )
}
