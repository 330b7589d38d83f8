import { type ReactNode, useId } from 'react'
import { learnerFormCopy } from '@/copy/learnerForm'
import type { LearnerKind } from './joiningForm'
import classes from './WhoWillLearn.module.css'

const copy = learnerFormCopy.who

const CHOICES = [
  { kind: 'me', label: () => copy.me, hint: () => copy.meHint },
  { kind: 'child', label: () => copy.child, hint: () => copy.childHint },
] as const

interface WhoWillLearnProps {
  value: LearnerKind | null
  error?: ReactNode
  disabled: boolean
  onChange: (learner: LearnerKind) => void
}

/** The first question of a new student: whether they or their child will learn. */
export function WhoWillLearn({ value, error, disabled, onChange }: WhoWillLearnProps) {
  const id = useId()
  return (
    <fieldset
      className={classes.question}
      disabled={disabled}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className={classes.legend}>{copy.label}</legend>
      <div className={classes.choices}>
        {CHOICES.map(({ kind, label, hint }) => (
          <label key={kind} className={classes.choice}>
            <input
              type="radio"
              name={id}
              value={kind}
              checked={value === kind}
              aria-invalid={Boolean(error)}
              aria-label={label()}
              aria-describedby={`${id}-${kind}`}
              onChange={() => onChange(kind)}
            />
            <span>
              <span className={classes.name}>{label()}</span>
              <span id={`${id}-${kind}`} className={classes.hint}>
                {hint()}
              </span>
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
