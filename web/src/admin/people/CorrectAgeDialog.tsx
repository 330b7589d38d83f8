import { Group, Radio, Select } from '@mantine/core'
import { useState } from 'react'
import { ReasonDialog } from '@/admin/ReasonDialog'
import { changeAge } from '@/api/adminPeople'
import type { AdminPersonDetails } from '@/api/adminPeopleTypes'
import { adminPeopleCopy } from '@/copy/adminPeople'
import { birthDateCopy } from '@/copy/birthDate'
import { AGE_BANDS, type AgeValue, ageError, ageFields } from '@/family/age'
import { BirthDateInput } from '@/family/BirthDateInput'
import { partsOfBirthDate } from '@/family/birthDate'

const copy = adminPeopleCopy.age
const { ranges } = birthDateCopy

interface CorrectAgeDialogProps {
  data: AdminPersonDetails
  onClose: () => void
}

/** Corrects the date of birth or the age range, for example after a message to support. */
export function CorrectAgeDialog({ data, onClose }: CorrectAgeDialogProps) {
  const { person, birthDate, ageBand } = data
  const [age, setAge] = useState<AgeValue>({
    kind: ageBand ? 'range' : 'date',
    date: partsOfBirthDate(birthDate),
    range: ageBand,
  })
  const [isValidated, setIsValidated] = useState(false)
  const error = isValidated ? ageError(age) : null
  const correct = async (reason: string) => {
    const { birthDate: date, ageBand: band } = ageFields(age)
    if (date) return changeAge(person._id, { birthDate: date }, reason)
    return band && changeAge(person._id, { ageBand: band }, reason)
  }
  return (
    <ReasonDialog
      title={copy.title(person.name)}
      description={copy.text}
      confirmLabel={copy.confirm}
      successMessage={copy.done}
      failureMessage={copy.failed}
      validate={() => {
        setIsValidated(true)
        return ageError(age) === null
      }}
      onConfirm={correct}
      onClose={onClose}
    >
      {({ fieldErrors }) => (
        <>
          <Radio.Group
            label={copy.kind}
            value={age.kind}
            onChange={(kind) => setAge({ ...age, kind: kind === 'range' ? 'range' : 'date' })}
          >
            <Group gap="lg" mt="xs">
              <Radio value="date" label={copy.kinds.date} data-autofocus={age.kind === 'date' || undefined} />
              <Radio
                value="range"
                label={copy.kinds.range}
                data-autofocus={age.kind === 'range' || undefined}
              />
            </Group>
          </Radio.Group>
          {age.kind === 'date' ? (
            <BirthDateInput
              value={age.date}
              onChange={(date) => setAge({ ...age, date })}
              error={error ?? fieldErrors.birthDate ?? null}
            />
          ) : (
            <Select
              label={ranges.label}
              data={AGE_BANDS.map((value) => ({ value, label: ranges.bands[value] }))}
              value={age.range}
              allowDeselect={false}
              onChange={(band) =>
                setAge({ ...age, range: AGE_BANDS.find((known) => known === band) ?? null })
              }
              error={error ?? fieldErrors.ageBand}
            />
          )}
        </>
      )}
    </ReasonDialog>
  )
}
