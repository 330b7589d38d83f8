import { useForm } from '@mantine/form'
import { hoursCopy } from '@/copy/hours'
import { Countdown } from '@/ui/Countdown'
import { ExceptionFields } from '@/ui/hours/ExceptionFields'
import { HoursFields } from '@/ui/hours/HoursFields'
import { type HoursValues, toValues } from '@/ui/hours/hoursForm'
import { Piece } from './Piece'
import { EXCEPTIONS, HELD_UNTIL, TODAY, WEEK } from './samples'

/** What has to do with time: a teacher's hours as they are refused, and what is left of a hold. */
export function Hours() {
  const form = useForm<HoursValues>({
    initialValues: toValues(WEEK, EXCEPTIONS),
    initialErrors: { 'rows.1.start': hoursCopy.errors.overlap },
  })
  return (
    <>
      <Piece name="Hours">
        <HoursFields form={form} />
      </Piece>
      <Piece name="Time off">
        <ExceptionFields form={form} today={TODAY} />
        <Countdown until={HELD_UNTIL} />
      </Piece>
    </>
  )
}
