import { NumberInput, Select, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import table from '@/admin/DataTable.module.css'
import { TeacherSelect } from '@/admin/TeacherSelect'
import { adminCouponsCopy } from '@/copy/adminCoupons'
import { nowIso, zoneLabel } from '@/lib/time'
import classes from './Coupons.module.css'
import type { CouponValues } from './couponForm'

const copy = adminCouponsCopy.form
const MAX_NOTE_CHARS = 500
const COUNT_FIELD_PROPS = {
  clampBehavior: 'none',
  allowDecimal: false,
  allowNegative: false,
  hideControls: true,
} as const

interface CouponFieldsProps {
  form: UseFormReturnType<CouponValues>
  zone: string
}

/** Fields of a new coupon. */
export function CouponFields({ form, zone }: CouponFieldsProps) {
  return (
    <>
      <TextInput
        label={copy.code}
        description={copy.codeHint}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={32}
        withAsterisk
        data-autofocus
        {...form.getInputProps('code')}
        onChange={(event) => form.setFieldValue('code', event.currentTarget.value.toUpperCase())}
      />
      <NumberInput
        label={copy.percent}
        description={copy.percentHint}
        suffix=" %"
        inputMode="numeric"
        withAsterisk
        {...COUNT_FIELD_PROPS}
        {...form.getInputProps('percent')}
      />
      <div>
        <div className={classes.dateTimes}>
          <TextInput type="datetime-local" label={copy.from} {...form.getInputProps('from')} />
          <TextInput type="datetime-local" label={copy.until} {...form.getInputProps('until')} />
        </div>
        <p className={classes.hint}>{copy.windowHint(zoneLabel(zone, nowIso()))}</p>
      </div>
      <div>
        <div className={table.pair}>
          <NumberInput label={copy.limit} {...COUNT_FIELD_PROPS} {...form.getInputProps('limit')} />
          <NumberInput
            label={copy.limitPerStudent}
            {...COUNT_FIELD_PROPS}
            {...form.getInputProps('limitPerStudent')}
          />
        </div>
        <p className={classes.hint}>{copy.limitHint}</p>
      </div>
      <Select
        label={copy.currency}
        data={copy.currencies}
        allowDeselect={false}
        {...form.getInputProps('currency')}
      />
      <TeacherSelect {...form.getInputProps('teacherId')} />
      <Textarea
        label={copy.note}
        description={copy.noteHint}
        autosize
        minRows={1}
        maxRows={5}
        maxLength={MAX_NOTE_CHARS}
        dir="auto"
        {...form.getInputProps('note')}
      />
    </>
  )
}
