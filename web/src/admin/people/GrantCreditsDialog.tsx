import { NumberInput, Select } from '@mantine/core'
import { useState } from 'react'
import table from '@/admin/DataTable.module.css'
import { ReasonDialog } from '@/admin/ReasonDialog'
import { grantCredits } from '@/api/adminPeople'
import type { AdminPersonDetails, AdminStudentPart } from '@/api/adminPeopleTypes'
import { adminPeopleCopy } from '@/copy/adminPeople'
import { isWithin, MAX_CLASSES, MAX_DAYS } from './limits'

const copy = adminPeopleCopy.give
const DEFAULT_DAYS = 60

interface GrantCreditsDialogProps {
  data: AdminPersonDetails
  student: AdminStudentPart
  onClose: () => void
}

/** Grants credits to a student free of charge. */
export function GrantCreditsDialog({ data, student, onClose }: GrantCreditsDialogProps) {
  const [teacherId, setTeacherId] = useState(student.teacherId)
  const [count, setCount] = useState<number | string>(1)
  const [days, setDays] = useState<number | string>(DEFAULT_DAYS)
  const [isValidated, setIsValidated] = useState(false)
  const isCountInvalid = !isWithin(count, MAX_CLASSES)
  const isDaysInvalid = !isWithin(days, MAX_DAYS)
  const grant = (reason: string, isRepeat: boolean) =>
    grantCredits(data.person._id, { teacherId, count: Number(count), days: Number(days) }, reason, isRepeat)
  return (
    <ReasonDialog
      title={copy.title(data.person.name)}
      description={copy.text}
      confirmLabel={copy.confirm}
      successMessage={copy.done}
      failureMessage={copy.failed}
      isRepeatable
      validate={() => {
        setIsValidated(true)
        return !isCountInvalid && !isDaysInvalid
      }}
      onConfirm={grant}
      onClose={onClose}
    >
      {({ isPending, fieldErrors }) => {
        const field = { min: 1, allowDecimal: false, clampBehavior: 'none', disabled: isPending } as const
        return (
          <>
            <Select
              label={copy.teacher}
              data={teacherOptions(data, student)}
              value={teacherId}
              allowDeselect={false}
              disabled={isPending}
              error={fieldErrors.teacherId}
              onChange={(next) => setTeacherId(next ?? student.teacherId)}
            />
            <div className={table.pair}>
              <NumberInput
                {...field}
                label={copy.count}
                max={MAX_CLASSES}
                value={count}
                error={isValidated && isCountInvalid ? copy.countWrong : fieldErrors.count}
                onChange={setCount}
                data-autofocus
              />
              <NumberInput
                {...field}
                label={copy.days}
                max={MAX_DAYS}
                value={days}
                error={isValidated && isDaysInvalid ? copy.daysWrong : fieldErrors.days}
                onChange={setDays}
              />
            </div>
          </>
        )
      }}
    </ReasonDialog>
  )
}

/** The student's teacher, and teachers with whom the student has credits. */
function teacherOptions({ credits }: AdminPersonDetails, { teacherId, teacherName }: AdminStudentPart) {
  const names = new Map([[teacherId, teacherName]])
  for (const lot of credits) names.set(lot.teacherId, lot.teacherName)
  return [...names].map(([value, label]) => ({ value, label }))
}
