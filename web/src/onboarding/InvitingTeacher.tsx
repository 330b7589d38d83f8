import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { teacherByCodeQuery } from '@/api/people'
import type { TeacherPreview as Teacher } from '@/api/types'
import { danceStyleLabel } from '@/copy/labels'
import { onboardingCopy } from '@/copy/onboarding'
import { readChosenTime } from '@/lib/chosenTime'
import { isInviteCode, normalizeInviteCode } from '@/lib/inviteCode'
import { displayZone, formatDayTime, zoneCity } from '@/lib/time'
import { TeacherEmblem } from '@/ui/TeacherEmblem'
import classes from './InvitingTeacher.module.css'

const DEBOUNCE_MS = 350
const copy = onboardingCopy.student

/** The teacher of a complete invite code. Only a hint: the server validates the code on Continue. */
export function InvitingTeacher({ code }: { code: string }) {
  const [debouncedCode] = useDebouncedValue(normalizeInviteCode(code), DEBOUNCE_MS)
  const isComplete = isInviteCode(debouncedCode) && debouncedCode === normalizeInviteCode(code)
  const { data, isFetching, error } = useQuery({
    ...teacherByCodeQuery(debouncedCode),
    enabled: isComplete,
    retry: false,
  })
  const teacher = isComplete ? data?.teacher : undefined
  return (
    <div role="status" className={classes.container}>
      {teacher ? (
        <div className={classes.teacher}>
          <TeacherEmblem teacherId={teacher._id} />
          <div>
            <p className={classes.label}>{copy.teacherFound}</p>
            <p className={classes.name}>{teacher.name}</p>
            <p className={classes.details}>{teacherDetails(teacher)}</p>
            <ChosenTime code={debouncedCode} />
          </div>
        </div>
      ) : isComplete && isFetching ? (
        <p className={classes.note}>{copy.codeChecking}</p>
      ) : isComplete && error?.code === 'invalid_invite_code' ? (
        <p className={classes.note}>{copy.codeUnknown}</p>
      ) : null}
    </div>
  )
}

/** The time that was chosen on the teacher's invite page. */
function ChosenTime({ code }: { code: string }) {
  const [chosen] = useState(readChosenTime)
  if (chosen?.code !== code) return null
  return <p className={classes.details}>{copy.chosenTime(formatDayTime(chosen.dateTime, displayZone()))}</p>
}

function teacherDetails({ danceStyles, timeZone }: Teacher): string {
  // A zone names one city for a whole country, so it is not where the teacher lives.
  const zone = timeZone ? [copy.teacherZone(zoneCity(timeZone))] : []
  return [...danceStyles.map(danceStyleLabel), ...zone].join(' · ')
}
