import { NumberInput, Select, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ActDialog } from '@/admin/ActDialog'
import sheet from '@/admin/Sheet.module.css'
import { useAct } from '@/admin/useAct'
import { addCoupon } from '@/api/adminCoupons'
import { adminCouponsCopy } from '@/copy/adminCoupons'
import { browserZone, nowIso, zoneLabel } from '@/lib/time'
import { toastSuccess } from '@/ui/toast'
import { useFocusFirstError } from '@/ui/useFocusFirstError'
import classes from './Coupons.module.css'
import { type CouponValues, couponErrors, emptyCoupon, FIELDS, toCoupon } from './couponForm'
import { TeacherSelect } from './TeacherSelect'

const copy = adminCouponsCopy.form
const NOTE_CHARS = 500

/** A coupon to be made (D20). */
export function NewCouponDialog({ onClose }: { onClose: () => void }) {
  const zone = browserZone()
  const form = useForm<CouponValues>({
    initialValues: emptyCoupon,
    validate: (values) => couponErrors(values, zone),
  })
  const adding = useAct((values: CouponValues) => addCoupon(toCoupon(values, zone)), {
    onDone: ({ code }) => {
      toastSuccess(copy.done(code))
      onClose()
    },
    onRefused: ({ fieldErrors }) => {
      const fields = Object.entries(fieldErrors).map(([field, words]) => [FIELDS[field] ?? field, words])
      form.setErrors(Object.fromEntries(fields))
      focusFirstError()
    },
  })
  const focusFirstError = useFocusFirstError(adding.pending)
  const counting = {
    clampBehavior: 'none',
    allowDecimal: false,
    allowNegative: false,
    hideControls: true,
  } as const
  return (
    <ActDialog
      title={copy.title}
      happens={copy.happens}
      confirm={copy.confirm}
      failed={copy.failed}
      act={adding}
      onSubmit={form.onSubmit(adding.send, focusFirstError)}
      onClose={onClose}
      size="lg"
    >
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
        {...counting}
        {...form.getInputProps('percent')}
      />
      <div>
        <div className={classes.moments}>
          <TextInput type="datetime-local" label={copy.from} {...form.getInputProps('from')} />
          <TextInput type="datetime-local" label={copy.until} {...form.getInputProps('until')} />
        </div>
        <p className={classes.hint}>{copy.windowHint(zoneLabel(zone, nowIso()))}</p>
      </div>
      <div>
        <div className={sheet.pair}>
          <NumberInput label={copy.limit} {...counting} {...form.getInputProps('limit')} />
          <NumberInput
            label={copy.limitPerStudent}
            {...counting}
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
        maxLength={NOTE_CHARS}
        dir="auto"
        {...form.getInputProps('note')}
      />
    </ActDialog>
  )
}
