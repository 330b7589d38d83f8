import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ReasonDialog } from '@/admin/ReasonDialog'
import { TeacherSelect } from '@/admin/TeacherSelect'
import { type HandOver, handOverPreviewQuery, handOverStudents } from '@/api/adminPeople'
import type { AdminHandOverPreview, AdminPersonDetails } from '@/api/adminPeopleTypes'
import { adminPeopleCopy } from '@/copy/adminPeople'
import { formatCharge } from '@/lib/money'
import { DescriptionList } from '@/ui/DescriptionList'
import { QueryBoundary } from '@/ui/QueryBoundary'
import { toastSuccess } from '@/ui/toast'

const copy = adminPeopleCopy.handOver

interface HandOverDialogProps {
  data: AdminPersonDetails
  /** The teacher of the only student to hand over; absent on a teacher's page. */
  from?: string
  onClose: () => void
}

/** Hands all students of a teacher, or one student, over to another teacher. */
export function HandOverDialog({ data: { person }, from, onClose }: HandOverDialogProps) {
  const concerned = from ? { from, studentId: person._id } : { from: person._id }
  const [teacherId, setTeacherId] = useState<string | null>(null)
  const [isMissing, setIsMissing] = useState(false)
  const handOver = async (reason: string): Promise<void> => {
    const { students, more } = await handOverStudents({ ...concerned, teacherId: teacherId ?? '' }, reason)
    toastSuccess(copy.count(students))
    if (more) await handOver(reason)
  }
  return (
    <ReasonDialog
      title={from ? copy.titleOfOne(person.name) : copy.title(person.name)}
      description={from ? copy.textOfOne : copy.text}
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
        <>
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
          {teacherId && teacherId !== concerned.from && <Preview handOver={{ ...concerned, teacherId }} />}
        </>
      )}
    </ReasonDialog>
  )
}

/** Students, classes, prices and credits before the hand-over. */
function Preview({ handOver }: { handOver: HandOver }) {
  const preview = useQuery(handOverPreviewQuery(handOver))
  return (
    <QueryBoundary query={preview} loading={copy.loading} failed={copy.loadFailed} height={160}>
      {(effects) => (effects.students === 0 ? <p>{copy.noStudents}</p> : <Effects effects={effects} />)}
    </QueryBoundary>
  )
}

function Effects({ effects }: { effects: AdminHandOverPreview }) {
  const { students, classes, currencies, newTeacherSlots } = effects
  const prices = currencies
    .filter((item) => item.students > 0)
    .map(({ currency, previousPrice, newPrice }) => ({
      label: copy.price(currency),
      value: copy.priceChange(formatCharge(previousPrice, currency), formatCharge(newPrice, currency)),
    }))
  const credits = currencies
    .filter((item) => item.credits > 0)
    .map(({ currency, credits: count, creditsValue, creditsAtNewPrice }) => ({
      label: copy.credits(currency),
      value: copy.creditsWorth(
        count,
        formatCharge(creditsValue, currency),
        formatCharge(creditsAtNewPrice, currency),
      ),
    }))
  return (
    <>
      {newTeacherSlots === 0 && (
        <Alert color="yellow" title={copy.noOpenTimes}>
          {copy.noOpenTimesText}
        </Alert>
      )}
      <DescriptionList
        items={[
          { label: copy.students, value: students },
          { label: copy.classes, value: copy.classesStay(classes) },
          ...(newTeacherSlots > 0
            ? [{ label: copy.openTimes, value: copy.openTimesCount(newTeacherSlots) }]
            : []),
          ...prices,
          ...credits,
        ]}
      />
    </>
  )
}
