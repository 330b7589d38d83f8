import { Anchor, Radio, Stack } from '@mantine/core'
import { birthDateCopy } from '@/copy/birthDate'
import { AGE_BANDS, type AgeValue, UNDER_18 } from './age'
import { BirthDateInput } from './BirthDateInput'

const copy = birthDateCopy.ranges

interface AgeFieldsProps {
  /** The label of the date of birth. */
  label?: string
  value: AgeValue
  onChange: (value: AgeValue) => void
  error: string | null
  disabled?: boolean
}

/** A date of birth or, for people who would rather not give it, an age range. */
export function AgeFields({ label, value, onChange, error, disabled = false }: AgeFieldsProps) {
  const isDate = value.kind === 'date'
  return (
    <Stack gap="sm" align="flex-start">
      {isDate ? (
        <BirthDateInput
          {...(label ? { label } : {})}
          isOwn
          value={value.date}
          onChange={(date) => onChange({ ...value, date })}
          error={error}
          disabled={disabled}
        />
      ) : (
        <Radio.Group
          label={copy.label}
          value={value.range ?? ''}
          onChange={(range) => onChange({ ...value, range: rangeOf(range) })}
          error={error}
        >
          <Stack gap="xs" mt="xs">
            {[UNDER_18, ...AGE_BANDS].map((range, index) => (
              <Radio
                key={range}
                value={range}
                label={range === UNDER_18 ? copy.under18 : copy.bands[range as (typeof AGE_BANDS)[number]]}
                disabled={disabled}
                aria-invalid={Boolean(error) && index === 0}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
      <Anchor
        component="button"
        type="button"
        inherit
        underline="always"
        c="var(--brand)"
        disabled={disabled}
        onClick={() => onChange({ ...value, kind: isDate ? 'range' : 'date' })}
      >
        {isDate ? copy.instead : copy.dateInstead}
      </Anchor>
    </Stack>
  )
}

function rangeOf(text: string): AgeValue['range'] {
  return text === UNDER_18 ? UNDER_18 : (AGE_BANDS.find((band) => band === text) ?? null)
}
