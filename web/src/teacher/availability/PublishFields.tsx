import { NumberInput, Select, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { paymentSettingsQuery } from '@/api/teacherPayments'
import { creditWorthCopy } from '@/copy/creditWorth'
import { teacherCopy } from '@/copy/teacher'
import { charCount } from '@/lib/charCount'
import { formatCharge } from '@/lib/money'
import { capitalize, DANCE_LEVELS } from '@/lib/teacherOptions'
import { nowIso, today, zoneLabel } from '@/lib/time'
import page from '@/teacher/TeacherPage.module.css'
import { TimeSelect } from '@/ui/hours/TimeSelect'
import { CLASS_TYPES, COST, GROUP_SEATS, type PublishValues } from './publishSchema'

const copy = teacherCopy.publish
const MAX_TITLE_CHARS = 80
const MAX_DESCRIPTION_CHARS = 500

interface PublishFieldsProps {
  form: UseFormReturnType<PublishValues>
  /** The teacher's zone, to which date and time refer. */
  zone: string
  /** Of a class with taken seats only the capacity can be changed. */
  seatsTaken: number
  isNew: boolean
}

/** Fields of a class on one date. */
export function PublishFields({ form, zone, seatsTaken, isNew }: PublishFieldsProps) {
  const { classTypeKey } = form.values
  return (
    <>
      {seatsTaken > 0 && <p className={page.hint}>{copy.locked}</p>}
      <div className={page.pair}>
        <TextInput
          type="date"
          label={copy.date}
          min={today(zone)}
          disabled={seatsTaken > 0}
          withAsterisk
          data-autofocus={seatsTaken === 0 || undefined}
          {...form.getInputProps('date')}
        />
        <TimeSelect
          kind="start"
          label={copy.time}
          disabled={seatsTaken > 0}
          withAsterisk
          {...form.getInputProps('time')}
        />
      </div>
      <p className={page.hint}>{copy.zoneHint(zoneLabel(zone, nowIso()))}</p>
      <Select
        label={copy.type}
        data={CLASS_TYPES.map((value) => ({ value, label: copy.types[value] }))}
        allowDeselect={false}
        disabled={!isNew}
        {...form.getInputProps('classTypeKey')}
      />
      {classTypeKey === 'Group' ? (
        <NumberInput
          label={copy.capacity}
          description={copy.capacityHint.Group}
          {...GROUP_SEATS}
          clampBehavior="none"
          allowDecimal={false}
          withAsterisk
          data-autofocus={seatsTaken > 0 || undefined}
          {...form.getInputProps('capacity')}
        />
      ) : (
        <p className={page.hint}>{copy.capacityHint[classTypeKey]}</p>
      )}
      <CostField form={form} disabled={seatsTaken > 0} />
      <TextFields form={form} />
    </>
  )
}

/** The cost in credits, with what a credit is worth. */
function CostField({ form, disabled }: Pick<PublishFieldsProps, 'form'> & { disabled: boolean }) {
  const { data: rates } = useQuery(paymentSettingsQuery())
  const ratesText =
    rates && creditWorthCopy.rates(formatCharge(rates.inrRate, 'INR'), formatCharge(rates.usdRate, 'USD'))
  return (
    <NumberInput
      label={copy.cost}
      description={creditWorthCopy.hint(ratesText ?? null)}
      {...COST}
      clampBehavior="none"
      allowDecimal={false}
      disabled={disabled}
      withAsterisk
      {...form.getInputProps('creditCost')}
    />
  )
}

/** What students read about the class. */
function TextFields({ form }: Pick<PublishFieldsProps, 'form'>) {
  return (
    <>
      <TextInput
        label={copy.classTitle}
        description={copy.classTitleHint(charCount(form.values.title), MAX_TITLE_CHARS)}
        maxLength={MAX_TITLE_CHARS}
        dir="auto"
        {...form.getInputProps('title')}
      />
      <Textarea
        label={copy.description}
        autosize
        minRows={2}
        maxLength={MAX_DESCRIPTION_CHARS}
        dir="auto"
        {...form.getInputProps('description')}
      />
      <Select
        label={copy.level}
        data={[
          { value: '', label: copy.anyLevel },
          ...DANCE_LEVELS.map((value) => ({ value, label: capitalize(value) })),
        ]}
        allowDeselect={false}
        {...form.getInputProps('level')}
      />
    </>
  )
}
