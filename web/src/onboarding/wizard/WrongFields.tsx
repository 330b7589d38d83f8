import { Alert, Anchor } from '@mantine/core'
import { wizardCopy as copy } from '@/copy/wizard'
import type { WrongField } from './errors'
import classes from './Wizard.module.css'

interface WrongFieldsProps {
  fields: readonly WrongField[]
  onOpen: (step: number) => void
}

/** All fields that the last submission found wrong; each opens its step. */
export function WrongFields({ fields, onOpen }: WrongFieldsProps) {
  if (fields.length === 0) return null
  return (
    <Alert color="red" role="alert" mb="md">
      {copy.wrongFields}
      <ul className={classes.wrong}>
        {fields.map(({ field, label, step }) => (
          <li key={field}>
            <Anchor component="button" type="button" inherit underline="always" onClick={() => onOpen(step)}>
              {label}
            </Anchor>{' '}
            ({copy.steps[step]})
          </li>
        ))}
      </ul>
    </Alert>
  )
}
