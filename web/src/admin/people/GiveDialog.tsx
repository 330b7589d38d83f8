import { NumberInput, Select } from '@mantine/core'
import { useState } from 'react'
import { ReasonDialog } from '@/admin/ReasonDialog'
import sheet from '@/admin/Sheet.module.css'
import { grantCredits } from '@/api/adminPeople'
import type { PersonDetails, StudentPart } from '@/api/adminPeopleTypes'
import { adminPeopleCopy } from '@/copy/adminPeople'
import { isWithin, MOST_CLASSES, MOST_DAYS } from './limits'

const copy = adminPeopleCopy.give
const USUAL_DAYS = 60

interface GiveDialogProps {
  data: PersonDetails
  student: StudentPart
  onClose: () => void
}

/** Gives a student credits of the house. */
export function GiveDialog({ data, student, onClose }: GiveDialogProps) {
  const [teacherId, setTeacherId] = useState(student.teacherId)
  const [count, setCount] = useState<number | string>(1)
  const [days, setDays] = useState<number | string>(USUAL_DAYS)
  const [checked, setChecked] = useState(false)
  const countWrong = !isWithin(count, MOST_CLASSES)
  const daysWrong = !isWithin(days, MOST_DAYS)
  const give = (reason: string, again: boolean) =>
    grantCredits(data.person._id, { teacherId, count: Number(count), days: Number(days) }, reason, again)
  return (
    <ReasonDialog
      title={copy.title(data.person.name)}
      happens={copy.text}
      confirm={copy.confirm}
      done={copy.done}
      failed={copy.failed}
      repeatable
      check={() => {
        setChecked(true)
        return !countWrong && !daysWrong
      }}
      onConfirm={give}
      onClose={onClose}
    >
      {({ pending, refused }) => {
        const field = { min: 1, allowDecimal: false, clampBehavior: 'none', disabled: pending } as const
        return (
          <>
            <Select
              label={copy.teacher}
              data={teachersOf(data, student)}
              value={teacherId}
              allowDeselect={false}
              disabled={pending}
              error={refused.teacherId}
              onChange={(next) => setTeacherId(next ?? student.teacherId)}
            />
            <div className={sheet.pair}>
              <NumberInput
                {...field}
                label={copy.count}
                max={MOST_CLASSES}
                value={count}
                error={checked && countWrong ? copy.countWrong : refused.count}
                onChange={setCount}
                data-autofocus
              />
              <NumberInput
                {...field}
                label={copy.days}
                max={MOST_DAYS}
                value={days}
                error={checked && daysWrong ? copy.daysWrong : refused.days}
                onChange={setDays}
              />
            </div>
          </>
        )
      }}
    </ReasonDialog>
  )
}

/** The student's teacher, and those with whom there are credits already. */
function teachersOf({ credits }: PersonDetails, { teacherId, teacherName }: StudentPart) {
  const names = new Map([[teacherId, teacherName]])
  for (const lot of credits) names.set(lot.teacherId, lot.teacherName)
  return [...names].map(([value, label]) => ({ value, label }))
}
