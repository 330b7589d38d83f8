import { useForm } from '@mantine/form'
import { hoursCopy } from '@/copy/hours'
import { Countdown } from '@/ui/Countdown'
import { ExceptionFields } from '@/ui/hours/ExceptionFields'
import { HoursFields } from '@/ui/hours/HoursFields'
import { type HoursValues, toHoursValues } from '@/ui/hours/hoursForm'
import { Example } from './Example'
import { EXCEPTIONS, HELD_UNTIL, TODAY, WEEK } from './samples'

/** Weekly hours with an error, time off and a countdown. */
export function Hours() {
  const form = useForm<HoursValues>({
    initialValues: toHoursValues(WEEK, EXCEPTIONS),
    initialErrors: { 'rows.1.start': hoursCopy.errors.overlap },
  })
  return (
    <>
      <Example name="Hours">
        <HoursFields form={form} />
      </Example>
      <Example name="Time off">
        <ExceptionFields form={form} today={TODAY} />
        <Countdown until={HELD_UNTIL} />
      </Example>
    </>
  )
}
