import { NumberInput } from '@mantine/core'
import { useState } from 'react'
import { ReasonDialog } from '@/admin/ReasonDialog'
import { extendLot } from '@/api/adminPeople'
import type { Lot } from '@/api/adminPeopleTypes'
import { adminPeopleCopy } from '@/copy/adminPeople'
import { When } from '@/ui/When'
import { isWithin, MOST_DAYS } from './limits'

const copy = adminPeopleCopy.extend
const USUAL_DAYS = 30

interface ExtendDialogProps {
  lot: Lot
  onClose: () => void
}

/** Lets credits live longer. */
export function ExtendDialog({ lot, onClose }: ExtendDialogProps) {
  const [days, setDays] = useState<number | string>(USUAL_DAYS)
  const [checked, setChecked] = useState(false)
  const wrong = !isWithin(days, MOST_DAYS)
  return (
    <ReasonDialog
      title={copy.title}
      happens={
        <>
          {copy.text(adminPeopleCopy.credits.left(lot.remaining, lot.total), lot.teacherName)} {copy.until}{' '}
          <When at={lot.expiresAt} />.
        </>
      }
      confirm={copy.confirm}
      done={copy.done}
      failed={copy.failed}
      repeatable
      check={() => {
        setChecked(true)
        return !wrong
      }}
      onConfirm={(reason, again) => extendLot(lot._id, Number(days), reason, again)}
      onClose={onClose}
    >
      {({ pending, refused }) => (
        <NumberInput
          label={copy.days}
          min={1}
          max={MOST_DAYS}
          allowDecimal={false}
          clampBehavior="none"
          value={days}
          disabled={pending}
          error={checked && wrong ? adminPeopleCopy.give.daysWrong : refused.days}
          onChange={setDays}
          data-autofocus
        />
      )}
    </ReasonDialog>
  )
}
