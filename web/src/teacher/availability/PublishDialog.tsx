import { Alert, Button, Modal, NumberInput, Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiError } from '@/api/error'
import { serverText } from '@/api/errorText'
import { changeClass, publishClass } from '@/api/teacherClasses'
import { invalidateClasses } from '@/api/teacherKeys'
import type { PublishedClass } from '@/api/teacherTypes'
import { teacherCopy } from '@/copy/teacher'
import { uiCopy } from '@/copy/ui'
import { formatDay, formatTime, nowIso, today, zoneLabel } from '@/lib/time'
import { Conflict } from '@/teacher/Conflict'
import page from '@/teacher/TeacherPage.module.css'
import { STARTS } from '@/ui/hours/HoursRow'
import { toastSuccess } from '@/ui/toast'
import { useFocusFirstError } from '@/ui/useFocusFirstError'
import { useReturnFocus } from '@/ui/useReturnFocus'
import {
  CLASS_TYPES,
  COST,
  emptyClass,
  GROUP_SEATS,
  type PublishValues,
  publishErrors,
  toChange,
  toPublish,
  valuesOf,
} from './publishSchema'

const copy = teacherCopy.publish

interface PublishDialogProps {
  teacherId: string
  /** The teacher's zone, in which date and time are meant. */
  zone: string
  /** The class to change; without one, a new class is published. */
  published?: PublishedClass | undefined
  onClose: () => void
}

/** One class on one date (D10): published, or changed while that is allowed. */
export function PublishDialog({ teacherId, zone, published: opened, onClose }: PublishDialogProps) {
  useReturnFocus()
  const client = useQueryClient()
  const [published, setPublished] = useState(opened)
  const taken = published?.seatsTaken ?? 0
  const form = useForm<PublishValues>({
    initialValues: published ? valuesOf(published, zone) : emptyClass(),
    validate: (values) => publishErrors(values, zone, published),
  })
  const saving = useMutation({
    mutationFn: (values: PublishValues) =>
      published
        ? changeClass(teacherId, published._id, toChange(values, zone, published))
        : publishClass(teacherId, toPublish(values, zone)),
    onSuccess: () => {
      toastSuccess(published ? copy.changed : copy.published)
      onClose()
    },
    onError: (error: ApiError) => {
      const { dateTime, ...fields } = error.fieldErrors
      form.setErrors({ ...fields, ...(dateTime ? { time: dateTime } : {}) })
      focusFirstError()
    },
    onSettled: () => void invalidateClasses(client),
  })
  const focusFirstError = useFocusFirstError(saving.isPending)
  const { classTypeKey } = form.values
  const stale = published && saving.error?.code === 'version_conflict' ? saving.error : null
  const newer = stale && newerOf(stale)
  const showNewer = (now: PublishedClass) => {
    setPublished(now)
    form.setValues(valuesOf(now, zone))
    form.clearErrors()
    saving.reset()
  }
  const problem =
    saving.error && !newer && Object.keys(saving.error.fieldErrors).length === 0
      ? stale
        ? copy.conflictNow
        : serverText(saving.error, copy.saveFailed)
      : null
  return (
    <Modal
      opened
      onClose={onClose}
      title={published ? copy.dialogEdit : copy.dialogNew}
      classNames={{ title: page.modalTitle }}
      closeButtonProps={{ 'aria-label': uiCopy.close, disabled: saving.isPending }}
      closeOnClickOutside={false}
      closeOnEscape={!saving.isPending}
    >
      <form onSubmit={form.onSubmit((values) => saving.mutate(values), focusFirstError)} noValidate>
        <fieldset className={page.fields} disabled={saving.isPending}>
          {taken > 0 && <p className={page.hint}>{copy.locked}</p>}
          <div className={page.pair}>
            <TextInput
              type="date"
              label={copy.date}
              min={today(zone)}
              disabled={taken > 0}
              withAsterisk
              data-autofocus={taken === 0 || undefined}
              {...form.getInputProps('date')}
            />
            <Select
              label={copy.time}
              data={STARTS}
              searchable
              allowDeselect={false}
              disabled={taken > 0}
              withAsterisk
              {...form.getInputProps('time')}
            />
          </div>
          <p className={page.hint}>{copy.zoneHint(zoneLabel(zone, nowIso()))}</p>
          <Select
            label={copy.type}
            data={CLASS_TYPES.map((value) => ({ value, label: copy.types[value] }))}
            allowDeselect={false}
            disabled={published !== undefined}
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
              data-autofocus={taken > 0 || undefined}
              {...form.getInputProps('capacity')}
            />
          ) : (
            <p className={page.hint}>{copy.capacityHint[classTypeKey]}</p>
          )}
          <NumberInput
            label={copy.cost}
            description={copy.costHint}
            {...COST}
            clampBehavior="none"
            allowDecimal={false}
            disabled={taken > 0}
            withAsterisk
            {...form.getInputProps('creditCost')}
          />
        </fieldset>
        {newer && (
          <Conflict
            words={copy.conflict(
              `${formatDay(newer.dateTime, zone)}, ${formatTime(newer.dateTime, zone)}`,
              newer.capacity,
              newer.creditCost,
            )}
            action={copy.loadNewer}
            onNewer={() => showNewer(newer)}
          />
        )}
        {problem && (
          <Alert color="red" role="alert" mt="md">
            {problem}
          </Alert>
        )}
        <div className={page.foot}>
          <Button variant="default" onClick={onClose} disabled={saving.isPending}>
            {copy.keep}
          </Button>
          <Button type="submit" loading={saving.isPending}>
            {published ? copy.saveEdit : copy.save}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

/** The class as it is now, which a refused change brings along. */
function newerOf({ problem }: ApiError): PublishedClass | null {
  return (problem as { class?: PublishedClass }).class ?? null
}
