import { NumberInput } from '@mantine/core'
import { useState } from 'react'
import { ReasonDialog } from '@/admin/ReasonDialog'
import { extendLot } from '@/api/adminPeople'
import type { AdminLot } from '@/api/adminPeopleTypes'
import { adminPeopleCopy } from '@/copy/adminPeople'
import { DateTime } from '@/ui/DateTime'
import { isWithin, MAX_DAYS } from './limits'

const copy = adminPeopleCopy.extend
const DEFAULT_DAYS = 30

interface ExtendDialogProps {
  lot: AdminLot
  onClose: () => void
}

/** Extends the validity of credits. */
export function ExtendDialog({ lot, onClose }: ExtendDialogProps) {
  const [days, setDays] = useState<number | string>(DEFAULT_DAYS)
  const [isValidated, setIsValidated] = useState(false)
  const isInvalid = !isWithin(days, MAX_DAYS)
  return (
    <ReasonDialog
      title={copy.title}
      description={
        <>
          {copy.text(adminPeopleCopy.credits.left(lot.remaining, lot.total), lot.teacherName)} {copy.until}{' '}
          <DateTime instant={lot.expiresAt} />.
        </>
      }
      confirmLabel={copy.confirm}
      successMessage={copy.done}
      failureMessage={copy.failed}
      isRepeatable
      validate={() => {
        setIsValidated(true)
        return !isInvalid
      }}
      onConfirm={(reason, again) => extendLot(lot._id, Number(days), reason, again)}
      onClose={onClose}
    >
      {({ isPending, fieldErrors }) => (
        <NumberInput
          label={copy.days}
          min={1}
          max={MAX_DAYS}
          allowDecimal={false}
          clampBehavior="none"
          value={days}
          disabled={isPending}
          error={isValidated && isInvalid ? adminPeopleCopy.give.daysWrong : fieldErrors.days}
          onChange={setDays}
          data-autofocus
        />
      )}
    </ReasonDialog>
  )
}
