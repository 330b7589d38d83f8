import { useState } from 'react'
import { TeacherSelect } from '@/admin/coupons/TeacherSelect'
import { ReasonDialog } from '@/admin/ReasonDialog'
import { handOverStudents } from '@/api/adminPeople'
import type { AdminPersonDetails } from '@/api/adminPeopleTypes'
import { adminPeopleCopy } from '@/copy/adminPeople'
import { toastSuccess } from '@/ui/toast'

const copy = adminPeopleCopy.handOver

interface HandOverDialogProps {
  data: AdminPersonDetails
  onClose: () => void
}

/** Hands a teacher's students over to another teacher. */
export function HandOverDialog({ data: { person }, onClose }: HandOverDialogProps) {
  const [teacherId, setTeacherId] = useState<string | null>(null)
  const [isMissing, setIsMissing] = useState(false)
  const handOver = async (reason: string): Promise<void> => {
    const { students, more } = await handOverStudents(person._id, teacherId ?? '', reason)
    toastSuccess(copy.count(students))
    if (more) await handOver(reason)
  }
  return (
    <ReasonDialog
      title={copy.title(person.name)}
      description={copy.text}
      confirmLabel={copy.confirm}
      failureMessage={copy.failed}
      validate={() => {
        setIsMissing(!teacherId)
        return teacherId !== null
      }}
      onConfirm={handOver}
      onClose={onClose}
    >
      {({ fieldErrors }) => (
        <TeacherSelect
          label={copy.teacher}
          description={copy.teacherHint}
          value={teacherId}
          error={isMissing ? copy.missing : fieldErrors.teacherId}
          onChange={(id) => {
            setTeacherId(id)
            setIsMissing(false)
          }}
        />
      )}
    </ReasonDialog>
  )
}
